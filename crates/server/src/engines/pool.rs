//! The engine threads, and how the rest of the server waits for them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use engine::HashTooLarge;
use game::GameId;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, timeout};
use wire::service::EngineLoad;

use super::external::ExternalEngines;
use super::native::NativeEngine;
use super::queue::{Capacity, Queue, Ticket};
use super::{AnalysisStage, EngineError, Job, JobKind, JobResult, OnUpdate, StopHandle, Thinker};
use crate::config::EngineConfig;
use crate::error::panic_text;
use crate::security::ClientKey;

/// How long a search may use an engine while other clients wait for one. Then it has to play what
/// it has found.
const TURN: Duration = Duration::from_millis(250);

/// All engines of a server. Clones refer to the same engines.
#[derive(Clone)]
pub struct Engines {
    pool: Arc<Pool>,
}

struct Pool {
    queue: Arc<Queue>,
    workers: usize,
    max_time: Duration,
}

impl Drop for Pool {
    /// The threads end once the queue is closed.
    fn drop(&mut self) {
        self.queue.close();
    }
}

/// Makes the engine of a thread; called again when it crashed.
type ThinkerFactory = dyn Fn() -> Result<Box<dyn Thinker>, HashTooLarge> + Send + Sync;

impl Engines {
    /// Starts the threads.
    ///
    /// # Errors
    /// When there is not enough memory for the hash tables.
    pub fn start(config: &EngineConfig) -> Result<Engines, HashTooLarge> {
        let config = config.clone();
        let workers = config.workers.unwrap_or_else(spare_processors).max(1);
        let max_time = config.longest;
        // A review has as many jobs at once as there are engines.
        let per_client = config.queue_per_client.max(workers);
        let capacity = Capacity { total: config.queue, per_client };
        let factory = move || -> Result<Box<dyn Thinker>, HashTooLarge> {
            let (native, external) = (NativeEngine::new(&config)?, ExternalEngines::new(&config));
            Ok(Box::new(AnyEngine { native, external }))
        };
        Engines::with(workers, capacity, max_time, &(Arc::new(factory) as Arc<ThinkerFactory>))
    }

    /// No engines: a simulation has only games between people.
    #[cfg(feature = "simulation")]
    pub(crate) fn none() -> Engines {
        let queue = Arc::new(Queue::new(Capacity { total: 0, per_client: 0 }, 0));
        Engines { pool: Arc::new(Pool { queue, workers: 0, max_time: Duration::ZERO }) }
    }

    /// Starts threads with engines from a factory.
    fn with(
        workers: usize,
        capacity: Capacity,
        max_time: Duration,
        factory: &Arc<ThinkerFactory>,
    ) -> Result<Engines, HashTooLarge> {
        let queue = Arc::new(Queue::new(capacity, workers));
        for _ in 0..workers {
            let (queue, factory, thinker) = (Arc::clone(&queue), Arc::clone(factory), factory()?);
            let worker = thread::Builder::new().name("engine pool".into());
            if let Err(error) = worker.spawn(move || work(&queue, thinker, &*factory)) {
                tracing::error!("an engine thread could not be started: {error}");
            }
        }
        Ok(Engines { pool: Arc::new(Pool { queue, workers, max_time }) })
    }

    /// Searches a position. Dropping the future stops the search.
    ///
    /// # Errors
    /// When the queue is full, the game has a job already, or the engine fails.
    pub async fn ask(&self, job: Job) -> Result<JobResult, EngineError> {
        let stop = Arc::new(StopHandle::default());
        self.ask_until(job, stop).await
    }

    /// Searches a position. The stop signal ends the search early, and it still has a result. So it
    /// does when other clients wait and the search has had its turn.
    ///
    /// # Errors
    /// As for [`Engines::ask`].
    pub async fn ask_until(
        &self,
        job: Job,
        stop: Arc<StopHandle>,
    ) -> Result<JobResult, EngineError> {
        let time_limit = self.time_limit(&job);
        let mut queued = self.enqueue(job, stop, None)?;
        // If the job was dropped both channels are closed, and the second one reports it.
        let _ = queued.started.await;
        let start = Instant::now();
        let result = loop {
            let rest = time_limit.saturating_sub(start.elapsed());
            if let Ok(result) = timeout(rest.min(TURN), &mut queued.result).await {
                break result;
            }
            if start.elapsed() >= time_limit || queued.guard.is_contended() {
                queued.guard.stop();
                break queued.result.await;
            }
        };
        result.unwrap_or(Err(EngineError::Closed))
    }

    /// The time limit of a job.
    pub(super) fn time_limit(&self, job: &Job) -> Duration {
        job.kind.time_limit(self.pool.max_time)
    }

    /// Adds a job to the queue.
    pub(super) fn enqueue(
        &self,
        job: Job,
        stop: Arc<StopHandle>,
        stage: Option<watch::Sender<AnalysisStage>>,
    ) -> Result<QueuedJob, EngineError> {
        let (started_sender, started) = oneshot::channel();
        let (result_sender, result) = oneshot::channel();
        let game = job.kind.priority().is_exclusive().then(|| job.game.clone());
        let (client, may_end_early) = (job.client, job.kind.may_end_early());
        self.pool.queue.push(Ticket {
            job,
            stop: Arc::clone(&stop),
            started: started_sender,
            result: result_sender,
            stage,
        })?;
        let queue = Arc::clone(&self.pool.queue);
        Ok(QueuedJob {
            started,
            result,
            guard: JobGuard { queue, game, client, may_end_early, stop },
        })
    }

    /// How busy the engines are.
    pub fn load(&self) -> EngineLoad {
        let (busy, waiting) = self.pool.queue.load();
        EngineLoad { workers: self.pool.workers, busy, waiting }
    }
}

/// A job in the queue, as seen by the one who waits for it.
pub(super) struct QueuedJob {
    /// Signals that the search has started.
    pub(super) started: oneshot::Receiver<()>,
    pub(super) result: oneshot::Receiver<Result<JobResult, EngineError>>,
    pub(super) guard: JobGuard,
}

/// Cancels a job when it is dropped.
pub(super) struct JobGuard {
    queue: Arc<Queue>,
    /// The game whose only job this is; none for reviews and live analysis.
    game: Option<GameId>,
    client: ClientKey,
    may_end_early: bool,
    stop: Arc<StopHandle>,
}

impl JobGuard {
    /// Stops the search; its result still comes.
    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    /// True when something more urgent preempted the job.
    pub(super) fn is_interrupted(&self) -> bool {
        self.stop.is_interrupted()
    }

    /// Whether the search should end early, because another client waits for a move or advice and
    /// finds no free engine.
    fn is_contended(&self) -> bool {
        self.may_end_early && self.game.is_some() && self.queue.is_contended(self.client)
    }

    /// Gives way to another live analysis that waits.
    pub(super) fn end_turn(&self) {
        self.queue.end_turn(&self.stop);
    }
}

impl Drop for JobGuard {
    fn drop(&mut self) {
        self.stop.stop();
        match &self.game {
            Some(game) => self.queue.cancel_game(game),
            None => self.queue.cancel(&self.stop),
        }
    }
}

/// One processor is left for serving people.
fn spare_processors() -> usize {
    thread::available_parallelism().map_or(1, |processors| processors.get() - 1)
}

/// Does one job after another. An engine that crashed is replaced; if that fails too, the next job
/// tries again.
fn work(queue: &Queue, thinker: Box<dyn Thinker>, factory: &ThinkerFactory) {
    let mut thinker = Some(thinker);
    while let Some(ticket) = queue.take() {
        let result = if ticket.stop.is_stopped() && ticket.result.is_closed() {
            Err(EngineError::Closed)
        } else {
            // The one who waits may be gone.
            let _ = ticket.started.send(());
            let mut on_update = |update| {
                if let Some(stage) = &ticket.stage {
                    stage.send_replace(AnalysisStage::Update(update));
                }
            };
            think(&mut thinker, &ticket.job, &ticket.stop, &mut on_update, factory)
        };
        queue.release(&ticket.stop);
        // As above.
        let _ = ticket.result.send(result);
    }
}

fn think(
    slot: &mut Option<Box<dyn Thinker>>,
    job: &Job,
    stop: &StopHandle,
    on_update: OnUpdate,
    factory: &ThinkerFactory,
) -> Result<JobResult, EngineError> {
    let mut thinker = match slot.take() {
        Some(thinker) => thinker,
        None => factory().map_err(|error| EngineError::Failed(error.to_string()))?,
    };
    match catch_unwind(AssertUnwindSafe(|| thinker.think(job, stop, on_update))) {
        Ok(result) => {
            *slot = Some(thinker);
            result
        }
        Err(cause) => {
            let text = panic_text(&*cause);
            tracing::error!(game = %job.game, kind = ?job.kind, "bug: an engine panicked: {text}");
            Err(EngineError::Failed(format!("it panicked: {text}")))
        }
    }
}

/// Tabiya and the external engines.
struct AnyEngine {
    native: NativeEngine,
    external: ExternalEngines,
}

impl Thinker for AnyEngine {
    fn think(
        &mut self,
        job: &Job,
        stop: &StopHandle,
        on_update: OnUpdate,
    ) -> Result<JobResult, EngineError> {
        match job.kind {
            JobKind::PlayExternal { .. } | JobKind::Analyze { engine: Some(_), .. } => {
                self.external.think(job, stop, on_update)
            }
            _ => self.native.think(job, stop, on_update),
        }
    }
}

#[cfg(test)]
mod tests;
