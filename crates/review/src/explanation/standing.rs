//! How a side stands, in words: the plain fact about a bad move whose lines prove nothing more, and
//! the measure of whether a few pawns explain a loss.

use chess::{Color, Role};

use super::{BadMove, MaterialGain, MoveFact, Standing};
use crate::{Judgment, Score, centipawn_loss, judge};

/// Centipawns from which each standing counts, best first. Between two of them lies less than the
/// drop of winning chances of a blunder, so that every blunder changes the standing. The web app
/// grades evaluations by the same (`GRADES` in `web/src/game/evaluation.ts`).
const STANDINGS: [(i32, Standing); 6] = [
    (500, Standing::Winning),
    (260, Standing::MuchBetter),
    (80, Standing::Better),
    (-79, Standing::Equal),
    (-259, Standing::Worse),
    (-499, Standing::MuchWorse),
];

/// The most centipawns of evaluation that the loss of one pawn explains.
const CENTIPAWNS_PER_PAWN: u32 = 250;

impl Standing {
    /// By the evaluation alone.
    pub(crate) fn new(score: Score, side: Color) -> Standing {
        let amount = score.for_side(side);
        let found = STANDINGS.into_iter().find(|(least, _)| amount >= *least);
        found.map_or(Standing::Lost, |(_, standing)| standing)
    }
}

/// What a mistake or a blunder does to the position, by the evaluations alone.
pub(super) fn turns(bad_move: &BadMove) -> Option<MoveFact> {
    let mover = bad_move.position.turn();
    let (before, after) = (bad_move.before.score, bad_move.after.score);
    judge(mover, before, after).filter(|&judgment| judgment >= Judgment::Mistake)?;
    let (from, to) = (Standing::new(before, mover), Standing::new(after, mover));
    (from > to).then_some(MoveFact::Turns { from, to })
}

/// False when a fact is about pawns that are worth far less than the move has cost.
pub(super) fn explains_loss(fact: &MoveFact, bad_move: &BadMove) -> bool {
    let mover = bad_move.position.turn();
    let loss = centipawn_loss(mover, bad_move.before.score, bad_move.after.score);
    pawns_alone(fact).is_none_or(|pawns| loss <= CENTIPAWNS_PER_PAWN * pawns)
}

/// How many pawns a fact is about, if it is about nothing else.
fn pawns_alone(fact: &MoveFact) -> Option<u32> {
    let count = |gain: &MaterialGain| {
        let is_pawns = gain.won.roles().all(|role| role == Role::Pawn);
        is_pawns.then(|| u32::from(gain.won.count(Role::Pawn)))
    };
    match fact {
        MoveFact::Hangs(piece) | MoveFact::MissesCapture(piece) => {
            (piece.role == Role::Pawn).then_some(1)
        }
        MoveFact::LosesMaterial(gain) | MoveFact::MissesMaterial(gain) => count(gain),
        _ => None,
    }
}
