//! The club file: saved games as JSON, in the shape that the club's own program writes. A game in
//! it is a position and two names; how it came to the position is not told.
//!
//! Reading is in [`crate::import::club`], writing in [`crate::export::club`]; here is what both
//! share. The field names, British spelling included, belong to the file. What a file says of a
//! game beyond our own model comes back out from the text of the game, which is kept with it.

mod day;
mod history;

use chess::{Color, Position, Square};
use game::{Name, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use day::Day;
pub(crate) use history::{History, move_number};

/// A game of a club file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubGame {
    /// Its id in the file, where that is a number which the club's program can count on from.
    pub id: Option<u64>,
    /// The day on which it was played last.
    pub last_played: Timestamp,
    /// Who plays White.
    pub white: Option<Name>,
    /// Who plays Black.
    pub black: Option<Name>,
    /// Where it stands.
    pub position: Position,
    /// Whether it goes on.
    pub standing: Standing,
}

/// Whether a game of a club file goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It can be continued.
    Open,
    /// Somebody has won.
    Won(Color),
    /// Nobody has.
    Drawn,
}

/// A game as it stands in the file. Fields that only the club's program needs may be missing or odd
/// when they are read; they are always written.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
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
    pub(crate) enpassant_possible: Possible,
    #[serde(default)]
    pub(crate) enpassant_move: Option<Passing>,
    pub(crate) player_one: Option<String>,
    pub(crate) player_two: Option<String>,
    pub(crate) pieces: Pieces,
}

impl Entry {
    /// The name of a player as the file has it.
    pub(crate) fn player(&self, color: Color) -> Option<&str> {
        match color {
            Color::White => self.player_one.as_deref(),
            Color::Black => self.player_two.as_deref(),
        }
    }
}

/// An id, which some write as a text.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "an id has to be a whole number or a text")]
pub(crate) enum Id {
    Number(u64),
    Text(String),
}

impl Id {
    /// The largest number that every program which reads JSON takes for what it is.
    const MAX: u64 = 1 << 53;

    /// The id as a number that others can follow.
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

/// Whether a side has neither captured en passant yet nor let a chance pass.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Possible {
    pub(crate) black: bool,
    pub(crate) white: bool,
}

impl Possible {
    pub(crate) fn of(&self, color: Color) -> bool {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// An en passant capture: the pawn that captures, where it goes, the pawn that is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Passing {
    pub(crate) from: Spot,
    pub(crate) to: Spot,
    pub(crate) taken: Spot,
}

/// A square, or the empty list for none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<Vec<i64>>", into = "Vec<i64>")]
pub(crate) struct Spot(pub(crate) Option<Cell>);

impl From<Option<Vec<i64>>> for Spot {
    fn from(list: Option<Vec<i64>>) -> Spot {
        match list.as_deref() {
            Some(&[row, column]) => Spot(Some(Cell(row, column))),
            _ => Spot(None),
        }
    }
}

impl From<Spot> for Vec<i64> {
    fn from(Spot(cell): Spot) -> Vec<i64> {
        cell.map_or_else(Vec::new, |Cell(row, column)| vec![row, column])
    }
}

impl From<Square> for Spot {
    fn from(square: Square) -> Spot {
        Spot(Some(square.into()))
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
    /// Where it could castle to when the club's program looked last; not used here.
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
    /// The `move_num` of its latest move, and 0 before that; a truth value in files that earlier
    /// versions of this program wrote.
    #[serde(default)]
    pub(crate) first_moved: Value,
}

/// Row and column, counted from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Cell(i64, i64);

impl Cell {
    /// The square; none when it is off the board.
    pub(crate) fn square(self) -> Option<Square> {
        const ROWS: i64 = 8;
        let on_board = (0..ROWS).contains(&self.0) && (0..ROWS).contains(&self.1);
        let index = (ROWS - 1 - self.0) * ROWS + self.1;
        on_board.then(|| Square::from_index(index as usize)).flatten()
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "[{}, {}]", self.0, self.1)
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
