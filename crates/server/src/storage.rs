//! How much may be stored: by one client in an hour, and in total.
//!
//! A client pays for what it adds to the library (imports, new games, saved studies) from a token
//! bucket. Moves are free: a game that was begun can be played to its end, even on a full server,
//! and the number of events of a game is limited elsewhere. The admin pays nothing, but a full
//! server is full for everybody.

use std::collections::HashMap;
use std::convert::Infallible;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::clock::DefaultClock;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use store::Store;
use tokio::time::{MissedTickBehavior, interval};

use crate::ApiError;
use crate::config::Limits;
use crate::security::ClientKey;

/// What a new game costs. It is more than its first row, because moves are free.
pub(crate) const GAME_COST: u64 = 64 << 10;
/// How often the size of the store is measured.
const MEASURE_INTERVAL: Duration = Duration::from_secs(5);
/// Above this many clients, those whose bucket is full again are forgotten.
const MAX_CLIENTS: usize = 10_000;

/// The quotas of all clients.
pub(crate) struct Storage {
    buckets: RateLimiter<ClientKey, HashMapStateStore<ClientKey>, DefaultClock>,
    /// The bytes that each client has paid for since the server started.
    paid: Mutex<HashMap<ClientKey, u64>>,
    /// The size of the store in bytes, when it was last measured.
    size: AtomicU64,
    max_size: Option<u64>,
}

impl Storage {
    /// Nobody has stored anything yet.
    pub(crate) fn new(limits: &Limits) -> Storage {
        let per_hour = NonZeroU32::new(limits.storage_per_hour).unwrap_or(NonZeroU32::MIN);
        Storage {
            buckets: RateLimiter::hashmap(Quota::per_hour(per_hour)),
            paid: Mutex::default(),
            size: AtomicU64::new(0),
            max_size: limits.max_storage,
        }
    }

    /// Charges a client for bytes to be stored. Nobody is charged for the admin's.
    ///
    /// # Errors
    /// When the client has used up its quota, or the server is full.
    pub(crate) fn charge(&self, client: Option<ClientKey>, bytes: u64) -> Result<(), ApiError> {
        if self.is_full() {
            return Err(ApiError::StorageFull);
        }
        let Some(client) = client else { return Ok(()) };
        let Some(tokens) = NonZeroU32::new(u32::try_from(bytes).unwrap_or(u32::MAX)) else {
            return Ok(());
        };
        match self.buckets.check_key_n(&client, tokens) {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return Err(ApiError::QuotaExceeded),
        }
        self.note(client, bytes);
        Ok(())
    }

    /// Whether there is no room for anything but moves.
    fn is_full(&self) -> bool {
        self.max_size.is_some_and(|max| self.size() >= max)
    }

    /// The size of the store in bytes, when it was last measured.
    pub(crate) fn size(&self) -> u64 {
        self.size.load(Ordering::Relaxed)
    }

    /// The clients who have paid most since the server started, with the bytes they have paid for.
    pub(crate) fn top_clients(&self, count: usize) -> Vec<(ClientKey, u64)> {
        let mut clients: Vec<_> =
            self.lock().iter().map(|(client, paid)| (*client, *paid)).collect();
        clients.sort_by_key(|(_, paid)| std::cmp::Reverse(*paid));
        clients.truncate(count);
        clients
    }

    fn note(&self, client: ClientKey, bytes: u64) {
        if self.buckets.len() > MAX_CLIENTS {
            self.buckets.retain_recent();
        }
        let mut paid = self.lock();
        if paid.len() < MAX_CLIENTS || paid.contains_key(&client) {
            *paid.entry(client).or_default() += bytes;
        }
    }

    /// Measures the size of the store.
    async fn measure(&self, store: &dyn Store) {
        match store.size().await {
            Ok(size) => self.size.store(size, Ordering::Relaxed),
            Err(error) => tracing::warn!("the size of the store is unknown: {error}"),
        }
    }

    /// Measures the size of the store at intervals, forever.
    pub(crate) async fn watch(&self, store: &dyn Store) -> Infallible {
        let mut ticks = interval(MEASURE_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.measure(store).await;
        }
    }

    /// A panic cannot leave the map half changed.
    fn lock(&self) -> MutexGuard<'_, HashMap<ClientKey, u64>> {
        self.paid.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(host: u8) -> ClientKey {
        IpAddr::from([192, 0, 2, host]).into()
    }

    #[test]
    fn a_client_that_has_stored_its_share_is_refused_and_nobody_else() {
        let limits = Limits { storage_per_hour: 1000, ..Limits::default() };
        let storage = Storage::new(&limits);
        assert_eq!(storage.charge(Some(client(1)), 900), Ok(()));
        assert_eq!(storage.charge(Some(client(1)), 200), Err(ApiError::QuotaExceeded));
        assert_eq!(storage.charge(Some(client(1)), u64::MAX), Err(ApiError::QuotaExceeded));
        assert_eq!(storage.charge(Some(client(2)), 200), Ok(()));
        assert_eq!(storage.charge(None, u64::MAX), Ok(()), "the admin");
        assert_eq!(storage.top_clients(1), [(client(1), 900)]);
    }

    #[test]
    fn a_full_server_stores_nothing_new_for_anybody() {
        let storage = Storage::new(&Limits { max_storage: Some(100), ..Limits::default() });
        assert_eq!(storage.charge(Some(client(1)), 50), Ok(()));
        storage.size.store(100, Ordering::Relaxed);
        for client in [Some(client(1)), None] {
            assert_eq!(storage.charge(client, 1), Err(ApiError::StorageFull));
        }
    }
}
