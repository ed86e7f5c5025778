//! Errors of game files and of the games in them.

use std::io;

use crate::DatagenSettings;

/// Why a file of games cannot be read or continued.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("it is not a file of self-play games")]
    NotGames,
    /// It was written by a newer version of the program.
    #[error("it has version {0}, but only versions 1 and 2 can be read")]
    Version(u16),
    /// It was started by an older version of the program, which played differently.
    #[error("it was started by an older version, which played differently")]
    Old,
    /// Its header is damaged.
    #[error("its header is damaged")]
    Header,
    /// It holds games with these other settings.
    #[error("it holds games with other settings: {0}")]
    Settings(DatagenSettings),
    /// Another program is writing to it.
    #[error("another program is writing to it")]
    Busy,
    /// The block at this byte is damaged.
    #[error("the block at byte {0} is damaged")]
    Block(u64),
}

impl PartialEq for ArchiveError {
    fn eq(&self, other: &ArchiveError) -> bool {
        match (self, other) {
            (ArchiveError::Io(one), ArchiveError::Io(other)) => one.kind() == other.kind(),
            (ArchiveError::Version(one), ArchiveError::Version(other)) => one == other,
            (ArchiveError::Settings(one), ArchiveError::Settings(other)) => one == other,
            (ArchiveError::Block(one), ArchiveError::Block(other)) => one == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// Why a record is not a valid game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// There is no start position of this number.
    #[error("there is no start position {0}")]
    Start(u16),
    /// The opening is longer than the game.
    #[error("the opening of {0} plies is longer than the game")]
    Opening(u8),
    /// The move at this ply is not legal.
    #[error("the move at ply {0} is not legal")]
    Illegal(usize),
    /// The quiet flag of the move at this ply is wrong.
    #[error("the move at ply {0} has a wrong quiet flag")]
    Quiet(usize),
}
