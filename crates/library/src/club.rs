//! The club file: saved games as JSON, as the club's own program writes them. A game in it is a
//! position and two names; the moves that led there are not part of it.
//!
//! [`crate::import::club`] reads it and [`crate::export::club`] writes it; this module has the
//! types of both. Field names, British spelling included, are those of the file. Fields that our
//! games do not have are exported again from the original text, which is stored with the game.

mod history;

use chess::{Color, Position, Square};
use game::{Name, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use history::{History, move_number};

/// A game of a club file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubGame {
    /// Its id in the file, if that is a number from which the club's program can count on.
    pub id: Option<u64>,
    /// The day it was last played.
    pub last_played: Timestamp,
    /// Who plays White.
    pub white: Option<Name>,
    /// Who plays Black.
    pub black: Option<Name>,
    /// The current position.
    pub position: Position,
    /// Its result.
    pub result: ClubResult,
}

/// The result of a game of a club file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClubResult {
    /// The game can be continued.
    Unfinished,
    /// A player has won.
    Won(Color),
    /// The game is drawn.
    Drawn,
}

/// A game as the JSON of the file has it. Fields that only the club's program needs may be missing
/// or malformed on reading; they are always written.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ClubEntry {
    pub(crate) id: Id,
    pub(crate) last_played: String,
    pub(crate) turn: Colour,
    pub(crate) move_num: i64,
    pub(crate) winner: Option<String>,
    #[serde(default)]
    pub(crate) colour_in_check: Value,
    pub(crate) is_stalemate: bool,
    pub(crate) game_over: bool,
    #[serde(default)]
    pub(crate) must_promote: Value,
    pub(crate) enpassant_possible: EnPassantAllowed,
    #[serde(default)]
    pub(crate) enpassant_move: Option<EnPassantCapture>,
    pub(crate) player_one: Option<String>,
    pub(crate) player_two: Option<String>,
    pub(crate) pieces: Pieces,
}

impl ClubEntry {
    /// The name of a player in the file.
    pub(crate) fn player(&self, color: Color) -> Option<&str> {
        match color {
            Color::White => self.player_one.as_deref(),
            Color::Black => self.player_two.as_deref(),
        }
    }
}

/// An id, which some files have as a string.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "an id has to be a whole number or a string")]
pub(crate) enum Id {
    Number(u64),
    Text(String),
}

impl Id {
    /// Numbers below this are exact in every JSON parser.
    const MAX: u64 = 1 << 53;

    /// The id as a number, if it is one.
    pub(crate) fn number(&self) -> Option<u64> {
        match self {
            Id::Number(number) => Some(*number).filter(|number| *number < Id::MAX),
            Id::Text(_) => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Colour {
    White,
    Black,
}

/// For each side, whether it has neither captured en passant yet nor passed up a chance to.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct EnPassantAllowed {
    pub(crate) black: bool,
    pub(crate) white: bool,
}

impl EnPassantAllowed {
    pub(crate) fn of(&self, color: Color) -> bool {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// An en passant capture: the capturing pawn, its destination, the captured pawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EnPassantCapture {
    pub(crate) from: OptionalCell,
    pub(crate) to: OptionalCell,
    pub(crate) taken: OptionalCell,
}

/// A square, or none, which is written as the empty list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<Vec<i64>>", into = "Vec<i64>")]
pub(crate) struct OptionalCell(pub(crate) Option<Cell>);

impl From<Option<Vec<i64>>> for OptionalCell {
    fn from(list: Option<Vec<i64>>) -> OptionalCell {
        match list.as_deref() {
            Some(&[row, column]) => OptionalCell(Some(Cell(row, column))),
            _ => OptionalCell(None),
        }
    }
}

impl From<OptionalCell> for Vec<i64> {
    fn from(OptionalCell(cell): OptionalCell) -> Vec<i64> {
        cell.map_or_else(Vec::new, |Cell(row, column)| vec![row, column])
    }
}

impl From<Square> for OptionalCell {
    fn from(square: Square) -> OptionalCell {
        OptionalCell(Some(square.into()))
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Pieces {
    pub(crate) kings: Vec<King>,
    pub(crate) queens: Vec<Piece>,
    pub(crate) knights: Vec<Piece>,
    pub(crate) bishops: Vec<Piece>,
    pub(crate) rooks: Vec<Rook>,
    pub(crate) pawns: Vec<Pawn>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Piece {
    pub(crate) position: Cell,
    pub(crate) colour: Colour,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct King {
    pub(crate) position: Cell,
    pub(crate) colour: Colour,
    pub(crate) has_moved: bool,
    /// Where the club's program last let it castle to; not used here.
    #[serde(default)]
    pub(crate) castling_moves: Value,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Rook {
    pub(crate) position: Cell,
    pub(crate) colour: Colour,
    pub(crate) has_moved: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Pawn {
    pub(crate) position: Cell,
    pub(crate) colour: Colour,
    /// The `move_num` of its latest move, 0 before that; a boolean in files of early versions of
    /// Tabiya.
    #[serde(default)]
    pub(crate) first_moved: Value,
}

/// Row and column from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Cell(pub(crate) i64, pub(crate) i64);

impl Cell {
    /// The square; none when it is off the board.
    pub(crate) fn square(self) -> Option<Square> {
        const ROWS: i64 = 8;
        let on_board = (0..ROWS).contains(&self.0) && (0..ROWS).contains(&self.1);
        let index = (ROWS - 1 - self.0) * ROWS + self.1;
        on_board.then(|| Square::from_index(index as usize)).flatten()
    }
}

impl From<Square> for Cell {
    fn from(square: Square) -> Cell {
        Cell(7 - square.rank() as i64, square.file() as i64)
    }
}

impl From<Color> for Colour {
    fn from(color: Color) -> Colour {
        match color {
            Color::White => Colour::White,
            Color::Black => Colour::Black,
        }
    }
}

impl From<Colour> for Color {
    fn from(colour: Colour) -> Color {
        match colour {
            Colour::White => Color::White,
            Colour::Black => Color::Black,
        }
    }
}
