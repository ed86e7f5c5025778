//! What always holds of the evaluation, over random positions.

use chess::{Board, Color, Move, Position, Role, Setup, Square};
use proptest::prelude::*;

use super::trace::TermCounts;
use super::weights::WEIGHTS;
use super::{Evaluator, FULL_PHASE, MAX_STATIC_EVAL, TaperedScore, phase, sum_terms};

/// Positions from random games of fewer than this many half-moves.
fn positions(longest: usize) -> impl Strategy<Value = Position> {
    proptest::collection::vec(any::<u16>(), 0..longest).prop_map(|choices| {
        let mut position = Position::default();
        for choice in choices {
            let moves = position.legal_moves();
            let Some(&m) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            position = position.play_unchecked(m);
        }
        position
    })
}

/// Positions in which enough is left and neither side is winning by far, from games where captures
/// are made when they can be, so that few pieces stand about for the taking.
fn middlegames() -> impl Strategy<Value = Position> {
    proptest::collection::vec(any::<u16>(), 8..40)
        .prop_map(|choices| {
            let mut position = Position::default();
            for choice in choices {
                let moves = position.legal_moves();
                let captures: Vec<Move> = moves
                    .iter()
                    .copied()
                    .filter(|m| position.board().role_at(m.to()).is_some() && !m.is_castle())
                    .collect();
                let pool = if captures.is_empty() { &moves[..] } else { &captures };
                let Some(&m) = pool.get(usize::from(choice) % pool.len().max(1)) else { break };
                position = position.play_unchecked(m);
            }
            position
        })
        .prop_filter("an ending", |position| phase(position.board()) >= FULL_PHASE / 2)
        .prop_filter("decided", |position| value(position).abs() < 600)
}

fn value(position: &Position) -> i32 {
    Evaluator::default().evaluate(position, 0)
}

/// The same position with the sides changed.
fn mirrored(position: &Position) -> Position {
    let board: Board = position
        .board()
        .iter()
        .map(|(square, piece)| (square.flip_rank(), piece.role.of(!piece.color)))
        .collect();
    let halfmoves = position.halfmoves();
    let setup = Setup { board, turn: !position.turn(), halfmoves, ..Setup::EMPTY };
    Position::try_from(setup).unwrap()
}

/// The position without the piece on a square, if that is legal.
fn without(position: &Position, square: Square) -> Option<Position> {
    let mut setup = Setup { en_passant: None, ..position.to_setup() };
    setup.castling = chess::CastlingRights::NONE;
    setup.board.take(square);
    Position::try_from(setup).ok()
}

/// True when a piece stands in the way of a slider of its own side. To take such a piece off opens
/// a line, so that not all else is equal.
fn guarded_by_slider(board: &Board, side: Color, square: Square) -> bool {
    let sliders = board.diagonal_sliders(side) | board.straight_sliders(side);
    (board.attackers(side, square, board.occupied()) & sliders).any()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_sides_are_treated_alike(position in positions(300)) {
        prop_assert_eq!(value(&position), value(&mirrored(&position)));
        prop_assert!(value(&position).abs() <= MAX_STATIC_EVAL);
    }

    #[test]
    fn the_cache_changes_no_answer(choices in proptest::collection::vec(any::<u16>(), 0..200)) {
        let mut evaluator = Evaluator::default();
        let mut position = Position::default();
        for choice in choices {
            let moves = position.legal_moves();
            let Some(&m) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            position = position.play_unchecked(m);
            prop_assert_eq!(evaluator.evaluate(&position, 0), value(&position));
        }
    }

    #[test]
    fn the_counts_of_weights_add_up_to_the_score(position in positions(300)) {
        let mut counts = TermCounts::default();
        let sum = sum_terms(&position, None, &mut counts);
        let weights = WEIGHTS.flatten();
        let total = weights
            .iter()
            .zip(counts.0)
            .fold(TaperedScore::ZERO, |total, (&weight, count)| total + weight * count);
        prop_assert_eq!(total, sum.score);
    }

    // req: D19
    #[test]
    fn more_material_scores_higher_all_else_equal(position in middlegames()) {
        let them = !position.turn();
        let before = value(&position);
        // Without a pawn much else is different too: files, shelter, and what the rest is worth.
        let board = position.board();
        let pieces = board.color(them) & !board.role(Role::Pawn) & !board.role(Role::King);
        for taken in pieces {
            if guarded_by_slider(board, them, taken) {
                continue;
            }
            let Some(less) = without(&position, taken) else { continue };
            prop_assert!(value(&less) > before, "{position} without {taken}");
        }
    }
}

// req: D19
#[test]
fn a_pawn_more_scores_higher_where_nothing_is_wrong_with_it() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 11",
        "8/pp3pk1/6p1/8/8/6P1/PP3PK1/8 w - - 0 1",
    ] {
        let position: Position = fen.parse().unwrap();
        for taken in position.board().pieces(!position.turn(), Role::Pawn) {
            let less = without(&position, taken).unwrap();
            assert!(value(&less) > value(&position), "{fen} without {taken}");
        }
    }
}

#[test]
fn the_start_is_worth_little_more_than_the_move() {
    let start = value(&Position::default());
    assert!((1..60).contains(&start), "{start}");
}

#[test]
fn a_value_fades_while_nothing_happens() {
    let early: Position = "4k3/pp3ppp/8/8/8/8/PPP2PPP/4KB2 w - - 0 40".parse().unwrap();
    let late: Position = "4k3/pp3ppp/8/8/8/8/PPP2PPP/4KB2 w - - 90 40".parse().unwrap();
    assert!(value(&early) > value(&late) && value(&late) > 0);
}
