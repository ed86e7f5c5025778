//! A FEN that can be parsed survives writing, and so do the positions after each legal move.

#![no_main]

use chess::{Position, Setup};
use libfuzzer_sys::fuzz_target;

/// The maximum number of legal moves in a position.
const MOST_MOVES: usize = 218;

fuzz_target!(|text: &str| {
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse(), Ok(setup));
    }
    if let Ok(position) = text.parse::<Position>() {
        reads_back(&position);
        let moves = position.legal_moves();
        assert!(moves.len() <= MOST_MOVES);
        for m in moves {
            reads_back(&position.play_unchecked(m));
        }
    }
});

fn reads_back(position: &Position) {
    assert_eq!(position.to_string().parse(), Ok(*position));
    assert_eq!(position.to_setup().shredder_fen().to_string().parse(), Ok(*position));
}
