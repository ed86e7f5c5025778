//! The database that simulated servers share: games in memory, which are durable once written, the
//! servers that use it, and the way between them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::Timestamp;
use random::SplitMix64;
use store::{HEARTBEAT_TIMEOUT, Hint, Memory, ServerId};
use tokio::sync::{broadcast, watch};

/// How many hints may wait for a server.
const HINTS: usize = 4_096;

/// The database. Clones refer to the same one.
#[derive(Clone)]
pub(super) struct Database {
    pub(super) memory: Arc<Memory>,
    state: Arc<Mutex<State>>,
}

/// Everything but what is stored.
pub(super) struct State {
    pub(super) random: SplitMix64,
    /// The servers that use the database, or are cut off from it.
    pub(super) servers: BTreeMap<ServerId, Peer>,
    /// The most milliseconds that it takes to answer.
    pub(super) latency_ms: usize,
    /// Nobody can reach it.
    pub(super) is_down: bool,
    pub(super) heartbeat: Option<Timestamp>,
    pub(super) outages: Vec<Range<Timestamp>>,
    /// What servers want to tell each other since this was last read, in order.
    pub(super) announced: Vec<(ServerId, Hint)>,
}

/// A server, as the database knows it.
pub(super) struct Peer {
    /// It has not resumed the games yet.
    pub(super) is_starting: bool,
    /// It cannot reach the database.
    pub(super) is_cut_off: bool,
    /// The database has noticed that, so it counts as gone.
    pub(super) is_missed: bool,
    hints: broadcast::Sender<Hint>,
    departures: watch::Sender<u64>,
}

impl Database {
    pub(super) fn new(random: SplitMix64, latency_ms: usize) -> Database {
        let state = State {
            random,
            servers: BTreeMap::new(),
            latency_ms,
            is_down: false,
            heartbeat: None,
            outages: Vec::new(),
            announced: Vec::new(),
        };
        Database { memory: Arc::new(Memory::new()), state: Arc::new(Mutex::new(state)) }
    }

    /// A panic of one simulated server ends the run, so a poisoned lock is fine.
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// A server connects for the first time, but does not serve yet.
    pub(super) fn add_server(&mut self, server: ServerId) {
        let (hints, departures) = (broadcast::channel(HINTS).0, watch::Sender::default());
        let (is_starting, is_cut_off, is_missed) = (true, false, false);
        let peer = Peer { is_starting, is_cut_off, is_missed, hints, departures };
        self.servers.insert(server, peer);
    }

    /// Whether a server gets no answer now.
    pub(super) fn is_unreachable(&self, server: ServerId) -> bool {
        self.is_down || self.servers.get(&server).is_none_or(|peer| peer.is_cut_off)
    }

    /// How long a question or an answer is on its way.
    pub(super) fn latency(&mut self) -> Duration {
        Duration::from_millis(1 + self.random.below(self.latency_ms) as u64)
    }

    /// Gives a hint to a server that can be reached; false when it cannot.
    pub(super) fn hint(&self, to: ServerId, hint: &Hint) -> bool {
        if self.is_unreachable(to) {
            return false;
        }
        // Whoever is still starting does not listen yet.
        let peer = self.servers.get(&to);
        let _ = peer.map(|peer| peer.hints.send(hint.clone()));
        true
    }

    /// Has a server look after the games of others.
    pub(super) fn ask_for_care(&self, server: ServerId) {
        if let Some(peer) = self.servers.get(&server) {
            peer.departures.send_modify(|count| *count += 1);
        }
    }

    pub(super) fn hints_of(&self, server: ServerId) -> Option<broadcast::Receiver<Hint>> {
        self.servers.get(&server).map(|peer| peer.hints.subscribe())
    }

    pub(super) fn departures_of(&self, server: ServerId) -> Option<watch::Receiver<u64>> {
        self.servers.get(&server).map(|peer| peer.departures.subscribe())
    }

    /// Notes a heartbeat, and that there was none for a while. A late one changes nothing.
    pub(super) fn beat(&mut self, at: Timestamp) {
        if let Some(last) = self.heartbeat.filter(|last| at.since(*last) > HEARTBEAT_TIMEOUT) {
            self.outages.push(last..at);
        }
        self.heartbeat = self.heartbeat.max(Some(at));
    }
}
