//! Incrementally updated accumulators on random searches, against a second implementation of the
//! network that computes every position from scratch.
//!
//! The long run: `TABIYA_NNUE_MOVES=1000000 cargo test --release -p tabiya-nnue --test games`.

use std::env;
use std::sync::Arc;

use chess::{Color, Position, Role, Square, chess960};
use nnue::shape::{HIDDEN, INPUTS, KING_BUCKETS, OUTPUT_BUCKETS, QA, QB, SCALE};
use nnue::{Accumulators, Network, Pieces, Side};
use random::SplitMix64;

/// Moves played unless the environment asks for more.
const MOVES: usize = 50_000;
/// Moves from one start position.
const SEARCH: usize = 1_000;
/// Bytes of a file before the weights.
const HEADER: usize = 28;

fn pieces(position: &Position) -> Pieces {
    Pieces {
        by_color: Color::ALL.map(|color| position.board().color(color).0),
        by_role: Role::ALL.map(|role| position.board().role(role).0),
    }
}

fn side(color: Color) -> Side {
    if color.is_white() { Side::White } else { Side::Black }
}

/// Weights in the order of the file, and the king buckets.
struct Definition(Vec<i64>, usize);

impl Definition {
    fn new(network: &Network, king_buckets: usize) -> Definition {
        let bytes = &network.to_bytes()[HEADER..];
        let weights = bytes.as_chunks().0.iter().map(|&pair| i64::from(i16::from_le_bytes(pair)));
        Definition(weights.collect(), king_buckets)
    }

    fn sums(&self, position: &Position, view: Color) -> Vec<i64> {
        let board = position.board();
        let king = (board.color(view) & board.role(Role::King)).into_iter().next().unwrap();
        let flip =
            if view.is_white() { 0 } else { 56 } ^ if king as usize % 8 >= 4 { 7 } else { 0 };
        let bucket = if self.1 == 1 { 0 } else { king_bucket(king, view) };
        let mut sums = self.0[self.1 * INPUTS * HIDDEN..][..HIDDEN].to_vec();
        for square in Square::ALL {
            let (Some(color), Some(role)) = (board.color_at(square), board.role_at(square)) else {
                continue;
            };
            let first = if color == view { 0 } else { 384 };
            let input = bucket * INPUTS + first + 64 * role as usize + (square as usize ^ flip);
            let row = &self.0[input * HIDDEN..][..HIDDEN];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    fn value(&self, position: &Position) -> i64 {
        let pieces = position.board().occupied().count();
        let bucket = (pieces - 2) / 4;
        let outputs = &self.0[(self.1 * INPUTS + 1) * HIDDEN..];
        let weights = &outputs[bucket * 2 * HIDDEN..][..2 * HIDDEN];
        let sums = [position.turn(), !position.turn()].map(|view| self.sums(position, view));
        let qa = i64::from(QA);
        let hidden = sums.iter().flatten().map(|sum| sum.clamp(&0, &qa).pow(2));
        let total: i64 = hidden.zip(weights).map(|(hidden, weight)| hidden * weight).sum();
        let total = total / qa + outputs[2 * HIDDEN * OUTPUT_BUCKETS + bucket];
        total * i64::from(SCALE) / (qa * i64::from(QB))
    }
}

/// The bucket of a king: by its rank, and by whether it stands in the center.
fn king_bucket(king: Square, color: Color) -> usize {
    let rank = if color.is_white() { king as usize / 8 } else { 7 - king as usize / 8 };
    let is_central = (2..6).contains(&(king as usize % 8));
    match rank {
        0 => usize::from(is_central),
        1 => 2 + usize::from(is_central),
        2 | 3 => 4,
        _ => 5,
    }
}

/// A search that visits random positions.
struct Walk<'a> {
    definition: &'a Definition,
    accumulators: Accumulators,
    random: SplitMix64,
    /// The deepest ply to visit.
    deepest: usize,
    /// Moves left to play.
    moves: usize,
}

impl Walk<'_> {
    /// Evaluates most positions (a search skips those in check) and visits some of their children.
    fn visit(&mut self, position: &Position, ply: usize) {
        if self.random.below(4) != 0 {
            let seen = self.accumulators.evaluate(&pieces(position), side(position.turn()), ply);
            assert_eq!(i64::from(seen), self.definition.value(position), "{position} at {ply}");
        }
        // A null move: the same pieces, and the other side to move.
        if let Some(passed) = position.null_move().filter(|_| ply < self.deepest)
            && self.random.below(8) == 0
        {
            self.visit(&passed, ply + 1);
        }
        let replies = 1 + self.random.below(3);
        for _ in 0..replies {
            let moves = position.legal_moves();
            if moves.is_empty() || self.moves == 0 || ply >= self.deepest {
                return;
            }
            self.moves -= 1;
            let m = moves[self.random.below(moves.len())];
            self.visit(&position.play_unchecked(m), ply + 1);
        }
    }
}

#[test]
fn the_path_to_a_position_does_not_change_its_evaluation() {
    for king_buckets in [1, KING_BUCKETS] {
        walk(king_buckets);
    }
}

/// Compares the evaluations of random searches.
fn walk(king_buckets: usize) {
    let asked = env::var("TABIYA_NNUE_MOVES").ok().and_then(|count| count.parse().ok());
    let network = Arc::new(Network::random(3, king_buckets));
    let definition = Definition::new(&network, king_buckets);
    let mut walk = Walk {
        definition: &definition,
        accumulators: Accumulators::new(network),
        random: SplitMix64::new(1),
        deepest: 0,
        moves: 0,
    };
    for _ in 0..asked.unwrap_or(MOVES) / SEARCH {
        let number = if walk.random.below(2) == 0 { 518 } else { walk.random.below(960) as u16 };
        // Endgames lie deep, and so do plies beyond the accumulator stack.
        walk.deepest = walk.random.below(300);
        walk.moves = SEARCH;
        // Not every search begins at ply 0.
        let ply = walk.random.below(3);
        walk.visit(&chess960::start(number).unwrap(), ply);
    }
}

#[test]
fn both_colors_see_the_same() {
    let mut accumulators = Accumulators::new(Arc::new(Network::random(4, KING_BUCKETS)));
    for (fen, mirrored) in [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "3k4/8/8/8/8/8/3P4/3K4 w - - 0 1"),
        ("1n4k1/8/8/8/8/8/4P3/4K2R b - - 0 1", "4k2r/4p3/8/8/8/8/8/1N4K1 w - - 0 1"),
    ] {
        let [one, other] = [fen, mirrored].map(|fen| {
            let position: Position = fen.parse().unwrap();
            accumulators.evaluate(&pieces(&position), side(position.turn()), 0)
        });
        assert_eq!(one, other, "{fen} and {mirrored}");
    }
}
