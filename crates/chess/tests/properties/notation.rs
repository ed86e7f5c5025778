//! Moves as text: valid, unambiguous, and read back as the same move.

use std::collections::HashSet;

use proptest::prelude::*;
use tabiya_chess::{CastlingMode, Position};

use crate::reference;
use crate::strategies::{castlings, cornered, hold, pawn_fights, placements, positions};

fn all_kinds() -> impl Strategy<Value = Position> {
    prop_oneof![2 => positions(), 1 => placements(), 1 => castlings(), 1 => pawn_fights()]
}

/// True for text in the form that the PGN standard gives to moves, in any position.
fn is_san(text: &str) -> bool {
    let text = text.strip_suffix(['+', '#']).unwrap_or(text);
    if matches!(text, "O-O" | "O-O-O") {
        return true;
    }
    let piece = text.strip_prefix(['K', 'Q', 'R', 'B', 'N']);
    let promotions = ["=Q", "=R", "=B", "=N"];
    let promotion = promotions.into_iter().find_map(|sign| text.strip_suffix(sign));
    let rest = piece.or(promotion).unwrap_or(text);
    let Some((origin, target)) = rest.len().checked_sub(2).and_then(|at| rest.split_at_checked(at))
    else {
        return false;
    };
    let (origin, captures) = match origin.strip_suffix('x') {
        Some(origin) => (origin, true),
        None => (origin, false),
    };
    let is_file = |text: &str| text.len() == 1 && "abcdefgh".contains(text);
    let is_rank = |text: &str| text.len() == 1 && "12345678".contains(text);
    let is_square = |text: &str| text.len() == 2 && is_file(&text[..1]) && is_rank(&text[1..]);
    let is_origin = match piece {
        Some(_) => origin.is_empty() || is_file(origin) || is_rank(origin) || is_square(origin),
        None => origin.is_empty() && !captures || is_file(origin) && captures,
    };
    is_origin && is_square(target)
}

#[test]
fn the_form_of_san_is_recognized() {
    for text in ["e4", "exd5", "Nf3", "Nbd7", "N1f3", "Qh4xe1#", "e8=Q+", "dxe8=N", "O-O-O#"] {
        assert!(is_san(text), "{text}");
    }
    for text in ["", "e", "e9", "ed5", "xd5", "Nf3=Q", "e8Q", "O-O-O-O", "Pe4", "N1bd7", "e4++"] {
        assert!(!is_san(text), "{text}");
    }
}

// req: D26
#[test]
fn the_text_of_a_move_is_valid_san_and_reads_back_as_the_same_move() {
    hold(all_kinds(), |position| {
        let moves = position.legal_moves();
        let mut texts = HashSet::new();
        for &m in &moves {
            let san = position.san(m);
            prop_assert!(is_san(&san), "{} {}", position, san);
            prop_assert_eq!(position.parse_san(&san), Ok(m), "{} {}", position, san);
            let long = position.long_algebraic(m);
            prop_assert_eq!(position.parse_san(&long), Ok(m), "{} {}", position, long);
            texts.insert(san);
        }
        prop_assert_eq!(texts.len(), moves.len(), "{}", position);
        Ok(moves.len())
    });
}

// req: D26
#[test]
fn disambiguation_is_minimal() {
    hold(placements(), |position| {
        let mut telling = 0;
        for &m in &position.legal_moves() {
            let san = position.san(m);
            let target = san.find(&m.to().to_string()).unwrap_or(0);
            let origin = san[..target].trim_end_matches('x');
            for at in 1..origin.len() {
                let mut shorter = san.to_string();
                shorter.remove(at);
                prop_assert!(position.parse_san(&shorter).is_err(), "{} {}", position, san);
                telling += 1;
            }
        }
        Ok(telling)
    });
}

// req: D26
#[test]
fn the_uci_text_of_a_move_reads_back_as_the_same_move() {
    hold(all_kinds(), |position| {
        let moves = position.legal_moves();
        for &m in &moves {
            let text = m.uci(CastlingMode::Chess960);
            prop_assert_eq!(position.parse_uci(&text), Ok(m), "{} {}", position, text);
            let step = |other: &&tabiya_chess::Move| {
                other.from() == m.from() && other.to() == m.destination() && **other != m
            };
            let text = m.uci(CastlingMode::Standard);
            if m.is_castle() && (m.from() == m.destination() || moves.iter().any(|o| step(&o))) {
                continue;
            }
            prop_assert_eq!(position.parse_uci(&text), Ok(m), "{} {}", position, text);
        }
        Ok(moves.len())
    });
}

// req: D28
#[test]
fn captures_carry_an_x_and_nothing_else_does() {
    hold(all_kinds(), |position| {
        let mut captures = 0;
        for &m in &position.legal_moves() {
            let pieces = position.board().occupied().count();
            let takes = reference::board_after(&position, m).occupied().count() < pieces;
            let san = position.san(m);
            prop_assert_eq!(san.contains('x'), takes, "{} {}", position, san);
            prop_assert_eq!(position.is_capture(m), takes, "{} {}", position, san);
            captures += usize::from(takes);
        }
        Ok(captures)
    });
}

// req: D29
#[test]
fn checks_carry_a_plus_and_mates_a_hash() {
    hold(prop_oneof![all_kinds(), cornered()], |position| {
        let mut mates = 0;
        for &m in &position.legal_moves() {
            let next = position.play(m).unwrap();
            let check = reference::is_check(next.board(), next.turn());
            let mate = check && reference::legal_moves(&next).is_empty();
            let san = position.san(m);
            prop_assert_eq!(san.ends_with('#'), mate, "{} {}", position, san);
            prop_assert_eq!(san.ends_with('+'), check && !mate, "{} {}", position, san);
            mates += usize::from(mate);
        }
        Ok(mates)
    });
}
