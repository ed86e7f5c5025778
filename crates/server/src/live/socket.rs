//! A client's WebSocket: one task that carries messages between the client and its room.
//!
//! The room never waits for the socket. When the socket is too slow the room drops it: a spectator
//! is told to say hello again, and a player is disconnected, which every client notices.

mod arrivals;
mod pace;
mod round_trip;
mod session;

use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{
    CloseFrame, Message, Utf8Bytes, WebSocketUpgrade, close_code,
    rejection::WebSocketUpgradeRejection,
};
use axum::response::Response;
use futures_util::{Sink, SinkExt, Stream};
use game::{Departure, Timestamp};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, timeout};
use wire::ServerMessage;
use wire::to_server::MAX_MESSAGE_SIZE;

use self::arrivals::{Arrival, Arrivals};
use self::pace::Pace;
use self::round_trip::RoundTrip;
use self::session::{FromRoom, PlayerNames, Session, Timing};
#[cfg(any(test, feature = "simulation"))]
use super::Rooms;
use super::messages::to_json;
use crate::accounts::Caller;
use crate::listen::KernelRoundTrip;
use crate::{ApiError, App, Closing};

/// The read buffer of a socket. It holds most messages of a client, and grows for larger ones; the
/// default would cost 128 KiB for each socket.
const READ_BUFFER: usize = 256;
/// How much is written at once. The buffer grows to the largest message that was sent.
const WRITE_BUFFER: usize = 1 << 10;
/// The maximum size of the write buffer.
const MAX_WRITE_BUFFER: usize = 1 << 20;
/// How often the round-trip time is measured.
const PING_INTERVAL: Duration = Duration::from_secs(10);
/// How long a client may stay silent, not even answering a ping.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(45);
/// How long writing a message may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// Why a connection ends.
enum Disconnect {
    /// The client closed the socket.
    Closed,
    /// The client is unreachable.
    Lost,
    /// The server closes the socket, with a code and a reason.
    ByServer(u16, &'static str),
}

const TOO_SLOW: Disconnect = Disconnect::ByServer(close_code::AGAIN, "too slow; connect again");
const SILENT: Disconnect = Disconnect::ByServer(close_code::POLICY, "no answer to pings");
const CLOSING: Disconnect = Disconnect::ByServer(close_code::AWAY, "the server is shutting down");
const CRASHED: Disconnect = Disconnect::ByServer(close_code::ERROR, "internal server error");

/// Opens a WebSocket.
#[utoipa::path(
    get, path = "/api/socket",
    responses(
        (status = 101, description = "The client sends ClientMessage, the server ServerMessage")
    )
)]
pub(crate) async fn open(
    State(app): State<App>,
    caller: Caller,
    kernel: Option<Extension<KernelRoundTrip>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::NoUpgrade)?;
    // The server waits for its sockets when it shuts down.
    let token = app.closing().tasks().token();
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MAX_WRITE_BUFFER)
        .max_message_size(MAX_MESSAGE_SIZE)
        .max_frame_size(MAX_MESSAGE_SIZE);
    let round_trip = RoundTrip::new(kernel.map(|Extension(kernel)| kernel).unwrap_or_default());
    Ok(upgrade.on_upgrade(move |socket| {
        let names = Some(PlayerNames { app: app.clone(), caller });
        let session = Session::new(app.rooms().clone(), names);
        let mut connection = Connection::new(socket, session, round_trip);
        // A task of its own: that of the upgrade keeps room for all that it did before.
        tokio::spawn(async move {
            connection.run(app.closing()).await;
            drop(token);
        });
        std::future::ready(())
    }))
}

/// Serves a client of a simulation or a test, which have no accounts, until one side disconnects.
#[cfg(any(test, feature = "simulation"))]
pub(crate) async fn serve<S, E>(socket: S, rooms: Rooms, closing: &Closing)
where
    S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin,
{
    let round_trip = RoundTrip::new(KernelRoundTrip::default());
    let mut connection = Connection::new(socket, Session::new(rooms, None), round_trip);
    connection.run(closing).await;
}

/// An open WebSocket.
struct Connection<S> {
    socket: S,
    arrivals: Arrivals,
    session: Session,
    round_trip: RoundTrip,
    /// When the client last sent anything, by the server's clock: what it sends while the server
    /// stands still is read later.
    last_received: Timestamp,
    pace: Pace,
}

impl<S, E> Connection<S>
where
    S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin,
{
    fn new(socket: S, session: Session, round_trip: RoundTrip) -> Connection<S> {
        let arrivals = Arrivals::new(session.clock().clone());
        let last_received = session.clock().now();
        let pace = Pace::new(Instant::now());
        Connection { socket, arrivals, session, round_trip, last_received, pace }
    }

    /// Carries messages until one side disconnects. What the server has to say comes before what
    /// the client says next, and only a client that reads what it gets is heard.
    async fn run(&mut self, closing: &Closing) {
        // The first ping goes out with the first message, since a crowd may come back at once.
        let mut pings = interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let disconnect = loop {
            let step = tokio::select! {
                biased;
                () = closing.begun() => Err(CLOSING),
                _ = pings.tick() => self.ping().await,
                message = self.session.next_from_room() => self.forward(message).await,
                arrival = self.arrivals.next(&mut self.socket) => self.receive(arrival).await,
            };
            if let Err(disconnect) = step {
                break disconnect;
            }
        };
        self.close(disconnect).await;
    }

    /// Handles a frame from the client.
    async fn receive(&mut self, arrival: Arrival) -> Result<(), Disconnect> {
        let Arrival { frame: Some(message), at, instant } = arrival else {
            return Err(Disconnect::Lost);
        };
        self.last_received = at;
        self.wait_for_pace().await;
        let answer = match message {
            Message::Text(text) => {
                let timing = Timing { received_at: at, round_trip: self.round_trip.estimate() };
                // Boxed, so that the task of an idle socket has no room for it.
                let handling = Box::pin(self.session.handle(text.as_str(), timing));
                self.arrivals.during(&mut self.socket, handling).await
            }
            Message::Binary(_) => Some(Session::not_text()),
            Message::Pong(number) => {
                self.round_trip.pong_received(&number, instant);
                None
            }
            Message::Close(_) => return Err(Disconnect::Closed),
            Message::Ping(_) => None,
        };
        match answer {
            Some(answer) => self.send(Message::Text(to_json(&answer))).await,
            None => Ok(()),
        }
    }

    /// Waits until the client may be heard again, if it has said much. Every frame costs something,
    /// whatever it is.
    async fn wait_for_pace(&mut self) {
        if let Some(delay) = self.pace.delay(Instant::now()) {
            self.arrivals.during(&mut self.socket, Box::pin(sleep(delay))).await;
        }
    }

    /// Sends a message from the room to the client, with all others that wait.
    async fn forward(&mut self, message: FromRoom) -> Result<(), Disconnect> {
        match message {
            FromRoom::Message(text) => self.send_all(text).await,
            FromRoom::Dropped { game, is_player: false } => {
                self.send(Message::Text(to_json(&ServerMessage::Resync { game }))).await
            }
            FromRoom::Dropped { is_player: true, .. } => Err(TOO_SLOW),
            FromRoom::Crashed => Err(CRASHED),
        }
    }

    async fn ping(&mut self) -> Result<(), Disconnect> {
        if self.session.clock().now().since(self.last_received) > SILENCE_TIMEOUT {
            return Err(SILENT);
        }
        let number = self.round_trip.ping_sent(Instant::now());
        self.send(Message::Ping(number)).await
    }

    /// Writes a message and all that wait behind it, and flushes once.
    async fn send_all(&mut self, mut text: Utf8Bytes) -> Result<(), Disconnect> {
        let first_ping = self.round_trip.first_ping(Instant::now());
        let writing = async {
            if let Some(number) = first_ping {
                self.socket.feed(Message::Ping(number)).await?;
            }
            while let Some(next) = self.session.try_next_from_room() {
                self.socket.feed(Message::Text(text)).await?;
                text = next;
            }
            self.socket.send(Message::Text(text)).await
        };
        written(writing).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Disconnect> {
        written(self.socket.send(message)).await
    }

    /// Leaves the room and closes the socket. Requests sent before are still answered, as long as
    /// the client is there.
    async fn close(&mut self, disconnect: Disconnect) {
        let departure = match disconnect {
            Disconnect::Closed => Departure::Closed,
            Disconnect::Lost | Disconnect::ByServer(..) => Departure::Lost,
        };
        let answers = self.session.leave(departure).await;
        let Disconnect::ByServer(code, reason) = disconnect else { return };
        for answer in answers {
            if self.send(Message::Text(answer)).await.is_err() {
                return;
            }
        }
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        // It is the last message; whether it arrives changes nothing.
        let _ = self.send(Message::Close(Some(frame))).await;
    }
}

/// Waits for a write, within limits.
async fn written<E>(writing: impl Future<Output = Result<(), E>>) -> Result<(), Disconnect> {
    match timeout(WRITE_TIMEOUT, writing).await {
        Ok(Ok(())) => Ok(()),
        // The message of a write that timed out is lost; the next one would leave a gap.
        Ok(Err(_)) | Err(_) => Err(Disconnect::Lost),
    }
}

#[cfg(test)]
mod tests {
    use axum::extract::ws::WebSocket;
    use serde_json::json;

    use super::super::tests::{TestSocket, test_rooms};
    use super::*;

    /// How much memory the task of a socket may take. There may be ten thousand.
    const MAX_TASK_SIZE: usize = 2 << 10;

    #[tokio::test(start_paused = true)]
    async fn every_frame_counts_whatever_it_is() {
        let junk = [
            Message::Binary("x".into()),
            Message::Ping("x".into()),
            Message::Pong("x".into()),
            Message::Text("{".into()),
        ];
        for frame in junk {
            let (socket, mut client) = TestSocket::new();
            let _serving =
                tokio::spawn(async { serve(socket, test_rooms(), &Closing::default()).await });
            let sent = Instant::now();
            for _ in 0..500 {
                client.send_frame(frame.clone());
            }
            client.send(&json!({ "type": "ping", "number": 7 }));
            client.next_of(&["pong"]).await;
            assert!(sent.elapsed() >= Duration::from_secs(10), "{frame:?}: {:?}", sent.elapsed());
        }
    }

    #[tokio::test]
    async fn the_task_of_a_socket_is_small() {
        let session = Session::new(test_rooms(), None);
        let (socket, _client) = TestSocket::new();
        let mut connection = Connection::new(socket, session, RoundTrip::default());
        let closing = Closing::default();
        let size = size_of::<Connection<WebSocket>>() + size_of_val(&connection.run(&closing));
        assert!(size <= MAX_TASK_SIZE, "{size} bytes");
    }
}
