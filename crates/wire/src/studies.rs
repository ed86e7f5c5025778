//! Studies that are kept: to save one, to look at one, to list them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::Text;
use crate::library::{LARGEST_PAGE, SearchText};
use crate::study::StudyTree;

/// What people call a study.
pub type StudyName = Text<200>;
/// What a save is called, so that it can be sent again.
pub type SaveId = Text<64>;
/// The id of a game.
pub type SourceId = Text<10>;

/// Another version of a study, or the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveStudy {
    /// The version that it builds upon; 0 for a new study.
    pub base: u32,
    /// What the save is called: 1 to 64 visible ASCII characters. One that is sent again is
    /// answered as the first time.
    pub request: SaveId,
    /// Another name. A new study needs one; others keep theirs when it says none.
    pub name: Option<StudyName>,
    /// The game that a new study was branched from.
    pub source: Option<SourceId>,
    /// What is on the board.
    pub tree: StudyTree,
}

/// That a study is saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StudySaved {
    /// The version that it is now.
    pub version: u32,
    /// Where others find it, once it is shared.
    pub link: String,
}

/// A change that is not to the moves. What says none stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ChangeStudy {
    /// Another name.
    pub name: Option<StudyName>,
    /// Whether others who have the link may look at it.
    pub shared: Option<bool>,
}

/// A study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StudyView {
    /// What lists say of it.
    pub row: StudyRow,
    /// What to build upon when saving.
    pub version: u32,
    /// What is on the board.
    pub tree: StudyTree,
}

/// What a list says of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StudyRow {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// White's name; empty when nobody is named.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Where it was played.
    pub event: String,
    /// How many moves the main line has, White's and Black's counted as one.
    pub moves: u32,
    /// The game that it was branched from.
    pub source: Option<String>,
    /// When it was saved last, in milliseconds since the beginning of 1970.
    pub changed_ms: u64,
    /// Others who have the link may look at it.
    pub shared: bool,
    /// Where others find it, once it is shared.
    pub link: String,
    /// Whoever asks may change it.
    pub editable: bool,
    /// It is not listed with the others.
    pub removed: bool,
}

/// Which studies to list, and in which order.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, IntoParams,
)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StudyQuery {
    /// Only studies whose name, players or event hold this.
    pub search: Option<SearchText>,
    /// Everybody's studies, and not only one's own; for the administrator.
    pub all: bool,
    /// Only studies that were removed, instead of only those that were not.
    pub removed: bool,
    /// What to order by.
    pub sort: StudyColumn,
    /// The largest first.
    pub descending: bool,
    /// How many studies to skip.
    pub offset: u32,
    /// How many to list at most; as many as fit on a page when not said.
    pub limit: Option<u32>,
}

impl StudyQuery {
    /// How many studies to list: what was asked for, but no more than a page.
    pub fn page_size(&self) -> u32 {
        self.limit.unwrap_or(LARGEST_PAGE).clamp(1, LARGEST_PAGE)
    }
}

/// A column of the list.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum StudyColumn {
    /// What people call it.
    Name,
    /// How many moves the main line has.
    Moves,
    /// When it was saved last.
    #[default]
    Changed,
}

/// A page of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StudyPage {
    /// The studies on it.
    pub rows: Vec<StudyRow>,
    /// How many studies there are in all.
    pub total: u64,
}
