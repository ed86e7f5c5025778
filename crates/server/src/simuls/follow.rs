//! Those who follow a simul: each gets all boards first, then every board that changes.

use std::sync::Arc;

use store::AccountId;
use tokio::sync::broadcast;
use wire::simul::{SimulBoardView, SimulView};

use super::Slot;
use super::live::News;
use crate::security::Permit;

/// The stream of a follower.
pub(crate) struct Following {
    pub(super) slot: Slot,
    pub(super) account: Option<AccountId>,
    pub(super) news: broadcast::Receiver<News>,
    /// Whether all boards come next.
    pub(super) needs_all: bool,
    pub(super) _permit: Permit,
}

/// What a follower gets.
pub(crate) enum FollowedEvent {
    /// The whole simul.
    State(Box<SimulView>),
    /// A board.
    Board(Arc<SimulBoardView>),
}

impl Following {
    /// The next event; none when there are no more.
    pub(crate) async fn next(&mut self) -> Option<FollowedEvent> {
        let live = self.slot.get()?;
        if std::mem::take(&mut self.needs_all) {
            return Some(FollowedEvent::State(Box::new(live.view(self.account))));
        }
        match self.news.recv().await {
            Ok(News::Board(board)) => Some(FollowedEvent::Board(board)),
            Ok(News::State) | Err(broadcast::error::RecvError::Lagged(_)) => {
                Some(FollowedEvent::State(Box::new(live.view(self.account))))
            }
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}
