//! Long computations: searches, imports, password hashes, pairings. They run in long time slices,
//! the threads that carry moves in the usual short ones. Linux lets a thread with a short slice
//! interrupt one with a long slice as soon as it wakes up, so that a move does not wait for a
//! computation, which still gets the same share of the processor. Linux has slices for single
//! threads since version 6.12; elsewhere nothing changes.

use tokio::task::JoinHandle;

#[cfg(target_os = "linux")]
mod scheduler;

/// Runs a computation in a thread of its own, in long time slices.
pub(crate) fn spawn_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> JoinHandle<T> {
    tokio::task::spawn_blocking(move || {
        use_long_slices();
        work()
    })
}

/// Lets this thread, and those that it starts from now on, run in long time slices.
pub(crate) fn use_long_slices() {
    #[cfg(target_os = "linux")]
    scheduler::use_slice(LONG_SLICE);
}

/// Long beside the usual slice of about 3 ms, and short for a person who waits for a computation.
#[cfg(target_os = "linux")]
const LONG_SLICE: std::time::Duration = std::time::Duration::from_millis(20);

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// The slice of this thread where Linux has slices for single threads.
    fn slice() -> Option<std::time::Duration> {
        scheduler::slice().filter(|slice| !slice.is_zero())
    }

    #[tokio::test]
    async fn a_computation_gives_way_and_its_caller_does_not() {
        let Some(own) = slice() else {
            eprintln!("this Linux has no time slices for single threads");
            return;
        };
        let seen = spawn_blocking(|| {
            let starts = std::thread::spawn(|| slice().unwrap());
            (slice().unwrap(), starts.join().unwrap())
        });
        assert_eq!(seen.await.unwrap(), (LONG_SLICE, LONG_SLICE));
        assert_eq!(slice(), Some(own));
        assert!(own < LONG_SLICE);
    }
}
