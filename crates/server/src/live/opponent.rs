//! The engine as an opponent. It searches when it is to move, replies after a short pause, stops as
//! soon as the game no longer needs the result, and answers draw offers. Of several servers that
//! have a game open, one searches at a time.

use std::future::{self, Future};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use chess::{Color, Move};
use engine::Value;
use game::{Actor, Command, Game, GameId, Offer, Player, Status};
use store::{SeatOwners, Store};
use tokio::time::{Instant, sleep, sleep_until};
use wire::Viewer;

use super::messages::{engine_to_move, stuck_message, to_json, turn};
use super::reply_pause::reply_pause;
use super::room::Room;
use super::services::RoomServices;
use crate::engines::{EngineError, Engines, Job, JobKind, JobResult};
use crate::error;
use crate::lease::Lease;
use crate::security::ClientKey;

/// How long to wait before asking again when the engines' queue is full.
const RETRY_DELAY: Duration = Duration::from_millis(250);
/// How often an engine that crashed is asked again.
const RETRIES: u32 = 2;
/// The engine declines draw offers before this ply.
const NO_DRAW_BEFORE_PLY: usize = 40;
/// The engine accepts a draw when it is ahead by at most this many centipawns.
const DRAW_THRESHOLD: i32 = 15;

type Answer = Pin<Box<dyn Future<Output = Result<JobResult, EngineError>> + Send>>;

/// The engine of one game.
pub(super) struct Opponent {
    engines: Engines,
    /// Where a search is claimed; none where there is one server.
    shared_store: Option<Arc<dyn Store>>,
    /// Whose share of the engines it uses: that of the player who connected last, or else that of a
    /// spectator.
    client: ClientKey,
    /// The seed of the levels' randomness. It is not stored, so the game cannot be predicted.
    seed: u64,
    search: Option<Search>,
    /// The engine's evaluation when it last moved.
    last_value: Option<Value>,
    /// Why it cannot move in the current position.
    error: Option<EngineError>,
}

/// A search. Dropping it stops the engine.
struct Search {
    /// The moves that led to the position.
    moves: Vec<Move>,
    /// None once it has completed.
    answer: Option<Answer>,
}

impl Opponent {
    /// An opponent that has not searched yet, in a game with these players.
    pub(super) fn new(services: &RoomServices, owners: &SeatOwners) -> Opponent {
        let account = owners.iter().find_map(|(_, owner)| owner.as_ref()?.account);
        let client = account.map_or(ClientKey::Nobody, ClientKey::Account);
        // Without a random seed the engine still plays, but repeats itself.
        let seed = getrandom::u64().unwrap_or_default();
        Opponent {
            engines: services.engines.clone(),
            shared_store: services.is_shared.then(|| Arc::clone(&services.store)),
            client,
            seed,
            search: None,
            last_value: None,
            error: None,
        }
    }

    /// Notes that a client follows the game.
    pub(super) fn note_follower(&mut self, client: ClientKey, viewer: Viewer) {
        if viewer != Viewer::Spectator || self.client == ClientKey::Nobody {
            self.client = client;
        }
    }

    /// True while a search runs.
    pub(super) fn is_thinking(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.answer.is_some())
    }

    /// Why it cannot move in the current position.
    pub(super) fn error(&self) -> Option<&EngineError> {
        self.error.as_ref()
    }

    /// Waits for the result of the search; forever if there is none.
    pub(super) async fn result(&mut self) -> Result<JobResult, EngineError> {
        let slot = self.search.as_mut().map(|search| &mut search.answer);
        let Some(slot) = slot else { return future::pending().await };
        let Some(answer) = slot else { return future::pending().await };
        let result = answer.as_mut().await;
        *slot = None;
        self.last_value = result.as_ref().ok().and_then(|result| result.value);
        result
    }

    /// Stops the search and forgets its result, so that the next one starts anew.
    fn reset(&mut self) {
        self.search = None;
        self.error = None;
    }

    /// Stops the search of a position that the game has left.
    fn drop_stale_search(&mut self, game: &Game) {
        let moves = game.board().moves();
        let is_needed = |search: &Search| engine_to_move(game).is_some() && search.moves == moves;
        if self.search.take_if(|search| !is_needed(search)).is_some() {
            self.error = None;
        }
    }

    /// Starts a search, no earlier than `not_before`. The move comes after the pause at the
    /// earliest; an error at once.
    fn start(&mut self, game: &Game, job: Job, pause: Duration, not_before: Instant) {
        let (engines, shared_store) = (self.engines.clone(), self.shared_store.clone());
        let answer = async move {
            sleep_until(not_before).await;
            let work = format!("engine/{}", job.game);
            let search = async {
                let start = Instant::now();
                let result = ask(engines, job).await?;
                sleep_until(start + pause).await;
                Ok(result)
            };
            match shared_store {
                Some(store) => Lease::claim(&store, &work).await.hold(search).await,
                None => search.await,
            }
        };
        let moves = game.board().moves().to_vec();
        self.search = Some(Search { moves, answer: Some(Box::pin(answer)) });
    }

    /// The job of the engine to move; none when it is a person's turn.
    fn job(&self, id: &GameId, game: &Game, remaining: Option<Duration>) -> Option<Job> {
        let kind = match engine_to_move(game)? {
            Player::Engine(strength) => {
                JobKind::Play { strength: *strength, seed: self.seed, remaining }
            }
            Player::External(name) => JobKind::PlayExternal { name: name.clone(), remaining },
            Player::Open | Player::Person => return None,
        };
        Some(Job { game: id.clone(), client: self.client, board: game.board().clone(), kind })
    }

    /// True when the engine accepts a draw: the opening is over, and it is not better.
    fn accepts_draw(&self, game: &Game) -> bool {
        let is_past_opening = game.board().moves().len() >= NO_DRAW_BEFORE_PLY;
        let is_not_better = self.last_value.is_some_and(|value| match value {
            Value::Centipawns(amount) => amount <= DRAW_THRESHOLD,
            Value::Mate(moves) => moves <= 0,
        });
        is_past_opening && is_not_better
    }
}

/// Asks until there is a result, or no hope for one.
async fn ask(engines: Engines, job: Job) -> Result<JobResult, EngineError> {
    let mut retries = RETRIES;
    loop {
        match engines.ask(job.clone()).await {
            // The game's one place in the queue may be taken by a hint.
            Err(EngineError::Busy | EngineError::Thinking) => sleep(RETRY_DELAY).await,
            Err(EngineError::Failed(reason)) if retries > 0 => {
                tracing::warn!(game = %job.game, reason, "the engine crashed; asking it again");
                retries -= 1;
            }
            answer => return answer,
        }
    }
}

impl Room {
    /// Lets the engine answer a draw offer, and search when it is to move.
    pub(super) async fn update_engine(&mut self) {
        if self.is_unattended() {
            return self.opponent.reset();
        }
        self.answer_draw_offer().await;
        self.opponent.drop_stale_search(&self.game);
        if self.opponent.search.is_some() {
            return;
        }
        let remaining = self.game.clock(turn(&self.game), self.time.now());
        let Some(job) = self.opponent.job(&self.id, &self.game, remaining) else { return };
        let (longest, ply) = (self.services.engine_pause, self.game.board().moves().len());
        let pause = reply_pause(longest, remaining, self.opponent.seed, ply);
        let is_connected = Color::ALL.into_iter().any(|color| self.audience.has_player(color));
        let not_before = self.idle.retry_at().max(Instant::now() + self.head_start(is_connected));
        self.opponent.start(&self.game, job, pause, not_before);
    }

    /// A game without followers and without a running clock can wait, so that it takes no engine
    /// from other games. It goes on when somebody is back.
    fn is_unattended(&self) -> bool {
        self.audience.is_empty() && self.game.deadline().is_none()
    }

    async fn answer_draw_offer(&mut self) {
        let Some(engine) = self.engine_side() else { return };
        let is_playing = self.game.status() == Status::Playing;
        if !is_playing || !self.game.has_offered(!engine, Offer::Draw) {
            return;
        }
        let accepts = self.opponent.accepts_draw(&self.game);
        let answer = if accepts { Command::Offer } else { Command::Decline };
        // An error is in the log; the offer stands until the next message.
        let _ = self.act(Actor::Player(engine), answer(Offer::Draw)).await;
    }

    /// Plays the engine's move. A move that could not be stored is searched again after a delay.
    pub(super) async fn move_for_engine(&mut self, result: Result<JobResult, EngineError>) {
        let play = match result {
            Ok(result) => result.play,
            // The server is shutting down; the next one asks the engine again.
            Err(EngineError::Closed) => return,
            Err(error) => return self.report_stuck(error),
        };
        let actor = Actor::Player(turn(&self.game));
        match self.act(actor, Command::Move { play, lag: Duration::ZERO }).await {
            Ok(_) => {}
            Err(error) if error.is_transient() => {
                self.idle.delay_retry(&error);
                self.opponent.reset();
            }
            // Another search would end the same way.
            Err(error) => self.report_stuck(EngineError::Failed(format!("{error:?}"))),
        }
    }

    /// Tells everybody that the engine cannot move. The players can still take back or resign.
    fn report_stuck(&mut self, error: EngineError) {
        error::log(&error);
        self.audience.broadcast(&to_json(&stuck_message(&self.id, &error)));
        self.opponent.error = Some(error);
    }
}
