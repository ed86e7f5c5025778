//! What it takes to solve a position.
//!
//! Suites say it in several ways: the best moves, moves to avoid, a mate and its length, or, for
//! endgames that tables know, the outcome. Some also grade several moves with points.

use chess::{Epd, Move};
use engine::Value;

/// A value from which a position counts as won, in hundredths of a pawn. Endgames that are drawn
/// stay below it and those that are won do not.
const WINNING: i32 = 100;

/// What the engine has to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    kind: Kind,
    /// Moves and their points, where the suite grades them.
    grades: Vec<(Move, u32)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// One of these moves, if there are any, and none of those.
    Moves { best: Vec<Move>, avoid: Vec<Move> },
    /// Mate in this many moves; negative when the side to move gets mated.
    Mate(i32),
    /// Positive for a win of the side to move, negative for a loss.
    Outcome(i32),
}

impl Goal {
    /// Reads the goal from the operations of a line.
    pub(super) fn read(epd: &Epd) -> Result<Goal, String> {
        let number = |text: &str, name: &str| {
            let digits = text.trim_start_matches(['#', 'M']).trim_end_matches(',');
            digits
                .parse::<i32>()
                .map_err(|_| format!("'{text}' after {name} is not a whole number"))
        };
        let first = |name: &str| epd.operands(name).and_then(|operands| operands.first());
        let kind = if let Some(length) = first("bm").and_then(|text| text.strip_prefix('#')) {
            Kind::Mate(number(length, "bm #")?)
        } else if epd.operands("bm").is_some() || epd.operands("am").is_some() {
            let moves = |name| epd.moves(name).map_err(|error| format!("{name}: {error}"));
            Kind::Moves { best: moves("bm")?, avoid: moves("am")? }
        } else if let Some(length) = first("dm") {
            Kind::Mate(number(length, "dm")?)
        } else if let Some(outcome) = first("wdl") {
            Kind::Outcome(number(outcome, "wdl")?.signum())
        } else {
            return Err("nothing to solve: expected bm, am, dm or wdl".into());
        };
        Ok(Goal { kind, grades: grades(epd) })
    }

    pub(super) fn is_mate(&self) -> bool {
        matches!(self.kind, Kind::Mate(_))
    }

    /// True when the engine's move and its value reach the goal.
    pub(super) fn is_reached(&self, found: Option<Move>, value: Option<Value>) -> bool {
        match (&self.kind, found, value) {
            (Kind::Moves { best, avoid }, Some(found), _) => {
                (best.is_empty() || best.contains(&found)) && !avoid.contains(&found)
            }
            (Kind::Mate(length), _, Some(Value::Mate(moves))) => moves.signum() == length.signum(),
            (Kind::Outcome(outcome), _, Some(value)) => sign(value) == *outcome,
            _ => false,
        }
    }

    /// True for a mate that is no longer than the suite says.
    pub(super) fn is_shortest(&self, value: Option<Value>) -> bool {
        match (&self.kind, value) {
            (Kind::Mate(length), Some(Value::Mate(moves))) => {
                moves.signum() == length.signum() && moves.abs() <= length.abs()
            }
            _ => false,
        }
    }

    /// The points for a move.
    pub(super) fn points(&self, found: Option<Move>) -> u32 {
        let graded = self.grades.iter().find(|(m, _)| Some(*m) == found);
        graded.map_or(0, |(_, points)| *points)
    }

    /// The points for the best move.
    pub(super) fn max_points(&self) -> u32 {
        self.grades.iter().map(|(_, points)| *points).max().unwrap_or(0)
    }
}

/// Who wins by a value, if anyone does.
fn sign(value: Value) -> i32 {
    match value {
        Value::Centipawns(centipawns) if centipawns.abs() < WINNING => 0,
        Value::Centipawns(centipawns) => centipawns.signum(),
        // Mated already.
        Value::Mate(0) => -1,
        Value::Mate(moves) => moves.signum(),
    }
}

/// Grades as the Strategic Test Suite writes them: points in `c8`, the moves in `c9`. Whatever does
/// not look like that is a comment and means nothing.
fn grades(epd: &Epd) -> Vec<(Move, u32)> {
    let words = |name| epd.operands(name).and_then(|operands| operands.first());
    let (Some(points), Some(moves)) = (words("c8"), words("c9")) else { return Vec::new() };
    let points = points.split_whitespace().filter_map(|text| text.parse().ok());
    let moves = moves.split_whitespace().filter_map(|text| epd.position.parse_uci(text).ok());
    moves.zip(points).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(operations: &str) -> (Epd, Result<Goal, String>) {
        let line = format!("7k/R7/6K1/8/8/8/8/8 w - - {operations}");
        let epd: Epd = line.parse().unwrap();
        let goal = Goal::read(&epd);
        (epd, goal)
    }

    #[test]
    fn goals_are_reached_or_not() {
        let cp = Value::Centipawns;
        let table = [
            ("bm Ra8#;", "a7a8", cp(0), true),
            ("bm Ra8 Rb7;", "a7b7", cp(0), true),
            ("bm Ra8;", "a7b7", cp(0), false),
            ("am Rb7;", "a7b7", cp(0), false),
            ("am Rb7;", "a7a8", cp(0), true),
            ("bm a7a8; am Rb7;", "a7a8", cp(0), true),
            ("bm #1;", "a7a8", Value::Mate(1), true),
            ("bm #1;", "a7b7", Value::Mate(2), true),
            ("bm #1;", "a7b7", Value::Mate(-2), false),
            ("bm #1;", "a7b7", cp(900), false),
            ("bm #-1;", "a7b7", Value::Mate(-1), true),
            ("dm 1;", "a7a8", Value::Mate(1), true),
            ("dm #1;", "a7a8", Value::Mate(1), true),
            ("dm M1", "a7a8", Value::Mate(1), true),
            ("bm Ra8 #1;", "a7a8", cp(0), true),
            ("bm Ra8 #, Rb7", "a7b7", cp(0), true),
            ("bm Ra8 am Rb7", "a7b7", cp(0), false),
            ("wdl 2; dtz 1;", "a7a8", Value::Mate(1), true),
            ("wdl 2;", "a7a8", cp(500), true),
            ("wdl 2;", "a7a8", cp(50), false),
            ("wdl 0;", "a7a8", cp(-50), true),
            ("wdl -2;", "a7a8", cp(-50), false),
            ("wdl -2;", "a7a8", cp(-500), true),
        ];
        for (operations, found, value, expected) in table {
            let (epd, goal) = goal(operations);
            let found = epd.position.parse_uci(found).unwrap();
            let reached = goal.unwrap().is_reached(Some(found), Some(value));
            assert_eq!(reached, expected, "{operations} {value:?}");
        }
    }

    #[test]
    fn only_mates_have_a_length() {
        for (operations, value, expected) in [
            ("bm #2;", Value::Mate(2), true),
            ("bm #2;", Value::Mate(1), true),
            ("bm #2;", Value::Mate(3), false),
            ("bm #-2;", Value::Mate(-2), true),
            ("bm #-2;", Value::Mate(2), false),
            ("bm Ra8;", Value::Mate(1), false),
        ] {
            assert_eq!(goal(operations).1.unwrap().is_shortest(Some(value)), expected);
        }
    }

    #[test]
    fn graded_moves_have_points() {
        let (epd, goal) = goal(r#"bm Ra8; c8 "10 3"; c9 "a7a8 a7b7";"#);
        let goal = goal.unwrap();
        let points = |text: &str| goal.points(epd.position.parse_uci(text).ok());
        assert_eq!((points("a7a8"), points("a7b7"), points("a7c7")), (10, 3, 0));
        assert_eq!(goal.max_points(), 10);
    }

    #[test]
    fn a_line_without_a_goal_says_so() {
        let (_, missing) = goal("id \"1\";");
        assert_eq!(missing, Err("nothing to solve: expected bm, am, dm or wdl".into()));
        let (_, illegal) = goal("bm Qh5;");
        assert_eq!(illegal, Err("bm: Qh5 is not a legal move here".into()));
        let (_, length) = goal("bm #x;");
        assert_eq!(length, Err("'x' after bm # is not a whole number".into()));
    }
}
