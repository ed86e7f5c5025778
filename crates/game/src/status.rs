//! The status of a game.

use crate::End;

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A seat is open.
    Waiting,
    /// In progress.
    Playing,
    /// Over.
    Over(End),
}
