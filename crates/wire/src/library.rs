//! The list of saved games, and what came of an import.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::{Side, Text};

/// The most games on one page.
pub const LARGEST_PAGE: u32 = 200;
/// What to look for.
pub type SearchText = Text<64>;

/// Which games to list, and in which order.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, IntoParams,
)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LibraryQuery {
    /// Only games with a player whose name holds this.
    pub search: Option<SearchText>,
    /// Only games of this status.
    pub status: Option<LibraryStatus>,
    /// Only games with this winner.
    pub winner: Option<Winner>,
    /// Only games in which one has a seat oneself; needs a session.
    pub mine: bool,
    /// Only games that were removed, instead of only those that were not; for the keeper.
    pub removed: bool,
    /// The column to order by.
    pub sort: LibraryColumn,
    /// The largest first.
    pub descending: bool,
    /// How many games to skip.
    pub offset: u32,
    /// How many to list at most; as many as fit on a page when not said.
    pub limit: Option<u32>,
}

impl LibraryQuery {
    /// How many games to list: what was asked for, but no more than a page.
    pub fn page_size(&self) -> u32 {
        self.limit.unwrap_or(LARGEST_PAGE).clamp(1, LARGEST_PAGE)
    }
}

/// How many games can be named in one request.
pub const MOST_NAMED: usize = 1000;
/// Ids with commas between them.
pub type Ids = Text<{ MOST_NAMED * 11 }>;

/// Which games to take away, and in which form.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, IntoParams,
)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// The form.
    pub format: ExportFormat,
    /// These games, by their ids with commas between them; all that fit the rest when not said.
    pub ids: Option<Ids>,
    /// Only games with a player whose name holds this.
    pub search: Option<SearchText>,
    /// Only games of this status.
    pub status: Option<LibraryStatus>,
    /// Only games with this winner.
    pub winner: Option<Winner>,
    /// The column to order by.
    pub sort: LibraryColumn,
    /// The largest first.
    pub descending: bool,
    /// Only games in which the caller, who has to be logged in, has a seat.
    pub mine: bool,
}

/// The form of games that are taken away.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// Moves, names and results, for every chess program.
    #[default]
    Pgn,
    /// The file of a club: where each game stands.
    Club,
    /// Everything that screens get, for other programs.
    Json,
}

/// A column of the list.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum LibraryColumn {
    /// The id.
    Id,
    /// White's name.
    White,
    /// Black's name.
    Black,
    /// The winner.
    Winner,
    /// How many moves were made.
    Moves,
    /// When it was played last.
    #[default]
    LastPlayed,
    /// Whether it goes on.
    Status,
}

/// Whether a saved game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LibraryStatus {
    /// A seat is open.
    Waiting,
    /// It can be continued.
    Playing,
    /// It is over.
    Over,
}

/// Who won a saved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// White.
    White,
    /// Black.
    Black,
    /// Nobody: a draw.
    Draw,
}

/// A page of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LibraryPage {
    /// The games on it.
    pub rows: Vec<LibraryRow>,
    /// How many games there are in all.
    pub total: u64,
}

/// A saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LibraryRow {
    /// Its id.
    pub id: String,
    /// White's name.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// Who won; none while it goes on and when it was called off.
    pub winner: Option<Winner>,
    /// How many moves were made, White's and Black's counted as one.
    pub moves: u32,
    /// When it was played last, in milliseconds since the beginning of 1970.
    pub last_played_ms: u64,
    /// Whether it goes on.
    pub status: LibraryStatus,
    /// Whose turn it is.
    pub turn: Side,
}

/// What came of an import. What is damaged is reported and skipped; the rest is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ImportReport {
    /// The ids that the games have here, in the order of the file.
    pub imported: Vec<String>,
    /// What could not be read.
    pub faults: Vec<ImportFault>,
}

/// A game that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ImportFault {
    /// Which one, counted from 1.
    pub item: usize,
    /// Why not, in a sentence.
    pub message: String,
}
