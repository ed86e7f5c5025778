//! The same work on many cases, by a few workers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many threads share the work.
pub(crate) const WORKERS: usize = 2;

/// Works on every case and returns the results in the order of the cases.
pub(crate) fn map<C: Sync, R: Send>(cases: &[C], work: impl Fn(&C) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(index) else { return results };
            results.push((index, work(case)));
        }
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(worker)).collect();
        let join = |worker: thread::ScopedJoinHandle<Vec<(usize, R)>>| match worker.join() {
            Ok(results) => results,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        workers.into_iter().flat_map(join).collect()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_cases() {
        let cases: Vec<u64> = (0..1_000).collect();
        let doubled: Vec<u64> = cases.iter().map(|case| 2 * case).collect();
        assert_eq!(map(&cases, |case| 2 * case), doubled);
    }
}
