//! The result of a game in PGN.

use std::fmt;

use crate::{Color, Outcome};

/// The result of a game, or that it is unknown.
///
/// ```
/// use tabiya_chess::Color;
/// use tabiya_chess::pgn::GameResult;
///
/// assert_eq!(GameResult::Win(Color::Black).to_string(), "0-1");
/// assert_eq!(GameResult::from_text("1/2-1/2"), Some(GameResult::Draw));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// One side has won.
    Win(Color),
    /// A draw.
    Draw,
    /// The game is unfinished, or its result is unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// The PGN text: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::Win(Color::White) => "1-0",
            GameResult::Win(Color::Black) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// Parses a result. A draw may be abbreviated to `1/2`; other dashes, a colon and `½` are
    /// accepted.
    pub fn from_text(text: &str) -> Option<GameResult> {
        GameResult::from_bytes(text.as_bytes())
    }

    pub(super) fn from_bytes(text: &[u8]) -> Option<GameResult> {
        match text {
            b"1-0" => Some(GameResult::Win(Color::White)),
            b"0-1" => Some(GameResult::Win(Color::Black)),
            b"1/2-1/2" | b"1/2" => Some(GameResult::Draw),
            b"*" => Some(GameResult::Unknown),
            _ => GameResult::from_odd_bytes(text),
        }
    }

    /// Results with other dashes, a colon, or a one-character fraction: `½–½`, `1:0`.
    #[cold]
    fn from_odd_bytes(text: &[u8]) -> Option<GameResult> {
        const LONGEST: usize = 16;
        let text = std::str::from_utf8(text).ok().filter(|text| text.len() <= LONGEST)?;
        let plain = text
            .trim_end_matches(['.', ','])
            .replace(['‐', '‑', '–', '—', '−', ':'], "-")
            .replace('½', "1/2");
        let is_new = plain != text;
        is_new.then(|| GameResult::from_bytes(plain.as_bytes())).flatten()
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        outcome.winner().map_or(GameResult::Draw, GameResult::Win)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.as_str())
    }
}
