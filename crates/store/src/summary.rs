//! The row of a game in the library.

use chess::ByColor;
use chess::pgn::GameResult;
use game::{Name, Timestamp};

/// The part of a library row that follows from the records of a game. Every append updates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// White's name and Black's.
    pub names: ByColor<Option<Name>>,
    /// The result; unknown while the game goes on.
    pub result: GameResult,
    /// The status, as a word that the caller defines.
    pub status: String,
    /// The number of plies.
    pub plies: u32,
    /// When the game was created.
    pub created: Timestamp,
    /// The time of its last record or, if that came from a file, of the import.
    pub last_played: Timestamp,
    /// Whether the game must be resumed after a restart: its clock is running.
    pub resume_on_start: bool,
    /// The current position as FEN.
    pub fen: String,
    /// The opening. For an imported game it is the one at the time of the import, since the file
    /// may have named it.
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

/// The part of a library row that never changes: values of PGN tags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The tournament or match.
    pub event: Option<String>,
    /// The place.
    pub site: Option<String>,
    /// The date as PGN writes it, such as `1972.07.11` or `1851.06.??`.
    pub date: Option<String>,
    /// The round, such as `6` or `4.1`.
    pub round: Option<String>,
    /// White's rating and Black's.
    pub ratings: ByColor<Option<u16>>,
}

impl Details {
    /// The sort key of games without a round, and of rounds without a number.
    pub(crate) const NO_ROUND: i64 = -1;

    /// A sort key for rounds: `4.1` comes before `4.10` and `10`.
    pub(crate) fn round_order(&self) -> i64 {
        const PART: i64 = 10_000;
        let mut parts = self.round.as_deref().unwrap_or_default().split('.');
        let mut number = || parts.next().and_then(|part| part.trim().parse::<u16>().ok());
        match number() {
            Some(first) => i64::from(first) * PART + number().map_or(0, i64::from).min(PART - 1),
            None => Details::NO_ROUND,
        }
    }
}
