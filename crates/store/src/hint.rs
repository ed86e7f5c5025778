//! Hints for servers that share a store.

use game::GameId;

/// A hint that something was stored, perhaps by another server.
///
/// A hint may come late, twice or not at all, so it only says where to look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A game has changed, and has this version now or a later one. Without a version something
    /// else about it has changed.
    Game(GameId, Option<u32>),
    /// Hints may have been lost, so anything may have changed.
    Lost,
}
