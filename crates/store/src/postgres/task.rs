//! Tasks that others wait for as long as the store is open. One that panics, which only a bug can
//! cause, is started again: otherwise all games would wait once the last of them was gone.

use std::future::Future;

/// The error for requests that were being handled when their task panicked.
pub(super) const PANICKED: &str = "the task that talks to PostgreSQL panicked";

/// Starts a task, and again whenever it panics.
pub(super) fn keep_running<F: Future<Output = ()> + Send + 'static>(
    start: impl Fn() -> F + Send + 'static,
) {
    tokio::spawn(async move {
        while tokio::spawn(start()).await.is_err_and(|error| error.is_panic()) {
            tracing::error!("{PANICKED}; it is started again");
        }
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn a_task_that_panics_is_started_again_until_it_ends() {
        let (starts, ended) = (Arc::new(AtomicU32::new(0)), Arc::new(Notify::new()));
        let (counted, seen) = (Arc::clone(&starts), Arc::clone(&ended));
        keep_running(move || {
            let (start, ended) = (counted.fetch_add(1, Ordering::SeqCst), Arc::clone(&seen));
            async move {
                assert!(start >= 2, "expected by a test");
                ended.notify_one();
            }
        });
        ended.notified().await;
        assert_eq!(starts.load(Ordering::SeqCst), 3);
    }
}
