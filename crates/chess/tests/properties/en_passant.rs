//! En passant: possible right after a double step, gone a move later, and what it removes.

use proptest::prelude::*;
use tabiya_chess::{Color, Move, Position, Role, Square};

use crate::reference;
use crate::strategies::{hold, pawn_fights};

/// The square that a double step moves across, if the move is one.
fn jumped(position: &Position, m: Move) -> Option<Square> {
    let is_pawn = position.board().role_at(m.from()) == Some(Role::Pawn);
    let is_double = m.from().rank() as u8 + m.to().rank() as u8 == 2 * middle(position.turn())
        && m.from().file() == m.to().file();
    let over = m.from().index().midpoint(m.to().index());
    Square::from_index(over).filter(|_| is_pawn && is_double)
}

/// The rank, counted from 0, that a side's double steps move across.
fn middle(color: Color) -> u8 {
    if color.is_white() { 2 } else { 5 }
}

/// The legal en passant captures after a double step to `landed`.
fn captures(next: &Position, landed: Square, target: Square) -> Vec<Move> {
    let us = next.turn();
    let beside = [landed.offset(-1, 0), landed.offset(1, 0)];
    beside
        .into_iter()
        .flatten()
        .filter(|&from| next.board().piece_at(from) == Some(Role::Pawn.of(us)))
        .map(|from| Move::en_passant(from, target))
        .filter(|&m| !reference::is_check(&reference::board_after(next, m), us))
        .collect()
}

// req: D22
#[test]
fn a_double_step_allows_en_passant_exactly_on_the_next_move() {
    hold(pawn_fights(), |position| {
        let mut offered = 0;
        for &m in &position.legal_moves() {
            let next = position.play(m).unwrap();
            let moves = next.legal_moves();
            let found: Vec<Move> = moves.iter().copied().filter(|m| m.is_en_passant()).collect();
            let Some(target) = jumped(&position, m) else {
                prop_assert_eq!((next.en_passant(), found), (None, vec![]), "{}", next);
                continue;
            };
            let expected = captures(&next, m.to(), target);
            prop_assert_eq!(&found, &expected, "{}", next);
            prop_assert_eq!(next.en_passant(), expected.first().map(|m| m.to()), "{}", next);
            for &reply in moves.iter().filter(|_| !found.is_empty()) {
                let later = next.play(reply).unwrap();
                for &third in later.legal_moves().iter().take(3) {
                    let late = later.play(third).unwrap();
                    let still = late.legal_moves().iter().any(|m| m.is_en_passant());
                    prop_assert!(!still || jumped(&later, third).is_some(), "{}", late);
                }
            }
            offered += found.len();
        }
        Ok(offered)
    });
}

// req: D23
#[test]
fn en_passant_removes_the_pawn_that_passed() {
    hold(pawn_fights(), |position| {
        let mut captured = 0;
        for &m in &position.legal_moves() {
            let next = position.play(m).unwrap();
            for &capture in next.legal_moves().iter().filter(|m| m.is_en_passant()) {
                let passed = m.to();
                prop_assert_eq!(next.board().piece_at(passed), Some(Role::Pawn.of(!next.turn())));
                let after = next.play(capture).unwrap();
                let mut expected = *next.board();
                expected.take(passed);
                expected.take(capture.from());
                expected.put(capture.to(), Role::Pawn.of(next.turn()));
                prop_assert_eq!(after.board(), &expected, "{} {:?}", next, capture);
                prop_assert_eq!((after.halfmoves(), after.en_passant()), (0, None));
                captured += 1;
            }
        }
        Ok(captured)
    });
}
