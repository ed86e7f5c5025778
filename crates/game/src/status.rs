//! The status of a game.

use crate::End;

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A seat is open.
    Waiting,
    /// In progress.
    Playing,
    /// Adjourned by an arbiter: it waits until it is continued.
    Adjourned,
    /// Over.
    Over(End),
}
