//! The UCI protocol as typed values, both ways, and a client that drives other engines.
//!
//! A [`Command`] is what a GUI says to an engine, a [`Reply`] what an engine says to a GUI; each is
//! read with `parse` and written by its `Display`, and what was written reads back the same. No
//! text causes a panic. [`Lines`] cuts a stream into lines, whatever bytes it holds, and [`Client`]
//! starts an engine and talks with it. The crate knows no search and no evaluation.
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
mod coordinates;
mod go;
mod info;
mod lines;
mod option;
mod position;
mod reply;
mod score;
mod text;

pub use client::{Answer, Client, ClientError, Fault, Handle};
pub use command::{Command, CommandError};
pub use coordinates::{Coordinates, ParseCoordinatesError};
pub use go::Go;
pub use info::Info;
pub use lines::{LONGEST_LINE, Line, Lines};
pub use option::{OptionDeclaration, OptionError, OptionKind};
pub use position::{PositionCommand, PositionError, Start};
pub use reply::{BestMove, Reply, ReplyError};
pub use score::{Bound, Score, Value, Wdl};
