//! Long computations: searches, imports, password hashes, pairings. They run with a lower priority
//! than the threads that carry moves, so that no number of them delays a game. The priority is that
//! of the operating system; only Linux has one for a single thread.

use tokio::task::JoinHandle;

/// Between ordinary programs, which come first, and those that only run when nothing else does.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 5;

/// Runs a computation in a thread of lower priority.
pub(crate) fn spawn_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> JoinHandle<T> {
    tokio::task::spawn_blocking(move || {
        lower_priority();
        work()
    })
}

/// Lowers the priority of this thread, and of those that it starts from now on. A program that was
/// started with a lower one keeps it.
#[cfg(target_os = "linux")]
pub(crate) fn lower_priority() {
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn lower_priority() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::process::getpriority_process;

    use super::*;

    #[tokio::test]
    async fn a_computation_gives_way_and_its_caller_does_not() {
        let own = getpriority_process(None).unwrap();
        let seen = spawn_blocking(|| {
            let starts = std::thread::spawn(|| getpriority_process(None).unwrap());
            (getpriority_process(None).unwrap(), starts.join().unwrap())
        });
        let lower = own.max(NICENESS);
        assert_eq!(seen.await.unwrap(), (lower, lower));
        assert_eq!(getpriority_process(None).unwrap(), own);
    }
}
