//! The club file: saved games as JSON, in the shape that clubs already have. A game in it is a
//! position and two names; how it came to the position is not told.
//!
//! Reading is in [`crate::import::club`], writing in [`crate::export::club`]; here is what both
//! share. The field names, British spelling included, belong to the file.

mod day;

use chess::{Color, Position, Square};
use game::{Game, GameId, Moment, Name, Status};
use serde::{Deserialize, Serialize};

pub(crate) use day::Day;

/// A game of a club file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubGame {
    /// What the file calls it.
    pub id: String,
    /// The day on which it was played last.
    pub last_played: Moment,
    /// Who plays White.
    pub white: Option<Name>,
    /// Who plays Black.
    pub black: Option<Name>,
    /// Where it stands.
    pub position: Position,
    /// Whether it goes on.
    pub standing: Standing,
}

impl ClubGame {
    /// A game as a club file tells it. One that was called off is over, and nobody has won.
    pub fn new(id: &GameId, game: &Game) -> ClubGame {
        let name = |color| game.terms().seats[color].name.clone();
        ClubGame {
            id: id.to_string(),
            last_played: game.last_at(),
            white: name(Color::White),
            black: name(Color::Black),
            position: *game.board().position(),
            standing: match game.status() {
                Status::Over(end) => end.winner().map_or(Standing::Drawn, Standing::Won),
                Status::Waiting | Status::Playing => Standing::Open,
            },
        }
    }
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

/// A game as it stands in the file.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) id: Id,
    pub(crate) last_played: String,
    pub(crate) turn: Colour,
    pub(crate) move_num: u16,
    pub(crate) winner: Option<String>,
    #[serde(default)]
    pub(crate) colour_in_check: Option<Colour>,
    pub(crate) is_stalemate: bool,
    pub(crate) game_over: bool,
    #[serde(default)]
    pub(crate) must_promote: serde_json::Value,
    pub(crate) enpassant_possible: Possible,
    pub(crate) enpassant_move: Option<Passing>,
    pub(crate) player_one: Option<String>,
    pub(crate) player_two: Option<String>,
    pub(crate) pieces: Pieces,
}

/// An id, which some write as a number.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "an id has to be a number or a text")]
pub(crate) enum Id {
    Number(u64),
    Text(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Colour {
    White,
    Black,
}

/// Who may capture in passing.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Possible {
    pub(crate) black: bool,
    pub(crate) white: bool,
}

/// A capture in passing: the pawn that captures, where it goes, the pawn that is taken.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Passing {
    pub(crate) from: Option<Cell>,
    pub(crate) to: Option<Cell>,
    pub(crate) taken: Option<Cell>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Pieces {
    pub(crate) kings: Vec<Mover>,
    pub(crate) queens: Vec<Man>,
    pub(crate) rooks: Vec<Mover>,
    pub(crate) bishops: Vec<Man>,
    pub(crate) knights: Vec<Man>,
    pub(crate) pawns: Vec<Pawn>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Man {
    pub(crate) position: Cell,
    pub(crate) colour: Colour,
}

/// A king or a rook: castling depends on whether it has moved.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Mover {
    pub(crate) position: Cell,
    pub(crate) colour: Colour,
    pub(crate) has_moved: bool,
}

/// A pawn. That it has moved can be seen, so what the file says of it is not used.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Pawn {
    pub(crate) position: Cell,
    pub(crate) colour: Colour,
    #[serde(default)]
    pub(crate) first_moved: serde_json::Value,
}

/// Row and column, counted from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
