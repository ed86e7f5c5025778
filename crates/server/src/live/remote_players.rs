//! The players of a game who are connected to other servers that share the store.
//!
//! Each server announces who is connected to it, and answers when another one asks. A room asks
//! when it is opened, and again when hints were lost. Until the others have had time to answer,
//! no player is reported absent who may be connected to one of them.

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chess::{ByColor, Color};
use game::{Departure, GameId};
use store::{Connectivity, PresenceReport, ServerId, Store};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// How long the other servers may take to answer when a game is opened.
const ANSWER_TIME: Duration = Duration::from_secs(1);
/// How long they may take to confirm what was known before. They may have lost the database for a
/// moment, too.
const CONFIRM_TIME: Duration = Duration::from_secs(5);

/// The players of one game on this server and on others. Clones refer to the same ones.
#[derive(Clone)]
pub(super) struct RemotePlayers(Arc<Shared>);

struct Shared {
    game: GameId,
    store: Arc<dyn Store>,
    known: Mutex<Known>,
    changed: Notify,
}

struct Known {
    /// Those on this server, as announced to the others.
    local: ByColor<Connectivity>,
    /// Those on other servers.
    servers: BTreeMap<ServerId, Report>,
    /// How the last connection of each player to another server ended, if one has.
    departures: ByColor<Option<Departure>>,
    /// Until when answers are waited for.
    answers_until: Option<Instant>,
    /// Nothing is known before the first answers.
    is_new: bool,
    /// The first question was asked.
    has_asked: bool,
}

/// What another server has announced.
struct Report {
    players: ByColor<Connectivity>,
    /// It has not been confirmed since hints were lost.
    is_doubtful: bool,
}

impl RemotePlayers {
    /// Nothing is known about a game that is being opened.
    pub(super) fn new(game: GameId, store: Arc<dyn Store>) -> RemotePlayers {
        let known = Known {
            local: ByColor::default(),
            servers: BTreeMap::new(),
            departures: ByColor::default(),
            answers_until: Some(Instant::now() + ANSWER_TIME),
            is_new: true,
            has_asked: false,
        };
        let (known, changed) = (Mutex::new(known), Notify::new());
        RemotePlayers(Arc::new(Shared { game, store, known, changed }))
    }

    /// Asks the other servers for the first time, when answers can be received.
    pub(super) fn ask_once(&self) {
        let mut known = self.lock();
        if std::mem::replace(&mut known.has_asked, true) {
            return;
        }
        known.answers_until = Some(Instant::now() + ANSWER_TIME);
        let local = known.local;
        drop(known);
        self.announce(local, true);
    }

    /// Asks the other servers, because hints were lost. What they do not confirm is forgotten soon.
    pub(super) fn ask_again(&self) {
        let mut known = self.lock();
        known.servers.values_mut().for_each(|report| report.is_doubtful = true);
        if !known.is_new {
            known.answers_until = Some(Instant::now() + CONFIRM_TIME);
        }
        let local = known.local;
        drop(known);
        self.announce(local, true);
        self.0.changed.notify_one();
    }

    /// Another server has announced who is connected to it.
    pub(super) fn receive(&self, server: ServerId, report: PresenceReport) {
        let mut known = self.lock();
        known.receive(server, report.players);
        let local = known.local;
        drop(known);
        self.0.changed.notify_one();
        if report.is_question && is_anybody_connected(local) {
            self.announce(local, false);
        }
    }

    /// A server is gone, and its connections were lost.
    pub(super) fn forget_server(&self, server: ServerId) {
        if self.lock().servers.remove(&server).is_some() {
            self.0.changed.notify_one();
        }
    }

    /// Who is connected to this server, as announced.
    pub(super) fn local(&self) -> ByColor<Connectivity> {
        self.lock().local
    }

    /// Announces who is connected to this server, if that has changed.
    pub(super) fn set_local(&self, local: ByColor<Connectivity>) {
        let before = std::mem::replace(&mut self.lock().local, local);
        if before != local {
            self.announce(local, false);
        }
    }

    /// Who is connected to another server, or may be.
    pub(super) fn connected(&self) -> ByColor<bool> {
        let mut known = self.lock();
        known.end_wait(Instant::now());
        ByColor::from_fn(|color| known.is_connected(color))
    }

    /// How connections to other servers have ended since the last time.
    pub(super) fn take_departures(&self) -> ByColor<Option<Departure>> {
        std::mem::take(&mut self.lock().departures)
    }

    /// Waits until something may have changed.
    pub(super) async fn changed(self) {
        let answers_until = self.lock().answers_until;
        let answered = async {
            match answers_until {
                Some(until) => sleep_until(until).await,
                None => pending().await,
            }
        };
        tokio::select! {
            biased;
            () = self.0.changed.notified() => {}
            () = answered => {}
        }
    }

    fn announce(&self, players: ByColor<Connectivity>, is_question: bool) {
        self.0.store.announce_presence(&self.0.game, PresenceReport { players, is_question });
    }

    /// A panic cannot leave this half changed, so a poisoned lock is fine.
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn receive(&mut self, server: ServerId, players: ByColor<Connectivity>) {
        let before = if is_anybody_connected(players) {
            self.servers.insert(server, Report { players, is_doubtful: false })
        } else {
            self.servers.remove(&server)
        };
        let Some(before) = before else { return };
        for color in Color::ALL.into_iter().filter(|&color| before.players[color].is_connected()) {
            if let Connectivity::Disconnected(departure) = players[color] {
                self.departures[color] = Some(departure);
            }
        }
    }

    /// When no more answers are waited for, forgets what was not confirmed.
    fn end_wait(&mut self, now: Instant) {
        if self.answers_until.is_some_and(|until| now >= until) {
            self.answers_until = None;
            self.is_new = false;
            self.servers.retain(|_, report| !report.is_doubtful);
        }
    }

    fn is_connected(&self, color: Color) -> bool {
        let mut reports = self.servers.values();
        self.is_new || reports.any(|report| report.players[color].is_connected())
    }
}

fn is_anybody_connected(players: ByColor<Connectivity>) -> bool {
    players.iter().any(|(_, player)| player.is_connected())
}

/// The players of one game on other servers, for the room of the game. When it closes or crashes,
/// no player is connected to this server any more.
pub(super) struct RoomRemotePlayers(pub(super) RemotePlayers);

impl Drop for RoomRemotePlayers {
    fn drop(&mut self) {
        if is_anybody_connected(self.0.local()) {
            self.0.set_local(ByColor::default());
        }
    }
}
