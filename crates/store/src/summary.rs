//! The row of a game in the library: a snapshot of what its records make of it.

use chess::{ByColor, Color};
use game::{Moment, Name};

/// What the library shows of a game. Whoever appends records says what it is after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// White's name and Black's.
    pub names: ByColor<Option<Name>>,
    /// Who has won.
    pub verdict: Verdict,
    /// How the game stands, in a word of the caller's choice.
    pub status: String,
    /// How many half-moves were made.
    pub plies: u32,
    /// When the game was set up.
    pub created: Moment,
    /// When something last happened to it.
    pub last_played: Moment,
    /// After a restart somebody must look at the game: a clock runs, or an engine is to move.
    pub wants_waking: bool,
    /// The position on the board, as FEN.
    pub fen: String,
}

/// The result of a game, as far as it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Not over, or called off.
    Open,
    /// White won.
    White,
    /// Black won.
    Black,
    /// Nobody won.
    Draw,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Verdict; 4] = [Verdict::Open, Verdict::White, Verdict::Black, Verdict::Draw];

    /// The result as PGN writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Open => "*",
            Verdict::White => "1-0",
            Verdict::Black => "0-1",
            Verdict::Draw => "1/2-1/2",
        }
    }

    /// The verdict that PGN writes so; none when the text is no result.
    pub fn from_result(text: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.as_str() == text)
    }

    /// The winner, if there is one.
    pub fn winner(self) -> Option<Color> {
        match self {
            Verdict::White => Some(Color::White),
            Verdict::Black => Some(Color::Black),
            Verdict::Open | Verdict::Draw => None,
        }
    }
}
