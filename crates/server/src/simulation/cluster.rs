//! Two servers at once, which share a store: a room of either may serve any game, and `(game,
//! version)` decides between them.
//!
//! Each server is a process with its own tasks and its own clock, and real rooms, sockets and
//! hints. They run in turns, for a few milliseconds of the run, and touch each other only by the
//! database and its hints. Clients connect to either, and again to either. One server may be
//! killed, replaced, restarted, stand still or be cut off from the database while the other goes
//! on; hints may be late, lost or doubled.
//!
//! The database is `store::Memory`, with the way to it: an answer takes time, and may be lost after
//! a commit. What is in it is durable. So this covers what servers do with a shared store, and not
//! the store itself: neither `PostgreSQL`, its locks and its `NOTIFY`, nor its disk, for which
//! there are `cargo xtask cluster` and the tests of the store. Engines, the lobby and everything
//! else but games are left out.
//!
//! Clocks are checked less strictly than with one server: a turn may be charged from when the move
//! before it arrived, since a server that opens the game later does not know how long that took to
//! store. A server takes its clock from the database, and an answer that takes much longer than the
//! question, or the other way round, makes it wrong by half the difference.
//!
//! There is no check that a stall, or the time in which a server is cut off, is charged to nobody:
//! it depends on whose server it is.

mod database;
mod delegated;
mod plan;
mod process;
mod store;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use ::store::{Hint, ServerId, Store as _};
use futures_util::FutureExt;
use random::SplitMix64;

use self::database::Database;
use self::plan::{CALM, Fault, HintConditions, LATENCY_MS};
use self::process::Process;
use super::network::{Due, one_in};
use super::plan::{Fault as CommonFault, Plan, Stream, stream};
use super::run::End;
use super::world::World;
use super::{Options, Outcome};

/// How many servers run at once.
const SERVERS: usize = 2;
/// How long each of them runs before the next one does, in milliseconds.
const SLICE_MS: u64 = 5;
/// How long a place is without a server at most.
const MAX_DOWNTIME_MS: usize = 3_000;
/// How long it takes at most until others look after the games of a server that is gone.
const MISSED_AFTER_MS: usize = 2_500;
/// How long it takes until others know that its connections are gone.
const GONE_AFTER_MS: u64 = 5_000;
/// When a server that cannot be reached is tried again.
const RETRY_MS: u64 = 500;

/// Something that is due between servers.
#[derive(Debug)]
enum Event {
    Fault(Fault),
    FaultEnds(Fault),
    /// A server starts at a place.
    Start(usize),
    /// What a server has announced reaches the database.
    Announce(ServerId, Hint),
    /// A hint reaches a server.
    Hint(ServerId, Hint),
    /// The database misses a server.
    Missed(ServerId),
    /// A server notices that another one is gone.
    Gone {
        to: ServerId,
        server: ServerId,
    },
}

/// A run.
struct Cluster {
    world: Rc<RefCell<World>>,
    database: Database,
    places: [Option<Process>; SERVERS],
    events: BTreeMap<(u64, u64), Event>,
    sequence: u64,
    now: u64,
    last_id: u32,
    hints: HintConditions,
    random: SplitMix64,
    is_calm: bool,
}

/// Runs a seed with two servers.
pub(super) fn run(seed: u64, options: Options) -> Outcome {
    let mut random = stream(seed, Stream::Cluster);
    let plan = Plan { faults: Vec::new(), ..Plan::new(seed) };
    let faults = plan::faults(&mut random, plan.length_ms);
    let mut world = World::with_plan(seed, options, plan);
    world.network.servers = SERVERS;
    world.shared_clock_error_ms = Some(plan::clock_error_ms(&faults));
    let mut cluster = Cluster {
        world: Rc::new(RefCell::new(world)),
        database: Database::new(SplitMix64::new(random.next_u64()), LATENCY_MS),
        places: [None, None],
        events: BTreeMap::new(),
        sequence: 0,
        now: 0,
        last_id: 0,
        hints: plan::hint_conditions(&mut random),
        random,
        is_calm: false,
    };
    for place in 0..SERVERS {
        cluster.schedule(place as u64, Event::Start(place));
    }
    for (at, fault, lasts) in faults {
        cluster.schedule(at, Event::Fault(fault));
        cluster.schedule(at + lasts, Event::FaultEnds(fault));
    }
    cluster.run();
    let Cluster { world, places, .. } = cluster;
    drop(places);
    let world = Rc::into_inner(world).expect("the servers are gone").into_inner();
    Outcome::of(world)
}

impl Cluster {
    fn run(&mut self) {
        loop {
            let until = self.next_time().clamp(self.now + 1, self.now + SLICE_MS);
            self.run_servers(until);
            while let Some((at, due)) = self.pop_due() {
                self.happen_outside(at, due);
            }
            while let Some(event) = self.pop_event() {
                self.happen(event);
            }
            self.end_servers();
            if self.world.borrow_mut().is_over() == Some(End::Finished) {
                break;
            }
        }
        self.check();
    }

    fn next_time(&self) -> u64 {
        let next = self.events.first_key_value().map(|((at, _), _)| *at);
        let outside = self.world.borrow().network.next_time();
        next.into_iter().chain(outside).min().unwrap_or(u64::MAX)
    }

    /// Runs the servers one after the other.
    fn run_servers(&mut self, until: u64) {
        let running = self.places.iter().flatten();
        for process in running.filter(|process| process.stalled_until <= self.now) {
            self.world.borrow_mut().network.use_clock(process.began);
            process.run_until(self.now, until);
        }
        self.now = until;
        self.world.borrow_mut().network.set_time_to(until);
        let announced = std::mem::take(&mut self.database.state().announced);
        for (from, hint) in announced {
            // A server announces what it has stored after it is stored.
            let at = self.now + self.random.below(5) as u64;
            self.schedule(at, Event::Announce(from, hint));
        }
    }

    fn pop_due(&mut self) -> Option<(u64, Due)> {
        self.world.borrow_mut().network.pop(self.now)
    }

    fn pop_event(&mut self) -> Option<Event> {
        let entry = self.events.first_entry()?;
        (entry.key().0 <= self.now).then(|| entry.remove())
    }

    fn schedule(&mut self, at: u64, event: Event) {
        self.sequence += 1;
        self.events.insert((at, self.sequence), event);
    }

    fn note(&self, what: std::fmt::Arguments) {
        self.world.borrow_mut().trace.add(self.now, what);
    }

    /// Has something happen to clients or on the network.
    fn happen_outside(&mut self, at: u64, due: Due) {
        match due {
            Due::Connect(link) => {
                let place = self.world.borrow().network.link(link).map(|link| link.server);
                let Some(place) = place else { return };
                match &self.places[place] {
                    // Its system accepts the connection, but nobody is there yet.
                    Some(process) if process.stalled_until > self.now => {
                        self.world.borrow_mut().network.schedule(at + RETRY_MS, due);
                    }
                    Some(process) if process.serves() => process.accept(&self.world, link, at),
                    _ => self.world.borrow_mut().network.close_from_server(at, link),
                }
            }
            Due::Fault(CommonFault::AllIsWell) => self.recover(at),
            due => self.world.borrow_mut().happen_outside(at, due),
        }
    }

    /// Has something happen between the servers.
    fn happen(&mut self, event: Event) {
        match event {
            Event::Fault(fault) => self.begin_fault(fault),
            Event::FaultEnds(fault) => self.end_fault(fault),
            Event::Start(place) => self.start(place),
            Event::Announce(from, hint) => self.announce(from, hint),
            Event::Hint(to, hint) => {
                self.note(format_args!("server {} hears {hint:?}", to.0));
                let _ = self.database.state().hint(to, &hint);
            }
            Event::Missed(server) => self.miss(server),
            Event::Gone { to, server } => self.notice_gone(to, server),
        }
    }

    fn start(&mut self, place: usize) {
        if self.places[place].is_some() {
            return;
        }
        self.last_id += 1;
        let id = ServerId(self.last_id);
        self.note(format_args!("server {} starts at place {place}", id.0));
        let mut world = self.world.borrow_mut();
        world.servers += 1;
        world.downtime.end(self.now);
        let is_first = self.last_id == 1;
        let games = if is_first { world.plan.games.clone() } else { Vec::new() };
        let planted = world.options.planted;
        drop(world);
        self.database.state().add_server(id);
        self.places[place] = Some(Process::start(id, self.now, &self.database, planted, games));
    }

    /// A process ends, and everything in it. Another one starts at its place soon.
    fn end(&mut self, place: usize, is_silent: bool) {
        let Some(process) = self.places[place].take() else { return };
        let id = process.id;
        self.note(format_args!("server {} ends", id.0));
        self.database.state().servers.remove(&id);
        drop(process);
        // What it says as it ends is heard by nobody.
        self.database.state().announced.retain(|(from, _)| *from != id);
        let mut world = self.world.borrow_mut();
        let links = world.network.links();
        for link in links {
            let Some(end) = world.network.link(link).filter(|end| end.server == place) else {
                continue;
            };
            let is_open = end.to_server.is_some();
            if is_silent {
                world.network.silence(link);
            } else if is_open {
                world.network.close_from_server(self.now, link);
            }
        }
        if self.places.iter().all(Option::is_none) {
            world.downtime.begin(self.now);
        }
        drop(world);
        self.check();
        self.schedule_absence(id);
        let restart = self.now + 20 + self.random.below(MAX_DOWNTIME_MS) as u64;
        self.schedule(restart, Event::Start(place));
    }

    /// Others notice that a server is gone.
    fn schedule_absence(&mut self, server: ServerId) {
        let missed = self.now + self.random.below(MISSED_AFTER_MS) as u64;
        self.schedule(missed, Event::Missed(server));
        let others: Vec<ServerId> = self.database.state().servers.keys().copied().collect();
        for to in others.into_iter().filter(|to| *to != server) {
            self.schedule(self.now + GONE_AFTER_MS, Event::Gone { to, server });
        }
    }

    /// Removes the servers that have ended by themselves.
    fn end_servers(&mut self) {
        for place in 0..SERVERS {
            if self.places[place].as_ref().is_some_and(Process::has_ended) {
                self.end(place, false);
            }
        }
    }

    fn begin_fault(&mut self, fault: Fault) {
        if self.is_calm {
            return;
        }
        self.note(format_args!("{fault:?}"));
        match fault {
            Fault::Kill { place, is_silent } => self.end(place, is_silent),
            Fault::Restart { place } => {
                self.places[place].as_ref().into_iter().for_each(Process::shut_down);
            }
            Fault::Stall { place, ms } => {
                if let Some(process) = &mut self.places[place] {
                    process.stalled_until = self.now + ms;
                }
            }
            Fault::CutOff { place } => self.cut_off(place),
            Fault::DatabaseDown => self.database.state().is_down = true,
            Fault::SlowDatabase { ms } => self.database.state().latency_ms = ms,
            Fault::CutAll => {
                let mut world = self.world.borrow_mut();
                let links = world.network.links();
                for link in links {
                    world.network.cut(self.now, link);
                }
            }
        }
    }

    fn end_fault(&mut self, fault: Fault) {
        match fault {
            Fault::CutOff { place } => self.connect(place),
            Fault::DatabaseDown => self.end_database_failure(),
            Fault::SlowDatabase { .. } => self.database.state().latency_ms = LATENCY_MS,
            _ => {}
        }
    }

    fn cut_off(&mut self, place: usize) {
        let Some(server) = self.places[place].as_ref().map(|process| process.id) else { return };
        if let Some(peer) = self.database.state().servers.get_mut(&server) {
            peer.is_cut_off = true;
        }
        self.schedule_absence(server);
    }

    /// A server can reach the database again. What others have announced meanwhile is lost.
    fn connect(&mut self, place: usize) {
        let Some(server) = self.places[place].as_ref().map(|process| process.id) else { return };
        let mut state = self.database.state();
        let Some(peer) = state.servers.get_mut(&server).filter(|peer| peer.is_cut_off) else {
            return;
        };
        (peer.is_cut_off, peer.is_missed) = (false, false);
        state.hint(server, &Hint::Lost);
    }

    fn end_database_failure(&mut self) {
        let mut state = self.database.state();
        if std::mem::take(&mut state.is_down) {
            let servers: Vec<ServerId> = state.servers.keys().copied().collect();
            for server in servers {
                let _ = state.hint(server, &Hint::Lost);
            }
        }
    }

    /// What a server has announced goes to the others. One that is gone has announced nothing, one
    /// that stands still or is cut off does so later.
    fn announce(&mut self, from: ServerId, hint: Hint) {
        let Some(sender) = self.places.iter().flatten().find(|process| process.id == from) else {
            return;
        };
        let can_send =
            sender.stalled_until <= self.now && !self.database.state().is_unreachable(from);
        if !can_send {
            return self.schedule(self.now + RETRY_MS, Event::Announce(from, hint));
        }
        let others: Vec<ServerId> = self.database.state().servers.keys().copied().collect();
        for to in others.into_iter().filter(|to| *to != from) {
            self.send(to, &hint);
        }
    }

    fn send(&mut self, to: ServerId, hint: &Hint) {
        let HintConditions { delay_ms, lost, doubled } = self.hints;
        if one_in(&mut self.random, lost) {
            return;
        }
        for _ in 0..=usize::from(one_in(&mut self.random, doubled)) {
            let at = self.now + 1 + self.random.below(delay_ms) as u64;
            self.schedule(at, Event::Hint(to, hint.clone()));
        }
    }

    /// The database misses a server: the others read what it may have stored without a hint, and
    /// one of them looks after its games.
    fn miss(&mut self, server: ServerId) {
        let mut state = self.database.state();
        if let Some(peer) = state.servers.get_mut(&server) {
            if !peer.is_cut_off {
                return;
            }
            peer.is_missed = true;
        }
        let others: Vec<ServerId> = state.servers.keys().copied().collect();
        let told: Vec<ServerId> =
            others.into_iter().filter(|to| state.hint(*to, &Hint::Anything)).collect();
        told.first().into_iter().for_each(|caretaker| state.ask_for_care(*caretaker));
    }

    fn notice_gone(&mut self, to: ServerId, server: ServerId) {
        let state = self.database.state();
        let is_back = state.servers.get(&server).is_some_and(|peer| !peer.is_cut_off);
        if is_back || !state.servers.contains_key(&to) {
            return;
        }
        let is_told = state.hint(to, &Hint::ServerGone(server));
        drop(state);
        if !is_told {
            self.schedule(self.now + RETRY_MS, Event::Gone { to, server });
        }
    }

    /// Everything works from now on.
    fn recover(&mut self, at: u64) {
        self.note(format_args!("AllIsWell"));
        (self.is_calm, self.hints) = (true, CALM);
        self.database.state().latency_ms = LATENCY_MS;
        self.end_database_failure();
        for place in 0..SERVERS {
            self.connect(place);
            if let Some(process) = &mut self.places[place] {
                process.stalled_until = 0;
            }
        }
        self.world.borrow_mut().recover_outside(at);
    }

    /// Compares everything that was seen with what is stored.
    fn check(&self) {
        let mut world = self.world.borrow_mut();
        for game in 0..world.plan.games.len() {
            let id = world.plan.games[game].id.clone();
            let loaded = self.database.memory.load(&id).now_or_never();
            world.check(game, loaded.expect("memory does not wait"));
        }
    }
}
