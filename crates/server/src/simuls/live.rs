//! A simul that is loaded: its boards as they are now, and what followers learn of them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::{AccountId, Simul, SimulBoard, SimulState};
use tokio::sync::broadcast;
use tokio_util::task::AbortOnDropHandle;
use wire::simul::{OwnSimul, SimulBoardView, SimulCaller, SimulView};

use super::{view, wire_state};
use crate::ApiError;
use crate::live::Rooms;

/// A loaded simul.
pub(super) struct LiveSimul {
    pub(super) simul: Simul,
    /// The exhibitor's name.
    pub(super) exhibitor: String,
    pub(super) now: Arc<Mutex<Now>>,
    pub(super) news: broadcast::Sender<News>,
    /// Watches the games while the simul goes on.
    pub(super) _watching: Option<AbortOnDropHandle<()>>,
}

/// What changes in a simul.
pub(super) struct Now {
    pub(super) state: SimulState,
    pub(super) boards: Vec<SimulBoardView>,
}

/// What followers learn.
#[derive(Clone, Debug)]
pub(super) enum News {
    /// A board has changed.
    Board(Arc<SimulBoardView>),
    /// The simul is over or was called off.
    State,
}

impl LiveSimul {
    pub(super) fn lock(&self) -> MutexGuard<'_, Now> {
        lock(&self.now)
    }

    /// Reads all boards again: their clocks run.
    pub(super) async fn refresh(&self, rooms: &Rooms) -> Result<(), ApiError> {
        let fresh = boards(rooms, &self.simul).await?;
        let mut now = self.lock();
        for (known, fresh) in now.boards.iter_mut().zip(fresh) {
            if fresh.version >= known.version {
                *known = fresh;
            }
        }
        Ok(())
    }

    pub(super) fn view(&self, account: Option<AccountId>) -> SimulView {
        let now = self.lock();
        SimulView {
            id: self.simul.id.to_string(),
            name: self.simul.name.clone(),
            exhibitor: self.exhibitor.clone(),
            state: wire_state(now.state),
            boards: now.boards.clone(),
            caller: SimulCaller {
                exhibitor: account == Some(self.simul.exhibitor),
                board: self.board_of(account).map(|index| index as u32 + 1),
            },
        }
    }

    /// The boards whose games are still being played.
    pub(super) fn unfinished(&self) -> Vec<&SimulBoard> {
        let now = self.lock();
        let boards = self.simul.boards.iter().zip(&now.boards);
        boards.filter(|(_, view)| !view::is_over(view)).map(|(board, _)| board).collect()
    }

    fn board_of(&self, account: Option<AccountId>) -> Option<usize> {
        self.simul.boards.iter().position(|board| Some(board.opponent) == account)
    }

    /// What a player of the simul is reminded of, unless their game is over.
    pub(super) fn own(&self, account: AccountId) -> Option<OwnSimul> {
        let now = self.lock();
        let index = self.board_of(Some(account));
        let board = index.and_then(|index| now.boards.get(index));
        if now.state != SimulState::Running || board.is_some_and(view::is_over) {
            return None;
        }
        let color = index.map(|index| !self.simul.boards[index].color);
        Some(OwnSimul {
            id: self.simul.id.to_string(),
            name: self.simul.name.clone(),
            exhibitor: self.exhibitor.clone(),
            board: board.map(|board| board.number),
            game: board.map(|board| board.game.clone()),
            color: color.map(Into::into),
        })
    }
}

/// All boards of a simul, as they are now.
pub(super) async fn boards(rooms: &Rooms, simul: &Simul) -> Result<Vec<SimulBoardView>, ApiError> {
    let mut boards = Vec::with_capacity(simul.boards.len());
    for (index, board) in simul.boards.iter().enumerate() {
        boards.push(view::board(rooms, index as u32 + 1, board).await?);
    }
    Ok(boards)
}

/// A panic cannot leave the boards half changed.
pub(super) fn lock(now: &Mutex<Now>) -> MutexGuard<'_, Now> {
    now.lock().unwrap_or_else(PoisonError::into_inner)
}
