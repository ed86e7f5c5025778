//! The queue of appends that wait for a connection: at most one of a game is written at a time, and
//! those of a game in the order in which they came.
//!
//! An append whose game another server has locked is put back, and its game rests for a while. That
//! delays no other game.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::GameId;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

/// How long a game rests after it was found locked for the first time. That doubles each time.
const REST: Duration = Duration::from_millis(5);
/// How long it rests at most.
const LONGEST_REST: Duration = Duration::from_millis(80);

/// Something to be done for a game.
#[derive(Debug)]
pub(super) struct Waiting<T> {
    pub(super) game: GameId,
    pub(super) job: T,
    /// When its game was found locked for the first time, and how often.
    locked: Option<(Instant, u32)>,
}

impl<T> Waiting<T> {
    /// For how long its game has been locked.
    pub(super) fn locked_for(&self, now: Instant) -> Duration {
        self.locked.map_or(Duration::ZERO, |(since, _)| now - since)
    }
}

/// Why nothing more is taken into the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// What waits, and how much of it may.
pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Notify,
    capacity: usize,
}

struct State<T> {
    /// What waits for each game, in order. A game of which something is being done is here too.
    games: HashMap<GameId, VecDeque<Waiting<T>>>,
    /// The games of which something may be done now.
    ready: VecDeque<GameId>,
    /// The games that rest, and until when.
    resting: Vec<(Instant, GameId)>,
    /// How much waits.
    count: usize,
    is_closed: bool,
}

impl<T> Queue<T> {
    pub(super) fn new(capacity: usize) -> Queue<T> {
        let state = State {
            games: HashMap::new(),
            ready: VecDeque::new(),
            resting: Vec::new(),
            count: 0,
            is_closed: false,
        };
        Queue { state: Mutex::new(state), changed: Notify::new(), capacity: capacity.max(1) }
    }

    /// Adds something to be done after what waits for the same game.
    pub(super) fn add(&self, game: GameId, job: T) -> Result<(), Full> {
        let mut state = self.state();
        if state.count >= self.capacity {
            return Err(Full);
        }
        state.add(Waiting { game, job, locked: None });
        drop(state);
        self.changed.notify_one();
        Ok(())
    }

    /// Waits until something may be done, and takes it: at most so much, and of each game one. None
    /// when the queue is closed and empty.
    pub(super) async fn take(&self, most: usize) -> Option<Vec<Waiting<T>>> {
        loop {
            let changed = self.changed.notified();
            let due = {
                let mut state = self.state();
                let taken = state.take(most, Instant::now());
                if !state.ready.is_empty() {
                    self.changed.notify_one();
                }
                if !taken.is_empty() {
                    return Some(taken);
                }
                if state.is_closed && state.games.is_empty() {
                    return None;
                }
                state.resting.iter().map(|(until, _)| *until).min()
            };
            match due {
                // Either is a reason to look again.
                Some(due) => drop(timeout_at(due, changed).await),
                None => changed.await,
            }
        }
    }

    /// A guard that finishes these games when it is dropped, unless it was ended before. It keeps a
    /// task that panics from leaving its games waiting.
    pub(super) fn watch(&self, taken: &[Waiting<T>]) -> Watch<'_, T> {
        let games = taken.iter().map(|waiting| waiting.game.clone()).collect();
        Watch { queue: self, games }
    }

    /// Something was done for these games, which may have more that waits.
    pub(super) fn finish<'a>(&self, games: impl IntoIterator<Item = &'a GameId>) {
        let mut state = self.state();
        for game in games {
            state.finish(game);
        }
        drop(state);
        self.changed.notify_waiters();
        self.changed.notify_one();
    }

    /// Puts something back whose game is locked elsewhere, before all else that waits for the game.
    pub(super) fn put_back(&self, waiting: Waiting<T>, now: Instant) {
        self.state().put_back(waiting, now);
        self.changed.notify_one();
    }

    /// Takes nothing more in. Those who wait get what is left.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_waiters();
        self.changed.notify_one();
    }

    /// A panic cannot leave the state half changed, so a poisoned lock is fine.
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The games of a task that may panic.
pub(super) struct Watch<'a, T> {
    queue: &'a Queue<T>,
    games: Vec<GameId>,
}

impl<T> Watch<'_, T> {
    /// The task is still there, and finishes the games itself.
    pub(super) fn end(mut self) {
        self.games.clear();
    }
}

impl<T> Drop for Watch<'_, T> {
    fn drop(&mut self) {
        if !self.games.is_empty() {
            self.queue.finish(&self.games);
        }
    }
}

impl<T> State<T> {
    fn add(&mut self, waiting: Waiting<T>) {
        self.count += 1;
        match self.games.entry(waiting.game.clone()) {
            Entry::Occupied(mut entry) => entry.get_mut().push_back(waiting),
            Entry::Vacant(entry) => {
                self.ready.push_back(waiting.game.clone());
                entry.insert(VecDeque::from([waiting]));
            }
        }
    }

    fn take(&mut self, most: usize, now: Instant) -> Vec<Waiting<T>> {
        let ready = &mut self.ready;
        ready.extend(self.resting.extract_if(.., |(until, _)| *until <= now).map(|(_, id)| id));
        let taken = self.ready.drain(..most.max(1).min(self.ready.len()));
        let games = &mut self.games;
        let taken: Vec<_> = taken.filter_map(|game| games.get_mut(&game)?.pop_front()).collect();
        self.count -= taken.len();
        taken
    }

    fn finish(&mut self, game: &GameId) {
        if self.games.get(game).is_some_and(VecDeque::is_empty) {
            self.games.remove(game);
        } else {
            self.ready.push_back(game.clone());
        }
    }

    fn put_back(&mut self, mut waiting: Waiting<T>, now: Instant) {
        let (since, times) = waiting.locked.unwrap_or((now, 0));
        let rest = REST.saturating_mul(1 << times.min(8)).min(LONGEST_REST);
        waiting.locked = Some((since, times.saturating_add(1)));
        self.count += 1;
        self.resting.push((now + rest, waiting.game.clone()));
        self.games.entry(waiting.game.clone()).or_default().push_front(waiting);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn id(number: u32) -> GameId {
        GameId::new(&format!("game{number:06}")).unwrap()
    }

    /// What is taken now, as games and jobs.
    async fn taken(queue: &Queue<u32>, most: usize) -> Vec<Waiting<u32>> {
        queue.take(most).await.unwrap()
    }

    fn jobs(waiting: &[Waiting<u32>]) -> Vec<u32> {
        waiting.iter().map(|waiting| waiting.job).collect()
    }

    #[tokio::test]
    async fn of_each_game_one_job_is_taken_at_a_time_and_in_order() {
        let queue = Queue::new(10);
        for (game, job) in [(1, 10), (1, 11), (2, 20), (3, 30)] {
            queue.add(id(game), job).unwrap();
        }
        assert_eq!(jobs(&taken(&queue, 2).await), [10, 20]);
        assert_eq!(jobs(&taken(&queue, 9).await), [30], "game 1 is being written");
        queue.finish(&[id(1), id(2)]);
        assert_eq!(jobs(&taken(&queue, 9).await), [11]);
    }

    // Time passes only while the test waits for a game that rests.
    #[tokio::test(start_paused = true)]
    async fn a_locked_game_rests_with_all_its_jobs_and_others_go_on() {
        let queue = Queue::new(10);
        queue.add(id(1), 10).unwrap();
        let [locked] = <[_; 1]>::try_from(taken(&queue, 9).await).unwrap();
        queue.add(id(1), 11).unwrap();
        queue.put_back(locked, Instant::now());
        queue.add(id(2), 20).unwrap();
        assert_eq!(jobs(&taken(&queue, 9).await), [20]);
        let again = taken(&queue, 9).await;
        assert_eq!(jobs(&again), [10], "before the one that came later");
        assert!(again[0].locked_for(Instant::now()) >= REST, "after a rest");
        queue.finish(&[id(1)]);
        assert_eq!(jobs(&taken(&queue, 9).await), [11]);
    }

    #[tokio::test]
    async fn so_much_waits_and_no_more() {
        let queue = Queue::new(2);
        assert_eq!([1, 1, 2].map(|game| queue.add(id(game), 0)), [Ok(()), Ok(()), Err(Full)]);
        let group = taken(&queue, 9).await;
        assert_eq!(queue.add(id(2), 0), Ok(()), "a place is free");
        queue.finish([&group[0].game]);
    }

    #[tokio::test]
    async fn a_task_that_panics_leaves_no_game_waiting() {
        let queue = Arc::new(Queue::new(9));
        for job in [10, 11] {
            queue.add(id(1), job).unwrap();
        }
        let shared = Arc::clone(&queue);
        let task = tokio::spawn(async move {
            let group = shared.take(9).await.unwrap();
            let _watch = shared.watch(&group);
            panic!("expected by a test");
        });
        assert!(task.await.unwrap_err().is_panic());
        assert_eq!(jobs(&taken(&queue, 9).await), [11]);
    }

    #[tokio::test]
    async fn a_closed_queue_is_emptied_first() {
        let queue = Queue::new(9);
        queue.add(id(1), 10).unwrap();
        queue.close();
        let [locked] = <[_; 1]>::try_from(taken(&queue, 9).await).unwrap();
        queue.put_back(locked, Instant::now());
        assert_eq!(jobs(&taken(&queue, 9).await), [10]);
        queue.finish(&[id(1)]);
        assert!(queue.take(9).await.is_none());
    }
}
