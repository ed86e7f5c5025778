//! Static evaluation: by a neural network (NNUE), or by the classical hand-written evaluation.
//! Known endgames have their own values with both.
//!
//! The classical evaluation is a sum of weights, each with a middlegame and an endgame value; the
//! two sums are blended by game phase (tapered evaluation). [`terms`] lists what the weights stand
//! for, [`weights`] their values; the tuner runs the same code with a trace.

mod cache;
mod endgame;
mod info;
mod king;
pub(crate) mod network;
mod passed;
mod pawns;
mod pieces;
mod tapered_score;
pub mod terms;
#[cfg(test)]
mod tests;
mod threats;
mod trace;
pub mod tune;
pub mod weights;

pub use tapered_score::TaperedScore;

use std::sync::Arc;

use chess::{Bitboard, Board, Color, FIFTY_MOVES, Position, Role};
use nnue::{Accumulators, Network};

use cache::{PawnCache, PawnTerms};
use info::EvalInfo;
use terms::TERM;
use trace::{NoTrace, TermSum, Trace};

/// The greatest evaluation.
const MAX_STATIC_EVAL: i32 = 20_000;

/// The phase of a full board; 0 when only kings and pawns are left.
const FULL_PHASE: i32 = 24;

/// Evaluates positions. Each search thread has its own, with caches that change the speed and never
/// the result.
#[derive(Default)]
pub struct Evaluator {
    pawns: PawnCache,
    accumulators: Option<Accumulators>,
}

impl Evaluator {
    /// Evaluates by a network, or without one classically.
    pub fn new(network: Option<&Arc<Network>>) -> Evaluator {
        let accumulators = network.map(|network| Accumulators::new(Arc::clone(network)));
        Evaluator { accumulators, ..Evaluator::default() }
    }

    /// The evaluation of a position for the side to move, in centipawns, within ±20,000. The
    /// network is faster when it knows the ply of the search.
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        let value = endgame::known(position).unwrap_or_else(|| match &mut self.accumulators {
            Some(accumulators) => {
                accumulators.evaluate(&network::pieces(position), network::turn(position), ply)
            }
            None => classical(position, &mut self.pawns),
        });
        damp_by_halfmove_clock(value, i32::from(position.halfmoves()))
            .clamp(-MAX_STATIC_EVAL, MAX_STATIC_EVAL)
    }
}

/// The classical evaluation for the side to move.
fn classical(position: &Position, pawns: &mut PawnCache) -> i32 {
    let value = sum_terms(position, Some(pawns), &mut NoTrace).value();
    if position.turn().is_white() { value } else { -value }
}

/// Scales a value down as the half-move clock rises, so that the search prefers progress.
fn damp_by_halfmove_clock(value: i32, halfmoves: i32) -> i32 {
    /// The half-moves at which the value would reach zero.
    const ZERO_AT: i32 = 200;
    value * (ZERO_AT - halfmoves.min(FIFTY_MOVES.into())) / ZERO_AT
}

/// The classical evaluation before blending, from White's side.
struct TaperedEval {
    score: TaperedScore,
    phase: i32,
    /// How much of the endgame score counts, of [`endgame::SCALE_NORMAL`].
    scale: i32,
}

impl TaperedEval {
    fn value(&self) -> i32 {
        let middle = self.score.middle() * self.phase * endgame::SCALE_NORMAL;
        let end = self.score.end() * (FULL_PHASE - self.phase) * self.scale;
        (middle + end) / (FULL_PHASE * endgame::SCALE_NORMAL)
    }
}

/// Adds up all terms of a position. To trace every one of them, pass no cache.
#[inline(always)]
fn sum_terms<T: Trace>(
    position: &Position,
    cache: Option<&mut PawnCache>,
    trace: &mut T,
) -> TaperedEval {
    let mut info = EvalInfo::new(position);
    let mut sum = TermSum::new(trace);
    let pawns = match cache {
        Some(cache) => cache.look_up(&info, || pawn_terms(&info, sum.trace)),
        None => pawn_terms(&info, sum.trace),
    };
    sum.score += pawns.score;
    pieces::add(&mut info, &mut sum, Color::White);
    pieces::add(&mut info, &mut sum, Color::Black);
    add_side(&info, &mut sum, Color::White, &pawns, position.turn());
    add_side(&info, &mut sum, Color::Black, &pawns, position.turn());
    sum.add(position.turn(), TERM.tempo.at(0));

    let strong = if sum.score.end() >= 0 { Color::White } else { Color::Black };
    let scale = endgame::scale(position, strong, pawns.passed);
    TaperedEval { score: sum.score, phase: phase(position.board()), scale }
}

/// Adds the terms that need the attacks of both sides.
#[inline(always)]
fn add_side<T: Trace>(
    info: &EvalInfo,
    sum: &mut TermSum<T>,
    side: Color,
    pawns: &PawnTerms,
    turn: Color,
) {
    king::add_danger(info, sum, side);
    threats::add(info, sum, side);
    passed::add(info, sum, side, pawns.passed & info.pawns[side], turn);
}

/// The terms of pawns and kings alone, which are cached.
#[inline(never)]
fn pawn_terms<T: Trace>(info: &EvalInfo, trace: &mut T) -> PawnTerms {
    let mut sum = TermSum::new(trace);
    let passed = Color::ALL.map(|color| pawns::add(info, &mut sum, color));
    let passed = passed.into_iter().fold(Bitboard::EMPTY, |all, own| all | own);
    PawnTerms { score: sum.score, passed }
}

/// The game phase by the pieces left: minor pieces count 1, rooks 2, queens 4.
fn phase(board: &Board) -> i32 {
    let count = |role| board.role(role).count() as i32;
    let minors = count(Role::Knight) + count(Role::Bishop);
    (minors + 2 * count(Role::Rook) + 4 * count(Role::Queen)).min(FULL_PHASE)
}
