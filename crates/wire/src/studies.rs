//! Saved studies.

use game::GameId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::BoundedString;
use crate::library::{MAX_PAGE_SIZE, SearchText};
use crate::study::StudyTree;
use crate::to_server::RequestIdText;

/// The name of a study.
pub type StudyName = BoundedString<200>;
/// The id of the game that a study was made from.
pub type SourceId = BoundedString<{ GameId::LENGTH }>;

/// A new version of a study, or the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveStudy {
    /// The version that it is based on; 0 for a new study.
    pub base: u32,
    /// The id of this request: visible ASCII characters. A save that is sent again under the same
    /// id gets the same answer.
    pub request: RequestIdText,
    /// The new name. Required for a new study.
    pub name: Option<StudyName>,
    /// The game that a new study was made from.
    pub source: Option<SourceId>,
    /// The moves.
    pub tree: StudyTree,
}

/// A saved study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StudySaved {
    /// The new version.
    pub version: u32,
    /// The link for others, once it is shared.
    pub link: String,
}

/// A change of the properties of a study. Absent ones stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ChangeStudy {
    /// The new name.
    pub name: Option<StudyName>,
    /// Whether others with the link may view it.
    pub shared: Option<bool>,
}

/// A study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StudyView {
    /// Its row in lists.
    pub row: StudyRow,
    /// The base version for the next save.
    pub version: u32,
    /// The moves.
    pub tree: StudyTree,
}

/// The row of a study in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StudyRow {
    /// Its id.
    pub id: String,
    /// The name.
    pub name: String,
    /// White's name; empty if unknown.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The event.
    pub event: String,
    /// The number of full moves in the main line.
    pub moves: u32,
    /// The game that it was made from.
    pub source: Option<String>,
    /// When it was last saved, in milliseconds since the Unix epoch.
    pub changed_ms: u64,
    /// Others with the link may view it.
    pub shared: bool,
    /// The link for others, once it is shared.
    pub link: String,
    /// The caller may change it.
    pub editable: bool,
    /// It was removed.
    pub removed: bool,
}

/// Which studies to list, and in which order.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, IntoParams,
)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StudyQuery {
    /// Only studies whose name, players or event contain this.
    pub search: Option<SearchText>,
    /// Everybody's studies; only for the administrator.
    pub all: bool,
    /// Removed studies instead of the others.
    pub removed: bool,
    /// The sort column.
    pub sort: StudyColumn,
    /// Sort in descending order.
    pub descending: bool,
    /// The number of studies to skip.
    pub offset: u32,
    /// The maximum number of studies; by default, a full page.
    pub limit: Option<u32>,
}

impl StudyQuery {
    /// The number of studies to list, at most a full page.
    pub fn page_size(&self) -> u32 {
        self.limit.unwrap_or(MAX_PAGE_SIZE).clamp(1, MAX_PAGE_SIZE)
    }
}

/// A column of the list.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum StudyColumn {
    /// The name.
    Name,
    /// The number of moves in the main line.
    Moves,
    /// When it was last saved.
    #[default]
    Changed,
}

/// A page of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StudyPage {
    /// The studies on it.
    pub rows: Vec<StudyRow>,
    /// The total number of studies.
    pub total: u64,
}
