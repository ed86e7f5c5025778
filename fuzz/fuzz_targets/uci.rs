//! A move in UCI text that is read is legal, and is written as one that reads back as the same
//! move. The input is a FEN on a line of its own, then moves to play in order.

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
        if !steps_where_it_castles(&position, m) {
            assert_eq!(position.parse_uci(&m.uci(CastlingMode::Standard)), Ok(m));
        }
        position = position.play_unchecked(m);
    }
});

/// True when the king's two squares, which stand for castling in ordinary chess, mean something
/// else in this position of Chess960: a step, or no move at all.
fn steps_where_it_castles(position: &Position, m: Move) -> bool {
    let step = Move::normal(m.from(), m.destination());
    m.is_castle() && (m.from() == m.destination() || position.is_legal(step))
}
