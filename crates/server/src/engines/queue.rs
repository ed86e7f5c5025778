//! The queue of jobs: bounded, with a lane for each priority. Moves come before advice, both before
//! reviews, and live analysis last. Reviews and live analysis are preempted when something more
//! urgent finds no free engine.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use game::GameId;
use tokio::sync::{oneshot, watch};

use super::{AnalysisStage, EngineError, Job, Priority, SearchResult, StopHandle};

/// A job in the queue, and the channels to the one who waits for it.
pub(super) struct Ticket {
    pub(super) job: Job,
    pub(super) stop: Arc<StopHandle>,
    /// Signals that the search has started.
    pub(super) started: oneshot::Sender<()>,
    pub(super) result: oneshot::Sender<Result<SearchResult, EngineError>>,
    /// The progress of a live analysis.
    pub(super) stage: Option<watch::Sender<AnalysisStage>>,
}

/// The jobs that wait for an engine. Each lane is first in, first out, and no game has two jobs in
/// the lanes of moves and advice.
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    /// The capacity of each lane.
    capacity: usize,
    workers: usize,
}

type Lane = VecDeque<Ticket>;

#[derive(Default)]
struct State {
    moves: Lane,
    advice: Lane,
    reviews: Lane,
    analyses: Lane,
    /// The reviews that are being searched, oldest first.
    running_reviews: VecDeque<Arc<StopHandle>>,
    /// The live analyses that are being searched, oldest first.
    running_analyses: VecDeque<Arc<StopHandle>>,
    /// Preempted searches whose engines are not free yet.
    preempted: Vec<Arc<StopHandle>>,
    /// Games whose move or advice is waiting or being searched.
    games: HashSet<GameId>,
    busy: usize,
    is_closed: bool,
}

impl State {
    fn next(&mut self) -> Option<Ticket> {
        let urgent = self.moves.pop_front().or_else(|| self.advice.pop_front());
        urgent.or_else(|| self.reviews.pop_front()).or_else(|| self.analyses.pop_front())
    }

    fn lane(&mut self, priority: Priority) -> &mut Lane {
        match priority {
            Priority::Move => &mut self.moves,
            Priority::Advice => &mut self.advice,
            Priority::Review => &mut self.reviews,
            Priority::Analysis => &mut self.analyses,
        }
    }

    /// The number of engines that are free, or about to be.
    fn free(&self, workers: usize) -> usize {
        (workers + self.preempted.len()).saturating_sub(self.busy)
    }

    /// Preempts as many live analyses as all others need, and as many reviews as moves and advice
    /// need. They enter the queue again.
    fn preempt(&mut self, workers: usize) {
        let urgent = self.moves.len() + self.advice.len();
        while urgent + self.reviews.len() > self.free(workers)
            && let Some(stop) = self.running_analyses.pop_front()
        {
            self.interrupt(stop);
        }
        while urgent > self.free(workers)
            && let Some(stop) = self.running_reviews.pop_front()
        {
            self.interrupt(stop);
        }
    }

    fn interrupt(&mut self, stop: Arc<StopHandle>) {
        stop.interrupt();
        self.preempted.push(stop);
    }
}

impl Queue {
    /// An empty queue with this capacity for each lane.
    pub(super) fn new(capacity: usize, workers: usize) -> Queue {
        Queue { state: Mutex::default(), changed: Condvar::new(), capacity, workers }
    }

    /// Adds a job to its lane.
    pub(super) fn push(&self, ticket: Ticket) -> Result<(), EngineError> {
        let mut state = self.lock();
        if state.is_closed {
            return Err(EngineError::Closed);
        }
        let priority = ticket.job.kind.priority();
        let is_exclusive = priority.is_exclusive();
        if is_exclusive && state.games.contains(&ticket.job.game) {
            return Err(EngineError::Thinking);
        }
        if state.lane(priority).len() >= self.capacity {
            return Err(EngineError::Busy);
        }
        if is_exclusive {
            state.games.insert(ticket.job.game.clone());
        }
        state.lane(priority).push_back(ticket);
        state.preempt(self.workers);
        drop(state);
        self.changed.notify_one();
        Ok(())
    }

    /// Waits for a job and takes it; none once the queue is closed.
    pub(super) fn take(&self) -> Option<Ticket> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(ticket) = state.next() {
                state.busy += 1;
                match ticket.job.kind.priority() {
                    Priority::Review => state.running_reviews.push_back(Arc::clone(&ticket.stop)),
                    Priority::Analysis => {
                        state.running_analyses.push_back(Arc::clone(&ticket.stop))
                    }
                    Priority::Move | Priority::Advice => {}
                }
                return Some(ticket);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The engine that worked on the job with this stop signal is free again.
    pub(super) fn release(&self, stop: &Arc<StopHandle>) {
        let mut state = self.lock();
        state.busy -= 1;
        let is_other = |other: &Arc<StopHandle>| !Arc::ptr_eq(other, stop);
        state.running_reviews.retain(is_other);
        state.running_analyses.retain(is_other);
        state.preempted.retain(is_other);
    }

    /// Cancels the move or advice of a game, which may then have another job.
    pub(super) fn cancel_game(&self, game: &GameId) {
        let mut state = self.lock();
        state.games.remove(game);
        state.moves.retain(|ticket| ticket.job.game != *game);
        state.advice.retain(|ticket| ticket.job.game != *game);
    }

    /// Cancels a review or a live analysis.
    pub(super) fn cancel(&self, stop: &Arc<StopHandle>) {
        let mut state = self.lock();
        let is_other = |ticket: &Ticket| !Arc::ptr_eq(&ticket.stop, stop);
        state.reviews.retain(is_other);
        state.analyses.retain(is_other);
    }

    /// A live analysis has had its turn: it is preempted if another one waits.
    pub(super) fn end_turn(&self, stop: &Arc<StopHandle>) {
        let mut state = self.lock();
        if state.analyses.len() > state.free(self.workers)
            && let Some(index) =
                state.running_analyses.iter().position(|other| Arc::ptr_eq(other, stop))
            && let Some(own) = state.running_analyses.remove(index)
        {
            state.interrupt(own);
        }
    }

    /// Drops all jobs. Whoever waits for one learns this from its closed channels.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.moves.clear();
        state.advice.clear();
        state.reviews.clear();
        state.analyses.clear();
        drop(state);
        self.changed.notify_all();
    }

    /// The number of running searches, and of waiting ones.
    pub(super) fn load(&self) -> (usize, usize) {
        let state = self.lock();
        let waiting = [&state.moves, &state.advice, &state.reviews, &state.analyses];
        (state.busy, waiting.into_iter().map(VecDeque::len).sum())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
