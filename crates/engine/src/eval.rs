//! The worth of a position at first sight, without looking ahead.
//!
//! Either a network judges, or the hand-written evaluation does. Endings that are known by name are
//! worth what is known of them, whoever judges the rest.
//!
//! By hand, a position is a sum of weights, each with a middlegame and an endgame half; the pieces
//! left on the board say how far the game has come, and the two sums are blended accordingly. What
//! a weight stands for is listed in [`terms`], its value in [`weights`]; the tuner runs the same
//! code with somebody listening.

mod cache;
mod endgame;
mod king;
pub(crate) mod network;
mod pair;
mod passed;
mod pawns;
mod pieces;
mod scene;
pub mod terms;
#[cfg(test)]
mod tests;
mod threats;
mod trace;
pub mod tune;
pub mod weights;

pub use pair::Pair;

use std::sync::Arc;

use chess::{Bitboard, Board, Color, Position, Role};
use nnue::{Accumulators, Network};

use cache::{PawnCache, PawnWorth};
use scene::Scene;
use terms::TERM;
use trace::{Silence, Tally, Trace};

/// No value lies further from zero.
const LIMIT: i32 = 20_000;

/// The phase of a full board; 0 when only kings and pawns are left.
const FULL_PHASE: i32 = 24;

/// Judges positions. Each searching thread has one of its own, so that it may keep caches; they
/// change how fast it answers and never the answer.
#[derive(Default)]
pub struct Evaluator {
    pawns: PawnCache,
    judge: Option<Accumulators>,
}

impl Evaluator {
    /// Judges by a network, or without one by hand.
    pub fn new(network: Option<&Arc<Network>>) -> Evaluator {
        let judge = network.map(|network| Accumulators::new(Arc::clone(network)));
        Evaluator { judge, ..Evaluator::default() }
    }

    /// The worth of a position for the side to move, in centipawns, within ±20,000. The network
    /// answers faster when it knows the ply that the search is at.
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        let value = endgame::known(position).unwrap_or_else(|| match &mut self.judge {
            Some(judge) => judge.evaluate(&network::pieces(position), network::turn(position), ply),
            None => by_hand(position, &mut self.pawns),
        });
        fade(value, i32::from(position.halfmoves())).clamp(-LIMIT, LIMIT)
    }
}

/// The hand-written evaluation, for the side to move.
fn by_hand(position: &Position, pawns: &mut PawnCache) -> i32 {
    let value = survey(position, Some(pawns), &mut Silence).value();
    if position.turn().is_white() { value } else { -value }
}

/// A value shrinks while nothing irreversible happens, so that progress looks better than none.
fn fade(value: i32, halfmoves: i32) -> i32 {
    value * (200 - halfmoves.min(100)) / 200
}

/// What a position comes to, from White's side.
struct Sum {
    score: Pair,
    phase: i32,
    /// How much of the endgame score counts, of [`endgame::FULL`].
    scale: i32,
}

impl Sum {
    fn value(&self) -> i32 {
        let middle = self.score.middle() * self.phase * endgame::FULL;
        let end = self.score.end() * (FULL_PHASE - self.phase) * self.scale;
        (middle + end) / (FULL_PHASE * endgame::FULL)
    }
}

/// Adds up all weights of a position. Who wants to hear of every one of them gives no cache.
#[inline(always)]
fn survey<T: Trace>(position: &Position, cache: Option<&mut PawnCache>, trace: &mut T) -> Sum {
    let mut scene = Scene::new(position);
    let mut tally = Tally::new(trace);
    let worth = match cache {
        Some(cache) => cache.look_up(&scene, || pawn_worth(&scene, tally.trace)),
        None => pawn_worth(&scene, tally.trace),
    };
    tally.score += worth.score;
    pieces::add(&mut scene, &mut tally, Color::White);
    pieces::add(&mut scene, &mut tally, Color::Black);
    add_side(&scene, &mut tally, Color::White, &worth, position.turn());
    add_side(&scene, &mut tally, Color::Black, &worth, position.turn());
    tally.add(position.turn(), TERM.tempo.at(0));

    let strong = if tally.score.end() >= 0 { Color::White } else { Color::Black };
    let scale = endgame::scale(position, strong, worth.passed);
    Sum { score: tally.score, phase: phase(position.board()), scale }
}

/// Adds what needs the attacks of both sides.
#[inline(always)]
fn add_side<T: Trace>(
    scene: &Scene,
    tally: &mut Tally<T>,
    side: Color,
    worth: &PawnWorth,
    turn: Color,
) {
    king::add_danger(scene, tally, side);
    threats::add(scene, tally, side);
    passed::add(scene, tally, side, worth.passed & scene.pawns[side], turn);
}

/// The terms of pawns and kings alone, which the cache keeps.
#[inline(never)]
fn pawn_worth<T: Trace>(scene: &Scene, trace: &mut T) -> PawnWorth {
    let mut tally = Tally::new(trace);
    let passed = Color::ALL.map(|color| pawns::add(scene, &mut tally, color));
    let passed = passed.into_iter().fold(Bitboard::EMPTY, |all, own| all | own);
    PawnWorth { score: tally.score, passed }
}

/// How far the game is from its end, by the pieces left.
fn phase(board: &Board) -> i32 {
    let count = |role| board.role(role).count() as i32;
    let minors = count(Role::Knight) + count(Role::Bishop);
    (minors + 2 * count(Role::Rook) + 4 * count(Role::Queen)).min(FULL_PHASE)
}
