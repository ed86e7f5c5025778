//! Reads a club file entry by entry; a damaged entry is reported and skipped.

mod stream;

use std::collections::HashSet;
use std::io::{self, Read};

use chess::{CastlingSide, Color, Outcome, Position, Role, Setup, SetupError, Square};
use game::Name;
use serde_json::Value;

use crate::club::{Cell, ClubEntry, ClubGame, ClubResult, Colour, Pawn, Pieces};
use crate::date;

/// A game of a club file with its JSON, or why it cannot be imported.
pub type EntryResult = Result<(ClubGame, String), EntryError>;

/// Reads a club file and passes its games to `each` in order, until that fails.
///
/// # Errors
/// When it is not a club file, or breaks off; games before the damage are read. A damaged entry is
/// an error in its place.
pub fn read<E>(
    input: impl Read,
    mut each: impl FnMut(EntryResult) -> Result<(), E>,
) -> Result<(), E>
where
    E: From<ClubFileError> + From<io::Error>,
{
    let mut ids = HashSet::new();
    stream::entries(input, |value| each(entry(value, &mut ids)))
}

fn entry(value: Value, ids: &mut HashSet<u64>) -> EntryResult {
    let text = value.to_string();
    let game = game(value)?;
    check_unique_id(&game, ids)?;
    Ok((game, text))
}

fn game(value: Value) -> Result<ClubGame, EntryError> {
    let entry: ClubEntry =
        serde_json::from_value(value).map_err(|error| EntryError::Malformed(error.to_string()))?;
    let position = Position::try_from(setup(&entry)?).map_err(EntryError::Position)?;
    let last_played = date::parse_club_date(&entry.last_played)
        .ok_or_else(|| EntryError::Date(entry.last_played.clone()))?;
    let name = |color| entry.player(color).and_then(Name::from_file);
    Ok(ClubGame {
        result: result(&entry, &position)?,
        white: name(Color::White),
        black: name(Color::Black),
        id: entry.id.number(),
        last_played,
        position,
    })
}

/// Ids are unique in a file; of two games with the same id, one is not what it seems.
fn check_unique_id(game: &ClubGame, ids: &mut HashSet<u64>) -> Result<(), EntryError> {
    match game.id {
        Some(id) if !ids.insert(id) => Err(EntryError::DuplicateId(id)),
        _ => Ok(()),
    }
}

/// The position, not yet checked against the rules.
fn setup(entry: &ClubEntry) -> Result<Setup, EntryError> {
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
    setup.en_passant = en_passant_square(entry, &setup);
    Ok(setup)
}

/// The full move number: `move_num` counts plies from 1.
fn fullmoves(move_num: i64) -> Result<u16, EntryError> {
    let whole = u16::try_from(move_num.saturating_add(1) / 2).ok();
    whole.filter(|_| move_num >= 1).ok_or(EntryError::MoveNumber(move_num))
}

fn put(setup: &mut Setup, cell: Cell, colour: Colour, role: Role) -> Result<(), EntryError> {
    let Cell(row, column) = cell;
    let square = cell.square().ok_or(EntryError::OffBoard { row, column })?;
    if setup.board.piece_at(square).is_some() {
        return Err(EntryError::SquareTaken(square));
    }
    setup.board.put(square, role.of(colour.into()));
    Ok(())
}

/// Grants castling rights to kings and rooks on their starting squares that have not moved.
fn grant_castling(setup: &mut Setup, pieces: &Pieces) {
    let is_unmoved =
        |(cell, colour, has_moved): (Cell, Colour, bool), color: Color, home: Square| {
            !has_moved && Color::from(colour) == color && cell.square() == Some(home)
        };
    let kings = || pieces.kings.iter().map(|king| (king.position, king.colour, king.has_moved));
    let rooks = || pieces.rooks.iter().map(|rook| (rook.position, rook.colour, rook.has_moved));
    for color in Color::ALL {
        if !kings().any(|king| is_unmoved(king, color, color.relative(Square::E1))) {
            continue;
        }
        for (side, home) in [(CastlingSide::King, Square::H1), (CastlingSide::Queen, Square::A1)] {
            if rooks().any(|rook| is_unmoved(rook, color, color.relative(home))) {
                setup.castling.set(color, side, Some(home.file()));
            }
        }
    }
}

/// The en passant square, if the side to move may capture there. What counts is when the pawn on
/// its fourth rank moved; files that do not say so name the capture.
fn en_passant_square(entry: &ClubEntry, setup: &Setup) -> Option<Square> {
    if !entry.enpassant_possible.of(setup.turn) {
        return None;
    }
    let pawns = || entry.pieces.pawns.iter().filter(|pawn| Color::from(pawn.colour) != setup.turn);
    let is_recorded = pawns().all(|pawn| pawn.first_moved.is_number());
    let has_just_moved = |pawn: &&Pawn| pawn.first_moved.as_i64() == Some(entry.move_num - 1);
    let double_step = pawns().filter(has_just_moved).find_map(|pawn| passed_square(pawn, setup));
    let named = || entry.enpassant_move.as_ref()?.to.0?.square();
    if is_recorded { double_step } else { named() }
}

/// The square behind a pawn on its fourth rank, if a double step can have brought it there.
fn passed_square(pawn: &Pawn, setup: &Setup) -> Option<Square> {
    let square = pawn.position.square()?;
    let color = Color::from(pawn.colour);
    let behind = color.relative(color.relative(square).offset(0, -1)?);
    let home = color.relative(color.relative(square).offset(0, -2)?);
    let is_free = |square| setup.board.piece_at(square).is_none();
    let is_possible = home.rank() == color.pawn_rank() && is_free(behind) && is_free(home);
    is_possible.then_some(behind)
}

/// The result of the game. The rules take precedence over what the file says.
fn result(entry: &ClubEntry, position: &Position) -> Result<ClubResult, EntryError> {
    match position.outcome() {
        Some(Outcome::Checkmate { winner }) => return Ok(ClubResult::Won(winner)),
        Some(_) => return Ok(ClubResult::Drawn),
        None if !entry.game_over => return Ok(ClubResult::Unfinished),
        None => {}
    }
    let winner = entry.winner.as_deref().map(str::trim).unwrap_or_default();
    let is = |color: &Color| entry.player(*color).map(str::trim) == Some(winner);
    let named: Vec<Color> = Color::ALL.into_iter().filter(is).collect();
    match (winner, named.as_slice()) {
        ("", _) => Ok(ClubResult::Drawn),
        (_, &[color]) => Ok(ClubResult::Won(color)),
        // Two players with the same name: the side to move cannot have won.
        (_, &[_, _]) => Ok(ClubResult::Won(!position.turn())),
        ("White" | "white", _) => Ok(ClubResult::Won(Color::White)),
        ("Black" | "black", _) => Ok(ClubResult::Won(Color::Black)),
        ("Draw" | "draw", _) => Ok(ClubResult::Drawn),
        _ => Err(EntryError::Winner(winner.to_owned())),
    }
}

/// Why an entry of a club file cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// It is not the JSON of a game.
    #[error("{0}")]
    Malformed(String),
    /// A piece stands outside the board.
    #[error("[{row}, {column}] is off the board; rows and columns go from 0 to 7")]
    OffBoard {
        /// Its row.
        row: i64,
        /// Its column.
        column: i64,
    },
    /// Two pieces stand on one square.
    #[error("two pieces stand on {0}")]
    SquareTaken(Square),
    /// The position is not legal.
    #[error("{0}")]
    Position(SetupError),
    /// `last_played` is not a date.
    #[error("{0:?} is not a date; one looks like 2024/02/29")]
    Date(String),
    /// `move_num` is out of range.
    #[error("{0} is not a valid move_num; it counts half-moves, from 1 to 131070")]
    MoveNumber(i64),
    /// An earlier entry has the same id.
    #[error("another game of the file has the id {0}, too")]
    DuplicateId(u64),
    /// `winner` names nobody.
    #[error("{0:?} cannot have won; White, Black, a player or nobody can")]
    Winner(String),
}

/// Why a file is not a club file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClubFileError {
    /// It is not JSON, or has no list of games.
    #[error("this is not a club file: {0}")]
    Unreadable(String),
    /// One game is larger than any that the club's program writes.
    #[error("one game of the club file is too large")]
    GameTooLarge,
}

#[cfg(test)]
mod tests;
