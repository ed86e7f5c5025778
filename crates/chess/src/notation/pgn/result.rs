//! The result of a game, as its last word tells it.

use std::fmt;

use crate::{Color, Outcome};

/// How a game ended, or that nobody knows.
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
    /// Neither side has.
    Draw,
    /// The game goes on, was broken off, or its end is not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// The text that stands for the result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::Win(Color::White) => "1-0",
            GameResult::Win(Color::Black) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The result that a text stands for. A draw may be shortened to `1/2`, and other dashes, a
    /// colon and the sign `½` are understood.
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

    /// Results with other dashes, a colon, or a fraction in one character: `½–½`, `1:0`.
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
