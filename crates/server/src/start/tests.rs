//! A server on loopback, with requests written byte by byte.

use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::{get, post};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;

use super::*;
use crate::config::{EngineConfig, Limits};
use crate::routes::with_middleware;
use crate::security::{Payload, REJECTION_DELAY};
use crate::{ApiError, App};

const SOON: Duration = Duration::from_secs(10);

/// A server that runs until it is stopped.
struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<bool>,
    gate: Arc<Gate>,
}

/// Where a handler says that it has started, and waits until the test lets it finish.
#[derive(Default)]
struct Gate {
    started: Notify,
    finish: Notify,
}

fn config(limits: Limits) -> Config {
    Config {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        limits,
        engines: EngineConfig { workers: Some(1), hash_mb: 1, ..EngineConfig::default() },
        ..Config::default()
    }
}

/// Serves routes that the tests need.
async fn start(config: Config) -> Running {
    let bound = bind(config, Arc::new(store::Memory::new())).await.expect("a port");
    let address = bound.address();
    let gate = Arc::new(Gate::default());
    let (slow_gate, wait_gate) = (Arc::clone(&gate), Arc::clone(&gate));
    let routes = with_middleware(
        Router::new()
            .route("/", get(|| async { "there" }))
            .route("/broken", get(broken))
            .route("/slow", get(|| slow(slow_gate)))
            .route("/echo", post(echo))
            .route("/wait", get(|state| wait(state, wait_gate))),
        bound.app(),
    );
    let (stop, stopped) = oneshot::channel();
    let served = tokio::spawn(bound.serve_routes(routes, async move {
        // A dropped sender ends the test as well.
        let _ = stopped.await;
    }));
    Running { address, stop, served, gate }
}

/// Serves the app.
async fn start_app(config: Config) -> Running {
    let bound = bind(config, Arc::new(store::Memory::new())).await.expect("a port");
    let address = bound.address();
    let (stop, stopped) = oneshot::channel();
    let served = tokio::spawn(bound.serve(async move {
        let _ = stopped.await;
    }));
    Running { address, stop, served, gate: Arc::default() }
}

async fn broken() -> Bytes {
    panic!("as the test wants it")
}

/// Takes until the test says so.
async fn slow(gate: Arc<Gate>) -> &'static str {
    gate.started.notify_one();
    gate.finish.notified().await;
    "done"
}

/// Waits for the shutdown, as a WebSocket does.
async fn wait(State(app): State<App>, gate: Arc<Gate>) -> &'static str {
    gate.started.notify_one();
    app.closing().begun().await;
    "goodbye"
}

async fn echo(Payload(number): Payload<u8>) -> Result<String, ApiError> {
    Ok(number.to_string())
}

impl Running {
    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.expect("somebody listens")
    }

    /// Sends the head of a request and a body, and reads until the server closes.
    async fn say(&self, head: &str, body: &str) -> String {
        let mut stream = self.connect().await;
        let request = format!(
            "{head}\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.expect("it listens");
        read(&mut stream).await
    }

    /// Sends a request and waits until its handler has started.
    async fn start_request(&self, path: &str) -> TcpStream {
        let mut stream = self.connect().await;
        let head = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.address);
        stream.write_all(head.as_bytes()).await.expect("it listens");
        tokio::time::timeout(SOON, self.gate.started.notified()).await.expect("soon");
        stream
    }

    async fn stop(self) -> bool {
        let _ = self.stop.send(());
        tokio::time::timeout(SOON, self.served).await.expect("soon").expect("no panic")
    }
}

async fn read(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let reading = stream.read_to_end(&mut answer);
    // A connection that is cut off ends what can be read, and that is what is looked at.
    let _ = tokio::time::timeout(SOON, reading).await.expect("an end");
    String::from_utf8_lossy(&answer).into_owned()
}

// req: D33
#[tokio::test]
async fn every_error_is_json() {
    let server = start(config(Limits::default())).await;
    let foreign = "POST /echo HTTP/1.1\r\norigin: https://evil.example\r\ncontent-type: \
                   application/json";
    let json = "POST /echo HTTP/1.1\r\ncontent-type: application/json";
    let large = format!("\"{}\"", "x".repeat(70_000));
    for (head, body, status, part) in [
        ("GET / HTTP/1.1", "", 200, "there"),
        ("GET /nowhere HTTP/1.1", "", 404, r#""code":"not_found""#),
        ("PUT / HTTP/1.1", "", 405, r#""code":"method_not_allowed""#),
        ("GET /broken HTTP/1.1", "", 500, r#""code":"internal""#),
        ("POST /echo HTTP/1.1", "7", 415, r#""code":"not_json""#),
        (json, "7", 200, "7"),
        (json, "700", 400, r#""code":"bad_body""#),
        (json, "{", 400, r#""code":"bad_body""#),
        (json, large.as_str(), 413, r#""code":"too_large""#),
        (foreign, "7", 403, r#""code":"foreign_origin""#),
        ("GET / HTTP/1.1", "", 200, "x-content-type-options: nosniff"),
        ("GET /nowhere HTTP/1.1", "", 404, "frame-ancestors 'none'"),
        ("GET / HTTP/1.1", "", 200, "x-request-id: "),
    ] {
        let answer = server.say(head, body).await;
        let start = format!("HTTP/1.1 {status} ");
        assert!(answer.starts_with(&start) && answer.contains(part), "{head}: {answer}");
        assert!(!answer.contains("as the test wants it"), "{answer}");
    }
    assert!(server.stop().await);
}

#[tokio::test]
async fn a_name_that_points_here_is_not_ours() {
    let server = start(config(Limits::default())).await;
    let mut stream = server.connect().await;
    let request = "GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.expect("it listens");
    let answer = read(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 421 "), "{answer}");
    assert!(server.stop().await);
}

#[tokio::test]
async fn who_asks_too_often_is_refused() {
    let limits = Limits { requests_per_second: 1, burst: 2, ..Limits::default() };
    let server = start(config(limits)).await;
    for status in ["200", "200"] {
        let answer = server.say("GET / HTTP/1.1", "").await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    }
    let start = Instant::now();
    let answer = server.say("GET / HTTP/1.1", "").await;
    assert!(answer.starts_with("HTTP/1.1 429 "), "{answer}");
    assert!(start.elapsed() >= REJECTION_DELAY, "asking faster gets no faster answers");
    assert!(server.stop().await);
}

#[tokio::test]
async fn a_client_that_never_ends_its_head_is_cut_off() {
    let limits = Limits { header_time: Duration::from_millis(100), ..Limits::default() };
    let server = start(config(limits)).await;
    for said in ["", "GET / HT", "GET / HTTP/1.1\r\nhost: loc"] {
        let mut stream = server.connect().await;
        stream.write_all(said.as_bytes()).await.expect("it listens");
        let start = Instant::now();
        let answer = read(&mut stream).await;
        assert!(start.elapsed() < Duration::from_secs(5), "{said:?}");
        assert!(!answer.contains("200 OK"), "{answer}");
    }
    assert!(server.stop().await);
}

#[tokio::test]
async fn a_client_that_never_ends_its_body_is_cut_off() {
    for limits in [
        Limits { body_time: Duration::from_millis(100), ..Limits::default() },
        Limits { idle_time: Duration::from_millis(100), ..Limits::default() },
    ] {
        let server = start(config(limits)).await;
        let mut stream = server.connect().await;
        let head = format!(
            "POST /echo HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             content-length: 9\r\nconnection: close\r\n\r\n7",
            server.address
        );
        stream.write_all(head.as_bytes()).await.expect("it listens");
        let answer = read(&mut stream).await;
        assert!(!answer.contains("200 OK"), "{answer}");
        assert!(server.stop().await);
    }
}

#[tokio::test]
async fn connections_from_one_address_are_capped() {
    let limits = Limits { connections_per_address: 2, ..Limits::default() };
    let server = start(config(limits)).await;
    let first = server.connect().await;
    let _second = server.connect().await;
    let mut third = server.connect().await;
    assert_eq!(read(&mut third).await, "");
    drop(first);
    // The server needs a moment to see that the first has gone.
    let start = Instant::now();
    while !server.say("GET / HTTP/1.1", "").await.starts_with("HTTP/1.1 200 ") {
        assert!(start.elapsed() < SOON);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    drop(server.stop);
}

#[tokio::test]
async fn requests_under_way_are_answered_before_the_server_ends() {
    let server = start(config(Limits::default())).await;
    let mut slow = server.start_request("/slow").await;
    let mut waiting = server.start_request("/wait").await;
    let (address, gate) = (server.address, Arc::clone(&server.gate));
    let stopping = tokio::spawn(server.stop());
    // This answer comes when the shutdown has started, and the slow one only afterwards.
    let answer = read(&mut waiting).await;
    assert!(answer.ends_with("goodbye"), "{answer}");
    gate.finish.notify_one();
    let answer = read(&mut slow).await;
    assert!(answer.ends_with("done"), "{answer}");
    assert!(stopping.await.expect("no panic"), "everybody left in time");
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn before_the_end_balancers_are_told_to_send_nobody() {
    let limits = Limits { shutdown_delay: Duration::from_hours(1), ..Limits::default() };
    let mut running = start_app(config(limits)).await;
    let stop = std::mem::replace(&mut running.stop, oneshot::channel().0);
    let status = async |path: &str| {
        let answer = running.say(&format!("GET {path} HTTP/1.1"), "").await;
        answer.split(' ').nth(1).map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(status("/health").await, "200");
    stop.send(()).expect("it serves");
    let start = Instant::now();
    while status("/health").await != "503" {
        assert!(start.elapsed() < SOON);
    }
    assert_eq!(status("/health/live").await, "200");
    assert_eq!(status("/api/games").await, "200");
}

#[tokio::test]
async fn the_end_does_not_wait_for_ever() {
    let limits = Limits { drain_time: Duration::from_millis(50), ..Limits::default() };
    let server = start(config(limits)).await;
    let _never_finished = server.start_request("/slow").await;
    assert!(!server.stop().await);
}

#[tokio::test]
async fn the_routes_answer() {
    let running = start_app(config(Limits::default())).await;
    for (path, part) in [
        ("/", "<title>Tabiya"),
        ("/health", r#""status":"ok""#),
        ("/health?secret=abc", r#""status":"ok""#),
        ("/health/live", r#""status":"ok""#),
        ("/metrics", r#"tabiya_http_requests_total{method="GET",route="/health",status="200"} 2"#),
        ("/api/openapi.json", r#""GameView""#),
    ] {
        let answer = running.say(&format!("GET {path} HTTP/1.1"), "").await;
        assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains(part), "{path}: {answer}");
    }
    assert!(running.stop().await);
}
