//! News from other servers that share the store.
//!
//! The store is the only truth, and a room is a cache of one game. Any server may serve any game:
//! what it writes names the version that it builds on, so of two rooms of the same game one wins,
//! and the other reads what it has missed. Hints of the store tell rooms to read before that
//! happens. A lost hint costs time, and nothing else.

use std::convert::Infallible;
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use store::Hint;
use tokio::sync::Notify;
use tokio::sync::broadcast::error::RecvError;

use super::Rooms;

/// The latest stored version of a game, as announced to its room. Clones refer to the same one.
#[derive(Clone, Default)]
pub(super) struct StoredVersion(Arc<Hinted>);

#[derive(Default)]
struct Hinted {
    /// The latest version; zero when there is no news.
    version: AtomicU32,
    changed: Notify,
}

/// A version above all others: something other than the moves has changed.
const ANY: u32 = u32::MAX;

impl StoredVersion {
    /// Tells the room that its game has this version, or that it has changed in another way.
    pub(super) fn announce(&self, version: Option<u32>) {
        self.0.version.fetch_max(version.unwrap_or(ANY), Ordering::Relaxed);
        self.0.changed.notify_one();
    }

    /// Waits until there is more in the store than this version. Nothing is lost when the future is
    /// dropped.
    pub(super) async fn newer_than(&self, known: u32) {
        while self.0.version.load(Ordering::Relaxed) <= known {
            self.0.changed.notified().await;
        }
    }

    /// Forgets what was announced, before the store is read.
    pub(super) fn clear(&self) {
        self.0.version.store(0, Ordering::Relaxed);
    }
}

/// Passes the hints of the store on to the rooms, forever.
pub(crate) async fn follow_hints(rooms: &Rooms) -> Infallible {
    let Some(mut hints) = rooms.services().store.hints() else { return pending().await };
    loop {
        match hints.recv().await {
            Ok(Hint::Game(id, version)) => rooms.announce_version(&id, version),
            Ok(Hint::Lost) | Err(RecvError::Lagged(_)) => rooms.announce_changes(),
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
