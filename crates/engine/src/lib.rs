//! The chess engine: search, evaluation, opening books, endgame tablebases and levels.
//!
//! The crate takes positions and limits and returns typed results. It never prints, never parses
//! text and never reads the environment; protocols live in other crates.

mod book;
mod correction_history;
mod engine;
pub mod eval;
mod history;
mod levels;
mod limits;
mod mate;
mod movepicker;
mod root;
mod score;
mod search;
mod search_result;
mod see;
mod settings;
mod signal;
mod tablebase;
mod task;
mod time;
mod tt;
mod tunables;
mod value;

pub use book::{Book, BookError, BookErrorKind, BookMove};
pub use engine::{Engine, SearchEvent};
pub use eval::network::{NetworkFileError, built_in as built_in_network, chosen as chosen_network};
pub use levels::{Choice, Level, Reason, Strength};
pub use limits::{Clock, Limits};
pub use nnue::Network;
pub use root::Root;
pub use search::Search;
pub use search_result::{Bound, PvLine, SearchResult};
pub use settings::Settings;
pub use signal::Signal;
pub use tablebase::{RankedMove, Tablebase, TablebaseError, TablebaseValue};
pub use task::Task;
pub use tt::HashTooLarge;
#[cfg(feature = "tuning")]
pub use tunables::set_tunable;
pub use tunables::{TUNABLES, Tunable};
pub use value::{Value, Wdl};
