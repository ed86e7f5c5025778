//! What is said of a wait that may be long.

use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, interval_at};

/// How often it is said what is waited for.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

/// Waits, and says what for as long as that takes.
pub(super) async fn report<T>(what: &str, waiting: impl Future<Output = T>) -> T {
    let mut waiting = pin!(waiting);
    let mut reports = interval_at(Instant::now() + REPORT_INTERVAL, REPORT_INTERVAL);
    loop {
        tokio::select! {
            biased;
            outcome = &mut waiting => return outcome,
            _ = reports.tick() => tracing::warn!("{what}"),
        }
    }
}
