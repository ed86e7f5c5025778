//! A run: one server after the other on the same disk, and the clients that outlive them.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, close_code};
use random::SplitMix64;
use store::simulation::{self, Disk, DiskFaults};
use store::{Store, StoreError};
use tokio::runtime::Builder;
use tokio::sync::Notify;
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{advance, sleep_until};
use wire::ErrorCode;

use super::client::{Client, Surroundings};
use super::history::{Downtime, GameHistory, ToldEvent, ToldGame};
use super::network::{CALM, Due, LinkId, Network};
use super::plan::{Fault, Plan, Stream, client_stream, stream};
use super::received::Received;
use super::server::{Server, drive};
use super::trace::Trace;
use super::violation::{Promise, Violation};
use super::{Options, PlantedFault, promises};

/// How long games may take to go on when everything works again.
const PATIENCE_MS: u64 = 60_000;
/// How many events show that a game goes on.
const PROGRESS: u32 = 3;
/// How long a server is down at most.
const MAX_DOWNTIME_MS: usize = 3_000;

/// What a run has shown.
#[derive(Debug)]
pub struct Outcome {
    /// The broken promises.
    pub violations: Vec<Violation>,
    /// A number that is equal for equal runs.
    pub fingerprint: u64,
    /// What happened, if it was to be kept.
    pub trace: Vec<String>,
    /// The number of acknowledged requests.
    pub acknowledged: usize,
    /// The number of servers.
    pub servers: usize,
}

/// How a server ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Killed,
    PowerLost,
    ShutDown,
    /// It could not start, because of the disk.
    NotStarted,
    /// The run is over.
    Finished,
}

/// Everything outside the server.
pub(super) struct World {
    options: Options,
    plan: Plan,
    pub(super) network: Network,
    clients: Vec<Client>,
    history: Vec<GameHistory>,
    trace: Trace,
    violations: Vec<Violation>,
    downtime: Downtime,
    /// What is wrong with the disk now.
    disk_faults: Vec<Fault>,
    clock_error_ms: i64,
    random: SplitMix64,
    server: Option<Server>,
    end: Option<End>,
    /// Notified when the server ends by itself, or loses its power.
    pub(super) power_lost: Rc<Notify>,
    stall_ms: Option<u64>,
    /// When everything has to work again, and the versions of the games before.
    recovery: Option<(u64, Vec<u32>)>,
    servers: usize,
    last_text: Option<(Utf8Bytes, Rc<Received>)>,
}

/// Runs a seed.
pub fn run(seed: u64, options: Options) -> Outcome {
    let disk = simulation::new_library(stream(seed, Stream::Disk).next_u64());
    let world = Rc::new(RefCell::new(World::new(seed, options)));
    loop {
        let end = run_server(&world, &disk);
        let mut world = world.borrow_mut();
        world.note(format_args!("the server ends: {end:?}"));
        if end == End::Finished {
            break;
        }
        world.wait_for_restart(end, &disk);
    }
    run_last_check(&world, &disk);
    let mut world = Rc::into_inner(world).expect("the server is gone").into_inner();
    world.trace.add_number(disk.fingerprint());
    let requests = world.history.iter().flat_map(|history| history.requests.values());
    Outcome {
        violations: std::mem::take(&mut world.violations),
        acknowledged: requests.filter(|request| !request.acks.is_empty()).count(),
        servers: world.servers,
        fingerprint: world.trace.fingerprint(),
        trace: world.trace.into_lines(),
    }
}

/// Runs one server until it ends, and leaves the disk as the next one finds it.
fn run_server(world: &Rc<RefCell<World>>, disk: &Disk) -> End {
    let end = run_process(world, disk, live(world, disk));
    match end {
        End::Killed | End::NotStarted => disk.restart_after_kill(),
        End::PowerLost | End::Finished => disk.restart_after_power_loss(),
        End::ShutDown => {}
    }
    end
}

/// Checks what is left after everything.
fn run_last_check(world: &Rc<RefCell<World>>, disk: &Disk) {
    let check = async {
        world.borrow_mut().network.start_clock();
        let opened = open_store(world, disk).await;
        world.borrow_mut().stop();
        opened.map_or_else(|end| end, |_| End::Finished)
    };
    run_process(world, disk, check);
}

/// Runs a process with its own clock. Nothing of it is left afterwards.
fn run_process(world: &Rc<RefCell<World>>, disk: &Disk, process: impl Future<Output = End>) -> End {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime without threads and sockets");
    let tasks = LocalSet::new();
    let end = tasks.block_on(&runtime, process);
    // The connections to the database notice nothing of a kill.
    if end != End::ShutDown {
        disk.cut_power();
    }
    world.borrow_mut().server = None;
    drop((tasks, runtime));
    end
}

/// The life of one server.
async fn live(world: &Rc<RefCell<World>>, disk: &Disk) -> End {
    world.borrow_mut().network.start_clock();
    let end = match start(world, disk).await {
        Ok(()) => serve(world, disk).await,
        Err(end) => end,
    };
    world.borrow_mut().stop();
    end
}

/// Opens the store, and checks what is in it.
async fn open_store(world: &Rc<RefCell<World>>, disk: &Disk) -> Result<Arc<dyn Store>, End> {
    let (settings, checkpoint, random) = world.borrow_mut().prepare(disk);
    let (store, driver) = match simulation::open(disk, settings, checkpoint) {
        Ok(opened) => opened,
        Err(error) => return Err(world.borrow_mut().not_opened(&error.to_string(), disk)),
    };
    drive(driver, disk, world, random);
    inspect(world, &store).await;
    Ok(Arc::new(store))
}

/// Starts a server.
async fn start(world: &Rc<RefCell<World>>, disk: &Disk) -> Result<(), End> {
    let store = open_store(world, disk).await?;
    let (now, clock_error) = world.borrow().start_time();
    let started = Server::start(store, now, clock_error).await;
    let server = started.map_err(|_| End::NotStarted)?;
    create_games(world, &server).await?;
    server.run_games();
    world.borrow_mut().started(server);
    Ok(())
}

/// Compares everything that was seen with what is stored.
async fn inspect(world: &Rc<RefCell<World>>, store: &dyn Store) {
    let games = world.borrow().plan.games.len();
    for game in 0..games {
        let id = world.borrow().plan.games[game].id.clone();
        let loaded = store.load(&id).await;
        world.borrow_mut().check(game, loaded);
    }
}

/// The first server gets the games.
async fn create_games(world: &Rc<RefCell<World>>, server: &Server) -> Result<(), End> {
    if world.borrow().servers > 1 {
        return Ok(());
    }
    let games = std::mem::take(&mut world.borrow_mut().plan.games);
    let mut created = true;
    for game in &games {
        created &= server.create(game).await;
    }
    world.borrow_mut().plan.games = games;
    if created { Ok(()) } else { Err(End::NotStarted) }
}

/// Has everything happen that is due, until the server ends.
async fn serve(world: &Rc<RefCell<World>>, disk: &Disk) -> End {
    loop {
        while let Some((at, due)) = next_due(world) {
            happen(world, disk, at, due);
            stall(world, disk).await;
        }
        let (next, changed, power_lost) = {
            let mut world = world.borrow_mut();
            if let Some(end) = world.is_over() {
                return end;
            }
            let next = world.network.next_time().and_then(|at| world.network.instant(at));
            (next, Rc::clone(&world.network.changed), Rc::clone(&world.power_lost))
        };
        let due = async {
            if let Some(next) = next {
                sleep_until(next).await
            }
        };
        tokio::select! {
            biased;
            () = power_lost.notified() => world.borrow_mut().end.get_or_insert(End::PowerLost),
            () = changed.notified() => continue,
            () = due => continue,
        };
    }
}

fn next_due(world: &RefCell<World>) -> Option<(u64, Due)> {
    let mut world = world.borrow_mut();
    let now = world.network.now();
    let is_running = world.end.is_none();
    is_running.then(|| world.network.pop(now)).flatten()
}

/// The process stands still. What arrives meanwhile may wait in its sockets when it goes on, or
/// come a moment later.
async fn stall(world: &Rc<RefCell<World>>, disk: &Disk) {
    let (begin, ms, arrives_first) = {
        let mut world = world.borrow_mut();
        let Some(ms) = world.stall_ms.take() else { return };
        let now = world.network.now();
        world.downtime.begin(now);
        (now, ms, world.random.below(2) == 0)
    };
    if arrives_first {
        while let Some((at, due)) = { world.borrow_mut().network.pop(begin + ms) } {
            happen(world, disk, at, due);
        }
    }
    advance(Duration::from_millis(ms)).await;
    world.borrow_mut().downtime.end(begin + ms);
}

/// Has something happen.
fn happen(world: &Rc<RefCell<World>>, disk: &Disk, at: u64, due: Due) {
    match due {
        Due::Connect(link) => {
            let server = world.borrow().server.clone().filter(|_| world.borrow().end.is_none());
            match server {
                Some(server) => server.accept(world, link, at),
                None => world.borrow_mut().network.close_from_server(at, link),
            }
        }
        Due::Fault(Fault::Restart) => restart(world, at),
        due => world.borrow_mut().happen(disk, at, due),
    }
}

/// Shuts the server down in an orderly way.
fn restart(world: &Rc<RefCell<World>>, at: u64) {
    let Some(server) = world.borrow().server.clone() else { return };
    world.borrow_mut().downtime.begin(at);
    let world = Rc::clone(world);
    spawn_local(async move {
        server.shut_down().await;
        drop(server);
        let mut world = world.borrow_mut();
        world.end.get_or_insert(End::ShutDown);
        world.power_lost.notify_one();
    });
}

impl World {
    fn new(seed: u64, options: Options) -> World {
        let plan = Plan::new(seed);
        let network = Network::new(stream(seed, Stream::Network), plan.conditions);
        let mut world = World {
            options,
            network,
            clients: Vec::new(),
            history: plan.games.iter().map(|_| GameHistory::default()).collect(),
            trace: Trace::new(options.keeps_trace),
            violations: Vec::new(),
            downtime: Downtime::default(),
            disk_faults: Vec::new(),
            clock_error_ms: 0,
            random: stream(seed, Stream::Server),
            server: None,
            end: None,
            power_lost: Rc::new(Notify::new()),
            stall_ms: None,
            recovery: None,
            servers: 0,
            last_text: None,
            plan,
        };
        world.downtime.begin(0);
        world.add_clients(seed);
        world.schedule_faults();
        world
    }

    fn add_clients(&mut self, seed: u64) {
        for (game, plan) in self.plan.games.iter().enumerate() {
            for role in &plan.roles {
                let index = self.clients.len();
                let owner = (*role, plan.secret(*role));
                let random = client_stream(seed, index);
                let id = plan.id.to_string();
                self.clients.push(Client::new((index, game), id, owner, random));
                let at = 100 + 10 * index as u64;
                self.network.schedule(at, Due::Reconnect { client: index });
                self.network.schedule(at, Due::Heartbeat { client: index });
            }
        }
    }

    fn schedule_faults(&mut self) {
        for (at, fault, lasts) in &self.plan.faults {
            self.network.schedule(*at, Due::Fault(*fault));
            self.network.schedule(*at + *lasts, Due::FaultEnds(*fault));
        }
        self.network.schedule(self.plan.length_ms, Due::Fault(Fault::AllIsWell));
    }

    fn note(&mut self, what: std::fmt::Arguments) {
        let now = self.network.now();
        self.trace.add(now, what);
    }

    /// What the next server is started with.
    fn prepare(&mut self, disk: &Disk) -> (store::Settings, u32, SplitMix64) {
        self.servers += 1;
        self.end = None;
        self.set_faults(disk, false);
        let random = SplitMix64::new(self.random.next_u64());
        (self.plan.settings, self.plan.checkpoint, random)
    }

    fn start_time(&self) -> (u64, i64) {
        (self.network.now(), self.clock_error_ms)
    }

    fn started(&mut self, server: Server) {
        let now = self.network.now();
        self.downtime.end(now);
        self.server = Some(server);
        self.trace.add(now, format_args!("server {} starts", self.servers));
    }

    fn stop(&mut self) {
        let now = self.network.now();
        self.downtime.begin(now);
        self.network.stop_clock();
    }

    /// A database that cannot be opened on a disk without faults is damaged.
    fn not_opened(&mut self, error: &str, disk: &Disk) -> End {
        if self.disk_faults.is_empty() && !disk.is_off() {
            self.violations.push(Violation::new(Promise::LogReplays, error));
            return End::Finished;
        }
        End::NotStarted
    }

    fn check(&mut self, game: usize, loaded: Result<Option<store::StoredGame>, StoreError>) {
        let history = &mut self.history[game];
        match loaded {
            Ok(Some(stored)) => {
                let id = &self.plan.games[game].id;
                for violation in promises::check(id, history, &stored, &self.downtime) {
                    // A known one is found again after every restart.
                    if !self.violations.contains(&violation) {
                        self.violations.push(violation);
                    }
                }
            }
            Ok(None) if history.last_version() > 0 => {
                self.violations.push(Violation::new(Promise::StoredIsKept, "a game is gone"));
            }
            Ok(None) => {}
            Err(error @ StoreError::Damaged { .. }) => {
                self.violations.push(Violation::new(Promise::LogReplays, error));
            }
            // The disk has no power any more.
            Err(_) => {}
        }
    }

    /// What is wrong with the disk now.
    pub(super) fn set_faults(&self, disk: &Disk, acknowledges_early: bool) {
        let mut faults = DiskFaults::default();
        for fault in &self.disk_faults {
            match *fault {
                Fault::SlowDisk { ms } => faults.sync_time.1 = Duration::from_millis(ms),
                Fault::SyncErrors(then) => {
                    (faults.sync_errors, faults.after_sync_error) = (0.3, then);
                }
                Fault::WriteErrors => faults.write_errors = 0.05,
                Fault::FullDisk => faults.is_full = true,
                _ => {}
            }
        }
        let drops_sync = self.options.planted == Some(PlantedFault::DropSync);
        faults.ignores_sync = drops_sync || acknowledges_early;
        disk.set_faults(faults);
    }

    pub(super) fn acknowledges_early(&self) -> bool {
        self.options.planted == Some(PlantedFault::AcknowledgeBeforeCommit)
    }

    /// The end of the server, if it has come.
    fn is_over(&mut self) -> Option<End> {
        if self.violations.iter().any(|violation| !violation.is_known()) {
            return Some(End::Finished);
        }
        if self.end.is_some() {
            return self.end;
        }
        let (deadline, before) = self.recovery.as_ref()?;
        let waits = |(game, before): (usize, &u32)| {
            let history = &self.history[game];
            history.last_version() < before + PROGRESS && !self.is_game_over(game)
        };
        let waiting: Vec<usize> =
            before.iter().enumerate().filter(|place| waits(*place)).map(|(game, _)| game).collect();
        if waiting.is_empty() {
            return Some(End::Finished);
        }
        if self.network.now() < *deadline {
            return None;
        }
        let details = format!("games {waiting:?} stand still");
        self.violations.push(Violation::new(Promise::GamesGoOn, details));
        Some(End::Finished)
    }

    fn is_game_over(&self, game: usize) -> bool {
        self.clients.iter().any(|client| client.game == game && client.sees_end())
    }

    /// The time between two servers.
    fn wait_for_restart(&mut self, end: End, disk: &Disk) {
        let now = self.network.now();
        for link in self.network.links() {
            if end == End::PowerLost && self.random.below(2) == 0 {
                self.network.silence(link);
            } else if self.network.link(link).is_some_and(|link| link.to_server.is_some()) {
                self.network.close_from_server(now, link);
            }
        }
        let restart = now + 20 + self.random.below(MAX_DOWNTIME_MS) as u64;
        while let Some((at, due)) = self.network.pop(restart) {
            self.network.set_time(at);
            match due {
                Due::Connect(link) => self.network.close_from_server(at, link),
                due => self.happen(disk, at, due),
            }
        }
        self.network.set_time(restart);
    }

    /// Has something happen that does not need the tasks of the server.
    fn happen(&mut self, disk: &Disk, at: u64, due: Due) {
        match due {
            Due::Act { client } => self.with_client(at, client, Client::act),
            Due::Heartbeat { client } => self.with_client(at, client, Client::heartbeat),
            Due::Reconnect { client } => self.with_client(at, client, Client::connect),
            Due::Connected(link) => self.with_link(at, link, Client::connected),
            Due::ClosedToClient(link) => self.with_link(at, link, Client::closed),
            Due::ClosedToServer(link) => self.network.close_server_end(link),
            Due::ToServer { link, request, message } => {
                self.arrive_at_server(at, link, request, message);
            }
            Due::ToClient(link, message, received) => {
                self.arrive_at_client(at, link, &message, received.as_deref());
            }
            Due::Connect(_) => {}
            Due::Fault(fault) => self.begin_fault(disk, at, fault),
            Due::FaultEnds(fault) => {
                self.disk_faults.retain(|active| *active != fault);
                self.set_faults(disk, false);
            }
        }
    }

    fn begin_fault(&mut self, disk: &Disk, at: u64, fault: Fault) {
        self.trace.add(at, format_args!("{fault:?}"));
        match fault {
            Fault::Kill => self.end = Some(End::Killed),
            Fault::PowerLoss => self.end = Some(End::PowerLost),
            Fault::PowerLossDuringWrite { operations } => disk.fail_power_after(operations),
            Fault::Stall { ms } => self.stall_ms = Some(ms),
            Fault::CutAll => {
                self.network.links().into_iter().for_each(|link| self.network.cut(at, link));
            }
            Fault::WrongClock { ms } => self.clock_error_ms = ms,
            Fault::AllIsWell => self.recover(disk, at),
            Fault::SlowDisk { .. }
            | Fault::SyncErrors(_)
            | Fault::WriteErrors
            | Fault::FullDisk => {
                self.disk_faults.push(fault);
                self.set_faults(disk, false);
            }
            Fault::Restart => {}
        }
    }

    /// Everything works from now on.
    fn recover(&mut self, disk: &Disk, at: u64) {
        self.disk_faults.clear();
        self.set_faults(disk, false);
        disk.keep_power();
        self.network.conditions = CALM;
        let versions = self.history.iter().map(GameHistory::last_version).collect();
        self.recovery = Some((at + PATIENCE_MS, versions));
        for client in 0..self.clients.len() {
            self.with_client(at, client, Client::calm_down);
        }
        // The deadline is an event like any other.
        self.network.schedule(at + PATIENCE_MS, Due::FaultEnds(Fault::AllIsWell));
    }

    fn with_client(
        &mut self,
        now: u64,
        client: usize,
        act: impl FnOnce(&mut Client, &mut Surroundings),
    ) {
        let client = &mut self.clients[client];
        let history = &mut self.history[client.game];
        act(client, &mut Surroundings { now, network: &mut self.network, history });
    }

    fn with_link(
        &mut self,
        now: u64,
        link: LinkId,
        act: impl FnOnce(&mut Client, &mut Surroundings, LinkId),
    ) {
        if let Some(client) = self.network.link(link).map(|link| link.client) {
            self.trace.add(now, format_args!("client {client}: link {} changes", link.0));
            self.with_client(now, client, |client, around| act(client, around, link));
        }
    }

    fn arrive_at_server(
        &mut self,
        at: u64,
        link: LinkId,
        request: Option<String>,
        message: Message,
    ) {
        let Some(end) = self.network.link(link) else { return };
        let (client, Some(sender)) = (end.client, end.to_server.clone()) else { return };
        let game = self.clients[client].game;
        if let Message::Text(text) = &message {
            self.trace.add(at, format_args!("client {client} -> {}", without_secret(text)));
        }
        if let Some(id) = request
            && let Some(request) = self.history[game].requests.get_mut(&(client, id))
        {
            request.arrivals.push(at);
        }
        let message = match self.options.planted {
            Some(PlantedFault::ForgetVersionCheck) => {
                rebased(message, self.history[game].last_version())
            }
            _ => message,
        };
        // A server that has closed its end reads nothing more.
        let _ = sender.send(message);
    }

    fn arrive_at_client(
        &mut self,
        at: u64,
        link: LinkId,
        message: &Message,
        received: Option<&Received>,
    ) {
        let Some(client) = self.network.link(link).map(|link| link.client) else { return };
        self.network.arrived(link);
        let client = &mut self.clients[client];
        let history = &mut self.history[client.game];
        let mut around = Surroundings { now: at, network: &mut self.network, history };
        let done = client.receive(&mut around, link, message, received);
        self.violations.extend(done.err());
    }

    /// The server sends a message. What it says is said, whether or not it arrives.
    pub(super) fn server_sends(&mut self, link: LinkId, message: Message) {
        let received = match &message {
            Message::Text(text) => self.parse(text),
            Message::Close(Some(frame)) if frame.code == close_code::ERROR => {
                let violation = Violation::new(Promise::NoInternalError, &frame.reason);
                self.violations.push(violation);
                None
            }
            _ => None,
        };
        if let (Some(client), Some(received), Message::Text(text)) =
            (self.network.link(link).map(|link| link.client), &received, &message)
        {
            let now = self.network.now();
            self.trace.add(now, format_args!("client {client} <- {text}"));
            let found = self.note_told(client, text, &Rc::clone(received));
            self.violations.extend(found.err());
        }
        self.network.send_to_client(link, message, received);
    }

    /// Reads a message. The followers of a game get the same text one after the other.
    fn parse(&mut self, text: &Utf8Bytes) -> Option<Rc<Received>> {
        if let Some((last, received)) = &self.last_text
            && last == text
        {
            return Some(Rc::clone(received));
        }
        match serde_json::from_str(text) {
            Ok(received) => {
                let received = Rc::new(received);
                self.last_text = Some((text.clone(), Rc::clone(&received)));
                Some(received)
            }
            Err(error) => {
                let details = format!("{text} cannot be read: {error}");
                self.violations.push(Violation::new(Promise::NoInternalError, details));
                None
            }
        }
    }

    fn note_told(&mut self, client: usize, text: &str, told: &Received) -> Result<(), Violation> {
        let now = self.network.now();
        let history = &mut self.history[self.clients[client].game];
        match told {
            Received::Event { version, .. } => {
                let new = ToldEvent { at: now, text: text.to_owned() };
                let known = history.events.entry(*version).or_insert(new);
                same(*version, &known.text, text)
            }
            Received::Full { game } => {
                let moves = game.moves.iter().map(|played| played.uci.clone()).collect();
                let told = ToldGame { moves, fen: game.state.fen.clone() };
                let known = history.games.entry(game.version).or_insert_with(|| told.clone());
                same(game.version, &format!("{known:?}"), &format!("{told:?}"))
            }
            Received::Ack { id, version } => {
                let request = history.requests.get_mut(&(client, id.clone()));
                let request = request.ok_or_else(|| {
                    let details = format!("client {client} never sent request {id}");
                    Violation::new(Promise::CarriedOutOnce, details)
                })?;
                request.acks.push(*version);
                Ok(())
            }
            Received::Error { id, code, message } => {
                let key = id.clone().map(|id| (client, id));
                if let Some(request) = key.and_then(|key| history.requests.get_mut(&key)) {
                    request.refusals.push(*code);
                }
                match code {
                    ErrorCode::Internal | ErrorCode::Damaged => {
                        Err(Violation::new(Promise::NoInternalError, message))
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

fn same(version: u32, known: &str, told: &str) -> Result<(), Violation> {
    if known == told {
        return Ok(());
    }
    let details = format!("version {version} was told as {known} and as {told}");
    Err(Violation::new(Promise::AllSeeTheSame, details))
}

/// A request as if its sender had seen this version.
fn rebased(message: Message, version: u32) -> Message {
    let Message::Text(text) = &message else { return message };
    let Ok(mut value) = serde_json::from_str::<serde_json::Value>(text) else { return message };
    if value.get("base_version").is_none() {
        return message;
    }
    value["base_version"] = version.into();
    Message::Text(value.to_string().into())
}

/// A message for the trace.
fn without_secret(text: &str) -> &str {
    text.split_once("\"secret\"").map_or(text, |(before, _)| before)
}
