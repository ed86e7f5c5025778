//! Measures the levels. Everything follows from the seed.
//!
//! - Levels with names play rated levels around their own rating.
//! - Rated levels play each other and programs that play like people, which gives all a rating on
//!   the scale of those programs (`--ladder`).
//! - Rated levels solve puzzles that people have rated (`--puzzles`).
//! - Openings are counted (`--openings`).

mod ladder;
mod named;
mod openings;
mod participant;
mod performance;
mod play;
mod puzzles;
mod ratings;
mod record;
mod tally;

use std::path::PathBuf;

use clap::Args;
use engine::{Level, Search, Settings};

use self::tally::Tally;
use crate::error::TaskError;

/// What `cargo xtask levels` accepts.
#[derive(Args)]
pub(crate) struct Options {
    /// Games of each match, half of them with White
    #[arg(long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Games of each match between neighbors of the ladder, if not as many
    #[arg(long, value_name = "N", requires = "ladder",
        value_parser = clap::value_parser!(u64).range(1..))]
    neighbor_games: Option<u64>,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Measure the rated levels against each other, and against players
    #[arg(long)]
    ladder: bool,
    /// A program that plays like people: a name and a UCI command, such as
    /// "maia-1100=lc0 --weights=maia-1100.pb.gz"; can be repeated
    #[arg(long = "player", value_name = "NAME=COMMAND", requires = "ladder")]
    players: Vec<String>,
    /// The rating of the first player; those of the others are estimated
    #[arg(long, value_name = "RATING", default_value_t = 1_500.0, requires = "players")]
    player_rating: f64,
    /// The weakest level of the ladder
    #[arg(long, value_name = "RATING", default_value_t = 400, requires = "ladder")]
    from: u16,
    /// The strongest level of the ladder
    #[arg(long, value_name = "RATING", default_value_t = 2_800, requires = "ladder")]
    to: u16,
    /// The difference between the levels of the ladder
    #[arg(long, value_name = "POINTS", default_value_t = 100, requires = "ladder",
        value_parser = clap::value_parser!(u16).range(1..))]
    step: u16,
    /// Keep the results of the ladder's matches in this file, and play only those that it lacks
    #[arg(long, value_name = "FILE", requires = "ladder")]
    record: Option<PathBuf>,
    /// Measure how often levels solve the rated puzzles of this file (columns: id, FEN, moves,
    /// rating)
    #[arg(long, value_name = "FILE", conflicts_with = "ladder")]
    puzzles: Option<PathBuf>,
    /// Count the different openings of levels
    #[arg(long, conflicts_with_all = ["ladder", "puzzles"])]
    openings: bool,
}

/// Measures what was asked for, by default the levels with names.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    match &options.puzzles {
        Some(path) => puzzles::measure(options, path),
        None if options.openings => openings::measure(options),
        None if options.ladder => ladder::measure(options),
        None => named::measure(options),
    }
}

/// The level of a rating.
fn rated(rating: u16) -> Result<Level, TaskError> {
    let unable = || TaskError::Unable(format!("there is no level {rating}"));
    Level::new(rating).ok_or_else(unable)
}

/// A search for the games of a level, which are short enough for a small table.
fn new_search() -> Result<Search, TaskError> {
    Search::new(&Settings { hash_mb: 1, ..Settings::default() }).map_err(unable)
}

fn unable(error: impl std::fmt::Display) -> TaskError {
    TaskError::Unable(error.to_string())
}

fn percent(tally: Tally) -> String {
    format!("{:.1} %", 100.0 * tally.score())
}
