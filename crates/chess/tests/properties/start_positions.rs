//! Start positions: the standard one and the other 959.

use std::ops::Range;

use proptest::prelude::*;
use tabiya_chess::{
    Bitboard, CastlingSide, Color, File, Game, Position, Rank, Role, Square, chess960,
};

use crate::strategies::{choices, hold, playout};

const NUMBERS: Range<u16> = 0..chess960::START_POSITIONS;

fn start(number: u16) -> Position {
    chess960::start(number).unwrap()
}

// req: D1
#[test]
fn the_thirty_two_pieces_stand_in_place_at_the_start() {
    let ordinary = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert_eq!(Position::default().board().to_string(), ordinary);
    assert_eq!(Game::default().position(), &Position::default());
    hold(NUMBERS, |number| {
        let position = start(number);
        let board = position.board();
        let ranks = [Rank::First, Rank::Second, Rank::Seventh, Rank::Eighth];
        let home = ranks.map(Bitboard::rank).into_iter().fold(Bitboard::EMPTY, |a, b| a | b);
        prop_assert_eq!(board.occupied(), home);
        for color in Color::ALL {
            prop_assert_eq!(board.pieces(color, Role::Pawn), Bitboard::rank(color.pawn_rank()));
            let role = |file| board.role_at(Square::new(file, color.back_rank())).unwrap();
            let rank: String = File::ALL.map(|file| role(file).upper_char()).iter().collect();
            let mut pieces: Vec<char> = rank.chars().collect();
            pieces.sort_unstable();
            prop_assert_eq!(pieces, ['B', 'B', 'K', 'N', 'N', 'Q', 'R', 'R']);
            let order: String = rank.chars().filter(|piece| "RK".contains(*piece)).collect();
            prop_assert_eq!(order, "RKR", "the king stands between its rooks");
            let bishops = board.pieces(color, Role::Bishop);
            prop_assert_eq!((bishops & Bitboard::DARK).count(), 1);
        }
        let mirrored = board.color(Color::White).flip_ranks();
        prop_assert_eq!(mirrored, board.color(Color::Black));
        for role in Role::ALL {
            prop_assert_eq!(board.role(role).flip_ranks(), board.role(role));
        }
        Ok(1)
    });
}

// req: D2
#[test]
fn white_moves_first() {
    hold((NUMBERS, choices(8)), |(number, choices)| {
        let game = playout(start(number), &choices);
        prop_assert_eq!(game.start().turn(), Color::White);
        prop_assert_eq!((game.start().halfmoves(), game.start().fullmoves()), (0, 1));
        let first = game.moves().first();
        let mover = first.and_then(|m| game.start().board().color_at(m.from()));
        prop_assert_eq!(mover, first.map(|_| Color::White));
        Ok(1)
    });
}

// req: D3
#[test]
fn all_castling_rights_exist_at_the_start() {
    hold(NUMBERS, |number| {
        let position = start(number);
        for color in Color::ALL {
            let king = position.king(color);
            for side in CastlingSide::ALL {
                let file = position.castling_rights().rook(color, side);
                let rook = file.map(|file| Square::new(file, color.back_rank()));
                prop_assert_eq!(rook.map(|rook| CastlingSide::of(king, rook)), Some(side));
                let piece = rook.and_then(|rook| position.board().piece_at(rook));
                prop_assert_eq!(piece, Some(Role::Rook.of(color)));
            }
        }
        Ok(1)
    });
}
