//! A server on a free port, and requests to it written byte by byte.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use server::config::EngineConfig;
use server::{Config, OwnerAccess, Password, Token, bind};
use store::{Memory, Store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Whatever a test waits for comes within this.
pub(crate) const SOON: Duration = Duration::from_secs(20);
/// The last byte of the usual address of clients.
const HOME: u8 = 1;
/// The time between two looks at something that will change. A client may look 50 times a second.
const POLL_INTERVAL: Duration = Duration::from_millis(25);

/// A server that runs until it is stopped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<bool>,
}

/// A game that was set up, with the secrets of both seats as far as the creator has them.
#[derive(Debug)]
pub(crate) struct Created {
    pub(crate) id: String,
    pub(crate) white: Option<String>,
    pub(crate) black: Option<String>,
    /// The secret of the invitation.
    pub(crate) invitation: Option<String>,
}

/// An answer over HTTP.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// What a browser would keep and send along: the cookie without its attributes.
    pub(crate) fn cookie(&self) -> String {
        let line = self.set_cookie().expect("a cookie");
        line.split(';').next().unwrap_or_default().to_owned()
    }

    /// All cookies that a browser would keep, as the header that it sends along.
    pub(crate) fn cookies(&self) -> String {
        let lines = self.head.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
        let pairs: Vec<_> = lines.filter_map(|line| line.split(';').next()).collect();
        format!("cookie: {}", pairs.join("; "))
    }

    /// The header that sets a cookie.
    pub(crate) fn set_cookie(&self) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix("set-cookie: "))
    }

    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// A new game as clients ask for it; both seats are people's unless a test changes that.
pub(crate) fn new_game() -> Value {
    json!({
        "start": { "type": "standard" },
        "seats": {
            "white": { "name": "Ada", "player": { "type": "person" } },
            "black": { "name": "Bob", "player": { "type": "person" } },
        },
        "time": { "white": null, "black": null },
        "shared": false,
        "automatic_draws": false,
    })
}

/// A body that came in pieces, each after its length in hexadecimal.
fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    loop {
        let (length, rest) = body.split_once("\r\n").expect("a length");
        let length = usize::from_str_radix(length, 16).expect("hexadecimal");
        if length == 0 {
            return whole;
        }
        whole.push_str(&rest[..length]);
        body = &rest[length + 2..];
    }
}

/// A small server on a free port of this computer.
pub(crate) fn config() -> Config {
    let pause = Duration::ZERO;
    let engines = EngineConfig { workers: Some(1), hash_mb: 1, pause, ..EngineConfig::default() };
    Config { address: SocketAddr::from(([127, 0, 0, 1], 0)), engines, ..Config::default() }
}

/// New secrets of an owner.
pub(crate) fn owner_access() -> OwnerAccess {
    let token = || Token::random().expect("chance");
    OwnerAccess { link: token(), cookie: token() }
}

/// The same with an admin.
pub(crate) fn with_admin() -> Config {
    let admin = Password::new(&password("admin")).expect("a password");
    Config { admin: Some(admin), ..config() }
}

/// What everybody in these tests logs in with.
pub(crate) fn password(name: &str) -> String {
    format!("{} has a long password", name.to_lowercase())
}

/// Asks again and again until an answer comes that is not none.
pub(crate) async fn eventually<T>(mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let asking = async {
        loop {
            if let Some(answer) = ask().await {
                return answer;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    timeout(SOON, asking).await.expect("it happens soon")
}

impl Running {
    pub(crate) async fn start() -> Running {
        Running::on(Arc::new(Memory::new())).await
    }

    pub(crate) async fn on(store: Arc<dyn Store>) -> Running {
        Running::with(config(), store).await
    }

    /// A server with an owner, and the header with the owner's cookie.
    pub(crate) async fn owned() -> (Running, String) {
        Running::owned_on(Arc::new(Memory::new())).await
    }

    /// A server with an owner on this store, and the header with the owner's cookie.
    pub(crate) async fn owned_on(store: Arc<dyn Store>) -> (Running, String) {
        let access = owner_access();
        let config = Config { owner: Some(access.clone()), ..config() };
        let server = Running::with(config, store).await;
        let opened = server.get(&format!("/{}", access.path())).await;
        (server, opened.cookies())
    }

    /// A server with an admin, and Anna and Ben for members.
    pub(crate) async fn club() -> Running {
        Running::club_with(with_admin()).await
    }

    /// The same, run in another way.
    pub(crate) async fn club_with(config: Config) -> Running {
        let server = Running::with(config, Arc::new(Memory::new())).await;
        let admin = server.log_in("admin").await;
        for name in ["Anna", "Ben"] {
            let member = json!({ "name": name, "password": password(name) }).to_string();
            let answer = server.send("POST", "/api/members", &admin, &member).await;
            assert_eq!(answer.status, 200, "{}", answer.body);
        }
        server
    }

    pub(crate) async fn with(config: Config, store: Arc<dyn Store>) -> Running {
        let bound = bind(config, store).await.expect("a port");
        let address = bound.address();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(bound.serve(async move {
            // A dropped sender ends the test as well.
            let _ = stopped.await;
        }));
        Running { address, stop, served }
    }

    /// Stops the server; true when everybody had left in time.
    pub(crate) async fn stop(self) -> bool {
        let _ = self.stop.send(());
        timeout(SOON, self.served).await.expect("soon").expect("no panic")
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, None, "").await
    }

    pub(crate) async fn post(&self, path: &str, secret: Option<&str>, body: &Value) -> Answer {
        self.ask("POST", path, secret, &body.to_string()).await
    }

    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        secret: Option<&str>,
        body: &str,
    ) -> Answer {
        let secret = secret.map(|text| format!("x-seat-secret: {text}")).unwrap_or_default();
        self.send(method, path, &secret, body).await
    }

    /// Logs somebody in; the answer is the header with their cookie.
    pub(crate) async fn log_in(&self, name: &str) -> String {
        let login = json!({ "name": name, "password": password(name) });
        let answer = self.post("/api/session", None, &login).await;
        assert_eq!(answer.status, 204, "{name}: {}", answer.body);
        format!("cookie: {}", answer.cookie())
    }

    /// What the server takes somebody with these headers for.
    pub(crate) async fn role(&self, headers: &str) -> String {
        let session = self.send("GET", "/api/session", headers, "").await.json();
        session["role"].as_str().expect("a role").to_owned()
    }

    /// Sends a request with more headers, each on a line; a host among them replaces the usual.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: impl AsRef<[u8]>,
    ) -> Answer {
        self.send_from(HOME, method, path, headers, body).await
    }

    /// The same from another address of this computer, 127.0.0.`host`.
    pub(crate) async fn send_from(
        &self,
        host: u8,
        method: &str,
        path: &str,
        headers: &str,
        body: impl AsRef<[u8]>,
    ) -> Answer {
        let body = body.as_ref();
        let mut lines: Vec<_> = headers.lines().map(ToOwned::to_owned).collect();
        if !headers.contains("host: ") {
            lines.push(format!("host: {}", self.address));
        }
        let head = format!(
            "{method} {path} HTTP/1.1\r\nconnection: close\r\n{}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n",
            lines.join("\r\n"),
            body.len()
        );
        let mut stream = self.connect_from(host).await;
        stream.write_all(head.as_bytes()).await.expect("it listens");
        // A server that has seen enough may close before the end.
        let _ = stream.write_all(body).await;
        let mut bytes = Vec::new();
        timeout(SOON, stream.read_to_end(&mut bytes)).await.expect("an end").expect("an answer");
        let text = String::from_utf8(bytes).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        let body = if is_chunked { unchunked(body) } else { body.to_owned() };
        Answer { status: status.expect("a status"), head: head.to_owned(), body }
    }

    /// A connection from an address of this computer, 127.0.0.`host`.
    pub(crate) async fn connect_from(&self, host: u8) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(SocketAddr::from(([127, 0, 0, host], 0))).expect("an address of our own");
        socket.connect(self.address).await.expect("somebody listens")
    }

    pub(crate) async fn create(&self, new: &Value) -> Created {
        self.create_from(HOME, new).await
    }

    /// The same from another address of this computer, 127.0.0.`host`.
    pub(crate) async fn create_from(&self, host: u8, new: &Value) -> Created {
        let answer = self.send_from(host, "POST", "/api/games", "", new.to_string()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let created = answer.json();
        let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
        let link = text(&created["invitation"]["link"]);
        Created {
            id: text(&created["id"]).expect("an id"),
            white: text(&created["secrets"]["white"]),
            black: text(&created["secrets"]["black"]),
            invitation: link.map(|link| link.split('#').nth(1).expect("a secret").to_owned()),
        }
    }
}
