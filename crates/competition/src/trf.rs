//! Report files of FIDE: TRF16, its common extensions (`TRFx`), and TRF26.
//!
//! A [`Report`] is a [`Crosstable`] and the records that say nothing about pairings, which are
//! kept as they are. Reading checks everything that pairings and tie-breaks rely on; an error
//! names the line. Writing a report that was read gives an equal report when it is read again,
//! in either [`Edition`].

mod check;
mod columns;
mod player_line;
mod read;
mod records;
mod write;

use crate::Crosstable;

pub use read::{decode, read};
pub use write::write;

/// The most rounds that a report may have.
pub const MAX_ROUNDS: usize = 200;

/// The longest report that is read, in bytes: enough for all starting numbers and rounds.
pub const MAX_BYTES: usize = 32 << 20;

/// The longest line, in characters: enough for a record that names every player.
const MAX_LINE: usize = 65_536;

/// The most lines that name no player of the crosstable.
const MAX_RECORDS: usize = 100_000;

/// How often all records together may name players.
const MAX_NAMED: usize = 1_000_000;

/// Which edition of the format is written. All of them are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// The format of 2016, with the extensions that pairing programs have agreed on.
    Trf16,
    /// The format of 2026.
    Trf26,
}

/// A report: the crosstable, and every other record as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The players, rounds and announcements.
    pub crosstable: Crosstable,
    /// The other records, in order.
    pub records: Vec<Record>,
}

/// A line that has no meaning for pairings: its code, and the text from column 5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The three characters at the start of the line, such as `012`.
    pub code: String,
    /// The text after them.
    pub text: String,
}

/// The codes of records that are well known.
pub mod code {
    /// The name of the tournament.
    pub const NAME: &str = "012";
    /// The city.
    pub const CITY: &str = "022";
    /// The federation.
    pub const FEDERATION: &str = "032";
    /// The first day, `YYYY/MM/DD`.
    pub const START: &str = "042";
    /// The last day, `YYYY/MM/DD`.
    pub const END: &str = "052";
    /// The kind of tournament, in words.
    pub const KIND: &str = "092";
    /// The chief arbiter.
    pub const ARBITER: &str = "102";
    /// The time control, in words.
    pub const TIME_CONTROL: &str = "122";
    /// The program that wrote the report.
    pub const PROGRAM: &str = "182";
    /// The pairing system as a keyword such as `FIDE_DUTCH`.
    pub const SYSTEM: &str = "192";
    /// The tie-breaks, separated by commas.
    pub const TIE_BREAKS: &str = "202";
}

impl Report {
    /// The text of the first record with a code.
    pub fn record(&self, code: &str) -> Option<&str> {
        self.records.iter().find(|record| record.code == code).map(|record| record.text.as_str())
    }

    /// Replaces the text of the first record with a code, or adds one. Line breaks become spaces.
    pub fn set_record(&mut self, code: &str, text: &str) {
        let text = text.replace(['\r', '\n'], " ");
        match self.records.iter_mut().find(|record| record.code == code) {
            Some(record) => record.text = text,
            None => self.records.push(Record { code: code.into(), text }),
        }
    }
}

/// Why a report cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TrfError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: TrfProblem,
}

/// What is wrong with a line of a report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrfProblem {
    /// A field has text that does not fit it.
    #[error("columns {first}-{last} have {text:?}; expected {expected}")]
    Field {
        /// The first column, counted from 1.
        first: usize,
        /// The last column.
        last: usize,
        /// What is there.
        text: String,
        /// What would be accepted.
        expected: &'static str,
    },
    /// Two players have the same starting number.
    #[error("starting number {0} is already taken")]
    SameNumber(u16),
    /// A record names a player who is not in the report.
    #[error("there is no player {0}")]
    NoSuchPlayer(u16),
    /// The two sides of a pairing contradict each other.
    #[error("round {round}: player {player} and player {opponent} {contradiction}")]
    Contradiction {
        /// The round.
        round: usize,
        /// The player of this line.
        player: u16,
        /// The other one.
        opponent: u16,
        /// In what.
        contradiction: &'static str,
    },
    /// The points do not follow from the results.
    #[error("player {player} has {stated} points, but the results give {computed}")]
    Points {
        /// The player of this line.
        player: u16,
        /// The points of the report.
        stated: crate::Points,
        /// What the results are worth.
        computed: crate::Points,
    },
    /// More rounds than [`MAX_ROUNDS`].
    #[error("more than {MAX_ROUNDS} rounds")]
    TooManyRounds,
    /// More than one of the limits on length allows.
    #[error("the report is too long: more than {0}")]
    TooLong(&'static str),
    /// There is not a single player.
    #[error("the report has no player (no line begins with 001)")]
    NoPlayers,
}
