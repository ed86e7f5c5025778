//! New games, log entries and stored games.

use std::collections::BTreeMap;
use std::fmt;

use game::{GameId, Record};

use crate::{Details, SeatOwners, Source, StoreError, Summary};

/// A new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its id.
    pub id: GameId,
    /// Its records so far, numbered from 1.
    pub records: Vec<Record>,
    /// The owners of the seats.
    pub seat_owners: SeatOwners,
    /// Its row in the library.
    pub summary: Summary,
    /// Details for the library, which never change.
    pub details: Details,
}

impl NewGame {
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        check_numbers(&self.records, 1)
    }
}

/// Records to append to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Which game.
    pub game: GameId,
    /// The version that the records build on.
    pub base: u32,
    /// The request that caused them, if any.
    pub request: Option<RequestId>,
    /// The records; the first is numbered `base + 1`.
    pub records: Vec<Record>,
    /// The row of the game in the library afterwards.
    pub summary: Summary,
    /// The owners of the seats, if they change.
    pub seat_owners: Option<SeatOwners>,
}

impl Entry {
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        check_numbers(&self.records, self.base.saturating_add(1))
    }

    /// The version of the game after the entry.
    pub(crate) fn version(&self) -> u32 {
        self.records.last().map_or(self.base, |record| record.version)
    }
}

/// Checks that there are records, numbered without gaps.
fn check_numbers(records: &[Record], first: u32) -> Result<(), StoreError> {
    if records.is_empty() {
        return Err(StoreError::Numbering { expected: first, seen: None });
    }
    match (first..).zip(records).find(|(expected, record)| record.version != *expected) {
        None => Ok(()),
        Some((expected, record)) => {
            Err(StoreError::Numbering { expected, seen: Some(record.version) })
        }
    }
}

/// The result of appending an [`Entry`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The entry is durable.
    Written,
    /// Other records were appended first; nothing was written.
    Stale {
        /// The version of the game.
        version: u32,
        /// The records after the entry's base.
        missed: Vec<Record>,
    },
    /// The request was stored before; nothing was written.
    Repeated {
        /// The version after the first time.
        version: u32,
    },
}

/// Everything about one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its records, from version 1 and without gaps.
    pub records: Vec<Record>,
    /// The owners of the seats.
    pub seat_owners: SeatOwners,
    /// The requests that were stored, and the version after each.
    pub requests: BTreeMap<RequestId, u32>,
    /// The original text of an imported game.
    pub source: Option<Source>,
}

/// The id that a client gives a request, so that it can be repeated: 1 to 64 visible ASCII
/// characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(String);

impl RequestId {
    /// The maximum length.
    pub const MAX: usize = 64;

    /// Parses an id.
    pub fn new(text: &str) -> Option<RequestId> {
        let fits = (1..=RequestId::MAX).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| RequestId(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}
