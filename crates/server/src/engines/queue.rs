//! Jobs that wait for an engine: few of them, one a game, moves before advice, both before reviews,
//! and studies last. Reviews and studies make way when something more urgent finds no engine free.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use game::GameId;
use tokio::sync::{oneshot, watch};

use super::{EngineError, Job, SearchResult, Stage, Stop, Urgency};

/// A job on its way to an engine, and the way back.
pub(super) struct Ticket {
    pub(super) job: Job,
    pub(super) stop: Arc<Stop>,
    /// Tells that the thinking has begun.
    pub(super) started: oneshot::Sender<()>,
    pub(super) answer: oneshot::Sender<Result<SearchResult, EngineError>>,
    /// Where a study tells what it finds.
    pub(super) news: Option<watch::Sender<Stage>>,
}

/// The lines of jobs: one for moves and, behind it, one for advice, since somebody waits for a
/// move to go on with a game; behind both, one for reviews and one for studies. Each is in the
/// order of asking, and no game stands twice in the first two.
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
    studies: VecDeque<Ticket>,
    /// The reviews that engines are at, the oldest first.
    reviewing: VecDeque<Arc<Stop>>,
    /// The studies that engines are at, the oldest first.
    studying: VecDeque<Arc<Stop>>,
    /// Those of both that were interrupted, until their engines are free.
    leaving: Vec<Arc<Stop>>,
    /// Games whose move or advice waits or is being thought about.
    games: HashSet<GameId>,
    busy: usize,
    is_closed: bool,
}

impl Line {
    fn next(&mut self) -> Option<Ticket> {
        let urgent = self.moves.pop_front().or_else(|| self.advice.pop_front());
        urgent.or_else(|| self.reviews.pop_front()).or_else(|| self.studies.pop_front())
    }

    fn of(&mut self, urgency: Urgency) -> &mut VecDeque<Ticket> {
        match urgency {
            Urgency::Move => &mut self.moves,
            Urgency::Advice => &mut self.advice,
            Urgency::Review => &mut self.reviews,
            Urgency::Study => &mut self.studies,
        }
    }

    /// The engines that are free, or about to be, among so many.
    fn free(&self, workers: usize) -> usize {
        (workers + self.leaving.len()).saturating_sub(self.busy)
    }

    /// Interrupts as many studies as all others need, and as many reviews as moves and advice do.
    /// They will stand in line again.
    fn make_way(&mut self, workers: usize) {
        let urgent = self.moves.len() + self.advice.len();
        while urgent + self.reviews.len() > self.free(workers)
            && let Some(stop) = self.studying.pop_front()
        {
            self.interrupt(stop);
        }
        while urgent > self.free(workers)
            && let Some(stop) = self.reviewing.pop_front()
        {
            self.interrupt(stop);
        }
    }

    fn interrupt(&mut self, stop: Arc<Stop>) {
        stop.interrupt();
        self.leaving.push(stop);
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
        let has_game = urgency.is_of_a_game();
        if has_game && line.games.contains(&ticket.job.game) {
            return Err(EngineError::Thinking);
        }
        if line.of(urgency).len() >= self.most {
            return Err(EngineError::Busy);
        }
        if has_game {
            line.games.insert(ticket.job.game.clone());
        }
        line.of(urgency).push_back(ticket);
        line.make_way(self.workers);
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
                match ticket.job.wish.urgency() {
                    Urgency::Review => line.reviewing.push_back(Arc::clone(&ticket.stop)),
                    Urgency::Study => line.studying.push_back(Arc::clone(&ticket.stop)),
                    Urgency::Move | Urgency::Advice => {}
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
        let is_other = |other: &Arc<Stop>| !Arc::ptr_eq(other, stop);
        line.reviewing.retain(is_other);
        line.studying.retain(is_other);
        line.leaving.retain(is_other);
    }

    /// Nobody waits for a game's move or advice any more: it leaves the line, and the game may ask
    /// again.
    pub(super) fn leave(&self, game: &GameId) {
        let mut line = self.lock();
        line.games.remove(game);
        line.moves.retain(|ticket| ticket.job.game != *game);
        line.advice.retain(|ticket| ticket.job.game != *game);
    }

    /// Nobody waits for a position of a review or for a study any more.
    pub(super) fn leave_line(&self, stop: &Arc<Stop>) {
        let mut line = self.lock();
        let is_other = |ticket: &Ticket| !Arc::ptr_eq(&ticket.stop, stop);
        line.reviews.retain(is_other);
        line.studies.retain(is_other);
    }

    /// A study has had its turn: it makes way when another one waits.
    pub(super) fn take_turns(&self, stop: &Arc<Stop>) {
        let mut line = self.lock();
        if line.studies.len() > line.free(self.workers)
            && let Some(place) = line.studying.iter().position(|other| Arc::ptr_eq(other, stop))
            && let Some(own) = line.studying.remove(place)
        {
            line.interrupt(own);
        }
    }

    /// Sends everybody away. Whoever waits learns it, since the way back goes with the ticket.
    pub(super) fn close(&self) {
        let mut line = self.lock();
        line.is_closed = true;
        line.moves.clear();
        line.advice.clear();
        line.reviews.clear();
        line.studies.clear();
        drop(line);
        self.changed.notify_all();
    }

    /// How many are thinking, and how many wait.
    pub(super) fn load(&self) -> (usize, usize) {
        let line = self.lock();
        let waiting = [&line.moves, &line.advice, &line.reviews, &line.studies];
        (line.busy, waiting.into_iter().map(VecDeque::len).sum())
    }

    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
