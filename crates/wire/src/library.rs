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
    /// Only games that were removed, instead of only those that were not; for the admin.
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
    /// The tournament or match.
    Event,
    /// The place.
    Site,
    /// The day.
    Date,
    /// The round.
    Round,
    /// White's rating.
    WhiteRating,
    /// Black's rating.
    BlackRating,
    /// The opening, by its code.
    Opening,
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
    /// White's rating.
    pub white_rating: Option<u16>,
    /// Black's rating.
    pub black_rating: Option<u16>,
    /// The tournament or match.
    pub event: Option<String>,
    /// The place.
    pub site: Option<String>,
    /// The day as PGN writes it, such as `1972.07.11`, with `?` for what is not known.
    pub date: Option<String>,
    /// The round.
    pub round: Option<String>,
    /// The code of the opening in the Encyclopaedia of Chess Openings.
    pub eco: Option<String>,
    /// The English name of the opening, or the one that the game's file gives it.
    pub opening: Option<String>,
    /// Whether the caller may take a seat of it again and go on.
    pub can_continue: bool,
}

/// What came of an import. What is damaged is reported; the rest is there. A game that the library
/// has already is recognized and not kept twice, so a file can be imported again at any time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ImportReport {
    /// How many games of the file were seen.
    pub games: u64,
    /// How many games are new in the library.
    pub added: u64,
    /// How many games had been removed and are listed again.
    pub restored: u64,
    /// How many games were there already.
    pub duplicates: u64,
    /// How many games could not be read at all.
    pub unreadable: u64,
    /// The ids that the first games have here, in the order of the file.
    pub imported: Vec<String>,
    /// How many errors the file has.
    pub error_count: u64,
    /// The first of them.
    pub errors: Vec<ImportError>,
    /// Why the import ended before the end of the file, if it did. The games read until then are
    /// in the library.
    pub fatal_error: Option<String>,
}

/// An error in one game of an imported file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ImportError {
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// The line of the file, counted from 1, where there are lines.
    pub line: Option<u64>,
    /// The character within the line, counted from 1.
    pub column: Option<u64>,
    /// What is wrong, in a sentence.
    pub message: String,
    /// Whether the rest of the game was imported.
    pub kept: bool,
}

/// What happens during an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ImportEvent {
    /// How far it has come.
    Progress {
        /// Bytes of the file that were read.
        bytes: u64,
        /// Games that were seen.
        games: u64,
    },
    /// It has ended.
    Done {
        /// What came of it.
        report: Box<ImportReport>,
    },
}
