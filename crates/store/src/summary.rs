//! The row of a game in the library: a snapshot of what its records make of it.

use chess::{ByColor, Color};
use game::{Name, Timestamp};

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
    pub created: Timestamp,
    /// When something last happened to it.
    pub last_played: Timestamp,
    /// After a restart somebody must look at the game: a clock runs, or an engine is to move.
    pub wants_waking: bool,
    /// The position on the board, as FEN.
    pub fen: String,
    /// The opening that was played. For a game from a file the library keeps what it was when the
    /// game was imported, since the file may have named it.
    pub opening: Option<Opening>,
}

/// An opening by its code and name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Its code in the Encyclopaedia of Chess Openings, such as `C60`; empty when only the name is
    /// known.
    pub eco: String,
    /// Its name; empty when only the code is known.
    pub name: String,
}

/// What the library shows of a game besides its summary, as PGN has it in tags. It is said once,
/// when the game comes into the store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The tournament or match.
    pub event: Option<String>,
    /// The place.
    pub site: Option<String>,
    /// The day as PGN writes it, such as `1972.07.11` or `1851.06.??`.
    pub date: Option<String>,
    /// The round, such as `6` or `4.1`.
    pub round: Option<String>,
    /// White's rating and Black's.
    pub ratings: ByColor<Option<u16>>,
}

impl Details {
    /// A number by which rounds can be put in order: `4.1` comes before `4.10` and `10`. Rounds
    /// without a number come first.
    pub(crate) fn round_order(&self) -> i64 {
        const PART: i64 = 10_000;
        let mut parts = self.round.as_deref().unwrap_or_default().split('.');
        let mut number = || parts.next().and_then(|part| part.trim().parse::<u16>().ok());
        match number() {
            Some(first) => i64::from(first) * PART + number().map_or(0, i64::from).min(PART - 1),
            None => -1,
        }
    }
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
