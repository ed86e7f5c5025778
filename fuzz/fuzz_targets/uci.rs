//! A move that can be parsed from UCI notation is legal and survives writing. The input is a FEN on
//! its own line, followed by moves to play.

#![no_main]

use chess::{CastlingMode, Move, Position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (fen, moves) = text.split_once('\n').unwrap_or(("", text));
    let mut position: Position = fen.parse().unwrap_or_default();
    for text in moves.split(' ') {
        let Ok(m) = position.parse_uci(text) else { continue };
        assert!(position.is_legal(m));
        assert_eq!(position.parse_uci(&m.uci(CastlingMode::Chess960)), Ok(m));
        if !is_normal_move_to_castled_square(&position, m) {
            assert_eq!(position.parse_uci(&m.uci(CastlingMode::Standard)), Ok(m));
        }
        position = position.play_unchecked(m);
    }
});

/// True when the king's two squares, which mean castling in standard chess, mean something else in
/// this Chess960 position: a normal move, or no move at all.
fn is_normal_move_to_castled_square(position: &Position, m: Move) -> bool {
    let step = Move::normal(m.from(), m.destination());
    m.is_castle() && (m.from() == m.destination() || position.is_legal(step))
}
