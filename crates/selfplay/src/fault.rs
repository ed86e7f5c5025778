//! What can be wrong with a file of games, or with a game in it.

use std::{fmt, io};

use crate::Terms;

/// Why a file of games cannot be read or written on.
#[derive(Debug)]
pub enum ArchiveError {
    /// It cannot be read or written at all.
    Io(io::Error),
    /// It is something else.
    NotGames,
    /// It was written by a newer version of the program.
    Version(u16),
    /// It was written by an older version of the program, which played by other rules.
    Old,
    /// Its header is damaged.
    Header,
    /// It holds games that were played on these other terms.
    Terms(Terms),
    /// Another program is writing to it.
    Busy,
    /// The block at this byte is damaged.
    Block(u64),
}

impl From<io::Error> for ArchiveError {
    fn from(error: io::Error) -> ArchiveError {
        ArchiveError::Io(error)
    }
}

impl PartialEq for ArchiveError {
    fn eq(&self, other: &ArchiveError) -> bool {
        match (self, other) {
            (ArchiveError::Io(one), ArchiveError::Io(other)) => one.kind() == other.kind(),
            (ArchiveError::Version(one), ArchiveError::Version(other)) => one == other,
            (ArchiveError::Terms(one), ArchiveError::Terms(other)) => one == other,
            (ArchiveError::Block(one), ArchiveError::Block(other)) => one == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ArchiveError::Io(error) => error.fmt(f),
            ArchiveError::NotGames => f.write_str("it is no file of self-played games"),
            ArchiveError::Version(version) => {
                write!(f, "it has version {version}, and only versions 1 and 2 can be read")
            }
            ArchiveError::Old => {
                f.write_str("an older program began it, and games are played otherwise now")
            }
            ArchiveError::Header => f.write_str("its first bytes are damaged"),
            ArchiveError::Terms(terms) => write!(f, "it holds games of other terms: {terms}"),
            ArchiveError::Busy => f.write_str("another program is writing to it"),
            ArchiveError::Block(at) => write!(f, "the block at byte {at} is damaged"),
        }
    }
}

impl std::error::Error for ArchiveError {}

/// Why a record is not of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// There is no start position of this number.
    Start(u16),
    /// The opening is longer than the game.
    Opening(u8),
    /// The move at this ply is not legal.
    Illegal(usize),
    /// The move at this ply is called quiet and is not, or the other way round.
    Quiet(usize),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RecordError::Start(start) => write!(f, "there is no start position {start}"),
            RecordError::Opening(plies) => {
                write!(f, "the opening of {plies} plies is longer than the game")
            }
            RecordError::Illegal(ply) => write!(f, "the move at ply {ply} is not legal"),
            RecordError::Quiet(ply) => write!(f, "the move at ply {ply} is marked wrongly"),
        }
    }
}

impl std::error::Error for RecordError {}
