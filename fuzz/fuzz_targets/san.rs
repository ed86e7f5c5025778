//! A move in algebraic notation that is read is legal, and is written as one that reads back as
//! the same move. The input is a FEN on a line of its own, then moves to play in order.

#![no_main]

use chess::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (fen, moves) = text.split_once('\n').unwrap_or(("", text));
    let mut position: Position = fen.parse().unwrap_or_default();
    for text in moves.split(' ') {
        let Ok(m) = position.parse_san(text) else { continue };
        assert!(position.is_legal(m));
        assert_eq!(position.parse_san(&position.san(m)), Ok(m));
        assert_eq!(position.parse_san(&position.long_algebraic(m)), Ok(m));
        position = position.play_unchecked(m);
    }
});
