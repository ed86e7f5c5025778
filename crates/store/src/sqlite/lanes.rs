//! The two lanes of the write queue. Bulk jobs, such as the games of an import, are taken only when
//! nothing else waits, so that a move waits for at most one of them. It then joins their
//! transaction. How many there are, and how long they rest afterwards, is up to the [`Pace`].

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::pace::Pace;
use crate::StoreError;

/// With this many bulk jobs, no more are accepted.
const BULK_CAPACITY: usize = 256;
/// How many groups in a row may go before a bulk job that waits; with a steady stream of moves,
/// bulk jobs would never be done otherwise.
const MAX_PASSED_OVER: u32 = 4;

/// A bounded queue with two lanes.
pub(super) struct Lanes<J> {
    state: Mutex<State<J>>,
    changed: Condvar,
    capacity: usize,
    /// Notified of every job, for a simulation that runs the jobs without a thread.
    notify: Arc<Notify>,
}

struct State<J> {
    urgent: VecDeque<J>,
    bulk: VecDeque<J>,
    /// How many groups were taken since a bulk job could have been.
    passed_over: u32,
    pace: Pace,
    is_closed: bool,
}

/// The first job of a transaction.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum First<J> {
    /// Only urgent jobs join it.
    Urgent(J),
    /// More bulk jobs join it until an urgent one waits, and then the urgent ones.
    Bulk(J),
}

impl<J> Lanes<J> {
    /// Empty lanes; this many urgent jobs may wait.
    pub(super) fn new(capacity: usize) -> Lanes<J> {
        let (urgent, bulk) = (VecDeque::new(), VecDeque::new());
        let pace = Pace::default();
        let state = State { urgent, bulk, passed_over: 0, pace, is_closed: false };
        Lanes {
            state: Mutex::new(state),
            changed: Condvar::new(),
            capacity,
            notify: Arc::default(),
        }
    }

    /// Adds a job that somebody waits for.
    pub(super) fn push(&self, job: J) -> Result<(), StoreError> {
        self.add([job], self.capacity, |state| &mut state.urgent)
    }

    /// Adds jobs that can wait, all or none.
    pub(super) fn push_bulk(&self, jobs: impl IntoIterator<Item = J>) -> Result<(), StoreError> {
        self.add(jobs, BULK_CAPACITY, |state| &mut state.bulk)
    }

    fn add(
        &self,
        jobs: impl IntoIterator<Item = J>,
        capacity: usize,
        lane: impl FnOnce(&mut State<J>) -> &mut VecDeque<J>,
    ) -> Result<(), StoreError> {
        let mut state = self.lock();
        if state.is_closed {
            return Err(StoreError::Closed);
        }
        let lane = lane(&mut state);
        if lane.len() >= capacity {
            return Err(StoreError::Busy);
        }
        lane.extend(jobs);
        self.changed.notify_one();
        self.notify.notify_one();
        Ok(())
    }

    /// Waits for a job and takes it; none once the lanes are closed and empty.
    pub(super) fn take(&self) -> Option<First<J>> {
        let mut state = self.lock();
        loop {
            let now = Instant::now();
            let rest = if state.is_closed { Duration::ZERO } else { state.pace.rest(now) };
            let first = state.take(rest.is_zero());
            if let Some(First::Urgent(_)) = first {
                state.pace.urgent(now);
            }
            if first.is_some() || state.is_closed {
                return first;
            }
            state = self.wait(state, rest);
        }
    }

    /// Waits for a change, or until bulk jobs that wait have rested.
    fn wait<'a>(
        &self,
        state: MutexGuard<'a, State<J>>,
        rest: Duration,
    ) -> MutexGuard<'a, State<J>> {
        if state.bulk.is_empty() {
            return self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        self.changed.wait_timeout(state, rest).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Takes a job, if one waits. Bulk jobs do not rest: a simulation has its own time.
    #[cfg(feature = "simulation")]
    pub(super) fn try_take(&self) -> Option<First<J>> {
        self.lock().take(true)
    }

    /// How many bulk jobs may share a transaction that begins now.
    pub(super) fn bulk_group(&self) -> usize {
        self.lock().pace.group(Instant::now())
    }

    /// A transaction with bulk jobs is done.
    pub(super) fn bulk_done(&self, started: Instant) {
        self.lock().pace.bulk(started, Instant::now());
    }

    /// Notified when a job is added.
    #[cfg(feature = "simulation")]
    pub(super) fn added(&self) -> Arc<Notify> {
        Arc::clone(&self.notify)
    }

    /// Takes an urgent job, if one waits.
    pub(super) fn take_urgent(&self) -> Option<J> {
        self.lock().urgent.pop_front()
    }

    /// Takes a bulk job, if no urgent job waits.
    pub(super) fn take_bulk(&self) -> Option<J> {
        let mut state = self.lock();
        if state.urgent.is_empty() { state.bulk.pop_front() } else { None }
    }

    /// Accepts no more jobs. Those that wait are still done.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// A panic cannot leave the lanes half changed.
    fn lock(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J> State<J> {
    fn take(&mut self, has_rested: bool) -> Option<First<J>> {
        if (self.urgent.is_empty() || self.passed_over >= MAX_PASSED_OVER)
            && has_rested
            && let Some(job) = self.bulk.pop_front()
        {
            self.passed_over = 0;
            return Some(First::Bulk(job));
        }
        self.passed_over = if self.bulk.is_empty() { 0 } else { self.passed_over + 1 };
        self.urgent.pop_front().map(First::Urgent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_goes_before_all_bulk_jobs_that_wait() {
        let lanes = Lanes::new(4);
        lanes.push_bulk(["import 1", "import 2", "import 3"]).expect("room");
        assert_eq!(lanes.take(), Some(First::Bulk("import 1")));
        assert_eq!(lanes.take_bulk(), Some("import 2"));
        lanes.push("move 1").expect("room");
        lanes.push("move 2").expect("room");
        assert_eq!(lanes.take_bulk(), None, "a move waits");
        assert_eq!(lanes.take(), Some(First::Urgent("move 1")));
        assert_eq!(lanes.take_urgent(), Some("move 2"));
        assert_eq!(lanes.take_urgent(), None, "only moves");
        assert_eq!(lanes.take(), Some(First::Bulk("import 3")));
    }

    #[test]
    fn a_steady_stream_of_moves_does_not_stop_an_import() {
        let lanes = Lanes::new(4);
        lanes.push_bulk(["import"]).expect("room");
        let mut taken = 0;
        loop {
            lanes.push("move").expect("room");
            match lanes.take() {
                Some(First::Urgent(_)) => taken += 1,
                first => break assert_eq!(first, Some(First::Bulk("import"))),
            }
        }
        assert_eq!(taken, MAX_PASSED_OVER);
    }

    #[test]
    fn moves_go_on_while_bulk_jobs_rest() {
        let lanes = Lanes::new(4);
        lanes.push("move 1").expect("room");
        assert_eq!(lanes.take(), Some(First::Urgent("move 1")));
        lanes.push_bulk(["import"]).expect("room");
        let earlier = Instant::now().checked_sub(Duration::from_secs(10));
        lanes.bulk_done(earlier.expect("the clock has run for longer"));
        lanes.push("move 2").expect("room");
        assert_eq!(lanes.take(), Some(First::Urgent("move 2")));
        lanes.close();
        assert_eq!(lanes.take(), Some(First::Bulk("import")), "the end does not wait");
    }

    #[test]
    fn both_lanes_are_bounded_and_emptied_before_the_end() {
        let lanes = Lanes::new(1);
        lanes.push(0).expect("room");
        assert_eq!(lanes.push(1), Err(StoreError::Busy));
        lanes.push_bulk(0..BULK_CAPACITY).expect("room");
        assert_eq!(lanes.push_bulk([99]), Err(StoreError::Busy));
        lanes.close();
        assert_eq!(lanes.push(2), Err(StoreError::Closed));
        let taken = std::iter::from_fn(|| lanes.take()).count();
        assert_eq!(taken, 1 + BULK_CAPACITY);
    }
}
