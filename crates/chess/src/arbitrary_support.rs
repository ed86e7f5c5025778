//! Values for fuzzing and property tests with `arbitrary`.
//!
//! Games are played by random legal moves from any Chess960 start, and positions come from such
//! games, so both are always legal. Setups are not: they are for testing what must reject them.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, File, Game, Move, Piece, Position, Rank,
    Role, Setup, Square, UciMove, chess960,
};

/// The most half-moves of a random game, and the most pieces of a random setup.
const MAX_PLIES: usize = 200;
const MAX_PIECES: usize = 40;

macro_rules! arbitrary_from_list {
    ($($type:ty)*) => {$(
        impl<'a> Arbitrary<'a> for $type {
            fn arbitrary(u: &mut Unstructured<'a>) -> Result<$type> {
                u.choose(&<$type>::ALL).copied()
            }
        }
    )*};
}

arbitrary_from_list! { Color Role File Rank Square CastlingSide }

impl<'a> Arbitrary<'a> for Piece {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Piece> {
        Ok(Piece { color: u.arbitrary()?, role: u.arbitrary()? })
    }
}

impl<'a> Arbitrary<'a> for Bitboard {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Bitboard> {
        u.arbitrary().map(Bitboard)
    }
}

impl<'a> Arbitrary<'a> for Move {
    /// Any move that can be represented, legal somewhere or not.
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Move> {
        let (from, to) = (u.arbitrary()?, u.arbitrary()?);
        Ok(match u.int_in_range(0..=3)? {
            0 => Move::normal(from, to),
            1 => Move::castle(from, to),
            2 => Move::en_passant(from, to),
            _ => Move::promotion(from, to, *u.choose(&Role::PROMOTIONS)?),
        })
    }
}

impl<'a> Arbitrary<'a> for UciMove {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<UciMove> {
        Ok(UciMove { from: u.arbitrary()?, to: u.arbitrary()?, promotion: u.arbitrary()? })
    }
}

impl<'a> Arbitrary<'a> for CastlingRights {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<CastlingRights> {
        let mut rights = CastlingRights::NONE;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                rights.set(color, side, u.arbitrary()?);
            }
        }
        Ok(rights)
    }
}

impl<'a> Arbitrary<'a> for Board {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Board> {
        let count = u.int_in_range(0..=MAX_PIECES)?;
        (0..count).map(|_| Ok((u.arbitrary()?, u.arbitrary()?))).collect()
    }
}

impl<'a> Arbitrary<'a> for Setup {
    /// Any setup, most of which are not legal positions.
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Setup> {
        Ok(Setup {
            board: u.arbitrary()?,
            turn: u.arbitrary()?,
            castling: u.arbitrary()?,
            en_passant: u.arbitrary()?,
            halfmoves: u.arbitrary()?,
            fullmoves: u.arbitrary()?,
        })
    }
}

impl<'a> Arbitrary<'a> for Game {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Game> {
        let number = u.int_in_range(0..=chess960::START_POSITIONS - 1)?;
        let mut game = Game::new(chess960::start(number).unwrap_or_default());
        for _ in 0..u.int_in_range(0..=MAX_PLIES)? {
            let moves = game.position().legal_moves();
            if moves.is_empty() || u.is_empty() || game.play(*u.choose(&moves)?).is_err() {
                break;
            }
        }
        Ok(game)
    }
}

impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Position> {
        Ok(*u.arbitrary::<Game>()?.position())
    }
}
