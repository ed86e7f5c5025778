//! Measures the levels with names: each plays rated levels around its own rating, and its
//! performance has to be near that rating. Everything follows from the seed.

mod performance;
mod play;

use clap::Args;
use engine::{Level, Strength};

use self::performance::Score;
use crate::error::TaskError;
use crate::parallel;
use crate::table::Table;

/// How far a performance may be from the rating.
const TOLERANCE: f64 = 60.0;

/// The levels with names, and the ratings of their opponents.
const MATCHES: [(&str, Strength, [u16; 2]); 3] = [
    ("Easy", Strength::Easy, [600, 800]),
    ("Medium", Strength::Medium, [1000, 1200]),
    ("Hard", Strength::Hard, [1500, 1700]),
];

/// What `cargo xtask levels` accepts.
#[derive(Args)]
pub(crate) struct Options {
    /// Games against each opponent, half of them with White
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: u64,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Plays all games and prints a table.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let mut table = Table::new(["level", "opponent", "score", "performance"]);
    let mut failures = Vec::new();
    for (name, level, ratings) in MATCHES {
        let mut scores = Vec::new();
        for rating in ratings {
            let score = play_match(level, rating, options)?;
            let performance = describe(std::slice::from_ref(&score));
            table.row([name, &rating.to_string(), &percent(&score), &performance]);
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

/// The games of a level against a rated one, with alternating colors.
fn play_match(level: Strength, rating: u16, options: &Options) -> Result<Score, TaskError> {
    let unable = || TaskError::Unable(format!("there is no level {rating}"));
    let opponent = Strength::Rated(Level::new(rating).ok_or_else(unable)?);
    let numbers: Vec<u64> = (0..options.games).collect();
    let points = parallel::map(&numbers, |&number| {
        let seed = random::mix(options.seed).wrapping_add(number);
        if number % 2 == 0 {
            play::white_points(level, opponent, seed)
        } else {
            play::white_points(opponent, level, seed).map(|points| 1.0 - points)
        }
    });
    let points: Result<Vec<f64>, _> = points.into_iter().collect();
    points
        .map(|points| Score { rating, points })
        .map_err(|error| TaskError::Unable(error.to_string()))
}

fn percent(score: &Score) -> String {
    format!("{:.1} %", 100.0 * score.mean())
}

fn describe(scores: &[Score]) -> String {
    let (performance, margin) = performance::estimate(scores);
    format!("{performance:.0} ± {margin:.0}")
}
