//! A client of the socket that keeps track of its game, as a browser does.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async};

use super::server::{Running, SOON};

pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    game: String,
    pub(crate) version: u64,
    pub(crate) ply: u64,
    requests: u32,
    name: &'static str,
}

impl Client {
    /// Connects and follows nothing yet. The name stands in its requests.
    pub(crate) async fn connect(server: &Running, name: &'static str) -> Client {
        Client::connect_from(1, server, name).await
    }

    /// The same from another address of this computer, 127.0.0.`host`.
    pub(crate) async fn connect_from(host: u8, server: &Running, name: &'static str) -> Client {
        let url = format!("ws://{}/api/socket", server.address);
        let stream = MaybeTlsStream::Plain(server.connect_from(host).await);
        let (socket, _) = client_async(url, stream).await.expect("a socket");
        Client { socket, game: String::new(), version: 0, ply: 0, requests: 0, name }
    }

    /// The same with a cookie, as somebody who is logged in.
    pub(crate) async fn connect_as(server: &Running, name: &'static str, headers: &str) -> Client {
        let url = format!("ws://{}/api/socket", server.address);
        let mut request = url.into_client_request().expect("a request");
        let cookie = headers.strip_prefix("cookie: ").expect("a cookie");
        request.headers_mut().insert("cookie", cookie.parse().expect("a header"));
        let stream = MaybeTlsStream::Plain(server.connect_from(1).await);
        let (socket, _) = client_async(request, stream).await.expect("a socket");
        Client { socket, game: String::new(), version: 0, ply: 0, requests: 0, name }
    }

    /// Connects and says hello; the answer is the whole game.
    pub(crate) async fn join(
        server: &Running,
        name: &'static str,
        game: &str,
        secret: Option<&str>,
    ) -> Client {
        let mut client = Client::connect(server, name).await;
        client.hello(game, secret, None).await;
        client.until("full").await;
        client
    }

    pub(crate) async fn hello(&mut self, game: &str, secret: Option<&str>, last: Option<u64>) {
        game.clone_into(&mut self.game);
        let hello = json!({
            "type": "hello", "game": game, "secret": secret, "last_version": last,
        });
        self.say(&hello).await;
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("it is open");
    }

    /// The next message; none when the server has closed the socket.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let message = timeout(SOON, self.socket.next()).await.expect("a message soon")?;
            match message.ok()? {
                Message::Text(text) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    self.follow(&message);
                    return Some(message);
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// The next message of a kind; those before it are passed over.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("an open socket");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The next event of a kind.
    pub(crate) async fn event(&mut self, kind: &str) -> Value {
        loop {
            let message = self.until("event").await;
            if message["event"]["type"] == kind {
                return message;
            }
        }
    }

    /// Sends a move and gives its answer, an ack or a refusal.
    pub(crate) async fn play(&mut self, uci: &str) -> Value {
        let message = self.moving(uci);
        self.say(&message).await;
        self.answer().await
    }

    /// A move as it is sent.
    pub(crate) fn moving(&mut self, uci: &str) -> Value {
        self.requests += 1;
        json!({
            "type": "move", "game": self.game, "id": format!("{}-{}", self.name, self.requests),
            "base_version": self.version, "ply": self.ply, "uci": uci,
        })
    }

    /// Sends a command and gives its answer.
    pub(crate) async fn command(&mut self, command: Value) -> Value {
        self.requests += 1;
        let message = json!({
            "type": "command", "game": self.game, "id": format!("{}-{}", self.name, self.requests),
            "base_version": self.version, "command": command,
        });
        self.say(&message).await;
        self.answer().await
    }

    pub(crate) async fn answer(&mut self) -> Value {
        loop {
            let message = self.next().await.expect("an open socket");
            if message["type"] == "ack" || message["type"] == "error" {
                return message;
            }
        }
    }

    /// Notes where the game stands. Versions have no gaps.
    fn follow(&mut self, message: &Value) {
        let number = |value: &Value| value.as_u64().expect("a number");
        match message["type"].as_str() {
            Some("full") => {
                self.version = number(&message["game"]["version"]);
                self.ply = message["game"]["moves"].as_array().expect("moves").len() as u64;
            }
            Some("event") => {
                let version = number(&message["version"]);
                assert_eq!(version, self.version + 1, "{message}");
                self.version = version;
                let event = &message["event"];
                match event["type"].as_str() {
                    Some("moved") => self.ply = number(&event["ply"]),
                    Some("taken_back") => self.ply -= number(&event["plies"]),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// Asserts that a request was acknowledged.
pub(crate) fn acked(answer: &Value) {
    assert_eq!(answer["type"], "ack", "{answer}");
}

/// Asserts that a request was rejected with this code.
pub(crate) fn rejected(answer: &Value, code: &str) {
    assert_eq!(answer["type"], "error", "{answer}");
    assert_eq!(answer["code"], code, "{answer}");
}
