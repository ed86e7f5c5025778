//! The engine at the board. It thinks when it is its turn, stops the moment the game no longer
//! needs its answer, and answers offers of a draw.

use std::future::{self, Future};
use std::pin::Pin;
use std::time::Duration;

use chess::Move;
use engine::Value;
use game::{Actor, Command, Game, GameId, Offer, Player};
use tokio::time::{Instant, sleep, sleep_until};

use super::messages::{engine_to_move, stuck, text, turn};
use super::room::Room;
use crate::engines::{EngineError, Engines, Job, JobKind, SearchResult};

/// How long to wait for a place in the engines' queue before asking again.
const PATIENCE: Duration = Duration::from_millis(250);
/// How often an engine that broke down is asked once more.
const MORE_TRIES: u32 = 2;
/// Half-moves before which no draw is agreed.
const OPENING_PLIES: usize = 40;
/// At most so many hundredths of a pawn ahead, the engine takes a draw.
const CONTENT: i32 = 15;

type Answer = Pin<Box<dyn Future<Output = Result<SearchResult, EngineError>> + Send>>;

/// The engine of one game.
pub(super) struct Opponent {
    engines: Engines,
    /// Where its chance comes from. It is kept nowhere, so nobody can know the game in advance.
    seed: u64,
    thinking: Option<Thinking>,
    /// What the engine thought of its position when it last moved.
    judgment: Option<Value>,
    /// Why it cannot move, where it has come to that.
    trouble: Option<EngineError>,
}

/// A thought under way. Dropping it stops the engine.
struct Thinking {
    /// The moves that led to the position it is about.
    about: Vec<Move>,
    /// None once it has come.
    answer: Option<Answer>,
}

impl Opponent {
    /// An opponent that has not thought yet.
    pub(super) fn new(engines: Engines) -> Opponent {
        // Without chance the engine still plays; it only repeats itself.
        let seed = getrandom::u64().unwrap_or_default();
        Opponent { engines, seed, thinking: None, judgment: None, trouble: None }
    }

    /// True while its answer is awaited.
    pub(super) fn is_thinking(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.answer.is_some())
    }

    /// Why it cannot move in the position of the game.
    pub(super) fn trouble(&self) -> Option<&EngineError> {
        self.trouble.as_ref()
    }

    /// Waits for the thought that is under way; for ever when there is none.
    pub(super) async fn thought(&mut self) -> Result<SearchResult, EngineError> {
        let thinking = self.thinking.as_mut();
        let Some(slot) = thinking.map(|thinking| &mut thinking.answer) else {
            return future::pending().await;
        };
        let Some(answer) = slot else { return future::pending().await };
        let thought = answer.as_mut().await;
        *slot = None;
        self.judgment = thought.as_ref().ok().and_then(|thought| thought.value);
        thought
    }

    /// Ends its thought; it thinks anew, also about what it has answered already.
    fn forget(&mut self) {
        self.thinking = None;
        self.trouble = None;
    }

    /// Ends the thought about a position that the game has left.
    fn drop_old_thought(&mut self, game: &Game) {
        let moves = game.board().moves();
        let is_needed =
            |thinking: &Thinking| engine_to_move(game).is_some() && thinking.about == moves;
        if self.thinking.take_if(|thinking| !is_needed(thinking)).is_some() {
            self.trouble = None;
        }
    }

    /// Begins to think, no earlier than told.
    fn think(&mut self, game: &Game, job: Job, not_before: Instant) {
        let engines = self.engines.clone();
        let answer = async move {
            sleep_until(not_before).await;
            ask(engines, job).await
        };
        let about = game.board().moves().to_vec();
        self.thinking = Some(Thinking { about, answer: Some(Box::pin(answer)) });
    }

    /// What is wanted from the engine that is to move; none when a person is.
    fn job(&self, id: &GameId, game: &Game, remaining: Option<Duration>) -> Option<Job> {
        let wish = match engine_to_move(game)? {
            Player::Engine(strength) => {
                JobKind::Play { strength: *strength, seed: self.seed, remaining }
            }
            Player::External(name) => JobKind::PlayExternal { name: name.clone(), remaining },
            Player::Open | Player::Person => return None,
        };
        Some(Job { game: id.clone(), board: game.board().clone(), wish })
    }

    /// True when a draw suits the engine: the opening is over, and it is not better.
    fn is_content(&self, game: &Game) -> bool {
        let past_opening = game.board().moves().len() >= OPENING_PLIES;
        let modest = self.judgment.is_some_and(|value| match value {
            Value::Centipawns(amount) => amount <= CONTENT,
            Value::Mate(moves) => moves <= 0,
        });
        past_opening && modest
    }
}

/// Asks until there is a thought, or no hope for one.
async fn ask(engines: Engines, job: Job) -> Result<SearchResult, EngineError> {
    let mut tries = MORE_TRIES;
    loop {
        match engines.ask(job.clone()).await {
            Err(EngineError::Busy | EngineError::Thinking) => sleep(PATIENCE).await,
            Err(EngineError::Failed(reason)) if tries > 0 => {
                tracing::warn!(game = %job.game, "the engine is asked once more: {reason}");
                tries -= 1;
            }
            answer => return answer,
        }
    }
}

impl Room {
    /// Has the engine do what is its to do: answer an offer, and think when it is to move.
    pub(super) async fn attend_engine(&mut self) {
        if self.is_unattended() {
            return self.opponent.forget();
        }
        self.answer_offer().await;
        self.opponent.drop_old_thought(&self.game);
        if self.opponent.thinking.is_some() {
            return;
        }
        let remaining = self.game.clock(turn(&self.game), self.ground.clock.now());
        if let Some(job) = self.opponent.job(&self.id, &self.game, remaining) {
            self.opponent.think(&self.game, job, self.pause.end());
        }
    }

    /// A game that nobody follows and no clock drives can wait: who leaves for another game does
    /// not have to share the engines with the one left behind. It goes on when somebody is back.
    fn is_unattended(&self) -> bool {
        self.audience.is_empty() && self.game.deadline().is_none()
    }

    async fn answer_offer(&mut self) {
        let Some(engine) = self.engine_side() else { return };
        if !self.game.has_offered(!engine, Offer::Draw) {
            return;
        }
        let content = self.opponent.is_content(&self.game);
        let answer = if content { Command::Offer } else { Command::Decline };
        if let Err(denial) = self.act(Actor::Player(engine), answer(Offer::Draw)).await {
            tracing::warn!(game = %self.id, "the engine's answer came to nothing: {denial}");
        }
    }

    /// Makes the engine's move. What could not be stored is thought over again after a pause.
    pub(super) async fn move_for_engine(&mut self, thought: Result<SearchResult, EngineError>) {
        let thought = match thought {
            Ok(thought) => thought,
            // Everybody is about to be sent away, and the engine is asked again by the next server.
            Err(EngineError::Closed) => return,
            Err(error) => return self.get_stuck(error),
        };
        let command = Command::Move { play: thought.play, lag: Duration::ZERO };
        let actor = Actor::Player(turn(&self.game));
        if let Err(denial) = self.act(actor, command).await {
            tracing::warn!(game = %self.id, "the engine's move came to nothing: {denial}");
            self.pause.begin();
            self.opponent.forget();
        }
    }
    /// Tells everybody that the engine cannot move. A person can still take back, resign or leave.
    fn get_stuck(&mut self, error: EngineError) {
        tracing::error!(game = %self.id, "the engine cannot move: {error}");
        let told = text(&stuck(&self.id, &error));
        self.audience.tell_players(&told);
        self.audience.tell_spectators(&told);
        self.opponent.trouble = Some(error);
    }
}
