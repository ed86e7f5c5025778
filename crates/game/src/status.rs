//! Whether a game is being played.

use crate::End;

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Somebody has to sit down first.
    Waiting,
    /// The side to move may move.
    Playing,
    /// It has ended.
    Over(End),
}
