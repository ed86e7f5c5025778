//! The rules of chess as tables: a position, what is tried, and what must come of it.
//!
//! The positions are the ones that programs get wrong. Each table protects one rule, and its test
//! is named after it.

mod castling;
mod draw_claims;
mod en_passant;
mod epd;
mod fen;
mod game;
mod illegal_moves;
mod outcomes;
mod promotion;
mod san;
mod setup;
mod uci;
mod zobrist;

use tabiya_chess::{CastlingMode, Position};

/// The position of a FEN that must be legal.
fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The position after moves in UCI text.
fn after(fen: &str, moves: &str) -> Position {
    moves.split_whitespace().fold(position(fen), |position, text| {
        let m = position.parse_uci(text).unwrap_or_else(|error| panic!("{position}: {error}"));
        position.play(m).unwrap()
    })
}

/// The legal moves that pass a filter, in UCI text, sorted and joined.
fn moves_where(position: &Position, filter: impl Fn(&tabiya_chess::Move) -> bool) -> String {
    let moves = position.legal_moves();
    let mut texts: Vec<String> = moves
        .iter()
        .filter(|m| filter(m))
        .map(|m| m.uci(CastlingMode::Chess960).to_string())
        .collect();
    texts.sort_unstable();
    texts.join(" ")
}
