//! The messages that a room sends, and the view of a game that they are built from.

use axum::extract::ws::Utf8Bytes;
use chess::{ByColor, Color};
use game::{End, Game, GameId, Offer, Player, Record, Status, Timestamp};
use wire::convert::{self, Snapshot};
use wire::view::GameView;
use wire::{ServerMessage, Viewer};

use crate::engines::EngineError;

const OFFERS: [Offer; 3] = [Offer::Draw, Offer::Takeback, Offer::Rematch];

/// What a client gets instead of a message that cannot be serialized.
const INTERNAL_ERROR: &str = concat!(
    r#"{"type":"error","id":null,"code":"internal","#,
    r#""message":"internal server error","version":null}"#
);

/// The whole game as a client shows it.
pub(crate) fn game_view(id: &GameId, game: &Game, now: Timestamp) -> Box<GameView> {
    with_snapshot(id, game, now, |snapshot| Box::new(snapshot.view()))
}

/// The whole game, for a client that starts to follow it.
pub(super) fn full_message(id: &GameId, game: &Game, now: Timestamp, you: Viewer) -> ServerMessage {
    ServerMessage::Full { you, game: game_view(id, game, now) }
}

/// An event that was just applied to the game.
pub(crate) fn event_message(id: &GameId, game: &Game, record: &Record) -> ServerMessage {
    with_snapshot(id, game, record.at, |snapshot| convert::event(record, snapshot))
}

/// The engine cannot move.
pub(super) fn stuck_message(id: &GameId, error: &EngineError) -> ServerMessage {
    ServerMessage::Stuck { game: id.to_string(), code: error.code(), message: error.to_string() }
}

/// A message as JSON. It is serialized once, however many clients get it.
pub(crate) fn to_json(message: &ServerMessage) -> Utf8Bytes {
    let json = serde_json::to_string(message).unwrap_or_else(|error| {
        tracing::error!("bug: a message cannot be serialized: {error}");
        INTERNAL_ERROR.to_owned()
    });
    json.into()
}

fn with_snapshot<T>(
    id: &GameId,
    game: &Game,
    now: Timestamp,
    build: impl FnOnce(&Snapshot) -> T,
) -> T {
    let sides = Color::ALL.into_iter();
    let offers: Vec<(Color, Offer)> = sides
        .flat_map(|color| OFFERS.map(|offer| (color, offer)))
        .filter(|&(color, offer)| game.has_offered(color, offer))
        .collect();
    build(&Snapshot {
        id,
        version: game.version(),
        terms: game.terms(),
        board: game.board(),
        clocks: ByColor::from_fn(|color| game.clock(color, now)),
        running: game.deadline().map(|_| turn(game)),
        offers: &offers,
        is_adjourned: game.status() == Status::Adjourned,
        end: end(game),
        next: game.next(),
    })
}

/// How the game ended, if it did.
pub(super) fn end(game: &Game) -> Option<End> {
    match game.status() {
        Status::Over(end) => Some(end),
        Status::Waiting | Status::Playing | Status::Adjourned => None,
    }
}

/// The side to move.
pub(super) fn turn(game: &Game) -> Color {
    game.board().position().turn()
}

/// The engine to move, if it is an engine's turn.
pub(super) fn engine_to_move(game: &Game) -> Option<&Player> {
    let player = &game.terms().seats[turn(game)].player;
    (game.status() == Status::Playing && player.is_engine()).then_some(player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::RoomError;

    #[test]
    fn the_message_of_last_resort_is_an_internal_error() {
        let error = RoomError::Internal(String::new()).message(None, None);
        assert_eq!(to_json(&error).as_str(), INTERNAL_ERROR);
    }
}
