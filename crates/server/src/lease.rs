//! Work that only one of the servers that share the store does at a time: the search of an engine
//! and a review. A lease only avoids double work; that nothing happens twice follows from versions.
//!
//! A lease that is held is renewed. A server that dies renews nothing, and a few seconds later
//! another one takes over. Where there is one server, every claim is granted at once.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use store::{LeaseId, Store, StoreError};
use tokio::runtime::Handle;
use tokio::sync::Mutex;
use tokio::time::sleep;

/// How long a lease lasts that is not renewed.
const LEASE_TIME: Duration = Duration::from_secs(5);
/// How often a lease is renewed.
const RENEWAL_INTERVAL: Duration = Duration::from_millis(1_500);
/// How often a lease is claimed that another server has.
pub(crate) const CLAIM_INTERVAL: Duration = Duration::from_secs(1);

/// A claim that was granted. Dropping it ends the lease.
pub(crate) struct Lease {
    store: Arc<dyn Store>,
    id: LeaseId,
    /// Held while the lease is renewed. A renewal that was begun goes on when nobody waits for it
    /// any more, and a lease that it finds released would be claimed again.
    turn: Arc<Mutex<()>>,
}

impl Lease {
    /// Claims some work; none when another server does it.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn try_claim(
        store: &Arc<dyn Store>,
        work: &str,
    ) -> Result<Option<Lease>, StoreError> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let id = LeaseId { work: work.to_owned(), number };
        let is_granted = store.claim_lease(&id, LEASE_TIME).await?;
        Ok(is_granted.then(|| Lease { store: Arc::clone(store), id, turn: Arc::default() }))
    }

    /// Waits until no other server does some work, and claims it. While the store fails, nothing
    /// that is worked out could be stored.
    pub(crate) async fn claim(store: &Arc<dyn Store>, work: &str) -> Lease {
        loop {
            if let Ok(Some(lease)) = Lease::try_claim(store, work).await {
                return lease;
            }
            sleep(CLAIM_INTERVAL).await;
        }
    }

    /// Does the work, and keeps the lease for as long.
    pub(crate) async fn hold<T>(&self, work: impl Future<Output = T>) -> T {
        tokio::select! {
            biased;
            done = work => done,
            never = self.renew() => match never {},
        }
    }

    /// A lease that could not be renewed in time may be another server's, which does no harm.
    async fn renew(&self) -> Infallible {
        loop {
            sleep(RENEWAL_INTERVAL).await;
            let turn = Arc::clone(&self.turn).lock_owned().await;
            let (store, id) = (Arc::clone(&self.store), self.id.clone());
            let renewal = async move {
                let _turn = turn;
                if let Err(error) = store.claim_lease(&id, LEASE_TIME).await {
                    tracing::debug!(work = id.work, "a lease is not renewed: {error}");
                }
            };
            // It does not panic, and ends with the runtime.
            let _ = tokio::spawn(renewal).await;
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        // Without a runtime the process ends, and the lease with its time.
        let Ok(runtime) = Handle::try_current() else { return };
        let (store, id) = (Arc::clone(&self.store), self.id.clone());
        let turn = Arc::clone(&self.turn);
        runtime.spawn(async move {
            let _turn = turn.lock().await;
            store.release_lease(&id).await
        });
    }
}
