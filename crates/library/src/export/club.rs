//! Writes a club file.

use chess::{CastlingSide, Color, Outcome, Position, Role, Square};
use serde_json::Value;

use crate::club::{
    ClubGame, Colour, Day, Entry, Id, Man, Mover, Passing, Pawn, Pieces, Possible, Standing,
};

/// What comes before the first game of a club file, between two games, and after the last.
pub const FRAME: [&str; 3] = ["{\"games\":[\n", ",\n", "\n]}\n"];

/// A game as it stands in a club file.
///
/// # Errors
/// Never in practice: everything in a game can be written as JSON.
pub fn write(game: &ClubGame) -> Result<String, serde_json::Error> {
    serde_json::to_string(&entry(game))
}

fn entry(game: &ClubGame) -> Entry {
    let position = &game.position;
    let passing = passing(position);
    let may_pass = |color| passing.is_some() && position.turn() == color;
    Entry {
        id: Id::Text(game.id.clone()),
        last_played: Day::from(game.last_played).to_string(),
        turn: position.turn().into(),
        move_num: position.fullmoves(),
        winner: match game.standing {
            Standing::Won(color) => Some(color.to_string()),
            Standing::Open | Standing::Drawn => None,
        },
        colour_in_check: position.is_check().then(|| position.turn().into()),
        is_stalemate: position.outcome() == Some(Outcome::Stalemate),
        game_over: game.standing != Standing::Open,
        must_promote: Value::Bool(false),
        enpassant_possible: Possible {
            black: may_pass(Color::Black),
            white: may_pass(Color::White),
        },
        enpassant_move: passing,
        player_one: game.white.as_ref().map(ToString::to_string),
        player_two: game.black.as_ref().map(ToString::to_string),
        pieces: pieces(position),
    }
}

/// A capture in passing that is legal now.
fn passing(position: &Position) -> Option<Passing> {
    let moves = position.legal_moves();
    let m = moves.iter().find(|m| m.is_en_passant())?;
    let taken = Square::new(m.to().file(), m.from().rank());
    Some(Passing {
        from: Some(m.from().into()),
        to: Some(m.to().into()),
        taken: Some(taken.into()),
    })
}

fn pieces(position: &Position) -> Pieces {
    let mut pieces = Pieces::default();
    for (square, piece) in position.board().iter() {
        let (cell, colour) = (square.into(), Colour::from(piece.color));
        let man = Man { position: cell, colour };
        let has_moved = !may_castle(position, square, piece.color, piece.role);
        let mover = Mover { position: cell, colour, has_moved };
        match piece.role {
            Role::King => pieces.kings.push(mover),
            Role::Queen => pieces.queens.push(man),
            Role::Rook => pieces.rooks.push(mover),
            Role::Bishop => pieces.bishops.push(man),
            Role::Knight => pieces.knights.push(man),
            Role::Pawn => {
                let first_moved = Value::Bool(square.rank() != piece.color.pawn_rank());
                pieces.pawns.push(Pawn { position: cell, colour, first_moved });
            }
        }
    }
    pieces
}

/// Whether a king or a rook may still take part in castling; all others count as moved.
fn may_castle(position: &Position, square: Square, color: Color, role: Role) -> bool {
    let rights = position.castling_rights();
    let mut rooks = CastlingSide::ALL.into_iter().filter_map(|side| rights.rook(color, side));
    match role {
        Role::King => rooks.next().is_some(),
        _ => square.rank() == color.back_rank() && rooks.any(|file| file == square.file()),
    }
}
