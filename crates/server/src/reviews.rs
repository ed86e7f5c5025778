//! Reviews of finished games, made by idle engines.
//!
//! A game has one review at a time, which all clients share. It uses the engines on behalf of the
//! client who started it, and goes on until everybody who wants it has stopped it. Its positions
//! are searched from the last to the first, as many at once as there are engines, and after all
//! moves and hints. Every evaluation is stored, so a review that was stopped, or a server that was,
//! resumes where it ended. What the evaluations mean is computed by [`review`].
//!
//! Of several servers that share the store, one makes a review at a time; on the others it is
//! followed by reading what is stored. When that server is gone, one of them goes on with it. All
//! of them are told who does not want it any more, because any may have been asked for it.

mod facts;
mod job;
mod text;
mod to_wire;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use analysis::{DEFAULT_NODES, MoveSequence};
use game::{Game, GameId, Status};
use review::Evaluation;
use store::{LeaseState, ReviewKey, ReviewStop, Store, StoreError, StoredEvaluation};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tracing::{Instrument, info_span};
use wire::review::ReviewedPosition;

use crate::ApiError;
use crate::engines::{EngineError, Engines, Job, JobKind};
use crate::error;
use crate::lease::{CLAIM_INTERVAL, Lease};
use crate::live::random_id;
use crate::security::{ClientKey, PermitError, Permits};

pub(crate) use job::{Follower, ReviewJob};

/// The number of reviews at once, in total and of one client; more would only slow each other down.
const MAX_REVIEWS: usize = 32;
const MAX_PER_CLIENT: usize = 4;

/// The delay before a review asks again when the queue is full.
const RETRY_DELAY: Duration = Duration::from_millis(250);

/// When a client with too many reviews may try again.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The engine. Another version or another network makes another review.
static ENGINE: LazyLock<String> = LazyLock::new(|| {
    let name = concat!("Tabiya ", env!("CARGO_PKG_VERSION"));
    match engine::built_in_network() {
        Some(network) => format!("{name} {:08x}", network.checksum()),
        None => name.to_owned(),
    }
});

/// All reviews of a server. Clones refer to the same reviews.
#[derive(Clone)]
pub(crate) struct Reviews(Arc<ReviewsInner>);

struct ReviewsInner {
    store: Arc<dyn Store>,
    engines: Engines,
    running: Mutex<HashMap<GameId, Arc<ReviewJob>>>,
    permits: Permits,
}

impl Reviews {
    /// Reviews by these engines, with evaluations in this store.
    pub(crate) fn new(store: Arc<dyn Store>, engines: Engines) -> Reviews {
        let permits = Permits::new(MAX_REVIEWS, MAX_PER_CLIENT);
        Reviews(Arc::new(ReviewsInner { store, engines, running: Mutex::default(), permits }))
    }

    /// Starts the review of a game, or joins it.
    ///
    /// # Errors
    /// When the game is in progress, or too many reviews are running, in total or of this client.
    pub(crate) async fn start(
        &self,
        id: GameId,
        game: &Game,
        client: ClientKey,
    ) -> Result<Arc<ReviewJob>, ApiError> {
        let key = key(id, game)?;
        let job = self.open(key, game, client, Some(client))?;
        job.placed().await;
        Ok(job)
    }

    /// The running review, or a new one that runs with the engines' share of a client. The owner is
    /// known before it runs, because one without an owner may end at once.
    fn open(
        &self,
        key: ReviewKey,
        game: &Game,
        client: ClientKey,
        owner: Option<ClientKey>,
    ) -> Result<Arc<ReviewJob>, ApiError> {
        let mut running = self.lock();
        if let Some(job) = running.get(&key.game).filter(|job| *job.key() == key) {
            job.add_owners(owner);
            return Ok(Arc::clone(job));
        }
        let permit = self.0.permits.admit(Some(client)).map_err(|error| match error {
            PermitError::Full => ApiError::from(EngineError::Busy),
            PermitError::ClientFull => ApiError::TooManyRequests { retry_after: RETRY_AFTER },
        })?;
        let job = Arc::new(ReviewJob::new(key, game.board()));
        job.add_owners(owner);
        // A review of moves that were taken back since is obsolete.
        if let Some(outdated) = running.insert(job.key().game.clone(), Arc::clone(&job)) {
            outdated.cancel();
        }
        drop(running);
        let (reviews, own) = (self.clone(), Arc::clone(&job));
        let span = info_span!("review", game = %own.key().game);
        let task = async move {
            let _permit = permit;
            if let Err(error) = reviews.run(&own, client).await {
                error::log(&error);
            }
            reviews.lock().retain(|_, other| !Arc::ptr_eq(other, &own));
            own.end();
        };
        tokio::spawn(task.instrument(span));
        Ok(job)
    }

    /// The review of a game so far: the running one, here or on another server, or what is stored.
    ///
    /// # Errors
    /// When the game is in progress, or the store cannot be read.
    pub(crate) async fn find(
        &self,
        id: GameId,
        game: &Game,
        client: ClientKey,
    ) -> Result<Arc<ReviewJob>, ApiError> {
        let key = key(id, game)?;
        let running = self.lock().get(&key.game).filter(|job| *job.key() == key).cloned();
        if let Some(job) = running {
            return Ok(job);
        }
        if self.0.store.lease_state(&work(&key)).await? != LeaseState::Free
            && let Ok(job) = self.open(key.clone(), game, client, None)
        {
            return Ok(job);
        }
        let job = ReviewJob::new(key, game.board());
        self.0.restore(&job).await?;
        job.end();
        Ok(Arc::new(job))
    }

    /// Stops the review of a game whoever wants it, on all servers. Its evaluations stay.
    pub(crate) fn stop(&self, id: &GameId) {
        self.stop_here(id);
        self.0.store.announce_review_stop(ReviewStop { game: id.clone(), client: None });
    }

    /// Stops the review of a game as far as this client is concerned. It goes on while others want
    /// it: those who have asked for it too, and those who follow it.
    ///
    /// # Errors
    /// When it is made here, and the client has not asked for it. What other servers were asked for
    /// is not known here.
    pub(crate) fn leave(&self, id: &GameId, client: ClientKey) -> Result<(), ApiError> {
        if !self.leave_here(id, |other| other == client) {
            return Err(ApiError::ForeignReview);
        }
        let stop = ReviewStop { game: id.clone(), client: Some(client.hash()) };
        self.0.store.announce_review_stop(stop);
        Ok(())
    }

    /// Another server has been told to stop a review.
    pub(crate) fn stop_for(&self, ReviewStop { game, client }: &ReviewStop) {
        match client {
            Some(client) => drop(self.leave_here(game, |other| other.hash() == *client)),
            None => self.stop_here(game),
        }
    }

    fn stop_here(&self, id: &GameId) {
        if let Some(job) = self.lock().remove(id) {
            job.cancel();
        }
    }

    /// A client leaves the review of a game, if it runs here; false when others want it and this
    /// one has not asked for it.
    fn leave_here(&self, id: &GameId, is_client: impl Fn(ClientKey) -> bool) -> bool {
        let mut running = self.lock();
        let Some(job) = running.get(id) else { return true };
        let is_owner = job.remove_owner(&is_client);
        if !is_owner && !job.is_made_here() {
            // The server that makes it decides, and this one goes on if somebody else follows it.
            job.discount_follower(&is_client);
            return true;
        }
        if !is_owner && !job.is_unwanted() {
            return false;
        }
        if !job.is_wanted_by_others(&is_client) {
            job.cancel();
            running.remove(id);
        }
        true
    }

    /// Evaluates a position that belongs to no game, with as many nodes as a review, and always
    /// alike. Nothing is stored.
    ///
    /// # Errors
    /// When no engine answers.
    pub(crate) async fn evaluate_position(
        &self,
        board: chess::Game,
        client: ClientKey,
    ) -> Result<ReviewedPosition, ApiError> {
        let moves = MoveSequence::from(&board);
        let ply = moves.moves().len();
        let evaluation = if let Some(evaluation) = moves.final_evaluation(ply) {
            evaluation
        } else {
            let game = random_id()?;
            self.0.search(&Job { game, client, board, kind: JobKind::Evaluate }).await?
        };
        Ok(to_wire::reviewed_position(moves.positions(), ply, &evaluation))
    }

    /// Makes a review, or follows the server that does until it ends.
    async fn run(&self, job: &Arc<ReviewJob>, client: ClientKey) -> Result<(), ApiError> {
        let work = work(job.key());
        loop {
            let lease = match self.0.store.lease_state(&work).await? {
                // The server that made it was told to stop, or nobody there wanted it any more.
                LeaseState::Free if !job.is_wanted() => return Ok(self.0.restore(job).await?),
                // It may be told to stop before it could be claimed here.
                LeaseState::Held if !job.is_wanted() => None,
                _ => Lease::try_claim(&self.0.store, &work).await?,
            };
            job.place(lease.is_some());
            self.0.restore(job).await?;
            if job.missing().is_empty() {
                return Ok(());
            }
            if let Some(lease) = lease {
                return lease.hold(self.evaluate_missing(job, client)).await;
            }
            tokio::select! {
                () = job.cancelled() => return Ok(()),
                () = sleep(CLAIM_INTERVAL) => {}
            }
        }
    }

    /// Evaluates the missing positions, several at a time.
    async fn evaluate_missing(
        &self,
        job: &Arc<ReviewJob>,
        client: ClientKey,
    ) -> Result<(), ApiError> {
        let missing = Arc::new(job.missing());
        let next = Arc::new(AtomicUsize::new(0));
        let mut workers = JoinSet::new();
        for _ in 0..self.0.engines.load().workers.max(1) {
            let reviews = Arc::clone(&self.0);
            let (job, missing, next) = (Arc::clone(job), Arc::clone(&missing), Arc::clone(&next));
            workers.spawn(async move {
                while let Some(&ply) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    tokio::select! {
                        () = job.cancelled() => return Ok(()),
                        done = reviews.evaluate(&job, ply, client) => done?,
                    }
                }
                Ok::<_, ApiError>(())
            });
        }
        while let Some(worker) = workers.join_next().await {
            worker??;
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Arc<ReviewJob>>> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ReviewsInner {
    /// Loads the evaluations in the store. One that cannot be parsed is searched again.
    async fn restore(&self, job: &ReviewJob) -> Result<(), StoreError> {
        for stored in self.store.evaluations(job.key()).await? {
            let position = job.moves().positions().get(stored.ply as usize);
            let evaluation = position.and_then(|position| text::read(position, &stored.text));
            if let Some(evaluation) = evaluation {
                job.add(stored.ply as usize, evaluation);
            } else {
                let game = &job.key().game;
                tracing::error!(%game, ply = stored.ply, "a stored evaluation is damaged");
            }
        }
        Ok(())
    }

    /// Evaluates a position, stores the result, and notifies followers.
    async fn evaluate(
        &self,
        job: &ReviewJob,
        ply: usize,
        client: ClientKey,
    ) -> Result<(), ApiError> {
        let search = search_job(job, ply, client)?;
        let evaluation = loop {
            match self.search(&search).await {
                // The queue is full; a review can wait.
                Err(EngineError::Busy) => sleep(RETRY_DELAY).await,
                found => break found?,
            }
        };
        let stored = StoredEvaluation { ply: ply as u32, text: text::write(&evaluation) };
        self.store.save_evaluation(job.key(), stored).await?;
        job.add(ply, evaluation);
        Ok(())
    }

    /// Searches a position, again after every preemption.
    async fn search(&self, job: &Job) -> Result<Evaluation, EngineError> {
        let result = loop {
            match self.engines.ask(job.clone()).await {
                Err(EngineError::Interrupted) => {}
                result => break result?,
            }
        };
        let value = result.value.ok_or(EngineError::NoMove)?;
        let score = analysis::score(value, job.board.position().turn());
        Ok(Evaluation { score, line: result.line, depth: result.depth })
    }
}

/// The search of the position after `ply` half-moves.
fn search_job(job: &ReviewJob, ply: usize, client: ClientKey) -> Result<Job, ApiError> {
    let mut board = chess::Game::new(job.moves().positions()[0]);
    for &m in &job.moves().moves()[..ply] {
        let replayed = board.play(m);
        replayed.map_err(|error| ApiError::Internal(format!("a game does not replay: {error}")))?;
    }
    let kind = JobKind::Review { nodes: job.key().nodes };
    Ok(Job { game: job.key().game.clone(), client, board, kind })
}

/// The name of the lease of a review.
fn work(key: &ReviewKey) -> String {
    format!("review/{}/{:016x}", key.game, key.moves_hash)
}

/// The key of the review of a game in its current state.
fn key(id: GameId, game: &Game) -> Result<ReviewKey, ApiError> {
    match game.status() {
        Status::Over(_) => Ok(ReviewKey {
            game: id,
            moves_hash: MoveSequence::from(game.board()).fingerprint(),
            nodes: DEFAULT_NODES,
            engine: ENGINE.clone(),
        }),
        _ => Err(ApiError::NotOver),
    }
}
