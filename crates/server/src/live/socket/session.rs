//! What a client says, and which game it follows: one at a time.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use game::{Departure, GameId};
use store::RequestId;
use tokio::sync::mpsc;
use wire::{ClientMessage, ServerMessage, Text, Viewer};

use crate::Secret;
use crate::live::audience::OUTLET;
use crate::live::message::{Action, Follow, Followed, Request, RoomMessage};
use crate::live::rooms::Handle;
use crate::live::{RoomError, Rooms};

/// One client.
pub(super) struct Session {
    rooms: Rooms,
    following: Option<Following>,
}

/// The game that a client follows.
struct Following {
    id: GameId,
    room: Handle,
    me: Followed,
    news: mpsc::Receiver<Utf8Bytes>,
}

/// What comes from a room.
pub(super) enum News {
    /// A message to pass on.
    Text(Utf8Bytes),
    /// The room has let the client go.
    Dropped {
        /// The game.
        game: String,
        /// Whether it was one of the players.
        is_player: bool,
    },
}

/// A wish without what is the same for all.
struct Wanted<'a> {
    game: &'a str,
    request: &'a str,
    base: u32,
    what: Action,
}

impl Session {
    /// A client that has said nothing yet.
    pub(super) fn new(rooms: Rooms) -> Session {
        Session { rooms, following: None }
    }

    /// Waits for the next message from the room; for ever when no game is followed.
    pub(super) async fn news(&mut self) -> News {
        let Some(following) = &mut self.following else { return std::future::pending().await };
        if let Some(text) = following.news.recv().await {
            return News::Text(text);
        }
        let is_player = following.me.viewer != Viewer::Spectator;
        let game = following.id.to_string();
        self.following = None;
        News::Dropped { game, is_player }
    }

    /// Does what a message asks for. The answer is the session's own; rooms answer by themselves.
    pub(super) async fn hear(&mut self, text: &str, way: Duration) -> Option<ServerMessage> {
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return Some(refusal(None, &RoomError::Unreadable(error.to_string()))),
        };
        match message {
            ClientMessage::Hello { game, secret, last_version } => {
                let secret = secret.as_ref().map(Text::as_str);
                let denial = self.hello(game.as_str(), secret, last_version).await.err()?;
                Some(refusal(None, &denial))
            }
            ClientMessage::Move { game, id, base_version, ply, uci } => {
                let what = Action::Move { ply, uci };
                let (game, request) = (game.as_str(), id.as_str());
                self.want(Wanted { game, request, base: base_version, what }, way).await
            }
            ClientMessage::Command { game, id, base_version, command } => {
                let what = Action::Command(command);
                let (game, request) = (game.as_str(), id.as_str());
                self.want(Wanted { game, request, base: base_version, what }, way).await
            }
            ClientMessage::Ping { number } => {
                let now_ms = self.rooms.ground().clock.now().0;
                Some(ServerMessage::Pong { number, now_ms })
            }
        }
    }

    /// The answer to a message that is not even text.
    pub(super) fn not_text() -> ServerMessage {
        refusal(None, &RoomError::Unreadable("it is not text".to_owned()))
    }

    /// Follows a game from now on, and no other.
    async fn hello(
        &mut self,
        game: &str,
        secret: Option<&str>,
        last_version: Option<u32>,
    ) -> Result<(), RoomError> {
        let id = GameId::new(game).ok_or_else(|| RoomError::NoGame(game.to_owned()))?;
        let secret = secret.map(|text| Secret::parse(text).ok_or(RoomError::WrongSecret));
        let (outlet, news) = mpsc::channel(OUTLET);
        let follow = Follow { secret: secret.transpose()?, last_version, outlet };
        let (room, me) = self.rooms.follow(&id, &follow).await?;
        // What the room of the game before still says is for nobody.
        self.leave(Departure::Closed).await;
        self.following = Some(Following { id, room, me, news });
        Ok(())
    }

    /// Hands a wish to the room, which answers it; what cannot be handed in is answered here.
    async fn want(&mut self, wanted: Wanted<'_>, way: Duration) -> Option<ServerMessage> {
        let Wanted { game, request, base, what } = wanted;
        let deny = |denial: &RoomError| Some(refusal(Some(request), denial));
        let Some(name) = RequestId::new(request) else {
            return deny(&RoomError::RequestName(request.to_owned()));
        };
        let following = self.following.as_ref().filter(|there| there.id.as_str() == game);
        let Some(following) = following else {
            return deny(&RoomError::NotFollowed(game.to_owned()));
        };
        let at = self.rooms.ground().clock.now();
        let wish = Request { from: following.me.id, request: name, base, what, at, way };
        // A room that is gone closes the channel of its news, and the client learns it there.
        following.room.send(RoomMessage::Request(wish)).await;
        None
    }

    /// Leaves the room. Whatever it still answers comes back.
    pub(super) async fn leave(&mut self, departure: Departure) -> Vec<Utf8Bytes> {
        let Some(Following { room, me, mut news, .. }) = self.following.take() else {
            return Vec::new();
        };
        let mut answers = Vec::new();
        room.send(RoomMessage::Leave(me.id, departure)).await;
        // The room closes the channel when it has come to the farewell.
        while let Some(text) = news.recv().await {
            answers.push(text);
        }
        answers
    }
}

fn refusal(id: Option<&str>, denial: &RoomError) -> ServerMessage {
    ServerMessage::Error {
        id: id.map(ToOwned::to_owned),
        code: denial.code(),
        message: denial.to_string(),
        version: None,
    }
}
