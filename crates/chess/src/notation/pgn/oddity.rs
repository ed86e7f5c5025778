//! Words of a game that are no algebraic moves, and what they mean all the same.
//!
//! Programs and people have written moves in many ways: with other dashes, with figurines, as two
//! squares, in lower case. They pass the turn, and they judge positions with signs. Where exactly
//! one thing can be meant, it is found here; what could be two things is refused.

use super::{Nag, PgnErrorKind};
use crate::notation::san::Misfit;
use crate::{Bitboard, File, Move, Position, Role};

/// What a word means.
pub(super) enum Meaning {
    /// A move, perhaps with a judgment.
    Move(Move, Option<Nag>),
    /// A null move.
    Pass,
    /// A judgment of the last move.
    Nag(Nag),
    /// Something that the last move says already.
    Nothing,
}

/// Words for a null move, in lower case.
const NULL_MOVES: [&str; 6] = ["--", "z0", "0000", "@@@@", "null", "pass"];

/// Words that repeat that the last move was check, mate or en passant.
const REPETITIONS: [&str; 8] = ["e.p", "ep", "+", "++", "#", "ch", "dis.ch", "mate"];

/// Signs that judge a position, each before those that it ends with.
const SIGNS: [(&str, u8); 22] = [
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

/// What a word means that is no algebraic move, or the error that it is.
pub(super) fn meaning(
    position: &Position,
    text: &str,
    misfit: Misfit,
) -> Result<Meaning, PgnErrorKind> {
    let plain = plain(text);
    let lower = plain.to_ascii_lowercase();
    if REPETITIONS.contains(&lower.as_str()) {
        return Ok(Meaning::Nothing);
    }
    if NULL_MOVES.contains(&lower.as_str()) {
        let passes = position.null_move().map(|_| Meaning::Pass);
        return passes.ok_or_else(|| PgnErrorKind::NullMoveInCheck(text.to_owned()));
    }
    if let Some(&(_, nag)) = SIGNS.iter().find(|(sign, _)| *sign == plain) {
        return Ok(Meaning::Nag(Nag(nag)));
    }
    if let Some(m) = odd_move(position, &plain) {
        return Ok(Meaning::Move(m, None));
    }
    let signed = SIGNS.iter().find_map(|(sign, nag)| {
        let m = odd_move(position, plain.strip_suffix(sign)?)?;
        Some(Meaning::Move(m, Some(Nag(*nag))))
    });
    signed.ok_or_else(|| {
        if plain.contains('@') {
            PgnErrorKind::Drop(text.to_owned())
        } else {
            PgnErrorKind::BadMove(misfit.into_error(text))
        }
    })
}

/// The word in the letters and signs of the standard.
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
            // The letter O of the Cyrillic and the Greek alphabet.
            'О' | 'Ο' => Some('O'),
            other => Some(other),
        })
        .collect()
}

/// The one move that a word can mean, whichever way it is written.
fn odd_move(position: &Position, word: &str) -> Option<Move> {
    let san = |text: &str| position.read_san(text.as_bytes()).ok();
    san(word)
        .or_else(|| coordinates(position, word))
        .or_else(|| san(&capital_piece(word)?))
        .or_else(|| san(castle(word)?))
        .or_else(|| pawn_capture(position, word))
}

/// A move by its two squares: `e2e4`, `E2-E4`, `e7-e8=q`.
fn coordinates(position: &Position, word: &str) -> Option<Move> {
    let is_square_or_role = |letter: &char| !"-x:=+#/()".contains(*letter);
    let squares: String = word.chars().filter(is_square_or_role).collect();
    position.parse_uci(&squares.to_ascii_lowercase()).ok()
}

/// The word with a capital letter for its piece: `nf3`. A small b is a file.
fn capital_piece(word: &str) -> Option<String> {
    let piece = word.chars().next().filter(|letter| "nrqk".contains(*letter))?;
    Some(format!("{}{}", piece.to_ascii_uppercase(), &word[1..]))
}

/// Castling with any mixture of letters and zeros: `OO`, `o-0`, `0-0-O`.
fn castle(word: &str) -> Option<&'static str> {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let is_round = |letter: char| matches!(letter, 'O' | 'o' | '0');
    if !word.chars().all(|letter| is_round(letter) || letter == '-') {
        return None;
    }
    match word.chars().filter(|&letter| is_round(letter)).count() {
        2 => Some("O-O"),
        3 => Some("O-O-O"),
        _ => None,
    }
}

/// A pawn that takes, by its two files alone: `ed`, `exd`.
fn pawn_capture(position: &Position, word: &str) -> Option<Move> {
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
