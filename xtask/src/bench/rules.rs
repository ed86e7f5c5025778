//! The rules library beside its peers, in one table.

use std::array;
use std::cell::RefCell;
use std::path::PathBuf;

use clap::Args;

use super::perft::{Leaves, RACES};
use super::pgn;
use super::race::{CONTESTANTS, Results, geometric_mean, race};
use super::sample::Sample;
use super::stockfish::Stockfish;
use crate::error::TaskError;
use crate::suites;
use crate::table::Table;

/// What `cargo xtask bench rules` accepts.
#[derive(Args)]
pub(crate) struct Options {
    /// One depth less, and a smaller sample
    #[arg(long)]
    quick: bool,
    /// Number of runs; the best time counts
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: usize,
    /// The folder with the collection of games; without it, PGN is not measured
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// How many times more rounds there are where a round is short.
const SHORT_ROUNDS: usize = 5;

/// A line of the result: the speed of each library, in a unit of its own.
struct Row {
    name: String,
    unit: &'static str,
    speeds: Results,
    /// Our speed in each contestant's.
    ratios: Results,
}

/// Measures everything and prints the table.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let stockfish = Stockfish::start().map(RefCell::new);
    let mut rows = Vec::new();
    for leaves in [Leaves::Counted, Leaves::Played] {
        let races = perft_rows(options, leaves, stockfish.as_ref())?;
        let mean = Row::mean(format!("perft, {}, geometric mean", leaves.name()), &races);
        rows.extend(races);
        rows.push(mean);
    }
    rows.extend(sample_rows(options)?);
    if let Some(folder) = &options.data {
        rows.push(pgn_row(options, &suites::real_games(folder)?)?);
    }
    print!("\n{}", table(&rows));
    println!("In brackets: how many times as fast Tabiya is.");
    Ok(())
}

fn perft_rows(
    options: &Options,
    leaves: Leaves,
    stockfish: Option<&RefCell<Stockfish>>,
) -> Result<Vec<Row>, TaskError> {
    RACES
        .iter()
        .map(|position| {
            let depth = position.depth(leaves) - u32::from(options.quick);
            let name = format!("perft, {}, {} {depth}", leaves.name(), position.name);
            println!("{name} …");
            let rounds = match leaves {
                Leaves::Counted => options.rounds,
                Leaves::Played => SHORT_ROUNDS * options.rounds,
            };
            let outcome = race(rounds, position.lineup(depth, leaves, stockfish))?;
            Ok(Row::new(name, "Mnodes/s", outcome.sum as f64 / 1e6, outcome.seconds))
        })
        .collect()
}

fn sample_rows(options: &Options) -> Result<Vec<Row>, TaskError> {
    let sample = Sample::new(if options.quick { 50 } else { 400 });
    let (moves, positions) = (sample.moves() as f64 / 1e6, sample.positions() as f64 / 1e6);
    [
        ("SAN writing", "Mmoves/s", moves, sample.san_writing()),
        ("SAN reading", "Mmoves/s", moves, sample.san_reading()),
        ("FEN reading", "Mpositions/s", positions, sample.fen_reading()),
    ]
    .into_iter()
    .map(|(name, unit, amount, lineup)| {
        println!("{name} …");
        let outcome = race(SHORT_ROUNDS * options.rounds, lineup)?;
        Ok(Row::new(name.into(), unit, amount, outcome.seconds))
    })
    .collect()
}

fn pgn_row(options: &Options, text: &[u8]) -> Result<Row, TaskError> {
    let name = "PGN reading (pgn-reader with shakmaty)";
    println!("{name} …");
    let outcome = race(options.rounds, pgn::lineup(text))?;
    Ok(Row::new(name.into(), "MB/s", text.len() as f64 / 1e6, outcome.seconds))
}

impl Row {
    /// Turns times for an amount of work into speeds.
    fn new(name: String, unit: &'static str, amount: f64, seconds: Results) -> Row {
        let ratios = seconds.map(|theirs| Some(theirs? / seconds[0]?));
        Row { name, unit, speeds: seconds.map(|time| Some(amount / time?)), ratios }
    }

    /// The geometric means over some rows, for each contestant over those in which it took part.
    fn mean(name: String, rows: &[Row]) -> Row {
        let mean = |values: fn(&Row) -> &Results| {
            array::from_fn(|contestant| {
                geometric_mean(rows.iter().filter_map(|row| values(row)[contestant]))
            })
        };
        let unit = rows.first().map_or("", |row| row.unit);
        Row { name, unit, speeds: mean(|row| &row.speeds), ratios: mean(|row| &row.ratios) }
    }

    fn cells(&self) -> impl Iterator<Item = String> {
        let speeds = (0..CONTESTANTS.len()).map(|contestant| {
            match (self.speeds[contestant], self.ratios[contestant]) {
                (Some(speed), Some(ratio)) if contestant > 0 => {
                    format!("{} ({ratio:.2})", three_digits(speed))
                }
                (Some(speed), _) => three_digits(speed),
                (None, _) => "—".into(),
            }
        });
        [self.name.clone(), self.unit.into()].into_iter().chain(speeds)
    }
}

/// A speed with the three digits that a noisy machine is good for.
fn three_digits(speed: f64) -> String {
    match speed {
        100.0.. => format!("{speed:.0}"),
        10.0.. => format!("{speed:.1}"),
        _ => format!("{speed:.2}"),
    }
}

fn table(rows: &[Row]) -> Table {
    let mut table = Table::new(["work", "unit"].into_iter().chain(CONTESTANTS));
    for row in rows {
        table.row(row.cells());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_shows_speeds_with_our_ratio() {
        let row = Row::new("a".into(), "Mn/s", 100.0, [Some(1.0), Some(2.0), None, None, None]);
        let cells: Vec<String> = row.cells().collect();
        assert_eq!(cells, ["a", "Mn/s", "100", "50.0 (2.00)", "—", "—", "—"]);
    }

    #[test]
    fn a_mean_ratio_is_over_the_races_that_both_ran() {
        let all = Row::new("a".into(), "Mn/s", 1.0, [Some(1.0), Some(2.0), None, None, None]);
        let ours = Row::new("b".into(), "Mn/s", 1.0, [Some(4.0), None, None, None, None]);
        let mean = Row::mean("mean".into(), &[all, ours]);
        assert_eq!(mean.ratios[1], Some(2.0));
        assert_eq!(mean.speeds[2], None);
        assert!((mean.speeds[0].unwrap() - 0.5).abs() < 1e-12);
    }
}
