//! Jobs that wait for an engine: few of them, one a game, moves before advice, and both before
//! reviews, which make way when something more urgent finds no engine free.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use game::GameId;
use tokio::sync::oneshot;

use super::{EngineError, Job, Stop, Thought, Urgency};

/// A job on its way to an engine, and the way back.
pub(super) struct Ticket {
    pub(super) job: Job,
    pub(super) stop: Arc<Stop>,
    /// Tells that the thinking has begun.
    pub(super) started: oneshot::Sender<()>,
    pub(super) answer: oneshot::Sender<Result<Thought, EngineError>>,
}

/// The lines of jobs: one for moves and, behind it, one for advice, since somebody waits for a
/// move to go on with a game; behind both, one for reviews. Each is in the order of asking, and no
/// game stands twice in the first two.
pub(super) struct Queue {
    line: Mutex<Line>,
    changed: Condvar,
    most: usize,
    workers: usize,
}

#[derive(Default)]
struct Line {
    moves: VecDeque<Ticket>,
    advice: VecDeque<Ticket>,
    reviews: VecDeque<Ticket>,
    /// The reviews that engines are at, the oldest first.
    interruptible: VecDeque<Arc<Stop>>,
    /// Games whose move or advice waits or is being thought about.
    games: HashSet<GameId>,
    busy: usize,
    is_closed: bool,
}

impl Line {
    fn next(&mut self) -> Option<Ticket> {
        let urgent = self.moves.pop_front().or_else(|| self.advice.pop_front());
        urgent.or_else(|| self.reviews.pop_front())
    }

    fn of(&mut self, urgency: Urgency) -> &mut VecDeque<Ticket> {
        match urgency {
            Urgency::Move => &mut self.moves,
            Urgency::Advice => &mut self.advice,
            Urgency::Review => &mut self.reviews,
        }
    }
}

impl Queue {
    /// Lines in each of which so many jobs may wait.
    pub(super) fn new(most: usize, workers: usize) -> Queue {
        Queue { line: Mutex::default(), changed: Condvar::new(), most, workers }
    }

    /// Puts a job at the end of its line.
    pub(super) fn push(&self, ticket: Ticket) -> Result<(), EngineError> {
        let mut line = self.lock();
        if line.is_closed {
            return Err(EngineError::Closed);
        }
        let urgency = ticket.job.wish.urgency();
        let is_review = urgency == Urgency::Review;
        if !is_review && line.games.contains(&ticket.job.game) {
            return Err(EngineError::Thinking);
        }
        if line.of(urgency).len() >= self.most {
            return Err(EngineError::Busy);
        }
        if !is_review {
            line.games.insert(ticket.job.game.clone());
            self.make_way(&mut line);
        }
        line.of(urgency).push_back(ticket);
        drop(line);
        self.changed.notify_one();
        Ok(())
    }

    /// Waits for a job and takes it; none once the line is closed.
    pub(super) fn take(&self) -> Option<Ticket> {
        let mut line = self.lock();
        loop {
            if line.is_closed {
                return None;
            }
            if let Some(ticket) = line.next() {
                line.busy += 1;
                if ticket.job.wish.urgency() == Urgency::Review {
                    line.interruptible.push_back(Arc::clone(&ticket.stop));
                }
                return Some(ticket);
            }
            line = self.changed.wait(line).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// An engine is free again, whose job could be stopped like this.
    pub(super) fn rest(&self, stop: &Arc<Stop>) {
        let mut line = self.lock();
        line.busy -= 1;
        line.interruptible.retain(|other| !Arc::ptr_eq(other, stop));
    }

    /// Nobody waits for a game's move or advice any more: it leaves the line, and the game may ask
    /// again.
    pub(super) fn leave(&self, game: &GameId) {
        let mut line = self.lock();
        line.games.remove(game);
        line.moves.retain(|ticket| ticket.job.game != *game);
        line.advice.retain(|ticket| ticket.job.game != *game);
    }

    /// Nobody waits for a position of a review any more.
    pub(super) fn leave_review(&self, stop: &Arc<Stop>) {
        self.lock().reviews.retain(|ticket| !Arc::ptr_eq(&ticket.stop, stop));
    }

    /// Interrupts the oldest review when every engine is busy. It will stand in line again.
    fn make_way(&self, line: &mut Line) {
        if line.busy >= self.workers
            && let Some(stop) = line.interruptible.pop_front()
        {
            stop.stop();
        }
    }

    /// Sends everybody away. Whoever waits learns it, since the way back goes with the ticket.
    pub(super) fn close(&self) {
        let mut line = self.lock();
        line.is_closed = true;
        line.moves.clear();
        line.advice.clear();
        line.reviews.clear();
        drop(line);
        self.changed.notify_all();
    }

    /// How many are thinking, and how many wait.
    pub(super) fn load(&self) -> (usize, usize) {
        let line = self.lock();
        (line.busy, line.moves.len() + line.advice.len() + line.reviews.len())
    }

    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
