//! Reviews of finished games, made by engines that have nothing better to do.
//!
//! A game has one review at a time: whoever asks for it while it is made joins. Its positions are
//! searched from the last to the first, as many at once as there are engines, and behind every
//! move and every hint. What is found is kept in the store position by position, so a review that
//! was stopped, or a server that was, goes on where it ended. What it means is for [`review`].

mod job;
mod text;
mod told;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use analysis::{DEFAULT_NODES, MoveSequence};
use game::{Game, GameId, Status};
use review::Evaluation;
use store::{ReviewKey, Store, StoreError, StoredEvaluation};
use tokio::task::JoinSet;
use tokio::time::sleep;
use wire::review::ReviewedPosition;

use crate::ApiError;
use crate::engines::{EngineError, Engines, Job, JobKind};
use crate::live::random_id;

pub(crate) use job::ReviewJob;

/// Reviews that are made at once; more would only make each other wait.
const MOST_REVIEWS: usize = 4;

/// How long a review waits when no engine has room for it.
const BREATH: Duration = Duration::from_millis(250);

/// Who searches. Evaluations of another version or with another network are another review.
static ENGINE: LazyLock<String> = LazyLock::new(|| {
    let name = concat!("Tabiya ", env!("CARGO_PKG_VERSION"));
    match engine::built_in_network() {
        Some(network) => format!("{name} {:08x}", network.checksum()),
        None => name.to_owned(),
    }
});

/// All reviews of a server. Clones share them.
#[derive(Clone)]
pub(crate) struct Reviews(Arc<Shared>);

struct Shared {
    store: Arc<dyn Store>,
    engines: Engines,
    running: Mutex<HashMap<GameId, Arc<ReviewJob>>>,
}

impl Reviews {
    /// Reviews by these engines, kept in this store.
    pub(crate) fn new(store: Arc<dyn Store>, engines: Engines) -> Reviews {
        Reviews(Arc::new(Shared { store, engines, running: Mutex::default() }))
    }

    /// Begins the review of a game, or joins it.
    ///
    /// # Errors
    /// When the game is still played, or too many are reviewed at once.
    pub(crate) fn start(&self, id: GameId, game: &Game) -> Result<Arc<ReviewJob>, ApiError> {
        let key = key(id, game)?;
        let mut running = self.lock();
        if let Some(sheet) = running.get(&key.game).filter(|sheet| *sheet.key() == key) {
            return Ok(Arc::clone(sheet));
        }
        if running.len() >= MOST_REVIEWS {
            return Err(EngineError::Busy.into());
        }
        let sheet = Arc::new(ReviewJob::new(key, game.board()));
        // A review of other moves, which were taken back since, is wanted by nobody.
        if let Some(outdated) = running.insert(sheet.key().game.clone(), Arc::clone(&sheet)) {
            outdated.cancel();
        }
        drop(running);
        let (reviews, own) = (self.clone(), Arc::clone(&sheet));
        tokio::spawn(async move {
            if let Err(error) = reviews.work(&own).await {
                tracing::warn!(game = %own.key().game, "a review ended early: {error}");
            }
            reviews.lock().retain(|_, other| !Arc::ptr_eq(other, &own));
            own.end();
        });
        Ok(sheet)
    }

    /// The review of a game as far as it is there: the one that is being made, or what is kept.
    ///
    /// # Errors
    /// When the game is still played, or the store cannot be read.
    pub(crate) async fn look(&self, id: GameId, game: &Game) -> Result<Arc<ReviewJob>, ApiError> {
        let key = key(id, game)?;
        let running = self.lock().get(&key.game).filter(|sheet| *sheet.key() == key).cloned();
        if let Some(sheet) = running {
            return Ok(sheet);
        }
        let sheet = ReviewJob::new(key, game.board());
        self.0.recall(&sheet).await?;
        sheet.end();
        Ok(Arc::new(sheet))
    }

    /// Ends the review of a game. What is done stays.
    pub(crate) fn stop(&self, id: &GameId) {
        if let Some(sheet) = self.lock().remove(id) {
            sheet.cancel();
        }
    }

    /// What a position of no game is worth, by the measure of a review. Nothing of it is kept.
    ///
    /// # Errors
    /// When no engine answers.
    pub(crate) async fn judge(&self, board: chess::Game) -> Result<ReviewedPosition, ApiError> {
        let course = MoveSequence::from(&board);
        let ply = course.moves().len();
        let evaluation = if let Some(evaluation) = course.final_evaluation(ply) {
            evaluation
        } else {
            let game = random_id().map_err(|_| ApiError::Internal)?;
            let wish = JobKind::Review { nodes: DEFAULT_NODES };
            self.0.search(&Job { game, board, wish }).await?
        };
        Ok(told::reviewed_position(course.positions(), ply, &evaluation))
    }

    /// Fills a sheet, several positions at a time.
    async fn work(&self, sheet: &Arc<ReviewJob>) -> Result<(), ApiError> {
        self.0.recall(sheet).await?;
        let missing = Arc::new(sheet.missing());
        let next = Arc::new(AtomicUsize::new(0));
        let mut workers = JoinSet::new();
        for _ in 0..self.0.engines.load().workers.max(1) {
            let shared = Arc::clone(&self.0);
            let (sheet, missing, next) =
                (Arc::clone(sheet), Arc::clone(&missing), Arc::clone(&next));
            workers.spawn(async move {
                while let Some(&ply) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    tokio::select! {
                        () = sheet.cancelled() => return Ok(()),
                        done = shared.evaluate(&sheet, ply) => done?,
                    }
                }
                Ok(())
            });
        }
        while let Some(ended) = workers.join_next().await {
            ended.unwrap_or(Err(ApiError::Internal))?;
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Arc<ReviewJob>>> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    /// Takes over what the store has. What cannot be read is searched again.
    async fn recall(&self, sheet: &ReviewJob) -> Result<(), StoreError> {
        for kept in self.store.evaluations(sheet.key()).await? {
            let position = sheet.course().positions().get(kept.ply as usize);
            let evaluation = position.and_then(|position| text::read(position, &kept.text));
            if let Some(evaluation) = evaluation {
                sheet.add(kept.ply as usize, evaluation);
            }
        }
        Ok(())
    }

    /// Has a position searched, keeps what comes of it, and tells those who follow.
    async fn evaluate(&self, sheet: &ReviewJob, ply: usize) -> Result<(), ApiError> {
        let job = job(sheet, ply);
        let evaluation = loop {
            match self.search(&job).await {
                // Others are many. A review can wait for them.
                Err(EngineError::Busy) => sleep(BREATH).await,
                found => break found?,
            }
        };
        let kept = StoredEvaluation { ply: ply as u32, text: text::write(&evaluation) };
        self.store.save_evaluation(sheet.key(), kept).await?;
        sheet.add(ply, evaluation);
        Ok(())
    }

    /// Has a position searched, as often as something more urgent comes in between.
    async fn search(&self, job: &Job) -> Result<Evaluation, EngineError> {
        let thought = loop {
            match self.engines.ask(job.clone()).await {
                Err(EngineError::Interrupted) => {}
                thought => break thought?,
            }
        };
        let value = thought.value.ok_or(EngineError::NoMove)?;
        let score = analysis::score(value, job.board.position().turn());
        Ok(Evaluation { score, line: thought.line, depth: thought.depth })
    }
}

/// What is to be searched: the game as it stood after so many half-moves.
fn job(sheet: &ReviewJob, ply: usize) -> Job {
    let course = sheet.course();
    let mut board = chess::Game::new(course.positions()[0]);
    for &m in &course.moves()[..ply] {
        // The game went this way.
        let _ = board.play(m);
    }
    Job {
        game: sheet.key().game.clone(),
        board,
        wish: JobKind::Review { nodes: sheet.key().nodes },
    }
}

/// Which review a game has now.
fn key(id: GameId, game: &Game) -> Result<ReviewKey, ApiError> {
    match game.status() {
        Status::Over(_) => Ok(ReviewKey {
            game: id,
            moves: MoveSequence::from(game.board()).fingerprint(),
            nodes: DEFAULT_NODES,
            engine: ENGINE.clone(),
        }),
        _ => Err(ApiError::NotOver),
    }
}
