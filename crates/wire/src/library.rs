//! The library of games, import and export.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::{BoundedString, ErrorBody, ImportErrorKind, Side};

/// The maximum number of games on one page.
pub const MAX_PAGE_SIZE: u32 = 200;
/// The maximum number of games that a page may pass over.
pub const MAX_SKIP: u32 = 100_000;
/// The maximum number of ids in one request.
pub const MAX_IDS: usize = 1000;
/// Ids separated by commas.
pub type Ids = BoundedString<{ MAX_IDS * 11 }>;
/// A search text.
pub type SearchText = BoundedString<256>;
/// A place in the list, as a page names it. It belongs to one sort column.
pub type LibraryCursor = BoundedString<1024>;

/// Which games to list, and in which order.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, IntoParams,
)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LibraryQuery {
    /// Only games with these words in the names, the details or the opening, or whose whole id is
    /// a word. Of alternatives, as in `one|two`, one is enough.
    pub search: Option<SearchText>,
    /// Only these games: ids separated by commas. Those that no game has are passed over.
    pub ids: Option<Ids>,
    /// Only games of this status.
    pub status: Option<LibraryStatus>,
    /// Only games with this winner.
    pub winner: Option<Winner>,
    /// Only games with a seat of the caller; needs a login.
    pub mine: bool,
    /// Removed games instead of the others; only for the administrator.
    pub removed: bool,
    /// The sort column.
    pub sort: LibraryColumn,
    /// Sort in descending order.
    pub descending: bool,
    /// Only games after this place: the `last` of the page above. Games that come and go meanwhile
    /// change nothing.
    pub after: Option<LibraryCursor>,
    /// Only games before this place: the `first` of the page below.
    pub before: Option<LibraryCursor>,
    /// The number of games to pass over from there, or from the first one; at most 100,000.
    #[param(maximum = 100_000)]
    pub skip: u32,
    /// The maximum number of games; by default, a full page.
    pub limit: Option<u32>,
}

impl LibraryQuery {
    /// The number of games to list, at most a full page.
    pub fn page_size(&self) -> u32 {
        self.limit.unwrap_or(MAX_PAGE_SIZE).clamp(1, MAX_PAGE_SIZE)
    }
}

/// Which games to export, and in which format.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, IntoParams,
)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// The format.
    pub format: ExportFormat,
    /// The ids of the games, separated by commas; by default, all games that match the rest.
    pub ids: Option<Ids>,
    /// Only games with these words in the names, the details or the opening, or whose whole id is
    /// a word. Of alternatives, as in `one|two`, one is enough.
    pub search: Option<SearchText>,
    /// Only games of this status.
    pub status: Option<LibraryStatus>,
    /// Only games with this winner.
    pub winner: Option<Winner>,
    /// The sort column.
    pub sort: LibraryColumn,
    /// Sort in descending order.
    pub descending: bool,
    /// Only games with a seat of the caller; needs a login.
    pub mine: bool,
}

/// The format of an export.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// PGN.
    #[default]
    Pgn,
    /// A club file: the current position of each game.
    Club,
    /// JSON with everything that clients get.
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
    /// The number of moves.
    Moves,
    /// When it was last played or, if it was not played on since, imported.
    #[default]
    LastPlayed,
    /// The status.
    Status,
    /// The tournament or match.
    Event,
    /// The site.
    Site,
    /// The date.
    Date,
    /// The round.
    Round,
    /// White's rating.
    WhiteRating,
    /// Black's rating.
    BlackRating,
    /// The opening, by its ECO code.
    Opening,
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LibraryStatus {
    /// A seat is open.
    Waiting,
    /// In progress.
    Playing,
    /// Adjourned by an arbiter.
    Adjourned,
    /// It is over.
    Over,
}

/// The winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// White.
    White,
    /// Black.
    Black,
    /// Nobody (draw).
    Draw,
}

/// A page of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LibraryPage {
    /// The games on it.
    pub rows: Vec<LibraryRow>,
    /// The number of games on all pages.
    pub total: u64,
    /// Whether the total is an estimate, because the games are too many to be counted.
    pub is_estimate: bool,
    /// The place of the first game, for the page above; none on an empty page.
    pub first: Option<String>,
    /// The place of the last game, for the page below; none on an empty page.
    pub last: Option<String>,
}

/// A game in the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LibraryRow {
    /// Its id.
    pub id: String,
    /// White's name.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// The winner; none for games in progress and aborted games.
    pub winner: Option<Winner>,
    /// The number of full moves.
    pub moves: u32,
    /// When it was last played or, if it was not played on since, imported, in milliseconds since
    /// the Unix epoch.
    pub last_played_ms: u64,
    /// The status.
    pub status: LibraryStatus,
    /// The side to move.
    pub turn: Side,
    /// White's rating.
    pub white_rating: Option<u16>,
    /// Black's rating.
    pub black_rating: Option<u16>,
    /// The tournament or match.
    pub event: Option<String>,
    /// The site.
    pub site: Option<String>,
    /// The date in PGN notation, such as `1972.07.11`, with `?` for unknown parts.
    pub date: Option<String>,
    /// The round.
    pub round: Option<String>,
    /// The ECO code.
    pub eco: Option<String>,
    /// The name of the opening, in English or as in the imported file.
    pub opening: Option<String>,
    /// Whether it came from a file.
    pub imported: bool,
    /// Whether the caller may take a seat and continue.
    pub can_continue: bool,
}

/// The report of an import. Damaged games are reported, the rest is imported. Duplicates are
/// recognized, so a file can be imported again at any time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ImportReport {
    /// The number of games in the file.
    pub games: u64,
    /// The number of new games.
    pub added: u64,
    /// The number of removed games that were restored.
    pub restored: u64,
    /// The number of duplicates.
    pub duplicates: u64,
    /// The number of games that could not be read at all.
    pub unreadable: u64,
    /// The ids of the first games, in the order of the file.
    pub imported: Vec<String>,
    /// The number of errors in the file.
    pub error_count: u64,
    /// The first of them.
    pub errors: Vec<ImportError>,
    /// Why the import stopped before the end of the file, if it did, in English. The games until
    /// then are imported.
    pub fatal_error: Option<String>,
    /// The same as the error of a request.
    #[serde(default)]
    pub fatal: Option<ErrorBody>,
}

/// An error in one game of an imported file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ImportError {
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// The line in the file, from 1, if the format has lines.
    pub line: Option<u64>,
    /// The column in the line, from 1.
    pub column: Option<u64>,
    /// What is wrong.
    #[serde(default)]
    pub error: ImportErrorKind,
    /// What is wrong, in English.
    pub message: String,
    /// Whether the rest of the game was imported.
    pub kept: bool,
}

/// An event of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ImportEvent {
    /// The progress so far.
    Progress {
        /// The number of bytes read.
        bytes: u64,
        /// The number of games read.
        games: u64,
    },
    /// The import is complete.
    Done {
        /// The report.
        report: Box<ImportReport>,
    },
}
