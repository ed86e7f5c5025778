//! Scores inside the search: centipawns for the side to move, with mates and tablebase wins at the
//! far ends of the scale.
//!
//! A mate score counts plies from the *root*. In the transposition table it counts from the *node*,
//! since the same position is reached at many plies.

use chess::FIFTY_MOVES;

use crate::Value;

/// Centipawns, or a distance to mate or to a tablebase win from the end of the scale.
pub(crate) type Score = i32;

/// The maximum ply of the search.
pub(crate) const MAX_PLY: usize = 240;
/// The maximum depth of a node.
pub(crate) const MAX_DEPTH: i32 = MAX_PLY as i32 - 1;

/// Beyond every score.
pub(crate) const INFINITE: Score = 32_500;
/// Mate on the board.
pub(crate) const MATE: Score = 32_000;
/// The most distant mate; every score beyond is a mate.
pub(crate) const MATE_IN_MAX_PLY: Score = MATE - MAX_PLY as Score;
/// A tablebase win at the root.
pub(crate) const TABLEBASE_WIN: Score = 31_000;
/// The most distant tablebase win; every score beyond is a proven win.
pub(crate) const TABLEBASE_WIN_IN_MAX_PLY: Score = TABLEBASE_WIN - MAX_PLY as Score;
/// The greatest score that is not a proven win.
const MAX_EVAL: Score = TABLEBASE_WIN_IN_MAX_PLY - 1;
/// A draw.
pub(crate) const DRAW: Score = 0;
/// What an aborted search returns; it must not be used.
pub(crate) const ABORTED: Score = 0;

/// What a tablebase win at the root is reported as.
const REPORTED_WIN: i32 = 20_000;

/// The score of being mated at a ply.
pub(crate) fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// The score of giving mate at a ply.
pub(crate) fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// True for a proven win or loss, by mate or by tablebase.
pub(crate) fn is_decisive(score: Score) -> bool {
    score.abs() >= TABLEBASE_WIN_IN_MAX_PLY
}

/// True for a mate by either side.
pub(crate) fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_IN_MAX_PLY
}

/// Keeps an evaluation below the proven scores.
pub(crate) fn clamp_eval(score: Score) -> Score {
    score.clamp(-MAX_EVAL, MAX_EVAL)
}

/// From plies counted from the root to plies counted from the node, for the transposition table.
pub(crate) fn to_tt(score: Score, ply: usize) -> Score {
    if is_decisive(score) { score + score.signum() * ply as Score } else { score }
}

/// From plies counted from the node to plies counted from the root.
///
/// A stored win may come too late for the fifty-move rule: it is then no more than a very good
/// evaluation.
pub(crate) fn from_tt(score: Score, ply: usize, halfmoves: u16) -> Score {
    if !is_decisive(score) {
        return score;
    }
    let end = if is_mate(score) { MATE } else { TABLEBASE_WIN };
    let distance = end - score.abs();
    if distance > Score::from(FIFTY_MOVES) - Score::from(halfmoves) {
        return score.signum() * MAX_EVAL;
    }
    score - score.signum() * ply as Score
}

/// The score as it is reported.
pub(crate) fn to_value(score: Score) -> Value {
    if is_mate(score) {
        let plies = MATE - score.abs();
        Value::Mate(score.signum() * ((plies + 1) / 2))
    } else if is_decisive(score) {
        Value::Centipawns(score.signum() * (REPORTED_WIN - (TABLEBASE_WIN - score.abs())))
    } else {
        Value::Centipawns(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_keeps_its_distance_through_the_transposition_table() {
        for (score, ply) in
            [(MATE - 5, 2), (5 - MATE, 2), (TABLEBASE_WIN - 9, 4), (17, 30), (-200, 1)]
        {
            assert_eq!(from_tt(to_tt(score, ply), ply, 0), score);
        }
    }

    #[test]
    fn a_win_beyond_the_fifty_move_rule_is_only_an_evaluation() {
        assert!(!is_decisive(from_tt(MATE - 30, 0, 90)));
        assert!(!is_decisive(from_tt(30 - MATE, 0, 90)));
        assert!(is_mate(from_tt(MATE - 9, 0, 90)));
    }

    #[test]
    fn plies_become_moves() {
        for (score, value) in [
            (MATE - 1, Value::Mate(1)),
            (MATE - 3, Value::Mate(2)),
            (2 - MATE, Value::Mate(-1)),
            (-MATE, Value::Mate(0)),
            (-57, Value::Centipawns(-57)),
            (TABLEBASE_WIN, Value::Centipawns(20_000)),
            (4 - TABLEBASE_WIN, Value::Centipawns(-19_996)),
        ] {
            assert_eq!(to_value(score), value);
        }
    }
}
