//! News from other servers that share the store.
//!
//! The store is the only truth, and a room is a cache of one game. Any server may serve any game:
//! what it writes names the version that it builds on, so of two rooms of the same game one wins,
//! and the other reads what it has missed. Hints of the store tell rooms to read before that
//! happens. A lost hint costs time, and nothing else: a room that somebody follows reads again
//! after half a minute without news. A server that freezes between a commit and its announcement is
//! late, and nobody can notice that anything is missing.

use std::convert::Infallible;
use std::future::pending;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use game::Status;
use store::Hint;
use tokio::sync::Notify;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};

use super::Rooms;
use super::messages::engine_to_move;
use super::room::Room;
use super::unstarted::note_change;

/// The latest stored version of a game, as announced to its room. Clones refer to the same one.
#[derive(Clone, Default)]
pub(super) struct StoredVersion(Arc<Hinted>);

struct Hinted {
    /// The latest version; zero when there is no news.
    version: AtomicU32,
    changed: Notify,
    /// When the store was last read.
    read_at: Mutex<Instant>,
}

impl Default for Hinted {
    fn default() -> Hinted {
        let (version, changed) = Default::default();
        Hinted { version, changed, read_at: Mutex::new(Instant::now()) }
    }
}

/// A version above all others: something other than the moves has changed.
const ANY: u32 = u32::MAX;

impl StoredVersion {
    /// Tells the room that its game has this version, or that it has changed in another way.
    pub(super) fn announce(&self, version: Option<u32>) {
        self.0.version.fetch_max(version.unwrap_or(ANY), Ordering::Relaxed);
        self.0.changed.notify_one();
    }

    /// When the store was last read.
    fn read_at(&self) -> Instant {
        *self.0.read_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is more in the store than this version.
    fn is_newer_than(&self, known: u32) -> bool {
        self.0.version.load(Ordering::Relaxed) > known
    }

    /// Waits until there is more in the store than this version. Nothing is lost when the future is
    /// dropped.
    async fn newer_than(&self, known: u32) {
        while !self.is_newer_than(known) {
            self.0.changed.notified().await;
        }
    }

    /// Forgets what was announced, before the store is read.
    pub(super) fn clear(&self) {
        *self.0.read_at.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.0.version.store(0, Ordering::Relaxed);
    }
}

/// Why a room reads the store.
pub(super) enum News {
    /// Another server has changed the game.
    Announced,
    /// Nothing was heard for a while.
    Possible,
}

/// How long a room leaves it to other servers to act for a player who is not connected to its own.
const HEAD_START: Duration = Duration::from_secs(1);
/// How long a room goes without reading what may have been stored elsewhere.
const SILENCE: Duration = Duration::from_secs(30);
/// How much longer some rooms do, so that they do not all read at once.
const MAX_SPREAD_MS: u64 = 10_000;

impl Room {
    /// Waits until there is news that somebody needs, or may be. A room that nobody follows finds
    /// out when it acts: of a game that is open on every server, most read nothing.
    pub(super) fn news(&self) -> impl Future<Output = News> + use<> {
        let is_needed = !self.audience.is_empty() || engine_to_move(&self.game).is_some();
        let (stored, known) = (self.stored_version(), self.game.version());
        let silent_until = self.silent_until();
        async move {
            if !is_needed {
                return pending().await;
            }
            let silence = async {
                match silent_until {
                    Some(until) => sleep_until(until).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                biased;
                () = stored.newer_than(known) => News::Announced,
                () = silence => News::Possible,
            }
        }
    }

    /// Until when the room reads nothing without a hint; none where nothing can happen elsewhere.
    /// The side to move may be connected to several servers, so being here says nothing.
    fn silent_until(&self) -> Option<Instant> {
        if !self.services.is_shared || matches!(self.game.status(), Status::Over(_)) {
            return None;
        }
        let letters = self.id.as_str().bytes();
        let spread = letters.fold(0, |sum: u64, letter| sum.wrapping_mul(31) + u64::from(letter));
        let wait = SILENCE + Duration::from_millis(spread % MAX_SPREAD_MS);
        Some(self.stored_version().read_at() + wait)
    }

    /// Reads what was announced, or what may be there although nobody has announced it. In that
    /// case nothing is known to be missing, so a store that cannot be read is asked again later.
    pub(super) async fn read(&mut self, news: News) {
        match news {
            News::Announced => self.refresh().await,
            News::Possible => self.refresh_if_possible().await,
        }
    }

    /// Reads the news, if there is any.
    pub(super) async fn read_pending_news(&mut self) {
        if self.stored_version().is_newer_than(self.game.version()) {
            self.refresh().await;
        }
    }

    /// How much later than others the room acts on a clock or for an engine, when the player
    /// concerned is connected here or not. The server with the connection knows best what is still
    /// in time, and an engine need not think twice.
    pub(super) fn head_start(&self, is_connected: bool) -> Duration {
        if is_connected || !self.services.is_shared { Duration::ZERO } else { HEAD_START }
    }
}

/// Passes the hints of the store on to the rooms, forever.
pub(crate) async fn follow_hints(rooms: &Rooms) -> Infallible {
    let Some(mut hints) = rooms.services().store.hints() else { return pending().await };
    loop {
        match hints.recv().await {
            Ok(Hint::Game(id, version)) => {
                rooms.announce_version(&id, version);
                note_change(rooms, &id);
            }
            Ok(Hint::Presence(server, id, report)) => rooms.receive_presence(server, &id, report),
            Ok(Hint::ServerGone(server)) => rooms.forget_server(server),
            Ok(Hint::Changed(_) | Hint::StopReview(_)) => {}
            Ok(Hint::Anything) => rooms.announce_changes(),
            Ok(Hint::Lost) | Err(RecvError::Lagged(_)) => {
                rooms.announce_changes();
                rooms.ask_for_presence();
            }
            Err(RecvError::Closed) => return pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn only_a_later_version_is_news() {
        let stored = StoredVersion::default();
        let is_news = |known| stored.newer_than(known).now_or_never().is_some();
        stored.announce(Some(4));
        stored.announce(Some(2));
        assert!(is_news(3) && !is_news(4));
        stored.clear();
        assert!(!is_news(3));
        stored.announce(None);
        assert!(is_news(1_000));
    }
}
