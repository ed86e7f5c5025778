//! Interprets words in a game that are not SAN.
//!
//! Moves have been written in many ways: with other dashes, with figurines, as two squares, in
//! lower case. Some words are null moves, others annotate a position. A word with exactly one
//! interpretation is accepted; an ambiguous one is an error.

use super::{Nag, PgnErrorKind};
use crate::notation::san::SanErrorKind;
use crate::{Bitboard, File, Move, Position, Role};

/// What a word stands for.
pub(super) enum Interpretation {
    /// A move, possibly with an annotation.
    Move(Move, Option<Nag>),
    /// A null move.
    NullMove,
    /// An annotation of the last move.
    Nag(Nag),
    /// A repetition of what the last move already says.
    Nothing,
}

/// Null moves, in lower case.
const NULL_MOVES: [&str; 6] = ["--", "z0", "0000", "@@@@", "null", "pass"];

/// Words that repeat that the last move was a check, mate or en passant capture.
const REDUNDANT: [&str; 8] = ["e.p", "ep", "+", "++", "#", "ch", "dis.ch", "mate"];

/// Evaluation symbols and their NAGs; a longer symbol comes before its suffixes.
const SYMBOLS: [(&str, u8); 22] = [
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+--", 20),
    ("--+", 21),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("=", 10),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("∞", 13),
    ("□", 7),
    ("⨀", 22),
    ("⊙", 22),
    ("→", 40),
    ("N", 146),
    ("D", 220),
];

/// What a word that is not SAN stands for, or the error to report.
pub(super) fn interpret(
    position: &Position,
    text: &str,
    kind: SanErrorKind,
) -> Result<Interpretation, PgnErrorKind> {
    let plain = plain(text);
    let lower = plain.to_ascii_lowercase();
    if REDUNDANT.contains(&lower.as_str()) {
        return Ok(Interpretation::Nothing);
    }
    if NULL_MOVES.contains(&lower.as_str()) {
        let passes = position.null_move().map(|_| Interpretation::NullMove);
        return passes.ok_or_else(|| PgnErrorKind::NullMoveInCheck(text.to_owned()));
    }
    if let Some(&(_, nag)) = SYMBOLS.iter().find(|(symbol, _)| *symbol == plain) {
        return Ok(Interpretation::Nag(Nag(nag)));
    }
    if let Some(m) = nonstandard_move(position, &plain) {
        return Ok(Interpretation::Move(m, None));
    }
    let annotated = SYMBOLS.iter().find_map(|(symbol, nag)| {
        let m = nonstandard_move(position, plain.strip_suffix(symbol)?)?;
        Some(Interpretation::Move(m, Some(Nag(*nag))))
    });
    annotated.ok_or_else(|| {
        if plain.contains('@') {
            PgnErrorKind::Drop(text.to_owned())
        } else {
            PgnErrorKind::BadMove(kind.into_error(text))
        }
    })
}

/// The word with standard letters and symbols.
fn plain(text: &str) -> String {
    let letters = text.trim_end_matches(['.', ',', '…']).chars();
    letters
        .filter_map(|letter| match letter {
            '‐' | '‑' | '–' | '—' | '−' => Some('-'),
            '×' => Some('x'),
            '♔' | '♚' => Some('K'),
            '♕' | '♛' => Some('Q'),
            '♖' | '♜' => Some('R'),
            '♗' | '♝' => Some('B'),
            '♘' | '♞' => Some('N'),
            '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' | '\u{200b}' => None,
            '†' => Some('+'),
            '‡' => Some('#'),
            // Cyrillic and Greek letters that look like O.
            'О' | 'Ο' => Some('O'),
            other => Some(other),
        })
        .collect()
}

/// The only move that a word can stand for, however it is written.
fn nonstandard_move(position: &Position, word: &str) -> Option<Move> {
    let san = |text: &str| position.read_san(text.as_bytes()).ok();
    san(word)
        .or_else(|| coordinates(position, word))
        .or_else(|| san(&capital_piece(word)?))
        .or_else(|| san(castle(word)?))
        .or_else(|| short_pawn_capture(position, word))
}

/// A move given by its two squares: `e2e4`, `E2-E4`, `e7-e8=q`.
fn coordinates(position: &Position, word: &str) -> Option<Move> {
    let is_square_or_role = |letter: &char| !"-x:=+#/()".contains(*letter);
    let squares: String = word.chars().filter(is_square_or_role).collect();
    position.parse_uci(&squares.to_ascii_lowercase()).ok()
}

/// The word with a capital piece letter: `nf3`. A lower-case b is a file.
fn capital_piece(word: &str) -> Option<String> {
    let piece = word.chars().next().filter(|letter| "nrqk".contains(*letter))?;
    Some(format!("{}{}", piece.to_ascii_uppercase(), &word[1..]))
}

/// Castling with any mix of letters and zeros: `OO`, `o-0`, `0-0-O`.
fn castle(word: &str) -> Option<&'static str> {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let is_letter_o = |letter: char| matches!(letter, 'O' | 'o' | '0');
    if !word.chars().all(|letter| is_letter_o(letter) || letter == '-') {
        return None;
    }
    match word.chars().filter(|&letter| is_letter_o(letter)).count() {
        2 => Some("O-O"),
        3 => Some("O-O-O"),
        _ => None,
    }
}

/// A pawn capture given by its two files: `ed`, `exd`.
fn short_pawn_capture(position: &Position, word: &str) -> Option<Move> {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let ([from, to] | [from, b'x' | b':', to]) = *word.as_bytes() else { return None };
    let file = |letter: u8| File::from_char(char::from(letter)).map(Bitboard::file);
    let (from, to) = (file(from)?, file(to)?);
    let pawns = position.board().pieces(position.turn(), Role::Pawn) & from;
    let moves = position.moves(crate::MoveFilter::CAPTURES.from(pawns));
    let mut fitting = moves.iter().filter(|m| to.contains(m.to()));
    let only = fitting.next().filter(|m| m.promoted().is_none())?;
    fitting.next().is_none().then_some(*only)
}
