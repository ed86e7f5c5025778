//! A browser's socket: one task that carries messages between it and the room it follows.
//!
//! The room never waits for the socket. When the socket is too slow the room lets it go: somebody
//! who looks on is told to say hello again, and a player is cut off, which every client notices.

mod round_trip;
mod session;

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{
    CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code,
    rejection::WebSocketUpgradeRejection,
};
use axum::response::Response;
use game::Departure;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use wire::ServerMessage;
use wire::to_server::LONGEST_MESSAGE;

use self::round_trip::RoundTrip;
use self::session::{News, Session};
use super::messages::text;
use crate::{ApiError, App};

/// What a socket reads and writes at once. The default would cost 256 KiB for each.
const BUFFER: usize = 1 << 10;
/// The most that may wait to be written.
const MOST_UNWRITTEN: usize = 1 << 20;
/// How often the way is measured.
const PING_EVERY: Duration = Duration::from_secs(10);
/// How long a client may say nothing, not even answer a ping.
const SILENCE: Duration = Duration::from_secs(45);
/// How long a message may take to be written.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// How many messages a client may send between two pings.
const MOST_MESSAGES: u32 = 400;

/// Why a socket ends.
enum Parting {
    /// The client has closed the socket.
    Closed,
    /// The client is no longer to be reached.
    Gone,
    /// It is told why.
    Told(u16, &'static str),
}

const TOO_SLOW: Parting = Parting::Told(close_code::AGAIN, "let go; connect again");
const TOO_MANY: Parting = Parting::Told(close_code::POLICY, "too many messages");
const SILENT: Parting = Parting::Told(close_code::POLICY, "no answer to pings");
const CLOSING: Parting = Parting::Told(close_code::AWAY, "the server is about to end");

/// Opens a socket.
#[utoipa::path(
    get, path = "/api/socket",
    responses((status = 101, description = "ClientMessage comes in, ServerMessage goes out"))
)]
pub(crate) async fn follow(
    State(app): State<App>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::NoUpgrade)?;
    // The server waits for its sockets when it ends.
    let token = app.closing().tasks().token();
    let upgrade = upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(MOST_UNWRITTEN)
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let session = Session::new(app.rooms().clone());
        Line { socket, session, way: RoundTrip::default(), heard: Instant::now(), messages: 0 }
            .attend(&app)
            .await;
        drop(token);
    }))
}

/// A socket with what is known about it.
struct Line {
    socket: WebSocket,
    session: Session,
    way: RoundTrip,
    /// When the client last said anything.
    heard: Instant,
    /// How many messages came since the last ping.
    messages: u32,
}

impl Line {
    /// Carries messages until one end has enough.
    async fn attend(mut self, app: &App) {
        let mut pings = interval(PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let parting = loop {
            let step = tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message).await,
                    Some(Err(_)) | None => Err(Parting::Gone),
                },
                news = self.session.news() => self.pass_on(news).await,
                _ = pings.tick() => self.ping().await,
                () = app.closing().begun() => Err(CLOSING),
            };
            if let Err(parting) = step {
                break parting;
            }
        };
        self.part(parting).await;
    }

    async fn hear(&mut self, message: Message) -> Result<(), Parting> {
        self.heard = Instant::now();
        let answer = match message {
            Message::Text(text) => {
                self.messages += 1;
                if self.messages > MOST_MESSAGES {
                    return Err(TOO_MANY);
                }
                self.session.hear(text.as_str(), self.way.length()).await
            }
            Message::Binary(_) => Some(Session::not_text()),
            Message::Pong(number) => {
                self.way.answered(&number, self.heard);
                None
            }
            Message::Close(_) => return Err(Parting::Closed),
            Message::Ping(_) => None,
        };
        match answer {
            Some(answer) => self.say(Message::Text(text(&answer))).await,
            None => Ok(()),
        }
    }

    async fn pass_on(&mut self, news: News) -> Result<(), Parting> {
        match news {
            News::Text(text) => self.say(Message::Text(text)).await,
            News::Dropped { game, is_player: false } => {
                self.say(Message::Text(text(&ServerMessage::Resync { game }))).await
            }
            News::Dropped { is_player: true, .. } => Err(TOO_SLOW),
        }
    }

    async fn ping(&mut self) -> Result<(), Parting> {
        if self.heard.elapsed() > SILENCE {
            return Err(SILENT);
        }
        self.messages = 0;
        let number = self.way.ask(Instant::now());
        self.say(Message::Ping(number)).await
    }

    async fn say(&mut self, message: Message) -> Result<(), Parting> {
        match timeout(WRITE_TIME, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Parting::Gone),
            Err(_) => Err(TOO_SLOW),
        }
    }

    /// Leaves the room. What was asked before is still answered, as long as somebody is there.
    async fn part(mut self, parting: Parting) {
        let departure = match parting {
            Parting::Closed => Departure::Closed,
            Parting::Gone | Parting::Told(..) => Departure::Lost,
        };
        let answers = self.session.leave(departure).await;
        let Parting::Told(code, reason) = parting else { return };
        for answer in answers {
            if self.say(Message::Text(answer)).await.is_err() {
                return;
            }
        }
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        // It is the last thing said; whether it arrives changes nothing.
        let _ = self.say(Message::Close(Some(frame))).await;
    }
}
