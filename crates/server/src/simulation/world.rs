//! Everything outside the server: clients, the network, what is wrong with the disk, and what was
//! seen so far.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes};
use random::SplitMix64;
use store::StoreError;
use store::simulation::{Disk, DiskFaults};
use tokio::sync::Notify;

use super::client::{Client, Surroundings};
use super::history::{Downtime, GameHistory};
use super::network::{CALM, Due, LinkId, Network};
use super::plan::{Fault, Plan, Stream, client_stream, stream};
use super::received::Received;
use super::run::End;
use super::server::Server;
use super::trace::Trace;
use super::violation::{Promise, Violation};
use super::{Options, PlantedFault, promises};

/// How long games may take to go on when everything works again.
const PATIENCE_MS: u64 = 60_000;
/// How many events show that a game goes on.
const PROGRESS: u32 = 3;
/// How long a server is down at most.
const MAX_DOWNTIME_MS: usize = 3_000;

/// Everything outside the server.
pub(super) struct World {
    pub(super) options: Options,
    pub(super) plan: Plan,
    pub(super) network: Network,
    pub(super) clients: Vec<Client>,
    pub(super) history: Vec<GameHistory>,
    pub(super) trace: Trace,
    pub(super) violations: Vec<Violation>,
    pub(super) downtime: Downtime,
    /// What is wrong with the disk now.
    pub(super) disk_faults: Vec<Fault>,
    pub(super) clock_error_ms: i64,
    /// How wrong the clocks of servers may be that share a store; none where there is one server.
    pub(super) shared_clock_error_ms: Option<u64>,
    pub(super) random: SplitMix64,
    pub(super) server: Option<Server>,
    pub(super) end: Option<End>,
    /// Notified when the server ends by itself, or loses its power.
    pub(super) power_lost: Rc<Notify>,
    pub(super) stall_ms: Option<u64>,
    /// When everything has to work again, and the versions of the games before.
    pub(super) recovery: Option<(u64, Vec<u32>)>,
    pub(super) servers: usize,
    pub(super) last_text: Option<(Utf8Bytes, Rc<Received>)>,
    /// The connections over which everything up to now was sent, so that they follow their game.
    pub(super) followers: BTreeSet<LinkId>,
}

impl World {
    pub(super) fn new(seed: u64, options: Options) -> World {
        World::with_plan(seed, options, Plan::new(seed))
    }

    pub(super) fn with_plan(seed: u64, options: Options, plan: Plan) -> World {
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
            shared_clock_error_ms: None,
            random: stream(seed, Stream::Server),
            server: None,
            end: None,
            power_lost: Rc::new(Notify::new()),
            stall_ms: None,
            recovery: None,
            servers: 0,
            last_text: None,
            followers: BTreeSet::new(),
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

    pub(super) fn note(&mut self, what: std::fmt::Arguments) {
        let now = self.network.now();
        self.trace.add(now, what);
    }

    /// What the next server is started with.
    pub(super) fn prepare(&mut self, disk: &Disk) -> (store::Settings, u32, SplitMix64) {
        self.servers += 1;
        self.end = None;
        self.set_faults(disk, false);
        let random = SplitMix64::new(self.random.next_u64());
        (self.plan.settings, self.plan.checkpoint, random)
    }

    pub(super) fn start_time(&self) -> (u64, i64) {
        (self.network.now(), self.clock_error_ms)
    }

    pub(super) fn started(&mut self, server: Server) {
        let now = self.network.now();
        self.downtime.end(now);
        self.server = Some(server);
        self.trace.add(now, format_args!("server {} starts", self.servers));
    }

    pub(super) fn stop(&mut self) {
        let now = self.network.now();
        self.downtime.begin(now);
        self.network.stop_clock();
    }

    /// A database that cannot be opened on a disk without faults is damaged.
    pub(super) fn not_opened(&mut self, error: &str, disk: &Disk) -> End {
        if self.disk_faults.is_empty() && !disk.is_off() {
            self.violations.push(Violation::new(Promise::LogReplays, error));
            return End::Finished;
        }
        End::NotStarted
    }

    pub(super) fn check(
        &mut self,
        game: usize,
        loaded: Result<Option<store::StoredGame>, StoreError>,
    ) {
        let clock_error_ms = self.shared_clock_error_ms;
        let history = &mut self.history[game];
        match loaded {
            Ok(Some(stored)) => {
                let id = &self.plan.games[game].id;
                for violation in
                    promises::check(id, history, &stored, &self.downtime, clock_error_ms)
                {
                    // A known one is found again after every restart.
                    if !self.violations.contains(&violation) {
                        self.violations.push(violation);
                    }
                }
            }
            Ok(None) if history.last_version() > 0 => {
                self.violations.push(Violation::new(Promise::StoredIsKept, "a game is gone"));
            }
            Err(error @ StoreError::Damaged { .. }) => {
                self.violations.push(Violation::new(Promise::LogReplays, error));
            }
            // The game was not created yet, or the disk has no power any more.
            Ok(None) | Err(_) => {}
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
    pub(super) fn is_over(&mut self) -> Option<End> {
        if !self.violations.is_empty() {
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
    pub(super) fn wait_for_restart(&mut self, end: End, disk: &Disk) {
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
    pub(super) fn happen(&mut self, disk: &Disk, at: u64, due: Due) {
        match due {
            Due::Fault(fault) => self.begin_fault(disk, at, fault),
            Due::FaultEnds(fault) => {
                self.disk_faults.retain(|active| *active != fault);
                self.set_faults(disk, false);
            }
            due => self.happen_outside(at, due),
        }
    }

    /// Has something happen to clients or on the network.
    pub(super) fn happen_outside(&mut self, at: u64, due: Due) {
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
            Due::Connect(_) | Due::Fault(_) | Due::FaultEnds(_) => {}
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
        self.recover_outside(at);
    }

    /// Clients and the network work from now on, and games have to go on.
    pub(super) fn recover_outside(&mut self, at: u64) {
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
