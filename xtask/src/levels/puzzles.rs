//! Puzzles: how often levels solve those of a rating, and how often people would.

use std::fs;
use std::path::Path;

use chess::{Move, Position};
use engine::{Level, Root, Signal};

use super::performance::{self, Score, expected_points};
use super::tally::Tally;
use super::{Options, new_search, percent, rated, unable};
use crate::error::TaskError;
use crate::parallel;
use crate::table::Table;

/// The levels that solve puzzles.
const LEVELS: [u16; 8] = [600, 800, 1000, 1200, 1400, 1600, 1800, 2000];

/// Puzzles are grouped by rating: each group begins at a multiple of this.
const GROUP: u16 = 200;

/// A puzzle: the moves of a solution, in which sides alternate.
struct Puzzle {
    rating: u16,
    start: Position,
    solution: Vec<Move>,
}

/// Solves all puzzles of a file and prints a table: what each level solves of each group, and what
/// its rating promises.
pub(super) fn measure(options: &Options, path: &Path) -> Result<(), TaskError> {
    let text = fs::read_to_string(path).map_err(|error| TaskError::unreadable(path, &error))?;
    let puzzles: Vec<Puzzle> = text.lines().skip(1).filter_map(Puzzle::read).collect();
    let mut groups: Vec<u16> = puzzles.iter().map(|puzzle| puzzle.rating / GROUP * GROUP).collect();
    groups.sort_unstable();
    groups.dedup();
    let ranges = groups.iter().map(|group| format!("{group}–{}", group + GROUP - 1));
    let last = ["all", "performance"].map(str::to_owned);
    let mut table = Table::new(["level".to_owned()].into_iter().chain(ranges).chain(last));
    for rating in LEVELS {
        let scores = solve_all(rated(rating)?, &puzzles, options.seed)?;
        let in_group = |group: u16| -> Vec<Score> {
            scores.iter().filter(|score| score.rating / GROUP * GROUP == group).copied().collect()
        };
        let cells = groups.iter().map(|&group| describe(&in_group(group), rating));
        let (performance, margin) = performance::estimate(&scores);
        let last = [describe(&scores, rating), format!("{performance:.0} ± {margin:.0}")];
        table.row([rating.to_string()].into_iter().chain(cells).chain(last));
        eprintln!("level {rating}: {} puzzles, as {performance:.0}", puzzles.len());
    }
    println!("solved / expected, of {} puzzles by rating", puzzles.len());
    print!("{table}");
    Ok(())
}

/// What a level makes of puzzles, by their rating, rounded down to a multiple of ten.
fn solve_all(level: Level, puzzles: &[Puzzle], seed: u64) -> Result<Vec<Score>, TaskError> {
    let numbers: Vec<usize> = (0..puzzles.len()).collect();
    let solved = parallel::map(&numbers, |&number| {
        puzzles[number].is_solved_by(level, random::mix(seed).wrapping_add(number as u64))
    });
    let mut scores: Vec<Score> = Vec::new();
    for (puzzle, solved) in puzzles.iter().zip(solved) {
        let tally = Tally::of_points([if solved? { 1.0 } else { 0.0 }]);
        let rating = puzzle.rating / 10 * 10;
        match scores.iter_mut().find(|score| score.rating == rating) {
            Some(score) => score.tally += tally,
            None => scores.push(Score { rating, tally }),
        }
    }
    Ok(scores)
}

/// The share that was solved, and the one that the rating of a level promises.
fn describe(scores: &[Score], rating: u16) -> String {
    let mut all = Tally::default();
    for score in scores {
        all += score.tally;
    }
    let expected = expected_points(scores, f64::from(rating)) / f64::from(all.games());
    format!("{} / {:.0} %", percent(all).replace(" %", ""), 100.0 * expected)
}

impl Puzzle {
    /// Reads a line of the public collection. Its first move leads to the puzzle.
    fn read(line: &str) -> Option<Puzzle> {
        let fields: Vec<&str> = line.split(',').collect();
        let rating = fields.get(3)?.parse().ok()?;
        let before: Position = fields.get(1)?.parse().ok()?;
        let mut moves = fields.get(2)?.split(' ');
        let start = before.play(before.parse_uci(moves.next()?).ok()?).ok()?;
        let (mut position, mut solution) = (start, Vec::new());
        for text in moves {
            let m = position.parse_uci(text).ok()?;
            position = position.play_unchecked(m);
            solution.push(m);
        }
        (!solution.is_empty()).then_some(Puzzle { rating, start, solution })
    }

    /// True when the level finds every move of the solution, or another mate.
    fn is_solved_by(&self, level: Level, seed: u64) -> Result<bool, TaskError> {
        let mut search = new_search()?;
        let mut root = Root::new(self.start);
        for (ply, &expected) in self.solution.iter().enumerate() {
            if ply % 2 == 0 {
                let choice = level.choose(&mut search, &root, seed, &Signal::default());
                let Some(m) = choice.chosen else { return Ok(false) };
                if m != expected {
                    return Ok(root.position().play_unchecked(m).is_checkmate());
                }
            }
            root.play(expected).map_err(unable)?;
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_solved_by_all_moves_or_another_mate() {
        let puzzle = |solution: &str| {
            let line = format!("id,6k1/5ppp/7r/8/8/8/8/RR4K1 b - - 0 30,h6h5 {solution},700");
            Puzzle::read(&line).unwrap()
        };
        let strong = Level::new(2000).unwrap();
        // Both rooks give mate on the back rank.
        assert!(puzzle("a1a8").is_solved_by(strong, 1).unwrap());
        assert!(puzzle("b1b8").is_solved_by(strong, 1).unwrap());
        // Nobody gives the rook away.
        let blunder = Puzzle::read("id,1k6/8/8/8/8/8/8/R3K3 b - - 0 30,b8b7 a1a7,700").unwrap();
        assert!(!blunder.is_solved_by(strong, 1).unwrap());
        assert!(Puzzle::read("id,fen,h3h6 a1a2,700").is_none());
    }
}
