//! A move that can be parsed from SAN is legal and survives writing. The input is a FEN on its own
//! line, followed by moves to play.

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
