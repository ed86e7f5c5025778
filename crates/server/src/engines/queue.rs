//! Jobs that wait for an engine: few of them, and one a game.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use game::GameId;
use tokio::sync::oneshot;

use super::{EngineError, Job, Stop, Thought};

/// A job on its way to an engine, and the way back.
pub(super) struct Ticket {
    pub(super) job: Job,
    pub(super) stop: Arc<Stop>,
    /// Tells that the thinking has begun.
    pub(super) started: oneshot::Sender<()>,
    pub(super) answer: oneshot::Sender<Result<Thought, EngineError>>,
}

/// The line of jobs. Games come in the order in which they asked, and no game stands in it twice.
pub(super) struct Queue {
    line: Mutex<Line>,
    changed: Condvar,
    most: usize,
}

#[derive(Default)]
struct Line {
    waiting: VecDeque<Ticket>,
    /// Games whose job waits or is being thought about.
    games: HashSet<GameId>,
    busy: usize,
    is_closed: bool,
}

impl Queue {
    /// A line in which so many jobs may wait.
    pub(super) fn new(most: usize) -> Queue {
        Queue { line: Mutex::default(), changed: Condvar::new(), most }
    }

    /// Puts a job at the end of the line.
    pub(super) fn push(&self, ticket: Ticket) -> Result<(), EngineError> {
        let mut line = self.lock();
        if line.is_closed {
            return Err(EngineError::Closed);
        }
        if line.games.contains(&ticket.job.game) {
            return Err(EngineError::Thinking);
        }
        if line.waiting.len() >= self.most {
            return Err(EngineError::Busy);
        }
        line.games.insert(ticket.job.game.clone());
        line.waiting.push_back(ticket);
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
            if let Some(ticket) = line.waiting.pop_front() {
                line.busy += 1;
                return Some(ticket);
            }
            line = self.changed.wait(line).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// An engine is free again.
    pub(super) fn rest(&self) {
        self.lock().busy -= 1;
    }

    /// Nobody waits for a game's job any more: it leaves the line, and the game may ask again.
    pub(super) fn leave(&self, game: &GameId) {
        let mut line = self.lock();
        line.games.remove(game);
        line.waiting.retain(|ticket| ticket.job.game != *game);
    }

    /// Sends everybody away. Whoever waits learns it, since the way back goes with the ticket.
    pub(super) fn close(&self) {
        let mut line = self.lock();
        line.is_closed = true;
        line.waiting.clear();
        drop(line);
        self.changed.notify_all();
    }

    /// How many are thinking, and how many wait.
    pub(super) fn load(&self) -> (usize, usize) {
        let line = self.lock();
        (line.busy, line.waiting.len())
    }

    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
