//! Puzzles: the move before them is bad, the reason is told and true, and their solution is best.

use std::fmt::Write;
use std::fs;

use analysis::{MoveSequence, evaluate};
use chess::{Move, Position};
use engine::{Search, Settings, Signal};
use review::explanation::{BadMove, MoveFact, explain};
use review::{Evaluation, Judgment, ReviewedMove};

use super::{Options, checker};
use crate::error::TaskError;
use crate::suites::Data;

/// Puzzles from this rating on are for masters.
const TOO_HARD: u32 = 1_800;
/// How many of a hundred puzzles must be understood.
const LEAST: usize = 90;
/// How many of a hundred first moves must be explained.
const LEAST_EXPLAINED: usize = 85;

/// Reviews the first moves of puzzles.
pub(super) fn review(data: &Data, options: &Options) -> Result<(), TaskError> {
    let path = data.path("suites/puzzles/puzzles.csv");
    let text = fs::read_to_string(&path).map_err(|error| TaskError::unreadable(&path, &error))?;
    let mut search =
        Search::new(&Settings::default()).map_err(|error| TaskError::Unable(error.to_string()))?;
    let reviewed: Vec<ReviewedPuzzle> = text
        .lines()
        .skip(1)
        .filter_map(Puzzle::read)
        .take(options.puzzles)
        .filter_map(|puzzle| puzzle.review(&mut search, options.nodes))
        .collect();
    if let Some(path) = &options.rows {
        let rows: String = reviewed.iter().map(ReviewedPuzzle::row).collect();
        fs::write(path, rows).map_err(|error| TaskError::Unable(error.to_string()))?;
    }
    judge(&reviewed)
}

/// Counts what was understood, and has every claim checked.
fn judge(reviewed: &[ReviewedPuzzle]) -> Result<(), TaskError> {
    let count =
        |holds: fn(&ReviewedPuzzle) -> bool| reviewed.iter().filter(|one| holds(one)).count();
    let all = reviewed.len();
    let bad = count(ReviewedPuzzle::is_bad);
    let solved = count(ReviewedPuzzle::is_solved);
    let both = count(|one| one.is_bad() && one.is_solved());
    let explained = count(|one| one.fact().is_some_and(MoveFact::is_reason));
    let silent = count(|one| one.is_bad() && one.fact().is_none());
    println!("of {all} puzzles, {bad} first moves were found bad, {solved} solutions best,");
    println!("{both} both, and {explained} were explained; {silent} bad moves without a word");
    let objections: Vec<String> = reviewed.iter().filter_map(ReviewedPuzzle::objection).collect();
    if !objections.is_empty() {
        return Err(TaskError::No(format!("not proven: {}", objections.join("; "))));
    }
    println!("the checker confirms every reason");
    if both * 100 < all * LEAST {
        return Err(TaskError::No(format!("{LEAST} of 100 have to be found bad and solved")));
    }
    if explained * 100 < all * LEAST_EXPLAINED {
        return Err(TaskError::No(format!("{LEAST_EXPLAINED} of 100 have to be explained")));
    }
    Ok(())
}

struct Puzzle {
    start: Position,
    first: Move,
    solution: Move,
}

/// A puzzle with the evaluations around its first move.
struct ReviewedPuzzle {
    puzzle: Puzzle,
    before: Evaluation,
    after: Evaluation,
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

    fn review(self, search: &mut Search, nodes: u64) -> Option<ReviewedPuzzle> {
        let sequence = MoveSequence::new(self.start, [self.first]).ok()?;
        search.clear();
        let mut look = |index| evaluate(search, &sequence.root(index)?, nodes, &Signal::new());
        let (after, before) = (look(1)?, look(0)?);
        Some(ReviewedPuzzle { puzzle: self, before, after })
    }
}

impl ReviewedPuzzle {
    fn bad_move(&self) -> BadMove<'_> {
        let Puzzle { start, first, .. } = &self.puzzle;
        BadMove { position: start, played: *first, before: &self.before, after: &self.after }
    }

    fn is_bad(&self) -> bool {
        let Puzzle { start, first, .. } = &self.puzzle;
        let reviewed = ReviewedMove::new(start.turn(), *first, &self.before, &self.after);
        reviewed.judgment.is_some_and(|judgment| judgment >= Judgment::Mistake)
    }

    fn is_solved(&self) -> bool {
        self.after.best() == Some(self.puzzle.solution)
    }

    fn fact(&self) -> Option<MoveFact> {
        explain(&self.bad_move())
    }

    /// What the checker has against the reason.
    fn objection(&self) -> Option<String> {
        let fact = self.fact()?;
        let objection = checker::check(fact, &self.bad_move()).err()?;
        Some(format!("{}: {fact} {objection}", self.puzzle.start))
    }

    /// The puzzle as a row of the explanation tests.
    fn row(&self) -> String {
        let Puzzle { start, first, .. } = &self.puzzle;
        let next = start.play_unchecked(*first);
        let says = self.fact().map(|fact| fact.to_string()).unwrap_or_default();
        let mut row = format!("fen {start}\nplayed {}\n", start.san(*first));
        let (best, reply) = (told(start, &self.before), told(&next, &self.after));
        // Writing to a string never fails.
        let _ = writeln!(row, "best {best}");
        let _ = writeln!(row, "reply {reply}");
        row + format!("says {says}").trim_end() + "\n\n"
    }
}

/// A score and a line in SAN.
fn told(start: &Position, evaluation: &Evaluation) -> String {
    let mut text = evaluation.score.to_string();
    for (position, m) in start.walk(&evaluation.line) {
        // Writing to a string does not fail.
        let _ = write!(text, " {}", position.san(m));
    }
    text
}
