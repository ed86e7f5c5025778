//! Studies: saved analyses, each a game with variations.
//!
//! The content of a study is PGN, which a store never parses. A save names the version it builds
//! on, so of two concurrent saves one wins and the other is told; and it has an id of its own, so
//! that it can be repeated when its answer was lost.

use std::cmp::Ordering;
use std::fmt;

use async_trait::async_trait;
use game::{GameId, Timestamp};

use crate::checksum::Checksum;
use crate::query::fold;
use crate::search::fold_accents;
use crate::{AccountId, Direction, Query, RequestId, SecretHash, StoreError};

/// The id of a study: sixteen letters and digits, which cannot be guessed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StudyId(String);

impl StudyId {
    /// The length of an id.
    pub const LENGTH: usize = 16;

    /// Parses an id.
    pub fn new(text: &str) -> Option<StudyId> {
        let fits = text.len() == StudyId::LENGTH && text.bytes().all(|b| b.is_ascii_alphanumeric());
        fits.then(|| StudyId(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for StudyId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The owner of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyOwner {
    /// An account.
    Account(AccountId),
    /// Anybody who has the secret.
    Secret(SecretHash),
}

/// A study without its PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyMetadata {
    /// Its id.
    pub id: StudyId,
    /// Its owner.
    pub owner: StudyOwner,
    /// Its version: how often it was saved.
    pub version: u32,
    /// The save that created this version.
    pub request: RequestId,
    /// Its name.
    pub name: String,
    /// The game it started from.
    pub source: Option<GameId>,
    /// When it was first saved.
    pub created: Timestamp,
    /// When it was last saved.
    pub changed: Timestamp,
    /// Whether anybody with the link may view it.
    pub shared: bool,
    /// When it was removed from the list, if it was.
    pub removed: Option<Timestamp>,
    /// Its summary.
    pub summary: StudySummary,
}

/// What lists show of the content of a study.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StudySummary {
    /// White's name; empty if unknown.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The event.
    pub event: String,
    /// The length of the main line in plies.
    pub plies: u32,
}

/// A study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Study {
    /// Everything but its PGN.
    pub metadata: StudyMetadata,
    /// Its PGN.
    pub pgn: String,
}

/// A new version of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudySave {
    /// Which study.
    pub id: StudyId,
    /// The version it builds on; 0 for a new study.
    pub base: u32,
    /// The id of the save.
    pub request: RequestId,
    /// When.
    pub at: Timestamp,
    /// The new name; none keeps the old one.
    pub name: Option<String>,
    /// The summary of the PGN.
    pub summary: StudySummary,
    /// The PGN.
    pub pgn: String,
    /// The owner of a new study; ignored for others.
    pub owner: StudyOwner,
    /// The game that a new study started from.
    pub source: Option<GameId>,
}

impl StudySave {
    /// The first version of a study.
    pub(crate) fn first(self) -> Study {
        let metadata = StudyMetadata {
            id: self.id,
            owner: self.owner,
            version: 1,
            request: self.request,
            name: self.name.unwrap_or_default(),
            source: self.source,
            created: self.at,
            changed: self.at,
            shared: false,
            removed: None,
            summary: self.summary,
        };
        Study { metadata, pgn: self.pgn }
    }
}

/// The result of a [`StudySave`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudySaveOutcome {
    /// It is durable, as this version.
    Written(u32),
    /// It was durable already, as this version.
    Repeated(u32),
    /// Another save came first; nothing was written.
    Stale {
        /// The current version; 0 when there is no study.
        version: u32,
        /// The save that created it, if there is a study.
        request: Option<RequestId>,
    },
}

/// A change to a study other than to its content. The last one wins, regardless of versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudyChange {
    /// Renames it.
    Rename(String),
    /// Allows or forbids viewing it by link.
    Share(bool),
    /// Removes it from the list at a time, or restores it.
    Remove(Option<Timestamp>),
}

/// A filter, an order and a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyQuery {
    /// Words that must all occur in the name, the players or the event, in any case; the first
    /// [`Query::MAX_WORDS`] count.
    pub text: String,
    /// Only studies of these owners; none means all.
    pub owners: Option<Vec<StudyOwner>>,
    /// Only studies that were removed, instead of only those that were not.
    pub removed: bool,
    /// The order; ties are broken by id.
    pub column: StudyColumn,
    /// The direction.
    pub direction: Direction,
    /// How many studies to skip.
    pub offset: u32,
    /// The page size, at most [`Query::MAX_LIMIT`].
    pub limit: u32,
}

impl Default for StudyQuery {
    /// The first page of all studies, last saved first.
    fn default() -> StudyQuery {
        StudyQuery {
            text: String::new(),
            owners: None,
            removed: false,
            column: StudyColumn::Changed,
            direction: Direction::Descending,
            offset: 0,
            limit: Query::MAX_LIMIT,
        }
    }
}

impl StudyQuery {
    pub(crate) fn words(&self) -> impl Iterator<Item = String> {
        let words = self.text.split_whitespace().take(Query::MAX_WORDS).map(fold_accents);
        words.filter(|word| !word.is_empty())
    }

    pub(crate) fn page_size(&self) -> u32 {
        self.limit.min(Query::MAX_LIMIT)
    }

    /// Whether a study matches.
    pub(crate) fn matches(&self, metadata: &StudyMetadata) -> bool {
        let text = study_text(&metadata.name, &metadata.summary);
        self.removed == metadata.removed.is_some()
            && self.words().all(|word| text.contains(&word))
            && self.owners.as_ref().is_none_or(|owners| owners.contains(&metadata.owner))
    }

    /// Compares two studies.
    pub(crate) fn compare(&self, a: &StudyMetadata, b: &StudyMetadata) -> Ordering {
        let order = match self.column {
            StudyColumn::Name => fold(&a.name).cmp(&fold(&b.name)),
            StudyColumn::Plies => a.summary.plies.cmp(&b.summary.plies),
            StudyColumn::Created => a.created.cmp(&b.created),
            StudyColumn::Changed => a.changed.cmp(&b.changed),
        };
        let order = order.then_with(|| a.id.cmp(&b.id));
        match self.direction {
            Direction::Ascending => order,
            Direction::Descending => order.reverse(),
        }
    }
}

/// A column to sort by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StudyColumn {
    /// The name.
    Name,
    /// The length of the main line.
    Plies,
    /// When it was first saved.
    Created,
    /// When it was last saved.
    Changed,
}

/// A page of studies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyPage {
    /// The number of matching studies on all pages.
    pub total: u64,
    /// The studies of this page.
    pub studies: Vec<StudyMetadata>,
}

/// The checksum of a study as a column. It covers what a save changes and nothing else does.
pub(crate) fn study_checksum(id: &StudyId, version: u32, pgn: &str) -> i64 {
    let start = Checksum::of_log(id.as_str());
    start.next(&[&version.to_le_bytes(), pgn.as_bytes()]).column()
}

/// The searchable text: name, players and event.
pub(crate) fn study_text(name: &str, summary: &StudySummary) -> String {
    let StudySummary { white, black, event, .. } = summary;
    fold_accents(&format!("{name}\n{white}\n{black}\n{event}"))
}

/// Storage of studies, with the guarantees of [`Store`](crate::Store).
#[async_trait]
pub trait Studies: Send + Sync {
    /// Stores a new version of a study, unless another was stored since its base. The caller checks
    /// permissions.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn save_study(&self, save: StudySave) -> Result<StudySaveOutcome, StoreError>;

    /// Changes a study. False when there is none.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn change_study(&self, id: &StudyId, change: StudyChange) -> Result<bool, StoreError>;

    /// A study, if it exists.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when it cannot be decoded.
    async fn study(&self, id: &StudyId) -> Result<Option<Study>, StoreError>;

    /// A page of studies.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn list_studies(&self, query: &StudyQuery) -> Result<StudyPage, StoreError>;

    /// The ids of all studies that match a query, in its order, on all pages.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn study_ids(&self, query: &StudyQuery) -> Result<Vec<StudyId>, StoreError>;
}
