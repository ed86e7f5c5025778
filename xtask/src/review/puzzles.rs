//! Puzzles: the move before them is bad, and their solution is best.

use std::fs;

use analysis::{MoveSequence, evaluate};
use chess::{Move, Position};
use engine::{Search, Settings, Signal};
use review::explanation::{BadMove, explain};
use review::{Judgment, ReviewedMove};

use super::Options;
use crate::error::TaskError;
use crate::suites::Data;

/// Puzzles from this rating on are for masters.
const TOO_HARD: u32 = 1_800;
/// How many of a hundred puzzles must be understood.
const LEAST: usize = 90;

/// Reviews the first moves of puzzles.
pub(super) fn review(data: &Data, options: &Options) -> Result<(), TaskError> {
    let path = data.path("suites/puzzles/puzzles.csv");
    let text = fs::read_to_string(&path).map_err(|error| TaskError::unreadable(&path, &error))?;
    let mut search =
        Search::new(&Settings::default()).map_err(|error| TaskError::Unable(error.to_string()))?;
    let (mut count, mut bad, mut best, mut both, mut said) = (0, 0, 0, 0, 0);
    for puzzle in text.lines().skip(1).filter_map(Puzzle::read).take(options.puzzles) {
        let seen = puzzle.review(&mut search, options.nodes);
        count += 1;
        bad += usize::from(seen.is_bad);
        best += usize::from(seen.is_solved);
        both += usize::from(seen.is_bad && seen.is_solved);
        said += usize::from(seen.is_explained);
    }
    println!("of {count} puzzles, {bad} first moves were found bad, {best} solutions best,");
    println!("{both} both, and {said} were explained");
    if both * 100 >= count * LEAST {
        return Ok(());
    }
    Err(TaskError::No(format!("{LEAST} of 100 have to be found bad and solved")))
}

struct Puzzle {
    start: Position,
    first: Move,
    solution: Move,
}

struct Seen {
    is_bad: bool,
    is_solved: bool,
    is_explained: bool,
}

impl Puzzle {
    /// Reads a line; nothing when it is too hard or no puzzle.
    fn read(line: &str) -> Option<Puzzle> {
        let fields: Vec<&str> = line.split(',').collect();
        let rating: u32 = fields.get(3)?.parse().ok()?;
        let start: Position = fields.get(1)?.parse().ok()?;
        let mut moves = fields.get(2)?.split(' ');
        let first = start.parse_uci(moves.next()?).ok()?;
        let solution = start.play(first).ok()?.parse_uci(moves.next()?).ok()?;
        (rating < TOO_HARD).then_some(Puzzle { start, first, solution })
    }

    fn review(&self, search: &mut Search, nodes: u64) -> Seen {
        let nothing = Seen { is_bad: false, is_solved: false, is_explained: false };
        let Ok(sequence) = MoveSequence::new(self.start, [self.first]) else { return nothing };
        search.clear();
        let mut look = |index| evaluate(search, &sequence.root(index)?, nodes, &Signal::new());
        let (Some(after), Some(before)) = (look(1), look(0)) else { return nothing };
        let reviewed = ReviewedMove::new(self.start.turn(), self.first, &before, &after);
        let bad_move =
            BadMove { position: &self.start, played: self.first, before: &before, after: &after };
        Seen {
            is_bad: reviewed.judgment.is_some_and(|judgment| judgment >= Judgment::Mistake),
            is_solved: after.best() == Some(self.solution),
            is_explained: explain(&bad_move).is_some(),
        }
    }
}
