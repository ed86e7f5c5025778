//! Reads a club file, one game after another: a damaged one is reported and skipped.

use std::collections::HashSet;
use std::fmt;

use chess::{CastlingSide, Color, Outcome, Position, Role, Setup, SetupError, Square};
use game::Name;
use serde::Deserialize;
use serde_json::Value;

use crate::club::{Cell, ClubGame, Colour, Day, Entry, Pawn, Pieces, Standing};

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
    let mut ids = HashSet::new();
    let games = file.games.into_iter().map(|value| {
        let text = value.to_string();
        let game = game(value).and_then(|game| unless_doubled(game, &mut ids));
        game.map(|game| (game, text)).map_err(|fault| fault.to_string())
    });
    Ok(games.collect())
}

fn game(value: Value) -> Result<ClubGame, Fault> {
    let entry: Entry =
        serde_json::from_value(value).map_err(|error| Fault::Shape(error.to_string()))?;
    let position = Position::try_from(setup(&entry)?).map_err(Fault::Position)?;
    let day: Day = entry.last_played.parse().map_err(|()| Fault::Day(entry.last_played.clone()))?;
    let name = |color| entry.player(color).and_then(Name::from_file);
    Ok(ClubGame {
        standing: standing(&entry, &position)?,
        white: name(Color::White),
        black: name(Color::Black),
        id: entry.id.number(),
        last_played: day.into(),
        position,
    })
}

/// A game, unless another one of the file has its id: one of the two is not what it seems.
fn unless_doubled(game: ClubGame, ids: &mut HashSet<u64>) -> Result<ClubGame, Fault> {
    match game.id {
        Some(id) if !ids.insert(id) => Err(Fault::Doubled(id)),
        _ => Ok(game),
    }
}

/// The fields of the position, not yet checked against the rules.
fn setup(entry: &Entry) -> Result<Setup, Fault> {
    let pieces = &entry.pieces;
    let mut setup = Setup { turn: entry.turn.into(), ..Setup::EMPTY };
    setup.fullmoves = fullmoves(entry.move_num)?;
    for king in &pieces.kings {
        put(&mut setup, king.position, king.colour, Role::King)?;
    }
    for rook in &pieces.rooks {
        put(&mut setup, rook.position, rook.colour, Role::Rook)?;
    }
    for (role, list) in [
        (Role::Queen, &pieces.queens),
        (Role::Bishop, &pieces.bishops),
        (Role::Knight, &pieces.knights),
    ] {
        list.iter().try_for_each(|piece| put(&mut setup, piece.position, piece.colour, role))?;
    }
    for pawn in &pieces.pawns {
        put(&mut setup, pawn.position, pawn.colour, Role::Pawn)?;
    }
    grant_castling(&mut setup, pieces);
    setup.en_passant = passing(entry, &setup);
    Ok(setup)
}

/// The number of the whole move: `move_num` counts half-moves from 1.
fn fullmoves(move_num: i64) -> Result<u16, Fault> {
    let whole = u16::try_from(move_num.saturating_add(1) / 2).ok();
    whole.filter(|_| move_num >= 1).ok_or(Fault::MoveNumber(move_num))
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
fn grant_castling(setup: &mut Setup, pieces: &Pieces) {
    let waits = |(cell, colour, has_moved): (Cell, Colour, bool), color: Color, home: Square| {
        !has_moved && Color::from(colour) == color && cell.square() == Some(home)
    };
    let kings = || pieces.kings.iter().map(|king| (king.position, king.colour, king.has_moved));
    let rooks = || pieces.rooks.iter().map(|rook| (rook.position, rook.colour, rook.has_moved));
    for color in Color::ALL {
        if !kings().any(|king| waits(king, color, color.relative(Square::E1))) {
            continue;
        }
        for (side, home) in [(CastlingSide::King, Square::H1), (CastlingSide::Queen, Square::A1)] {
            if rooks().any(|rook| waits(rook, color, color.relative(home))) {
                setup.castling.set(color, side, Some(home.file()));
            }
        }
    }
}

/// The square that a pawn has just passed over, where the side to move may capture there. What
/// counts is when the pawn on its fourth rank moved; files that do not say so name the capture.
fn passing(entry: &Entry, setup: &Setup) -> Option<Square> {
    if !entry.enpassant_possible.of(setup.turn) {
        return None;
    }
    let pawns = || entry.pieces.pawns.iter().filter(|pawn| Color::from(pawn.colour) != setup.turn);
    let is_dated = pawns().all(|pawn| pawn.first_moved.is_number());
    let has_just_moved = |pawn: &&Pawn| pawn.first_moved.as_i64() == Some(entry.move_num - 1);
    let jumped = pawns().filter(has_just_moved).find_map(|pawn| passed(pawn, setup));
    let named = || entry.enpassant_move.as_ref()?.to.0?.square();
    if is_dated { jumped } else { named() }
}

/// The square behind a pawn on its fourth rank, if the pawn can have come by a double step.
fn passed(pawn: &Pawn, setup: &Setup) -> Option<Square> {
    let square = pawn.position.square()?;
    let color = Color::from(pawn.colour);
    let behind = color.relative(color.relative(square).offset(0, -1)?);
    let home = color.relative(color.relative(square).offset(0, -2)?);
    let is_free = |square| setup.board.piece_at(square).is_none();
    let can = home.rank() == color.pawn_rank() && is_free(behind) && is_free(home);
    can.then_some(behind)
}

/// Whether the game goes on. What the board says counts for more than what the file does.
fn standing(entry: &Entry, position: &Position) -> Result<Standing, Fault> {
    match position.outcome() {
        Some(Outcome::Checkmate { winner }) => return Ok(Standing::Won(winner)),
        Some(_) => return Ok(Standing::Drawn),
        None if !entry.game_over => return Ok(Standing::Open),
        None => {}
    }
    let winner = entry.winner.as_deref().map(str::trim).unwrap_or_default();
    let is = |color: &Color| entry.player(*color).map(str::trim) == Some(winner);
    let named: Vec<Color> = Color::ALL.into_iter().filter(is).collect();
    match (winner, named.as_slice()) {
        ("", _) => Ok(Standing::Drawn),
        (_, &[color]) => Ok(Standing::Won(color)),
        // Two players of one name: whoever has to move has not won.
        (_, &[_, _]) => Ok(Standing::Won(!position.turn())),
        ("White" | "white", _) => Ok(Standing::Won(Color::White)),
        ("Black" | "black", _) => Ok(Standing::Won(Color::Black)),
        ("Draw" | "draw", _) => Ok(Standing::Drawn),
        _ => Err(Fault::Winner(winner.to_owned())),
    }
}

/// What is wrong with one game.
enum Fault {
    Shape(String),
    OffBoard(Cell),
    Taken(Square),
    Position(SetupError),
    Day(String),
    MoveNumber(i64),
    Doubled(u64),
    Winner(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::Shape(reason) => f.write_str(reason),
            Fault::OffBoard(cell) => {
                write!(f, "{cell} is off the board; rows and columns go from 0 to 7")
            }
            Fault::Taken(square) => write!(f, "two pieces stand on {square}"),
            Fault::Position(reason) => reason.fmt(f),
            Fault::Day(text) => write!(f, "{text:?} is no day; one looks like 2024/02/29"),
            Fault::MoveNumber(number) => {
                write!(f, "{number} is no move_num; it counts half-moves, from 1 to 131070")
            }
            Fault::Doubled(id) => write!(f, "another game of the file has the id {id}, too"),
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
