//! What servers that share a store agree on among themselves. It is about the people and the work
//! of this moment, so it need not outlast a crash of the database, and it is in no backup.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use game::Timestamp;
use tokio::time::Instant;

use crate::{DemonstrationId, ReviewStop, ServerId, StoreError};

/// A heartbeat that takes longer is missed, and its server charges nobody for the time until one is
/// stored. A longer time without a heartbeat of any server is therefore an outage, which a server
/// that starts later leaves out as well.
pub const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(2);
/// Above this many keys of attempts, those that are no longer limited are forgotten.
const MAX_ATTEMPT_KEYS: usize = 10_000;

/// The lobby that all servers share, in the format of the caller. At first it is an empty text with
/// version 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredLobby {
    /// Another one for every change. Servers name the version that they build on.
    pub version: u64,
    /// The lobby.
    pub text: String,
}

/// Who follows a demonstration board on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFollowers {
    /// The server.
    pub server: ServerId,
    /// The followers, in the format of the caller.
    pub text: String,
}

/// Identifies what attempts are counted for. It is a hash, so that it keeps nobody's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttemptKey(pub [u8; 32]);

/// How many attempts are allowed in a time. All of them may be made at once; then one becomes free
/// after the other (the generic cell rate algorithm).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttemptLimit {
    /// The number of attempts, at least one.
    pub attempts: u32,
    /// The time in which so many become free.
    pub time: Duration,
}

impl AttemptLimit {
    /// The time after which one attempt becomes free.
    pub(crate) fn interval(self) -> Duration {
        self.time / self.attempts.max(1)
    }

    /// How far ahead all attempts but one may be used.
    pub(crate) fn tolerance(self) -> Duration {
        self.time.saturating_sub(self.interval())
    }
}

/// A lease of some work. A server that claims the same work again has another number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseId {
    /// What is worked on.
    pub work: String,
    /// Tells the leases of a server apart.
    pub number: u64,
}

/// Whether a server does some work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaseState {
    /// None does, and none has left it behind.
    Free,
    /// A server does.
    Held,
    /// A server did a moment ago, and has not released it: it may be gone.
    Abandoned,
}

/// Coordination of the servers that share a store. What is written need not be durable.
#[async_trait]
pub trait Coordination: Send + Sync {
    /// This server among those that share the store.
    fn server_id(&self) -> ServerId {
        ServerId::default()
    }

    /// Has [`Hint::ServerGone`](crate::Hint::ServerGone) sent when a server is gone, even if it has
    /// never announced anything here. Nothing happens where there is one server.
    fn watch_server(&self, _server: ServerId) {}

    /// The time now by the clock that all servers share; none where there is one server, which has
    /// its own.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn shared_time(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(None)
    }

    /// When none of the servers that share the store could store anything, by their shared clock:
    /// the last days until now, in order.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn outages(&self) -> Result<Vec<Range<Timestamp>>, StoreError> {
        Ok(Vec::new())
    }

    /// The lobby, unless it has this version.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn lobby_unless(&self, version: u64) -> Result<Option<StoredLobby>, StoreError>;

    /// Replaces the lobby, if it has the version `base`. Returns its new version; none when it had
    /// another one, and is unchanged.
    ///
    /// # Errors
    /// When the store cannot be written. The change may have happened nevertheless.
    async fn save_lobby(&self, base: u64, text: &str) -> Result<Option<u64>, StoreError>;

    /// Counts an attempt of something that is limited over all servers together. Returns how long
    /// to wait when there were too many, and then it does not count.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn count_attempt(
        &self,
        key: AttemptKey,
        limit: AttemptLimit,
    ) -> Result<Option<Duration>, StoreError>;

    /// Claims some work for this server for a time, or renews the claim; false while another server
    /// has it.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn claim_lease(&self, _lease: &LeaseId, _time: Duration) -> Result<bool, StoreError> {
        Ok(true)
    }

    /// Ends a lease before its time, unless the work was claimed again since.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn release_lease(&self, _lease: &LeaseId) -> Result<(), StoreError> {
        Ok(())
    }

    /// Whether another server does some work.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn lease_state(&self, _work: &str) -> Result<LeaseState, StoreError> {
        Ok(LeaseState::Free)
    }

    /// Tells the other servers that a client does not want a review any more.
    fn announce_review_stop(&self, _stop: ReviewStop) {}

    /// Tells the other servers who follows a demonstration board here; none when nobody does.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn save_followers(
        &self,
        _board: &DemonstrationId,
        _text: Option<&str>,
    ) -> Result<(), StoreError> {
        Ok(())
    }

    /// Who follows a demonstration board on other servers.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn followers_elsewhere(
        &self,
        _board: &DemonstrationId,
    ) -> Result<Vec<StoredFollowers>, StoreError> {
        Ok(Vec::new())
    }

    /// Forgets who followed demonstration boards on a server that is gone.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn forget_followers(&self, _server: ServerId) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Coordination within one process, for stores that only one server can use.
#[derive(Debug, Default)]
pub(crate) struct LocalCoordination {
    lobby: Mutex<StoredLobby>,
    /// When all attempts of a key are free again.
    attempts: Mutex<HashMap<AttemptKey, Instant>>,
}

impl LocalCoordination {
    pub(crate) fn lobby_unless(&self, version: u64) -> Option<StoredLobby> {
        let lobby = self.lobby();
        (lobby.version != version).then(|| lobby.clone())
    }

    pub(crate) fn save_lobby(&self, base: u64, text: &str) -> Option<u64> {
        let mut lobby = self.lobby();
        if lobby.version != base {
            return None;
        }
        *lobby = StoredLobby { version: base + 1, text: text.to_owned() };
        Some(lobby.version)
    }

    pub(crate) fn count_attempt(&self, key: AttemptKey, limit: AttemptLimit) -> Option<Duration> {
        let now = Instant::now();
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        if attempts.len() > MAX_ATTEMPT_KEYS {
            attempts.retain(|_, free_at| *free_at > now);
        }
        let free_at = attempts.get(&key).copied().unwrap_or(now).max(now);
        let wait = (free_at - now).saturating_sub(limit.tolerance());
        if !wait.is_zero() {
            return Some(wait);
        }
        attempts.insert(key, free_at + limit.interval());
        None
    }

    /// A panic cannot leave the lobby half changed, so a poisoned lock is fine.
    fn lobby(&self) -> MutexGuard<'_, StoredLobby> {
        self.lobby.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Implements [`Coordination`] by a field `coordination`.
macro_rules! coordinate_locally {
    ($store:ty) => {
        #[async_trait]
        impl Coordination for $store {
            async fn lobby_unless(&self, version: u64) -> Result<Option<StoredLobby>, StoreError> {
                Ok(self.coordination.lobby_unless(version))
            }

            async fn save_lobby(&self, base: u64, text: &str) -> Result<Option<u64>, StoreError> {
                Ok(self.coordination.save_lobby(base, text))
            }

            async fn count_attempt(
                &self,
                key: AttemptKey,
                limit: AttemptLimit,
            ) -> Result<Option<Duration>, StoreError> {
                Ok(self.coordination.count_attempt(key, limit))
            }
        }
    };
}

coordinate_locally!(crate::Memory);
coordinate_locally!(crate::Sqlite);
