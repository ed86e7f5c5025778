//! New games, log entries and stored games.

use std::collections::BTreeMap;

use game::{GameId, Record, RequestId};

use crate::{Details, EntryRequest, SeatOwners, Source, StoreError, StoredRequest, Summary};

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
        check_numbers(self.records.iter().map(|record| record.version), 1)
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
    pub request: Option<EntryRequest>,
    /// The records; the first is numbered `base + 1`.
    pub records: Vec<Record>,
    /// The row of the game in the library afterwards.
    pub summary: Summary,
    /// The owners of the seats, if they change.
    pub seat_owners: Option<SeatOwners>,
}

impl Entry {
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let numbers = self.records.iter().map(|record| record.version);
        check_numbers(numbers, self.base.saturating_add(1))
    }

    /// The version of the game after the entry.
    pub(crate) fn version(&self) -> u32 {
        self.records.last().map_or(self.base, |record| record.version)
    }
}

/// Checks that there are records, numbered without gaps.
pub(crate) fn check_numbers(
    numbers: impl ExactSizeIterator<Item = u32>,
    first: u32,
) -> Result<(), StoreError> {
    if numbers.len() == 0 {
        return Err(StoreError::Numbering { expected: first, seen: None });
    }
    match (first..).zip(numbers).find(|(expected, seen)| seen != expected) {
        None => Ok(()),
        Some((expected, seen)) => Err(StoreError::Numbering { expected, seen: Some(seen) }),
    }
}

/// The result of appending an [`Entry`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppendOutcome {
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
    Repeated(StoredRequest),
}

/// Everything about one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its records, from version 1 and without gaps.
    pub records: Vec<Record>,
    /// The owners of the seats.
    pub seat_owners: SeatOwners,
    /// The requests that were stored.
    pub requests: BTreeMap<RequestId, StoredRequest>,
    /// The original text of an imported game.
    pub source: Option<Source>,
}

/// What was stored of a game after a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameUpdate {
    /// The records after that version, without gaps.
    pub records: Vec<Record>,
    /// The owners of the seats.
    pub seat_owners: SeatOwners,
    /// The requests that were stored at that version or after it.
    pub requests: BTreeMap<RequestId, StoredRequest>,
}

impl StoredGame {
    /// What was stored after a version.
    pub(crate) fn since(mut self, version: u32) -> GameUpdate {
        self.records.retain(|record| record.version > version);
        self.requests.retain(|_, request| request.version >= version);
        let StoredGame { records, seat_owners, requests, .. } = self;
        GameUpdate { records, seat_owners, requests }
    }
}
