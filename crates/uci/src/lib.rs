//! The UCI protocol as typed values in both directions, and a client that drives other engines.
//!
//! A [`Command`] goes from a GUI to an engine, a [`Reply`] from an engine to a GUI. Both are read
//! with `parse` and written by `Display`, which round-trip. No input causes a panic. [`Lines`]
//! splits a stream of arbitrary bytes into lines, and [`Client`] starts an engine and talks to it.
//! The crate knows nothing of search or evaluation.
//!
//! ```
//! use uci::{Command, Reply};
//!
//! let Command::Go(go) = Command::parse("go wtime 1000 btime 900 depth 12")? else { panic!() };
//! assert_eq!(go.depth, Some(12));
//!
//! let Reply::BestMove(best) = Reply::parse("bestmove e2e4 ponder e7e5")? else { panic!() };
//! assert_eq!(best.played.unwrap().to_string(), "e2e4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod client;
mod command;
mod go;
mod info;
mod lines;
mod option;
mod position;
mod reply;
mod score;
mod text;
mod uci_move;

pub use chess::UciMove;
pub use client::{Answer, Client, ClientError, ClientErrorKind, Handle};
pub use command::{Command, CommandError};
pub use go::Go;
pub use info::Info;
pub use lines::{Line, Lines, MAX_LINE_LENGTH};
pub use option::{OptionDeclaration, OptionError, OptionKind};
pub use position::{PositionCommand, PositionError, Start};
pub use reply::{BestMove, Reply, ReplyError};
pub use score::{Bound, Score, Value, Wdl};
