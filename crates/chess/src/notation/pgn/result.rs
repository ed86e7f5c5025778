//! The result of a game, as its last word tells it.

use std::fmt;

use crate::{Color, Outcome};

/// How a game ended, or that nobody knows.
///
/// ```
/// use chess::Color;
/// use chess::pgn::GameResult;
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

    /// The result that a text stands for. A draw may be shortened to `1/2`.
    pub fn from_text(text: &str) -> Option<GameResult> {
        GameResult::from_bytes(text.as_bytes())
    }

    pub(super) fn from_bytes(text: &[u8]) -> Option<GameResult> {
        match text {
            b"1-0" => Some(GameResult::Win(Color::White)),
            b"0-1" => Some(GameResult::Win(Color::Black)),
            b"1/2-1/2" | b"1/2" => Some(GameResult::Draw),
            b"*" => Some(GameResult::Unknown),
            _ => None,
        }
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
