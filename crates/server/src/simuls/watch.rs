//! Watches the games of a simul while it goes on.

use std::sync::{Arc, Mutex, Weak};

use game::GameId;
use store::{Simul, SimulState};
use tokio::sync::broadcast;
use wire::simul::SimulBoardView;

use super::live::{News, Now, lock};
use super::{Inner, view};
use crate::ApiError;

/// The games of a simul that goes on.
pub(super) struct Watched {
    pub(super) simuls: Weak<Inner>,
    pub(super) simul: Simul,
    pub(super) now: Arc<Mutex<Now>>,
    pub(super) news: broadcast::Sender<News>,
}

impl Watched {
    /// Sends every board that changes, until all are over.
    pub(super) async fn run(self, mut changes: broadcast::Receiver<GameId>) {
        loop {
            let boards = match changes.recv().await {
                Ok(game) => {
                    let index = self.simul.boards.iter().position(|board| board.game == game);
                    index.map_or(0..0, |index| index..index + 1)
                }
                // Any board may have changed.
                Err(broadcast::error::RecvError::Lagged(_)) => 0..self.simul.boards.len(),
                Err(broadcast::error::RecvError::Closed) => return,
            };
            let Some(inner) = self.simuls.upgrade() else { return };
            if boards.is_empty() {
                continue;
            }
            for index in boards {
                let board = &self.simul.boards[index];
                match view::board(&inner.rooms, index as u32 + 1, board).await {
                    Ok(board) => self.take(index, board),
                    Err(error) => tracing::error!(game = %board.game, "a board is lost: {error}"),
                }
            }
            match self.end_if_over(&inner).await {
                Ok(false) => {}
                Ok(true) => return,
                Err(error) => tracing::error!(simul = %self.simul.id, "it does not end: {error}"),
            }
        }
    }

    /// Sends a board, unless its game is as it was: another server may have changed only who owns
    /// its seats.
    fn take(&self, index: usize, board: SimulBoardView) {
        let before = std::mem::replace(&mut lock(&self.now).boards[index], board.clone());
        if before.version != board.version {
            // Nobody may be listening.
            let _ = self.news.send(News::Board(Arc::new(board)));
        }
    }

    /// Ends the simul when all games are over; true when they are.
    pub(super) async fn end_if_over(&self, inner: &Inner) -> Result<bool, ApiError> {
        let is_over = {
            let now = lock(&self.now);
            now.state == SimulState::Running && now.boards.iter().all(view::is_over)
        };
        if is_over {
            let store = &inner.rooms.services().store;
            let mut state = SimulState::Over;
            // Another server may have called it off, which it stores before it aborts the games.
            match store.simul(&self.simul.id).await? {
                Some(stored) if stored.state == SimulState::CalledOff => state = stored.state,
                _ => drop(store.set_simul_state(&self.simul.id, state).await?),
            }
            lock(&self.now).state = state;
            let _ = self.news.send(News::State);
        }
        Ok(is_over)
    }
}
