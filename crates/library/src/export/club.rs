//! Writes a club file that the club's own program loads.

use std::collections::BTreeMap;

use chess::{Color, Outcome, Position, Role, Square};
use game::{Game, GameId, Name, Player, Status};
use serde_json::{Value, json};
use store::{SourceFormat, Store, StoreError, StoredGame};

use crate::club::{
    ClubEntry, Colour, EnPassantAllowed, EnPassantCapture, History, Id, King, Pawn, Piece, Pieces,
    Rook, move_number,
};
use crate::date;

/// The text before the first game of a club file, between two games, and after the last.
pub const FRAME: [&str; 3] = ["{\"games\":[\n", ",\n", "\n]}\n"];

/// The order of games in a file, and the id of each, given the ids they had in the file they came
/// from. The club's program does a binary search, so ids ascend; new games follow the last one.
pub(crate) fn assign_ids(ids: &[Option<u64>]) -> Vec<(usize, u64)> {
    let mut known = BTreeMap::new();
    let mut new = Vec::new();
    for (index, id) in ids.iter().enumerate() {
        match id {
            Some(id) if !known.contains_key(id) => {
                known.insert(*id, index);
            }
            _ => new.push(index),
        }
    }
    let next = known.keys().last().map_or(1, |last| last + 1);
    let known = known.into_iter().map(|(id, index)| (index, id));
    known.chain(new.into_iter().zip(next..)).collect()
}

/// A game as JSON of a club file. `source` is the club file entry that it was imported from, if
/// any; fields that our games do not have are taken from it.
///
/// # Errors
/// Never in practice: every game can be written as JSON.
pub fn write(id: u64, game: &Game, source: Option<&str>) -> Result<String, serde_json::Error> {
    let original = source.and_then(|text| serde_json::from_str(text).ok());
    serde_json::to_string(&entry(id, game, original.as_ref()))
}

/// Games of a store in the order of a club file, with their ids there.
///
/// # Errors
/// When the store cannot be read.
pub async fn in_order(
    store: &dyn Store,
    games: Vec<GameId>,
) -> Result<Vec<(GameId, u64)>, StoreError> {
    let mut ids = Vec::with_capacity(games.len());
    for game in &games {
        let stored = store.load(game).await?;
        ids.push(stored.as_ref().and_then(source).and_then(id_of));
    }
    let order = assign_ids(&ids).into_iter();
    Ok(order.map(|(index, id)| (games[index].clone(), id)).collect())
}

/// The club file entry that a game was imported from.
pub fn source(stored: &StoredGame) -> Option<&str> {
    let source = stored.source.as_ref().filter(|source| source.format == SourceFormat::Club);
    source.map(|source| source.text.as_str())
}

/// The id of a club file entry.
pub(crate) fn id_of(source: &str) -> Option<u64> {
    serde_json::from_str::<ClubEntry>(source).ok()?.id.number()
}

fn entry(id: u64, game: &Game, original: Option<&ClubEntry>) -> ClubEntry {
    let position = game.board().position();
    let unplayed = original.filter(|_| game.board().moves().is_empty());
    let (is_over, winner) = match game.status() {
        Status::Over(end) => (true, end.winner()),
        Status::Waiting | Status::Playing | Status::Adjourned => (false, None),
    };
    let name = |color| player(game, color, original, winner == Some(color));
    let is_in_check = position.is_check() && !is_over;
    ClubEntry {
        id: Id::Number(id),
        last_played: date::club_date(game.last_at()),
        turn: position.turn().into(),
        move_num: move_number(position).into(),
        winner: Some(winner.map(name).unwrap_or_default()),
        colour_in_check: if is_in_check { json!(Colour::from(position.turn())) } else { json!("") },
        is_stalemate: position.outcome() == Some(Outcome::Stalemate),
        game_over: is_over,
        must_promote: Value::Bool(false),
        enpassant_possible: en_passant_allowed(position, original),
        enpassant_move: Some(en_passant_capture(position, unplayed)),
        player_one: Some(name(Color::White)),
        player_two: Some(name(Color::Black)),
        pieces: pieces(game.board(), original, unplayed),
    }
}

/// A player's name: as in the original file, unless the player was renamed. The winner must have
/// one.
fn player(game: &Game, color: Color, original: Option<&ClubEntry>, has_won: bool) -> String {
    let seat = &game.terms().seats[color];
    let written = original.and_then(|entry| entry.player(color));
    if let Some(text) = written.filter(|text| Name::from_file(text) == seat.name)
        && !(has_won && seat.name.is_none())
    {
        return text.to_owned();
    }
    match (&seat.name, &seat.player) {
        (Some(name), _) => name.to_string(),
        (None, Player::Engine(_)) => "Tabiya".to_owned(),
        (None, Player::External(name)) => name.clone(),
        (None, Player::Open | Player::Person) => color.to_string(),
    }
}

/// Both sides may capture en passant, unless the original file forbids it and no capture is
/// possible now.
fn en_passant_allowed(position: &Position, original: Option<&ClubEntry>) -> EnPassantAllowed {
    let may = |color| {
        let was = original.is_none_or(|entry| entry.enpassant_possible.of(color));
        was || (position.turn() == color && position.en_passant().is_some())
    };
    EnPassantAllowed { black: may(Color::Black), white: may(Color::White) }
}

/// A legal en passant capture: preferably the one that the original file names.
fn en_passant_capture(position: &Position, unplayed: Option<&ClubEntry>) -> EnPassantCapture {
    let moves = position.legal_moves();
    let captures = moves.iter().filter(|m| m.is_en_passant()).map(|m| EnPassantCapture {
        from: m.from().into(),
        to: m.to().into(),
        taken: Square::new(m.to().file(), m.from().rank()).into(),
    });
    let captures: Vec<EnPassantCapture> = captures.collect();
    let named = unplayed.and_then(|entry| entry.enpassant_move.as_ref());
    let chosen = named.filter(|named| captures.contains(named)).or(captures.first());
    chosen.cloned().unwrap_or_default()
}

/// The pieces in the order of the club's program: from top left to bottom right.
fn pieces(
    game: &chess::Game,
    original: Option<&ClubEntry>,
    unplayed: Option<&ClubEntry>,
) -> Pieces {
    let position = game.position();
    let history = History::of(game, original);
    let mut squares: Vec<(Square, chess::Piece)> = position.board().iter().collect();
    squares.sort_by_key(|(square, _)| square.flip_rank());
    let mut pieces = Pieces::default();
    for (square, piece) in squares {
        let (position_of, colour) = (square.into(), Colour::from(piece.color));
        let has_moved = history.has_moved(square);
        let plain = Piece { position: position_of, colour };
        match piece.role {
            Role::King => pieces.kings.push(King {
                position: position_of,
                colour,
                has_moved,
                castling_moves: castling_moves(square, unplayed),
            }),
            Role::Queen => pieces.queens.push(plain),
            Role::Rook => pieces.rooks.push(Rook { position: position_of, colour, has_moved }),
            Role::Bishop => pieces.bishops.push(plain),
            Role::Knight => pieces.knights.push(plain),
            Role::Pawn => pieces.pawns.push(Pawn {
                position: position_of,
                colour,
                first_moved: history.first_moved(square, position).into(),
            }),
        }
    }
    pieces
}

/// The `castling_moves` of the original file, as long as no move was played since.
fn castling_moves(square: Square, unplayed: Option<&ClubEntry>) -> Value {
    let kings = unplayed.map(|entry| entry.pieces.kings.as_slice()).unwrap_or_default();
    let king = kings.iter().find(|king| king.position.square() == Some(square));
    king.map(|king| king.castling_moves.clone()).filter(Value::is_array).unwrap_or(json!([]))
}
