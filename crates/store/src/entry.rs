//! What is handed to a store, and what it hands back.

use std::collections::BTreeMap;
use std::fmt;

use game::{GameId, Record};

use crate::{Details, SeatOwners, Source, StoreError, Summary};

/// A game to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// What it is called.
    pub id: GameId,
    /// What has happened to it so far, numbered from 1.
    pub records: Vec<Record>,
    /// Who holds the seats.
    pub holders: SeatOwners,
    /// Its row in the library.
    pub summary: Summary,
    /// What else the library shows of it, for good.
    pub details: Details,
}

impl NewGame {
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        check_numbers(&self.records, 1)
    }
}

/// What happened next to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Which game.
    pub game: GameId,
    /// The version that the records follow upon.
    pub base: u32,
    /// The request that they answer; none when nobody asked.
    pub request: Option<RequestId>,
    /// What happened; the first is numbered `base + 1`.
    pub records: Vec<Record>,
    /// The row of the game in the library after it.
    pub summary: Summary,
    /// Who holds the seats, when somebody sat down; otherwise they stay as they are.
    pub holders: Option<SeatOwners>,
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

/// Records are numbered without gaps, and there is at least one.
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

/// What became of an [`Entry`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is durable.
    Written,
    /// Somebody else was first; nothing was written.
    Stale {
        /// The version of the game.
        version: u32,
        /// What happened after the entry's base.
        missed: Vec<Record>,
    },
    /// The request was answered before; nothing was written.
    Repeated {
        /// The version that the game had after the first time.
        version: u32,
    },
}

/// Everything about one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// What happened to it, from version 1 and without gaps.
    pub records: Vec<Record>,
    /// Who holds the seats.
    pub holders: SeatOwners,
    /// The requests that were answered, and the version that the game had after each.
    pub requests: BTreeMap<RequestId, u32>,
    /// What it was read from; none for a game that was set up here.
    pub source: Option<Source>,
}

/// What a client calls a request, so that it can be sent again: 1 to 64 visible ASCII characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(String);

impl RequestId {
    /// The most characters of an id.
    pub const MAX: usize = 64;

    /// An id from text; none when it is not one.
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
