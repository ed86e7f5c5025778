//! The levels with names: each plays rated levels around its own rating, and its performance has
//! to be near that rating.

use engine::{Level, Strength};

use super::participant::Participant;
use super::performance::{self, Score};
use super::play::play_match;
use super::{Options, percent, rated};
use crate::error::TaskError;
use crate::table::Table;

/// How far a performance may be from the rating.
const TOLERANCE: f64 = 60.0;

/// The levels with names, and the ratings of their opponents.
const MATCHES: [(&str, Strength, [u16; 2]); 3] = [
    ("Easy", Strength::Easy, [600, 800]),
    ("Medium", Strength::Medium, [1000, 1200]),
    ("Hard", Strength::Hard, [1500, 1700]),
];

/// Plays all games and prints a table.
pub(super) fn measure(options: &Options) -> Result<(), TaskError> {
    let mut table = Table::new(["level", "opponent", "score", "performance"]);
    let mut failures = Vec::new();
    for (name, level, ratings) in MATCHES {
        let mut scores = Vec::new();
        for rating in ratings {
            let score = play_rated(level, rating, options)?;
            table.row([name, &rating.to_string(), &percent(score.tally), &describe(&[score])]);
            scores.push(score);
        }
        table.row([name, "both", "", &describe(&scores)]);
        let target = level.rating().map_or(0.0, f64::from);
        let (performance, _) = performance::estimate(&scores);
        if (performance - target).abs() > TOLERANCE {
            failures.push(format!("{name} plays like {performance:.0} instead of {target:.0}"));
        }
    }
    print!("{table}");
    if failures.is_empty() { Ok(()) } else { Err(TaskError::No(failures.join("\n"))) }
}

/// The games of a level against a rated one.
fn play_rated(level: Strength, rating: u16, options: &Options) -> Result<Score, TaskError> {
    let opponent: Level = rated(rating)?;
    let (first, second) =
        (Participant::Level(level), Participant::Level(Strength::Rated(opponent)));
    let tally = play_match(first, second, options.games, options.seed)?;
    Ok(Score { rating, tally })
}

fn describe(scores: &[Score]) -> String {
    let (performance, margin) = performance::estimate(scores);
    format!("{performance:.0} ± {margin:.0}")
}
