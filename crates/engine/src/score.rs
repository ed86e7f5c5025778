//! Scores inside the search: centipawns for the side to move, with mates and tablebase wins at the
//! far ends of the scale.
//!
//! A mate score says how far away the mate is from the *root*; in the table it says how far from
//! the *node*, since the same position is met at many plies.

use chess::FIFTY_MOVES;

use crate::Value;

/// Centipawns, or a distance to mate or to a tablebase win from the end of the scale.
pub(crate) type Score = i32;

/// The deepest ply of any line.
pub(crate) const MAX_PLY: usize = 240;

/// Beyond every score.
pub(crate) const INFINITE: Score = 32_500;
/// Mate on the board.
pub(crate) const MATE: Score = 32_000;
/// The longest mate; anything beyond is a mate.
pub(crate) const MATE_FLOOR: Score = MATE - MAX_PLY as Score;
/// A tablebase win at the root.
pub(crate) const TABLE_WIN: Score = 31_000;
/// The furthest tablebase win; anything beyond is decided.
pub(crate) const DECIDED: Score = TABLE_WIN - MAX_PLY as Score;
/// The best that a static evaluation may say.
const EVAL_LIMIT: Score = DECIDED - 1;
/// A draw.
pub(crate) const DRAW: Score = 0;

/// What a tablebase win at the root is reported as.
const REPORTED_WIN: i32 = 20_000;

/// Being mated here.
pub(crate) fn mated_at(ply: usize) -> Score {
    ply as Score - MATE
}

/// True for a score that no evaluation gives: a mate or a tablebase verdict.
pub(crate) fn is_decided(score: Score) -> bool {
    score.abs() >= DECIDED
}

/// True for a mate, for either side.
pub(crate) fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_FLOOR
}

/// Keeps an evaluation apart from what is proven.
pub(crate) fn clamp_eval(score: Score) -> Score {
    score.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// From a distance to the root into a distance to the node.
pub(crate) fn into_table(score: Score, ply: usize) -> Score {
    if is_decided(score) { score + score.signum() * ply as Score } else { score }
}

/// From a distance to the node into a distance to the root.
///
/// With the fifty-move counter nearly full, a stored win may come too late: it is then no more
/// than a very good evaluation.
pub(crate) fn from_table(score: Score, ply: usize, halfmoves: u16) -> Score {
    if !is_decided(score) {
        return score;
    }
    let end = if is_mate(score) { MATE } else { TABLE_WIN };
    let distance = end - score.abs();
    if distance > Score::from(FIFTY_MOVES) - Score::from(halfmoves) {
        return score.signum() * EVAL_LIMIT;
    }
    score - score.signum() * ply as Score
}

/// The score as others read it.
pub(crate) fn to_value(score: Score) -> Value {
    if is_mate(score) {
        let plies = MATE - score.abs();
        Value::Mate(score.signum() * ((plies + 1) / 2))
    } else if is_decided(score) {
        Value::Centipawns(score.signum() * (REPORTED_WIN - (TABLE_WIN - score.abs())))
    } else {
        Value::Centipawns(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_keeps_its_distance_through_the_table() {
        for (score, ply) in [(MATE - 5, 2), (5 - MATE, 2), (TABLE_WIN - 9, 4), (17, 30), (-200, 1)]
        {
            assert_eq!(from_table(into_table(score, ply), ply, 0), score);
        }
    }

    #[test]
    fn a_win_after_the_fifty_moves_is_only_an_evaluation() {
        assert!(!is_decided(from_table(MATE - 30, 0, 90)));
        assert!(!is_decided(from_table(30 - MATE, 0, 90)));
        assert!(is_mate(from_table(MATE - 9, 0, 90)));
    }

    #[test]
    fn plies_become_moves() {
        for (score, value) in [
            (MATE - 1, Value::Mate(1)),
            (MATE - 3, Value::Mate(2)),
            (2 - MATE, Value::Mate(-1)),
            (-MATE, Value::Mate(0)),
            (-57, Value::Centipawns(-57)),
            (TABLE_WIN, Value::Centipawns(20_000)),
            (4 - TABLE_WIN, Value::Centipawns(-19_996)),
        ] {
            assert_eq!(to_value(score), value);
        }
    }
}
