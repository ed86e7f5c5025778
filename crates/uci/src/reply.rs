//! Replies: the lines that an engine sends to a GUI.

use std::fmt;

use chess::Quoted;

use crate::text::Words;
use crate::uci_move::read_move;
use crate::{Info, OptionDeclaration, UciMove};

/// A line from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The engine's name.
    IdName(String),
    /// Its author.
    IdAuthor(String),
    /// An option that can be set.
    Option(OptionDeclaration),
    /// All options have been listed.
    UciOk,
    /// Everything before `isready` is done.
    ReadyOk,
    /// The search is over.
    BestMove(BestMove),
    /// Progress of the search.
    Info(Info),
    /// The state of a copy protection, which is ignored.
    CopyProtection(String),
    /// The state of a registration, likewise.
    Registration(String),
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BestMove {
    /// The move to play; none when there is no legal one.
    pub played: Option<UciMove>,
    /// The reply that the engine would like to ponder on.
    pub ponder: Option<UciMove>,
}

impl Reply {
    /// Parses a line.
    ///
    /// # Errors
    /// When the line is not part of the protocol, or its move is not a move.
    pub fn parse(line: &str) -> Result<Reply, ReplyError> {
        let mut words = Words::new(line);
        let unknown = || ReplyError::Unknown(line.to_owned());
        match words.next() {
            Some("id") => id(&mut words).ok_or_else(unknown),
            Some("option") => {
                OptionDeclaration::read(&mut words).map(Reply::Option).ok_or_else(unknown)
            }
            Some("uciok") => Ok(Reply::UciOk),
            Some("readyok") => Ok(Reply::ReadyOk),
            Some("bestmove") => BestMove::read(&mut words).map(Reply::BestMove),
            Some("info") => Ok(Reply::Info(Info::read(&mut words))),
            Some("copyprotection") => Ok(Reply::CopyProtection(words.rest().to_owned())),
            Some("registration") => Ok(Reply::Registration(words.rest().to_owned())),
            _ => Err(unknown()),
        }
    }
}

fn id(words: &mut Words) -> Option<Reply> {
    match words.next()? {
        "name" => Some(Reply::IdName(words.rest().to_owned())),
        "author" => Some(Reply::IdAuthor(words.rest().to_owned())),
        _ => None,
    }
}

impl BestMove {
    fn read(words: &mut Words) -> Result<BestMove, ReplyError> {
        let word = words.next().unwrap_or_default();
        let played = match word {
            "(none)" | "none" | "0000" | "NULL" => None,
            _ => Some(read_move(word).ok_or_else(|| ReplyError::BestMove(word.to_owned()))?),
        };
        // A ponder move that cannot be read is ignored.
        let ponder = words.take_if(|word| (word == "ponder").then_some(()));
        let ponder = ponder.and_then(|()| words.take_if(read_move));
        Ok(BestMove { played, ponder })
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.played {
            Some(played) => write!(f, "bestmove {played}")?,
            None => f.write_str("bestmove (none)")?,
        }
        self.ponder.map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Reply::IdName(name) => write!(f, "id name {name}"),
            Reply::IdAuthor(author) => write!(f, "id author {author}"),
            Reply::Option(option) => option.fmt(f),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::BestMove(best) => best.fmt(f),
            Reply::Info(info) => info.fmt(f),
            Reply::CopyProtection(state) => write!(f, "copyprotection {state}"),
            Reply::Registration(state) => write!(f, "registration {state}"),
        }
    }
}

/// Why a line is not a reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// The line is not part of the protocol.
    #[error("'{}' is not a UCI reply", Quoted(.0))]
    Unknown(String),
    /// The best move is not a move.
    #[error("bestmove '{}' is not a move such as e2e4 or e7e8q", Quoted(.0))]
    BestMove(String),
}
