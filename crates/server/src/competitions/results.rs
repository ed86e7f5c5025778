//! The results of games on the server, which are taken over when the games end.
//!
//! A game is stored before its result is, so one may be without the other: its server was killed in
//! between, or the result could not be stored. Such games are looked for when the server starts,
//! when another one is gone, and after a failure.

use std::convert::Infallible;
use std::future::pending;
use std::time::Duration;

use competition::aggregate::{Actor, BoardNumber, BoardResult, Command, Competition};
use game::{End, Game, GameId, Status};
use store::{CompetitionId, StoreError};
use tokio::time::{Instant, sleep_until};

use super::{Competitions, loaded};
use crate::{ApiError, RoomError};

/// The delay before results are looked for again, and how long it grows while that fails.
const RETRY_DELAYS: (Duration, Duration) = (Duration::from_secs(1), Duration::from_mins(1));

impl Competitions {
    /// Takes over the results of games on the server, forever.
    pub(crate) async fn run(&self) -> Infallible {
        let mut ended = self.0.ended.lock().await;
        let (shortest, longest) = RETRY_DELAYS;
        // What ended while the server was down is taken over first.
        let (mut due, mut delay) = (Some(Instant::now()), shortest);
        loop {
            let is_behind = tokio::select! {
                biased;
                Some(game) = ended.recv() => !self.take_over_ended(&game).await,
                () = self.0.missed.notified() => {
                    due = Some(Instant::now());
                    continue;
                }
                () = until(due) => {
                    due = None;
                    !self.catch_up().await
                }
            };
            if is_behind {
                due = due.or(Some(Instant::now() + delay));
                delay = (2 * delay).min(longest);
            } else if due.is_none() {
                delay = shortest;
            }
        }
    }

    /// Looks for results that a server may not have taken over, because it is gone.
    pub(crate) fn look_for_results(&self) {
        self.0.missed.notify_one();
    }

    /// Takes over the result of a game that has just ended; false when that is to be tried again.
    async fn take_over_ended(&self, game: &GameId) -> bool {
        // It may be of a competition that was loaded by other servers only.
        let is_unknown = self.0.rooms.services().is_shared && !self.games().contains_key(game);
        if is_unknown && let Err(error) = self.open_running().await {
            tracing::warn!(%game, "its competition is not found yet: {error}");
            return false;
        }
        let competition = self.games().get(game).cloned();
        match competition {
            Some(id) => self.take_over(&id, game).await,
            None => true,
        }
    }

    /// Takes over the results that were missed; false when that is to be tried again.
    async fn catch_up(&self) -> bool {
        let running = match self.running().await {
            Ok(running) => running,
            Err(error) => {
                tracing::warn!("results of games could not be looked for: {error}");
                return false;
            }
        };
        let mut is_done = true;
        for id in running {
            match self.games_without_result(&id).await {
                Ok(games) => {
                    for game in games {
                        is_done &= self.take_over(&id, &game).await;
                    }
                }
                Err(error) => {
                    tracing::warn!(competition = %id, "its results are not looked for: {error}");
                    is_done &= !may_succeed_later(&error);
                }
            }
        }
        is_done
    }

    /// The competitions whose games may be played now.
    async fn running(&self) -> Result<Vec<CompetitionId>, StoreError> {
        let mut competitions = self.list().await?;
        competitions.retain(|(_, summary)| !summary.finished && summary.rounds > 0);
        Ok(competitions.into_iter().map(|(id, _)| id).collect())
    }

    /// Loads them, so that their games are known.
    async fn open_running(&self) -> Result<(), ApiError> {
        self.open_all(self.running().await?).await
    }

    /// Loads competitions. Errors may be over after a while.
    pub(super) async fn open_all(
        &self,
        competitions: impl IntoIterator<Item = CompetitionId>,
    ) -> Result<(), ApiError> {
        for id in competitions {
            match self.open(&id).await {
                Err(error) if may_succeed_later(&error) => return Err(error),
                // One that is damaged does not keep the others from it.
                Ok(_) | Err(_) => {}
            }
        }
        Ok(())
    }

    async fn games_without_result(&self, id: &CompetitionId) -> Result<Vec<GameId>, ApiError> {
        let slot = self.open(id).await?;
        Ok(loaded(&slot)?.log.lock().await.games_without_result())
    }

    /// Takes over the result of a game if it has ended; false when that is to be tried again.
    async fn take_over(&self, id: &CompetitionId, game: &GameId) -> bool {
        match self.take_result(id, game).await {
            Ok(()) => true,
            Err(error) if may_succeed_later(&error) => {
                tracing::warn!(competition = %id, %game, "its result has to wait: {error}");
                false
            }
            Err(error) => {
                tracing::error!(competition = %id, %game, "its result is lost: {error}");
                true
            }
        }
    }

    /// Takes over the result of a game if it has ended, with its final position.
    async fn take_result(&self, id: &CompetitionId, game_id: &GameId) -> Result<(), ApiError> {
        let game = self.0.rooms.view(game_id, None).await?.game;
        let Some(result) = result(&game) else { return Ok(()) };
        let board = self.with(id, |competition| open_board(competition, game_id)).await?;
        let Some(board) = board else { return Ok(()) };
        let position = Box::new(*game.board().position());
        let commands =
            vec![Command::SetResult { board, result }, Command::RecordPosition { board, position }];
        self.execute(id, Actor::Server, commands, None).await
    }
}

async fn until(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        None => pending().await,
    }
}

/// Whether an error is over after a while. Of two servers that take over the same result, one is
/// late, and finds it when it tries again.
fn may_succeed_later(error: &ApiError) -> bool {
    let ApiError::Room(error) = error else { return false };
    match error {
        RoomError::Stale => true,
        RoomError::Store(error) => {
            matches!(error, StoreError::Busy | StoreError::Database(_) | StoreError::Unconfirmed(_))
        }
        _ => false,
    }
}

/// The board of a game, unless it has a result.
fn open_board(competition: &Competition, game: &GameId) -> Option<BoardNumber> {
    let mut open = competition.boards().filter(|(_, board)| board.settled.is_none());
    open.find(|(_, board)| board.game.as_ref() == Some(game)).map(|(number, _)| number)
}

/// The result of a game for its board; none while it goes on, and when it was aborted.
fn result(game: &Game) -> Option<BoardResult> {
    match game.status() {
        Status::Over(End::Aborted) => None,
        Status::Over(end) => Some(end.winner().map_or(BoardResult::Draw, BoardResult::Win)),
        _ => None,
    }
}
