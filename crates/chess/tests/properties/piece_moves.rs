//! How pieces move: their patterns, king safety, and promotion.

use proptest::prelude::*;
use tabiya_chess::{Board, Color, File, IllegalMove, MoveKind, Position, Role, Setup, Square};

use crate::reference;
use crate::strategies::{
    Verdict, castlings, colors, hold, legal, pawn_fights, pieces, placements, positions, squares,
    stand,
};

/// Positions from random play and random placement.
fn all_kinds() -> impl Strategy<Value = Position> {
    prop_oneof![positions(), placements(), castlings(), pawn_fights()]
}

/// Pawns one step from promotion, with a few other pieces.
fn promoting() -> impl Strategy<Value = Position> {
    let pawns = proptest::collection::vec(prop::option::of(colors()), 8);
    (squares(2), pawns, pieces(8), colors()).prop_filter_map(
        "not legal",
        |(kings, pawns, pieces, turn)| {
            let mut board = Board::EMPTY;
            board.put(kings[0], Role::King.of(Color::White));
            board.put(kings[1], Role::King.of(Color::Black));
            let pawns = File::ALL.into_iter().zip(pawns).filter_map(|(file, color)| {
                let color = color?;
                Some((Square::new(file, (!color).pawn_rank()), Role::Pawn.of(color)))
            });
            stand(&mut board, &pawns.chain(pieces).collect::<Vec<_>>());
            legal(Setup { board, turn, ..Setup::EMPTY })
        },
    )
}

// req: D8
#[test]
fn a_legal_move_follows_its_pieces_pattern() {
    hold(all_kinds(), |position| {
        let moves = position.legal_moves();
        for &m in moves.iter().filter(|m| !m.is_castle()) {
            prop_assert!(reference::follows_pattern(&position, m), "{} {:?}", position, m);
        }
        for m in moves.iter().filter(|m| m.is_castle()) {
            let (king, rook) = (m.from(), m.to());
            prop_assert_eq!(position.king(position.turn()), king);
            let ours = position.board().pieces(position.turn(), Role::Rook);
            prop_assert!(ours.contains(rook));
            prop_assert_eq!(king.rank(), rook.rank());
        }
        Ok(moves.len())
    });
}

// req: D8
#[test]
fn pseudo_legal_targets_follow_the_pattern_and_nothing_else() {
    hold(all_kinds(), |position| {
        let board = position.board();
        for from in Square::ALL {
            let expected =
                Square::ALL.into_iter().filter(|&to| reference::reaches(board, from, to)).collect();
            prop_assert_eq!(position.pseudo_targets(from), expected, "{} {}", position, from);
        }
        Ok(board.occupied().count())
    });
}

// req: D8
#[test]
fn the_legal_moves_are_those_of_the_reference_implementation() {
    hold(all_kinds(), |position| {
        let mut moves = position.legal_moves().to_vec();
        moves.sort_unstable();
        prop_assert_eq!(&moves, &reference::legal_moves(&position), "{}", position);
        Ok(1)
    });
}

// req: D9
#[test]
fn no_legal_move_leaves_its_own_king_attacked() {
    hold(all_kinds(), |position| {
        for &m in &position.legal_moves() {
            let next = position.play(m).unwrap();
            let attacked = reference::is_check(next.board(), position.turn());
            prop_assert!(!attacked, "{} {:?}", position, m);
        }
        Ok(position.legal_moves().len())
    });
}

/// Checks every legal move of a position in check, and returns their number.
fn ends_check(position: &Position) -> Verdict {
    prop_assert!(reference::is_check(position.board(), position.turn()));
    for &m in &position.legal_moves() {
        let next = position.play(m).unwrap();
        prop_assert!(!reference::is_check(next.board(), position.turn()), "{} {:?}", position, m);
        prop_assert!(!m.is_castle(), "{} castles out of check", position);
    }
    Ok(position.legal_moves().len())
}

// req: D10
#[test]
fn in_check_every_legal_move_ends_the_check() {
    hold(all_kinds(), |position| {
        let mut met = 0;
        for &m in &position.legal_moves() {
            let next = position.play(m).unwrap();
            let check = reference::is_check(next.board(), next.turn());
            prop_assert_eq!(next.is_check(), check, "{}", next);
            prop_assert_eq!(next.checkers().any(), check, "{}", next);
            if check {
                met += ends_check(&next)?;
            }
        }
        Ok(met)
    });
}

// req: D12
#[test]
fn a_pawn_on_the_last_rank_becomes_queen_rook_bishop_or_knight() {
    hold(promoting(), |position| {
        let us = position.turn();
        let moves = position.legal_moves();
        let pawns = position.board().pieces(us, Role::Pawn);
        let last = |to: Square| to.rank() == us.promotion_rank();
        let arrives = |from, to| pawns.contains(from) && last(to);
        let promotions: Vec<_> = moves.iter().filter(|m| arrives(m.from(), m.to())).collect();
        for &&m in &promotions {
            let choices: Vec<Role> = promotions
                .iter()
                .filter(|other| (other.from(), other.to()) == (m.from(), m.to()))
                .filter_map(|other| other.promoted())
                .collect();
            prop_assert_eq!(&choices[..], &Role::PROMOTIONS);
            let becomes = position.play(m).unwrap().board().piece_at(m.to());
            prop_assert_eq!(becomes, m.promoted().map(|role| role.of(us)));
            let missing = position.find_move(m.from(), m.to(), None);
            prop_assert_eq!(missing, Err(IllegalMove::PromotionMissing));
        }
        for m in moves.iter().filter(|m| !arrives(m.from(), m.to())) {
            prop_assert!(!matches!(m.kind(), MoveKind::Promotion(_)), "{} {:?}", position, m);
        }
        Ok(promotions.len())
    });
}
