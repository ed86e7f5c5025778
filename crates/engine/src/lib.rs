//! The thinker: finds good moves and says how good they are.
//!
//! The crate takes positions and limits and returns typed verdicts and reports. It never prints,
//! never parses text and never looks at the environment; protocols live in other crates.

mod book;
mod correction;
mod engine;
pub mod eval;
mod history;
mod levels;
mod limits;
mod mate;
mod picker;
mod report;
mod root;
mod score;
mod search;
mod see;
mod settings;
mod signal;
mod table;
mod tablebase;
mod task;
mod time;
mod tree;
mod tunables;
mod value;

pub use book::{Book, BookError, BookFault, BookMove};
pub use engine::{Engine, Report};
pub use eval::network::{NetworkFileError, built_in as built_in_network, chosen as chosen_network};
pub use levels::{Choice, Level, Reason, Strength};
pub use limits::{Clock, Limits};
pub use nnue::Network;
pub use report::{Bound, Line, Verdict};
pub use root::Root;
pub use search::Search;
pub use settings::Settings;
pub use signal::Signal;
pub use table::TableTooLarge;
pub use tablebase::{Ranked, TableValue, Tablebase, TablebaseError};
pub use task::Task;
#[cfg(feature = "tuning")]
pub use tunables::set_tunable;
pub use tunables::{TUNABLES, Tunable};
pub use value::{Value, Wdl};
