//! The threads that think, and how the rest of the server waits for them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use engine::HashTooLarge;
use game::GameId;
use tokio::sync::{oneshot, watch};
use tokio::time::timeout;
use wire::service::EngineLoad;

use super::external::Externals;
use super::native::Native;
use super::queue::{Queue, Ticket};
use super::{EngineError, Job, JobKind, SearchResult, Stage, Stop, Tell, Thinker};
use crate::config::EngineConfig;

/// All the engines of a server. Clones share them.
#[derive(Clone)]
pub struct Engines {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Arc<Queue>,
    workers: usize,
    longest: Duration,
}

impl Drop for Shared {
    /// The threads end by themselves once the line is closed.
    fn drop(&mut self) {
        self.queue.close();
    }
}

/// Makes what a thread thinks with; called again when it broke down.
type Make = dyn Fn() -> Result<Box<dyn Thinker>, HashTooLarge> + Send + Sync;

impl Engines {
    /// Starts the threads.
    ///
    /// # Errors
    /// When there is not enough memory for the tables.
    pub fn start(config: &EngineConfig) -> Result<Engines, HashTooLarge> {
        let config = config.clone();
        let workers = config.workers.unwrap_or_else(spare_processors).max(1);
        let (queue, longest) = (config.queue, config.longest);
        let make = move || -> Result<Box<dyn Thinker>, HashTooLarge> {
            Ok(Box::new(Both { native: Native::new(&config)?, others: Externals::new(&config) }))
        };
        Engines::with(workers, queue, longest, &(Arc::new(make) as Arc<Make>))
    }

    /// Starts threads that think with whatever is made for them.
    fn with(
        workers: usize,
        queue: usize,
        longest: Duration,
        make: &Arc<Make>,
    ) -> Result<Engines, HashTooLarge> {
        let queue = Arc::new(Queue::new(queue, workers));
        for _ in 0..workers {
            let (queue, make, mind) = (Arc::clone(&queue), Arc::clone(make), make()?);
            let worker = thread::Builder::new().name("engine pool".into());
            // With a thread less there are fewer searches at once, and nothing else changes.
            drop(worker.spawn(move || work(&queue, mind, &*make)));
        }
        Ok(Engines { shared: Arc::new(Shared { queue, workers, longest }) })
    }

    /// Has an engine think. Who stops waiting, by dropping the future, stops the thinking.
    ///
    /// # Errors
    /// When too many wait, the game has a job already, or the engine fails.
    pub async fn ask(&self, job: Job) -> Result<SearchResult, EngineError> {
        let stop = Arc::new(Stop::default());
        self.ask_until(job, stop).await
    }

    /// The same with a way to end the thinking early and still get its answer.
    ///
    /// # Errors
    /// As for [`Engines::ask`].
    pub async fn ask_until(&self, job: Job, stop: Arc<Stop>) -> Result<SearchResult, EngineError> {
        let longest = self.longest(&job);
        let mut place = self.stand_in_line(job, stop, None)?;
        // A closed channel means that the job was thrown away; the answer's channel says the same.
        let _ = place.begun.await;
        let result = if let Ok(result) = timeout(longest, &mut place.answered).await {
            result
        } else {
            place.waiter.stop();
            place.answered.await
        };
        result.unwrap_or(Err(EngineError::Closed))
    }

    /// The longest that a job may take.
    pub(super) fn longest(&self, job: &Job) -> Duration {
        job.wish.longest(self.shared.longest)
    }

    /// Puts a job in its line.
    pub(super) fn stand_in_line(
        &self,
        job: Job,
        stop: Arc<Stop>,
        news: Option<watch::Sender<Stage>>,
    ) -> Result<Place, EngineError> {
        let (started, begun) = oneshot::channel();
        let (answer, answered) = oneshot::channel();
        let game = job.wish.urgency().is_of_a_game().then(|| job.game.clone());
        let ticket = Ticket { job, stop: Arc::clone(&stop), started, answer, news };
        self.shared.queue.push(ticket)?;
        let queue = Arc::clone(&self.shared.queue);
        Ok(Place { begun, answered, waiter: Waiter { queue, game, stop } })
    }

    /// How busy the engines are.
    pub fn load(&self) -> EngineLoad {
        let (busy, waiting) = self.shared.queue.load();
        EngineLoad { workers: self.shared.workers, busy, waiting }
    }
}

/// A place in a line.
pub(super) struct Place {
    /// Says that the thinking has begun.
    pub(super) begun: oneshot::Receiver<()>,
    /// Brings what came of it.
    pub(super) answered: oneshot::Receiver<Result<SearchResult, EngineError>>,
    pub(super) waiter: Waiter,
}

/// Somebody who waits for a job. When it goes, for whatever reason, so does the job.
pub(super) struct Waiter {
    queue: Arc<Queue>,
    /// The game whose place it is; none for reviews and studies, which no game has only once.
    game: Option<GameId>,
    stop: Arc<Stop>,
}

impl Waiter {
    /// Ends the thinking; its answer still comes.
    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    /// True when something more urgent ended it.
    pub(super) fn is_interrupted(&self) -> bool {
        self.stop.is_interrupted()
    }

    /// Makes way for another study that waits.
    pub(super) fn take_turns(&self) {
        self.queue.take_turns(&self.stop);
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        self.stop.stop();
        match &self.game {
            Some(game) => self.queue.leave(game),
            None => self.queue.leave_line(&self.stop),
        }
    }
}

/// One processor is left for people.
fn spare_processors() -> usize {
    thread::available_parallelism().map_or(1, |processors| processors.get() - 1)
}

/// Thinks about one job after another. A mind that broke down is replaced; where that fails too,
/// the next job tries again.
fn work(queue: &Queue, mind: Box<dyn Thinker>, make: &Make) {
    let mut mind = Some(mind);
    while let Some(ticket) = queue.take() {
        let answer = if ticket.stop.is_stopped() && ticket.answer.is_closed() {
            Err(EngineError::Closed)
        } else {
            // Nobody may be there any more to hear it.
            let _ = ticket.started.send(());
            let mut tell = |insight| {
                if let Some(news) = &ticket.news {
                    news.send_replace(Stage::Found(insight));
                }
            };
            think(&mut mind, &ticket.job, &ticket.stop, &mut tell, make)
        };
        queue.rest(&ticket.stop);
        // As above.
        let _ = ticket.answer.send(answer);
    }
}

fn think(
    mind: &mut Option<Box<dyn Thinker>>,
    job: &Job,
    stop: &Stop,
    tell: Tell,
    make: &Make,
) -> Result<SearchResult, EngineError> {
    let mut own = match mind.take() {
        Some(own) => own,
        None => make().map_err(|error| EngineError::Failed(error.to_string()))?,
    };
    let thought = catch_unwind(AssertUnwindSafe(|| own.think(job, stop, tell)));
    match thought {
        Ok(thought) => {
            *mind = Some(own);
            thought
        }
        Err(_) => Err(EngineError::Failed("it panicked".to_owned())),
    }
}

/// Our engine and those of others.
struct Both {
    native: Native,
    others: Externals,
}

impl Thinker for Both {
    fn think(&mut self, job: &Job, stop: &Stop, tell: Tell) -> Result<SearchResult, EngineError> {
        match job.wish {
            JobKind::PlayExternal { .. } | JobKind::Study { engine: Some(_), .. } => {
                self.others.think(job, stop, tell)
            }
            _ => self.native.think(job, stop, tell),
        }
    }
}

#[cfg(test)]
mod tests;
