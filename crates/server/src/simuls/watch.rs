//! Watches the games of a simul while it goes on.

use std::collections::BTreeSet;
use std::future::pending;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use game::GameId;
use store::{Simul, SimulState};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};
use wire::simul::SimulBoardView;

use super::live::{News, Now, lock};
use super::{Inner, view};
use crate::ApiError;

/// How long to wait before what has failed is tried again.
const RETRY_DELAY: Duration = Duration::from_secs(2);

/// The games of a simul that goes on.
pub(super) struct Watched {
    pub(super) simuls: Weak<Inner>,
    pub(super) simul: Simul,
    pub(super) now: Arc<Mutex<Now>>,
    pub(super) news: broadcast::Sender<News>,
}

impl Watched {
    /// Sends every board that changes, until all are over.
    pub(super) async fn run(self, mut changes: broadcast::Receiver<Option<GameId>>) {
        let (mut failed, mut retry_at) = (BTreeSet::new(), None);
        loop {
            let change = tokio::select! {
                biased;
                change = changes.recv() => Some(change),
                () = until(retry_at) => None,
            };
            let is_retry = change.is_none();
            let boards = match change {
                Some(Ok(Some(game))) => self.index(&game).into_iter().collect(),
                // Any board may have changed.
                Some(Ok(None) | Err(RecvError::Lagged(_))) => {
                    (0..self.simul.boards.len()).collect()
                }
                Some(Err(RecvError::Closed)) => return,
                None => failed.clone(),
            };
            let Some(inner) = self.simuls.upgrade() else { return };
            if boards.is_empty() && !is_retry {
                continue;
            }
            self.read(&inner, boards, &mut failed).await;
            let mut is_to_retry = !failed.is_empty();
            match self.end_if_over(&inner).await {
                Ok(false) => {}
                Ok(true) => return,
                Err(error) => {
                    tracing::error!(simul = %self.simul.id, "it does not end yet: {error}");
                    is_to_retry = true;
                }
            }
            retry_at = is_to_retry.then(|| Instant::now() + RETRY_DELAY);
        }
    }

    fn index(&self, game: &GameId) -> Option<usize> {
        self.simul.boards.iter().position(|board| board.game == *game)
    }

    /// Reads boards, and remembers those that cannot be read.
    async fn read(&self, inner: &Inner, boards: BTreeSet<usize>, failed: &mut BTreeSet<usize>) {
        for index in boards {
            let board = &self.simul.boards[index];
            match view::board(&inner.rooms, index as u32 + 1, board).await {
                Ok(board) => {
                    failed.remove(&index);
                    self.take(index, board);
                }
                Err(error) => {
                    // Once is enough, however often it is tried again.
                    if failed.insert(index) {
                        tracing::error!(game = %board.game, "a board cannot be read yet: {error}");
                    }
                }
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

async fn until(retry_at: Option<Instant>) {
    match retry_at {
        Some(at) => sleep_until(at).await,
        None => pending().await,
    }
}
