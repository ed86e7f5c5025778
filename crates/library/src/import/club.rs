//! Reads a club file, one game after another: a damaged one is reported and skipped.

use std::fmt;

use chess::{CastlingSide, Color, InvalidSetup, Outcome, Position, Role, Setup, Square};
use game::Name;
use serde::Deserialize;
use serde_json::Value;

use crate::club::{Cell, ClubGame, Colour, Day, Entry, Id, Mover, Standing};

/// A game of the file with its text, or what is wrong with it.
pub type Found = Result<(ClubGame, String), String>;

/// Reads a club file: the games in the order of the file.
///
/// # Errors
/// When it is no club file at all. A damaged game is no error but a fault of that game.
pub fn read(bytes: &[u8]) -> Result<Vec<Found>, ClubError> {
    #[derive(Deserialize)]
    struct File {
        games: Vec<Value>,
    }
    let file: File =
        serde_json::from_slice(bytes).map_err(|error| ClubError::Unreadable(error.to_string()))?;
    let games = file.games.into_iter().map(|value| {
        let text = value.to_string();
        game(value).map(|game| (game, text)).map_err(|fault| fault.to_string())
    });
    Ok(games.collect())
}

fn game(value: Value) -> Result<ClubGame, Fault> {
    let entry: Entry =
        serde_json::from_value(value).map_err(|error| Fault::Shape(error.to_string()))?;
    let position = Position::try_from(setup(&entry)?).map_err(Fault::Position)?;
    let day: Day = entry.last_played.parse().map_err(|()| Fault::Day(entry.last_played.clone()))?;
    Ok(ClubGame {
        standing: standing(&entry, &position)?,
        white: entry.player_one.as_deref().and_then(Name::from_file),
        black: entry.player_two.as_deref().and_then(Name::from_file),
        id: match entry.id {
            Id::Number(number) => number.to_string(),
            Id::Text(text) => text,
        },
        last_played: day.into(),
        position,
    })
}

/// The fields of the position, not yet checked against the rules.
fn setup(entry: &Entry) -> Result<Setup, Fault> {
    let pieces = &entry.pieces;
    let mut setup = Setup { turn: entry.turn.into(), ..Setup::EMPTY };
    setup.fullmoves = entry.move_num.max(1);
    for (role, movers) in [(Role::King, &pieces.kings), (Role::Rook, &pieces.rooks)] {
        movers.iter().try_for_each(|man| put(&mut setup, man.position, man.colour, role))?;
    }
    for (role, men) in [
        (Role::Queen, &pieces.queens),
        (Role::Bishop, &pieces.bishops),
        (Role::Knight, &pieces.knights),
    ] {
        men.iter().try_for_each(|man| put(&mut setup, man.position, man.colour, role))?;
    }
    let pawns = &mut pieces.pawns.iter();
    pawns.try_for_each(|man| put(&mut setup, man.position, man.colour, Role::Pawn))?;
    grant_castling(&mut setup, &pieces.kings, &pieces.rooks);
    setup.en_passant = passing(entry)?;
    Ok(setup)
}

fn put(setup: &mut Setup, cell: Cell, colour: Colour, role: Role) -> Result<(), Fault> {
    let square = cell.square().ok_or(Fault::OffBoard(cell))?;
    if setup.board.piece_at(square).is_some() {
        return Err(Fault::Taken(square));
    }
    setup.board.put(square, role.of(colour.into()));
    Ok(())
}

/// Grants the rights of kings and rooks that stand where games begin and have not moved.
fn grant_castling(setup: &mut Setup, kings: &[Mover], rooks: &[Mover]) {
    let waits = |men: &[Mover], color: Color, home: Square| {
        men.iter().any(|man| {
            !man.has_moved
                && Color::from(man.colour) == color
                && man.position.square() == Some(home)
        })
    };
    for color in Color::ALL {
        if !waits(kings, color, color.relative(Square::E1)) {
            continue;
        }
        for (side, home) in [(CastlingSide::King, Square::H1), (CastlingSide::Queen, Square::A1)] {
            if waits(rooks, color, color.relative(home)) {
                setup.castling.set(color, side, Some(home.file()));
            }
        }
    }
}

/// The square that a pawn has just jumped over, where the side to move may capture there.
fn passing(entry: &Entry) -> Result<Option<Square>, Fault> {
    let possible = match entry.turn {
        Colour::White => entry.enpassant_possible.white,
        Colour::Black => entry.enpassant_possible.black,
    };
    let target = entry.enpassant_move.as_ref().and_then(|passing| passing.to);
    match target.filter(|_| possible) {
        Some(cell) => cell.square().map(Some).ok_or(Fault::OffBoard(cell)),
        None => Ok(None),
    }
}

/// Whether the game goes on. What the board says counts for more than what the file does.
fn standing(entry: &Entry, position: &Position) -> Result<Standing, Fault> {
    match position.outcome() {
        Some(Outcome::Checkmate { winner }) => return Ok(Standing::Won(winner)),
        Some(_) => return Ok(Standing::Drawn),
        None if !entry.game_over => return Ok(Standing::Open),
        None => {}
    }
    let is = |winner: &str, name: &Option<String>| name.as_deref() == Some(winner);
    match entry.winner.as_deref().map(str::trim) {
        None | Some("" | "Draw" | "draw") => Ok(Standing::Drawn),
        Some("White" | "white") => Ok(Standing::Won(Color::White)),
        Some("Black" | "black") => Ok(Standing::Won(Color::Black)),
        Some(winner) if is(winner, &entry.player_one) => Ok(Standing::Won(Color::White)),
        Some(winner) if is(winner, &entry.player_two) => Ok(Standing::Won(Color::Black)),
        Some(winner) => Err(Fault::Winner(winner.to_owned())),
    }
}

/// What is wrong with one game.
enum Fault {
    Shape(String),
    OffBoard(Cell),
    Taken(Square),
    Position(InvalidSetup),
    Day(String),
    Winner(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::Shape(reason) => f.write_str(reason),
            Fault::OffBoard(cell) => {
                write!(f, "{cell} is off the board; rows and columns go from 0 to 7")
            }
            Fault::Taken(square) => write!(f, "two men stand on {square}"),
            Fault::Position(reason) => reason.fmt(f),
            Fault::Day(text) => write!(f, "{text:?} is no day; one looks like 2024/02/29"),
            Fault::Winner(text) => {
                write!(f, "{text:?} cannot have won; White, Black, a player or nobody can")
            }
        }
    }
}

/// Why a file is no club file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClubError {
    /// It has more bytes than are read, which are so many.
    TooLarge(u64),
    /// It is not JSON, or has no list of games.
    Unreadable(String),
}

impl fmt::Display for ClubError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ClubError::TooLarge(most) => {
                write!(f, "the club file is too large; at most {most} bytes are read")
            }
            ClubError::Unreadable(reason) => write!(f, "this is no club file: {reason}"),
        }
    }
}

impl std::error::Error for ClubError {}

#[cfg(test)]
mod tests;
