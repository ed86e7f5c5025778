//! Castling: when it is allowed, what it does, and how the right is lost.

use proptest::prelude::*;
use tabiya_chess::{CastlingRights, Color, IllegalMove, Move, Position, Role, Square};

use crate::reference;
use crate::strategies::{castlings, games, hold, playout, starts};

// req: D11
#[test]
fn castling_needs_a_free_path_and_a_king_that_is_never_in_check() {
    hold(castlings(), |position| {
        let castles = |moves: &[Move]| -> Vec<Move> {
            moves.iter().copied().filter(|m| m.is_castle()).collect()
        };
        let mut found = castles(&position.legal_moves());
        found.sort_unstable();
        prop_assert_eq!(&found, &castles(&reference::legal_moves(&position)), "{}", position);
        Ok(found.len())
    });
}

// req: D11
#[test]
fn illegal_castling_has_a_specific_reason() {
    hold(castlings(), |position| {
        let us = position.turn();
        let king = position.king(us);
        let mut refused = 0;
        for (_, _, rook) in position.castling_rights().iter().filter(|right| right.0 == us) {
            let Err(reason) = position.find_move(king, rook, None) else { continue };
            let named = match reason {
                IllegalMove::CastlingOutOfCheck => position.is_check(),
                IllegalMove::CastlingBlocked(square) => {
                    position.board().occupied().contains(square)
                }
                IllegalMove::CastlingThroughCheck(square) => {
                    let mut board = *position.board();
                    board.take(king);
                    board.take(rook);
                    reference::is_attacked(&board, square, !us)
                }
                _ => false,
            };
            prop_assert!(named, "{} {}: {}", position, rook, reason);
            refused += 1;
        }
        Ok(refused)
    });
}

// req: D11
#[test]
fn castling_needs_a_king_and_a_rook_that_have_not_moved() {
    hold(games(120), |game| {
        let mut castles = 0;
        for (ply, castle) in game.moves().iter().enumerate().filter(|(_, m)| m.is_castle()) {
            let earlier = game.moves()[..ply].iter();
            for touched in earlier.flat_map(|m| [m.from(), m.to()]) {
                prop_assert_ne!(touched, castle.from(), "the king has moved");
                prop_assert_ne!(touched, castle.to(), "the rook has moved or was taken");
            }
            castles += 1;
        }
        Ok(castles)
    });
}

// req: D21
#[test]
fn castling_moves_king_and_rook_to_their_squares() {
    hold(castlings(), |position| {
        let us = position.turn();
        let moves = position.legal_moves();
        let castles = moves.iter().filter(|m| m.is_castle());
        for &m in castles.clone() {
            let [king, rook] = if m.to() > m.from() { ["g", "f"] } else { ["c", "d"] };
            let rank = us.back_rank();
            let square = |file: &str| format!("{file}{rank}").parse::<Square>().unwrap();
            let next = position.play(m).unwrap();
            let mut expected = *position.board();
            expected.take(m.from());
            expected.take(m.to());
            expected.put(square(king), Role::King.of(us));
            expected.put(square(rook), Role::Rook.of(us));
            prop_assert_eq!(next.board(), &expected, "{} {:?}", position, m);
            prop_assert_eq!(next.halfmoves(), position.halfmoves() + 1);
        }
        Ok(castles.count())
    });
}

/// The rights that remain when a move has touched its squares.
fn rights_after(position: &Position, m: Move) -> CastlingRights {
    let mut rights = position.castling_rights();
    for (color, side, rook) in position.castling_rights().iter() {
        let moved = m.from() == position.king(color) || m.from() == rook;
        if moved || m.to() == rook {
            rights.set(color, side, None);
        }
    }
    rights
}

/// The rights of one side.
fn rights_of(position: &Position, color: Color) -> usize {
    position.castling_rights().iter().filter(|right| right.0 == color).count()
}

// req: D24
#[test]
fn moving_king_or_rook_revokes_the_right_and_nothing_else_does() {
    hold(castlings(), |position| {
        let us = position.turn();
        let mut revoked = 0;
        for &m in &position.legal_moves() {
            let next = position.play(m).unwrap();
            prop_assert_eq!(
                next.castling_rights(),
                rights_after(&position, m),
                "{} {:?}",
                position,
                m
            );
            if m.from() == position.king(us) {
                prop_assert_eq!(rights_of(&next, us), 0);
            }
            revoked += rights_of(&position, us) - rights_of(&next, us);
        }
        Ok(revoked)
    });
}

// req: D24
#[test]
fn a_right_once_lost_never_returns() {
    hold((starts(), crate::strategies::choices(120)), |(start, choices)| {
        let game = playout(start, &choices);
        let mut lost = 0;
        for pair in game.positions().windows(2) {
            for (color, side, rook) in pair[1].castling_rights().iter() {
                let before = pair[0].castling_rights().rook(color, side);
                prop_assert_eq!(before, Some(rook.file()));
            }
            for color in Color::ALL {
                lost += rights_of(&pair[0], color) - rights_of(&pair[1], color);
            }
        }
        Ok(lost)
    });
}

// req: D25
#[test]
fn capturing_a_rook_revokes_its_right() {
    hold(castlings(), |position| {
        let them = !position.turn();
        let mut captured = 0;
        for (color, side, rook) in position.castling_rights().iter().filter(|r| r.0 == them) {
            for &m in position.legal_moves().iter().filter(|m| m.to() == rook) {
                let next = position.play(m).unwrap();
                prop_assert_eq!(next.castling_rights().rook(color, side), None);
                captured += 1;
            }
        }
        Ok(captured)
    });
}
