//! Work that goes on when nobody waits for it any more.
//!
//! The future of a request is dropped when its client goes away. What changes the store and then
//! the memory must not stop in between.

use tracing::Instrument;

use crate::ApiError;

/// Does some work to its end, whatever becomes of the caller.
///
/// # Errors
/// Those of the work, and when it panics.
pub(crate) async fn uninterrupted<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::spawn(work.in_current_span()).await?
}
