//! The thinker: finds good moves and says how good they are.
//!
//! The crate takes positions and limits and returns typed verdicts and reports. It never prints,
//! never parses text and never looks at the environment; protocols live in other crates.

mod book;
pub mod eval;
mod limits;
mod report;
mod root;
mod tablebase;
mod value;

pub use book::{Book, BookError, BookFault, BookMove};
pub use limits::{Clock, Limits};
pub use report::{Bound, Line, Verdict};
pub use root::Root;
pub use tablebase::{Ranked, TableValue, Tablebase, TablebaseError};
pub use value::{Value, Wdl};
