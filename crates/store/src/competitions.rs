//! Competitions: logs of events, as those of games are.
//!
//! An entry names the version it builds on, so of two organizers who act at once one wins and the
//! other is told, and a repeated request changes nothing.

use std::collections::BTreeSet;
use std::fmt;

use async_trait::async_trait;
use competition::aggregate::{Competition, Format, Record};
use game::{Name, Timestamp};

use crate::columns::RecordRow;
use crate::{DecodeError, RequestId, StoreError, decode_competition_event};

/// The id of a competition: ten letters and digits, as they stand in its address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompetitionId(String);

impl CompetitionId {
    /// The number of characters in an id.
    pub const LENGTH: usize = 10;

    /// Parses an id; none when the text is not one.
    pub fn new(text: &str) -> Option<CompetitionId> {
        let fits =
            text.len() == CompetitionId::LENGTH && text.bytes().all(|b| b.is_ascii_alphanumeric());
        fits.then(|| CompetitionId(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CompetitionId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What lists show of a competition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompetitionSummary {
    /// The name.
    pub name: Name,
    /// The format.
    pub format: CompetitionFormat,
    /// How many entrants there are who have not withdrawn.
    pub entrants: u16,
    /// How many rounds are paired.
    pub rounds: u16,
    /// Whether it is over.
    pub finished: bool,
    /// When it was created.
    pub created: Timestamp,
    /// When it last changed.
    pub changed: Timestamp,
}

impl From<&Competition> for CompetitionSummary {
    fn from(competition: &Competition) -> CompetitionSummary {
        let present = competition.registrations().filter(|(_, entry)| !entry.withdrawn);
        CompetitionSummary {
            name: competition.settings().name.clone(),
            format: (&competition.settings().format).into(),
            entrants: present.count() as u16,
            rounds: competition.paired_rounds(),
            finished: competition.is_finished(),
            created: competition.created_at(),
            changed: competition.last_at(),
        }
    }
}

/// A format without its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompetitionFormat {
    /// Swiss.
    Swiss,
    /// Round robin.
    RoundRobin,
    /// Keizer.
    Keizer,
    /// Knockout.
    Knockout,
}

impl CompetitionFormat {
    const ALL: [CompetitionFormat; 4] = [
        CompetitionFormat::Swiss,
        CompetitionFormat::RoundRobin,
        CompetitionFormat::Keizer,
        CompetitionFormat::Knockout,
    ];

    /// The format as a word.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            CompetitionFormat::Swiss => "swiss",
            CompetitionFormat::RoundRobin => "round_robin",
            CompetitionFormat::Keizer => "keizer",
            CompetitionFormat::Knockout => "knockout",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<CompetitionFormat> {
        CompetitionFormat::ALL.into_iter().find(|format| format.as_str() == word)
    }
}

impl From<&Format> for CompetitionFormat {
    fn from(format: &Format) -> CompetitionFormat {
        match format {
            Format::Swiss { .. } => CompetitionFormat::Swiss,
            Format::RoundRobin { .. } => CompetitionFormat::RoundRobin,
            Format::Keizer { .. } => CompetitionFormat::Keizer,
            Format::Knockout { .. } => CompetitionFormat::Knockout,
        }
    }
}

/// Records to append to a competition, or the first ones of a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompetitionEntry {
    /// Which competition.
    pub id: CompetitionId,
    /// The version that the records build on; 0 for a new competition.
    pub base: u32,
    /// The request that caused them, if any.
    pub request: Option<RequestId>,
    /// The records; the first is numbered `base + 1`.
    pub records: Vec<Record>,
    /// The row in the list afterwards.
    pub summary: CompetitionSummary,
}

impl CompetitionEntry {
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let numbers = self.records.iter().map(|record| record.version);
        crate::entry::check_numbers(numbers, self.base.saturating_add(1))
    }

    /// The version of the competition after the entry.
    pub(crate) fn version(&self) -> u32 {
        self.records.last().map_or(self.base, |record| record.version)
    }
}

/// The result of appending a [`CompetitionEntry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompetitionOutcome {
    /// The entry is durable.
    Written,
    /// The competition is at another version, which is 0 if there is none; nothing was written.
    Stale {
        /// The version.
        version: u32,
    },
    /// The request was stored before; nothing was written.
    Repeated,
}

/// Everything about one competition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredCompetition {
    /// Its records, from version 1 and without gaps.
    pub records: Vec<Record>,
    /// The requests that were stored.
    pub requests: BTreeSet<RequestId>,
}

/// A stored event as a record, which must have this version and match its checksum.
pub(crate) fn record_of(
    row: &RecordRow,
    version: u32,
    is_intact: bool,
) -> Result<Record, DecodeError> {
    if row.version != version {
        Err(DecodeError::Missing { version })
    } else if !is_intact {
        Err(DecodeError::Checksum { version })
    } else {
        let event = decode_competition_event(&row.event)?;
        Ok(Record { version, at: timestamp("at", row.at)?, event })
    }
}

pub(crate) fn timestamp(name: &'static str, value: i64) -> Result<Timestamp, DecodeError> {
    u64::try_from(value).map(Timestamp).map_err(|_| column(name, &value.to_string()))
}

pub(crate) fn column(name: &'static str, value: &str) -> DecodeError {
    DecodeError::Column { name, value: value.to_owned() }
}

/// Storage of competitions, with the guarantees of [`Store`](crate::Store).
#[async_trait]
pub trait Competitions: Send + Sync {
    /// Appends records to a competition, or creates it, unless others were appended since the
    /// version they build on.
    ///
    /// # Errors
    /// [`StoreError::Numbering`] when the records do not follow their base,
    /// [`StoreError::Unconfirmed`] when the records may or may not be stored.
    async fn append_to_competition(
        &self,
        entry: CompetitionEntry,
    ) -> Result<CompetitionOutcome, StoreError>;

    /// Loads a competition, if it exists.
    ///
    /// # Errors
    /// [`StoreError::DamagedCompetition`] when an event cannot be decoded or was changed.
    async fn competition(
        &self,
        id: &CompetitionId,
    ) -> Result<Option<StoredCompetition>, StoreError>;

    /// All competitions, the last changed one first.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn competitions(&self) -> Result<Vec<(CompetitionId, CompetitionSummary)>, StoreError>;
}
