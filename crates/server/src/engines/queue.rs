//! Jobs that wait for an engine: few of them, one a game, and moves before advice.

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

/// The lines of jobs: one for moves and, behind it, one for advice, since somebody waits for a
/// move to go on with a game. Each is in the order of asking, and no game stands in them twice.
pub(super) struct Queue {
    line: Mutex<Line>,
    changed: Condvar,
    most: usize,
}

#[derive(Default)]
struct Line {
    moves: VecDeque<Ticket>,
    advice: VecDeque<Ticket>,
    /// Games whose job waits or is being thought about.
    games: HashSet<GameId>,
    busy: usize,
    is_closed: bool,
}

impl Line {
    fn next(&mut self) -> Option<Ticket> {
        self.moves.pop_front().or_else(|| self.advice.pop_front())
    }
}

impl Queue {
    /// Lines in each of which so many jobs may wait.
    pub(super) fn new(most: usize) -> Queue {
        Queue { line: Mutex::default(), changed: Condvar::new(), most }
    }

    /// Puts a job at the end of its line.
    pub(super) fn push(&self, ticket: Ticket) -> Result<(), EngineError> {
        let mut line = self.lock();
        if line.is_closed {
            return Err(EngineError::Closed);
        }
        if line.games.contains(&ticket.job.game) {
            return Err(EngineError::Thinking);
        }
        let own = if ticket.job.wish.is_advice() { &mut line.advice } else { &mut line.moves };
        if own.len() >= self.most {
            return Err(EngineError::Busy);
        }
        let game = ticket.job.game.clone();
        own.push_back(ticket);
        line.games.insert(game);
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
        line.moves.retain(|ticket| ticket.job.game != *game);
        line.advice.retain(|ticket| ticket.job.game != *game);
    }

    /// Sends everybody away. Whoever waits learns it, since the way back goes with the ticket.
    pub(super) fn close(&self) {
        let mut line = self.lock();
        line.is_closed = true;
        line.moves.clear();
        line.advice.clear();
        drop(line);
        self.changed.notify_all();
    }

    /// How many are thinking, and how many wait.
    pub(super) fn load(&self) -> (usize, usize) {
        let line = self.lock();
        (line.busy, line.moves.len() + line.advice.len())
    }

    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
