//! A game as it is told: to those who follow it, and to the library.

use axum::extract::ws::Utf8Bytes;
use chess::{ByColor, Color};
use game::{End, Game, GameId, Offer, Player, Record, Status, Timestamp};
use wire::convert::{self, Snapshot};
use wire::view::GameView;
use wire::{ServerMessage, Viewer};

use crate::engines::EngineError;

const OFFERS: [Offer; 3] = [Offer::Draw, Offer::Takeback, Offer::Rematch];

/// The whole game as a screen shows it.
pub(crate) fn view(id: &GameId, game: &Game, now: Timestamp) -> Box<GameView> {
    told(id, game, now, |snapshot| Box::new(snapshot.view()))
}

/// The whole game, to somebody who just came.
pub(super) fn full(id: &GameId, game: &Game, now: Timestamp, you: Viewer) -> ServerMessage {
    ServerMessage::Full { you, game: view(id, game, now) }
}

/// What just happened to the game.
pub(super) fn event(id: &GameId, game: &Game, record: &Record) -> ServerMessage {
    told(id, game, record.at, |snapshot| convert::event(record, snapshot))
}

/// That the engine cannot move.
pub(super) fn stuck(id: &GameId, error: &EngineError) -> ServerMessage {
    ServerMessage::Stuck { game: id.to_string(), code: error.code(), message: error.told() }
}

/// A message as it goes through sockets. Written once, however many get it.
pub(super) fn text(message: &ServerMessage) -> Utf8Bytes {
    // What the wire writes has only text for keys and no numbers that JSON lacks.
    serde_json::to_string(message).unwrap_or_default().into()
}

fn told<T>(id: &GameId, game: &Game, now: Timestamp, tell: impl FnOnce(&Snapshot) -> T) -> T {
    let sides = Color::ALL.into_iter();
    let offers: Vec<(Color, Offer)> = sides
        .flat_map(|color| OFFERS.map(|offer| (color, offer)))
        .filter(|&(color, offer)| game.has_offered(color, offer))
        .collect();
    tell(&Snapshot {
        id,
        version: game.version(),
        terms: game.terms(),
        board: game.board(),
        clocks: ByColor::from_fn(|color| game.clock(color, now)),
        running: game.deadline().map(|_| turn(game)),
        offers: &offers,
        end: end(game),
        next: game.next(),
    })
}

/// How the game ended, if it did.
pub(super) fn end(game: &Game) -> Option<End> {
    match game.status() {
        Status::Over(end) => Some(end),
        Status::Waiting | Status::Playing => None,
    }
}

/// Whose turn it is.
pub(super) fn turn(game: &Game) -> Color {
    game.board().position().turn()
}

/// The engine that is to move now, if one is.
pub(super) fn engine_to_move(game: &Game) -> Option<&Player> {
    let player = &game.terms().seats[turn(game)].player;
    (game.status() == Status::Playing && player.is_engine()).then_some(player)
}
