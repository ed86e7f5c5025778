//! Studies: analyses that somebody keeps, each a game with its variations.
//!
//! What a study says is PGN, which a store never reads. A save names the version that it builds
//! upon, so of two windows that save at once one wins and the other is told; and it has a name of
//! its own, so that one whose answer was lost can be sent again.

use std::cmp::Ordering;
use std::fmt;

use async_trait::async_trait;
use game::{GameId, Timestamp};

use crate::query::fold;
use crate::{AccountId, Direction, Query, RequestId, SecretHash, StoreError};

/// The id of a study: sixteen letters and digits, more than anybody guesses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StudyId(String);

impl StudyId {
    /// How many characters an id has.
    pub const LENGTH: usize = 16;

    /// An id from text; none when it is not one.
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

/// Whose a study is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyOwner {
    /// That of an account.
    Account(AccountId),
    /// That of whoever has the secret.
    Secret(SecretHash),
}

/// What a list shows of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyHead {
    /// What it is called in addresses.
    pub id: StudyId,
    /// Whose it is.
    pub owner: StudyOwner,
    /// How often it was saved.
    pub version: u32,
    /// The save that made this version.
    pub request: RequestId,
    /// What people call it.
    pub name: String,
    /// The game that it was branched from.
    pub source: Option<GameId>,
    /// When it was saved first.
    pub created: Timestamp,
    /// When it was saved last.
    pub changed: Timestamp,
    /// Others who have the link may look at it.
    pub shared: bool,
    /// Since when it is not listed; none when it is.
    pub removed: Option<Timestamp>,
    /// What is in it.
    pub summary: StudySummary,
}

/// What the text of a study says about the game, for lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StudySummary {
    /// White's name; empty when nobody is named.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Where it was played.
    pub event: String,
    /// How many half-moves the main line has.
    pub plies: u32,
}

/// A study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Study {
    /// All but its text.
    pub head: StudyHead,
    /// Its text.
    pub pgn: String,
}

/// Another version of a study, or the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudySave {
    /// Which study.
    pub id: StudyId,
    /// The version that it builds upon; 0 for a new study.
    pub base: u32,
    /// What the save itself is called.
    pub request: RequestId,
    /// When.
    pub at: Timestamp,
    /// Another name; a study that has one already keeps it when this says none.
    pub name: Option<String>,
    /// What is in the text.
    pub summary: StudySummary,
    /// The text.
    pub pgn: String,
    /// Whose a new study is. One that is there has its owner already.
    pub owner: StudyOwner,
    /// The game that a new study was branched from.
    pub source: Option<GameId>,
}

impl StudySave {
    /// The first version of a study.
    pub(crate) fn first(self) -> Study {
        let head = StudyHead {
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
        Study { head, pgn: self.pgn }
    }
}

/// What became of a [`StudySave`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudySaved {
    /// It is durable, as this version.
    Written(u32),
    /// It was durable already, as this version.
    Repeated(u32),
    /// Something else was saved first, and nothing was written.
    Stale {
        /// The version of the study; 0 when there is none.
        version: u32,
        /// The save that made it; none when there is no study.
        request: Option<RequestId>,
    },
}

/// A change to a study that is not to its text. The last one counts, whatever the version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudyChange {
    /// Gives it another name.
    Rename(String),
    /// Lets others look at it who have the link, or no longer.
    Share(bool),
    /// Takes it off the list at a moment, or with none puts it back.
    Remove(Option<Timestamp>),
}

/// Which studies, in which order, and which of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyQuery {
    /// Words that must all occur in the name, the players or the event, in any case; the first
    /// [`Query::MAX_WORDS`] count.
    pub text: String,
    /// Only those of one of these; everybody's when it says none.
    pub owners: Option<Vec<StudyOwner>>,
    /// Only studies that were removed, instead of only those that were not.
    pub removed: bool,
    /// What decides the order; ties are broken by the id.
    pub column: StudyColumn,
    /// Which way.
    pub direction: Direction,
    /// How many studies of that order to pass over.
    pub offset: u32,
    /// How many studies to list, at most [`Query::MAX_LIMIT`].
    pub limit: u32,
}

impl Default for StudyQuery {
    /// The first page of everybody's, what was saved last first.
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
        self.text.split_whitespace().take(Query::MAX_WORDS).map(fold)
    }

    pub(crate) fn page_size(&self) -> u32 {
        self.limit.min(Query::MAX_LIMIT)
    }

    /// True for a study that the query asks for.
    pub(crate) fn matches(&self, head: &StudyHead) -> bool {
        let text = study_text(&head.name, &head.summary);
        self.removed == head.removed.is_some()
            && self.words().all(|word| text.contains(&word))
            && self.owners.as_ref().is_none_or(|owners| owners.contains(&head.owner))
    }

    /// How two studies stand to each other.
    pub(crate) fn compare(&self, a: &StudyHead, b: &StudyHead) -> Ordering {
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

/// What studies are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StudyColumn {
    /// What people call it.
    Name,
    /// How many half-moves the main line has.
    Plies,
    /// When it was saved first.
    Created,
    /// When it was saved last.
    Changed,
}

/// A page of studies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyPage {
    /// How many studies the query asks for, on all pages together.
    pub total: u64,
    /// Those of this page.
    pub studies: Vec<StudyHead>,
}

/// What words are looked for in: the name, the players and the event, apart from each other.
pub(crate) fn study_text(name: &str, summary: &StudySummary) -> String {
    let StudySummary { white, black, event, .. } = summary;
    fold(&format!("{name}\n{white}\n{black}\n{event}"))
}

/// Keeps studies. What holds for [`Store`](crate::Store) holds here.
#[async_trait]
pub trait Studies: Send + Sync {
    /// Keeps another version of a study, provided that nobody else has since its base. Whether it
    /// is the caller's to save is for the caller to know.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn save_study(&self, save: StudySave) -> Result<StudySaved, StoreError>;

    /// Changes something about a study. False when there is none.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn change_study(&self, id: &StudyId, change: StudyChange) -> Result<bool, StoreError>;

    /// A study with its text; none when there is none.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when what is stored cannot be read.
    async fn study(&self, id: &StudyId) -> Result<Option<Study>, StoreError>;

    /// A page of studies.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn list_studies(&self, query: &StudyQuery) -> Result<StudyPage, StoreError>;
}
