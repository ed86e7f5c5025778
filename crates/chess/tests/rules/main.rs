//! The rules of chess as tables: a position, an action and the expected result.
//!
//! The positions are those that programs get wrong. Each test is named after the rule that its
//! table protects.

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

/// The position of a legal FEN.
fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The position after moves in UCI notation.
fn after(fen: &str, moves: &str) -> Position {
    moves.split_whitespace().fold(position(fen), |position, text| {
        let m = position.parse_uci(text).unwrap_or_else(|error| panic!("{position}: {error}"));
        position.play(m).unwrap()
    })
}

/// The legal moves that pass a filter, in UCI notation, sorted and joined.
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
