//! What a client asks for, and the game that it follows: one at a time.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use game::{Departure, GameError, GameId, Name, Timestamp};
use store::{Feature, RequestId};
use wire::{BoundedString, ClientMessage, Command, Offer, ServerMessage, Viewer};

use crate::accounts::Caller;
use crate::live::message::{Action, Follow, Request, RoomMessage, Subscription};
use crate::live::outbox::{OutboxReader, outbox};
use crate::live::rooms::RoomHandle;
use crate::live::{Clock, RoomError, Rooms};
use crate::security::ClientKey;
use crate::{ApiError, App, Secret};

/// One client.
pub(super) struct Session {
    rooms: Rooms,
    /// None where there are no accounts, as in a simulation.
    names: Option<PlayerNames>,
    followed: Option<FollowedGame>,
}

/// Knows which names the client may play under.
pub(super) struct PlayerNames {
    pub(super) app: App,
    pub(super) caller: Caller,
}

/// The game that a client follows.
struct FollowedGame {
    id: GameId,
    room: RoomHandle,
    subscription: Subscription,
    messages: OutboxReader,
}

/// When a message arrived, and over which distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    pub(super) received_at: Timestamp,
    pub(super) round_trip: Duration,
}

/// What comes from a room.
pub(super) enum FromRoom {
    /// A message for the client.
    Message(Utf8Bytes),
    /// The room has dropped the client.
    Dropped {
        /// The game.
        game: String,
        /// Whether the client was one of the players.
        is_player: bool,
    },
    /// The room has crashed.
    Crashed,
}

impl Session {
    /// A client that has not said hello yet.
    pub(super) fn new(rooms: Rooms, names: Option<PlayerNames>) -> Session {
        Session { rooms, names, followed: None }
    }

    /// The clock of the server.
    pub(super) fn clock(&self) -> &Clock {
        &self.rooms.services().clock
    }

    /// Waits for the next message from the room; forever when no game is followed.
    pub(super) async fn next_from_room(&mut self) -> FromRoom {
        let Some(followed) = &mut self.followed else { return std::future::pending().await };
        if let Some(message) = followed.messages.recv().await {
            return FromRoom::Message(message);
        }
        let is_player = followed.subscription.viewer != Viewer::Spectator;
        let (game, room) = (followed.id.to_string(), followed.room.clone());
        self.followed = None;
        if room.has_crashed() { FromRoom::Crashed } else { FromRoom::Dropped { game, is_player } }
    }

    /// The next message from the room, if it waits already.
    pub(super) fn try_next_from_room(&mut self) -> Option<Utf8Bytes> {
        self.followed.as_mut()?.messages.try_recv()
    }

    /// Handles a message from the client. The answer comes from here or, if there is none, from the
    /// room.
    pub(super) async fn handle(&mut self, text: &str, timing: Timing) -> Option<ServerMessage> {
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return Some(malformed(error.to_string())),
        };
        match message {
            ClientMessage::Hello { game, secret, last_version } => {
                let secret = secret.as_ref().map(BoundedString::as_str);
                // Boxed, here and below, so that a move does not allocate room for it.
                let following = Box::pin(self.hello(game.as_str(), secret, last_version));
                match following.await {
                    Ok(()) => Box::pin(self.competition()).await,
                    Err(error) => Some(error.message(None, None)),
                }
            }
            ClientMessage::Move { game, id, base_version, ply, uci } => {
                let action = Action::Move { ply, uci };
                self.request(game.as_str(), id.as_str(), base_version, action, timing).await
            }
            ClientMessage::Command { game, id, base_version, command } => {
                let action = Action::Command(command);
                self.request(game.as_str(), id.as_str(), base_version, action, timing).await
            }
            ClientMessage::Ping { number } => {
                let now_ms = self.clock().now().0;
                Some(ServerMessage::Pong { number, now_ms })
            }
        }
    }

    /// The answer to a binary message.
    pub(super) fn not_text() -> ServerMessage {
        malformed("it is not text".to_owned())
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
        let (outbox, messages) = outbox();
        let secret = secret.transpose()?;
        let client = self.wait_for_request().await;
        let follow = Follow { client, secret, last_version, outbox };
        let (room, subscription) = self.rooms.follow(&id, &follow).await?;
        // The client does not need the last messages of the game that it followed before.
        self.leave(Departure::Closed).await;
        self.followed = Some(FollowedGame { id, room, subscription, messages });
        Ok(())
    }

    /// What a follower learns besides the game: the competition that it belongs to, if there is
    /// one. Without it, the game can be followed too.
    async fn competition(&self) -> Option<ServerMessage> {
        let (names, followed) = (self.names.as_ref()?, self.followed.as_ref()?);
        let found = names.app.competitions().of_game(&followed.id).await;
        let found = found.inspect_err(|error| {
            tracing::warn!(game = %followed.id, "its competition is not found: {error}");
        });
        let competition = found.ok()??.to_string();
        Some(ServerMessage::Competition { game: followed.id.to_string(), competition })
    }

    /// Waits for a hello's turn: it may open a room and read a whole game, so it counts among the
    /// requests of its client.
    async fn wait_for_request(&self) -> ClientKey {
        let Some(PlayerNames { app, caller }) = &self.names else { return ClientKey::Nobody };
        let client = caller.client();
        app.rates().wait(client).await;
        client
    }

    /// Sends a request to the room, which answers it. The answer is here if it cannot be sent.
    async fn request(
        &mut self,
        game: &str,
        id: &str,
        base_version: u32,
        action: Action,
        Timing { received_at, round_trip }: Timing,
    ) -> Option<ServerMessage> {
        let reject = |error: RoomError| Some(error.message(Some(id), None));
        let Some(request_id) = RequestId::new(id) else {
            return reject(RoomError::RequestId(id.to_owned()));
        };
        let followed = self.followed.as_ref().filter(|followed| followed.id.as_str() == game);
        let Some(followed) = followed else {
            return reject(RoomError::NotFollowed(game.to_owned()));
        };
        if let Err(error) = self.check_name(followed, &action).await {
            return reject(error);
        }
        if let Err(error) = self.check_locks(followed, &action).await {
            return reject(error);
        }
        if let Err(error) = self.check_rematch(followed, &action).await {
            return reject(error);
        }
        let from = followed.subscription.id;
        let request =
            Request { from, id: request_id, base_version, action, received_at, round_trip };
        // A room that has closed also closes the channel of its messages, which ends the session.
        followed.room.send(RoomMessage::Request(request)).await;
        None
    }

    /// Checks that the client may use the name in an action, if there is one.
    async fn check_name(&self, followed: &FollowedGame, action: &Action) -> Result<(), RoomError> {
        let Action::Command(Command::Rename { name: Some(name), .. }) = action else {
            return Ok(());
        };
        // A malformed name is for the room to reject.
        let Ok(name) = Name::new(name.as_str()) else { return Ok(()) };
        let is_shared = followed.subscription.viewer == Viewer::Both;
        let Some(PlayerNames { app, caller }) = &self.names else { return Ok(()) };
        Box::pin(app.accounts().check_player_name(caller, &name, is_shared)).await
    }

    /// Checks that the group of the client may do this: take back moves of the computer, or play it
    /// again.
    async fn check_locks(&self, followed: &FollowedGame, action: &Action) -> Result<(), RoomError> {
        let Some(PlayerNames { app, caller }) = &self.names else { return Ok(()) };
        match action {
            // Between people undo is not possible, and in pass and play they do it together.
            Action::Command(Command::Undo {} | Command::Redo {})
                if followed.subscription.viewer != Viewer::Both =>
            {
                Ok(app.check_lock(caller, Feature::Takebacks)?)
            }
            Action::Command(Command::Offer { offer: Offer::Rematch }) => {
                let view = Box::pin(self.rooms.view(&followed.id, None)).await?;
                let now = self.clock().now();
                Ok(app.lessons().check_opponents(caller, view.game.terms(), now)?)
            }
            _ => Ok(()),
        }
    }

    /// Who plays whom in a competition is decided by its pairings, so there are no rematches.
    async fn check_rematch(
        &self,
        followed: &FollowedGame,
        action: &Action,
    ) -> Result<(), RoomError> {
        let Action::Command(Command::Offer { offer: Offer::Rematch }) = action else {
            return Ok(());
        };
        let Some(PlayerNames { app, .. }) = &self.names else { return Ok(()) };
        match Box::pin(app.competitions().of_game(&followed.id)).await {
            Ok(None) => Ok(()),
            Ok(Some(_)) => Err(GameError::NotAllowed.into()),
            Err(ApiError::Room(error)) => Err(error),
            Err(error) => Err(RoomError::Internal(format!("cannot look for a game: {error}"))),
        }
    }

    /// Leaves the room. The result is the messages that it still sent.
    pub(super) async fn leave(&mut self, departure: Departure) -> Vec<Utf8Bytes> {
        let Some(followed) = self.followed.take() else { return Vec::new() };
        let FollowedGame { room, subscription, mut messages, .. } = followed;
        let mut answers = Vec::new();
        room.send(RoomMessage::Leave(subscription.id, departure)).await;
        // The room closes the channel when it handles this message.
        while let Some(message) = messages.recv().await {
            answers.push(message);
        }
        answers
    }
}

fn malformed(reason: String) -> ServerMessage {
    RoomError::Malformed(reason).message(None, None)
}
