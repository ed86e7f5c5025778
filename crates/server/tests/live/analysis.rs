//! An engine that is watched over HTTP while it thinks.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::server::{Running, SOON, config, eventually, new_game};

const PATH: &str = "/api/positions/analysis";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn request(moves: &[&str], lines: u8) -> Value {
    json!({ "start_fen": START, "moves": moves, "lines": lines, "engine": null })
}

/// Somebody who watches.
pub(crate) struct Watcher {
    stream: TcpStream,
    text: String,
}

impl Watcher {
    async fn open(server: &Running, body: &Value) -> Watcher {
        Watcher::send(server, "POST", PATH, "", &body.to_string()).await
    }

    /// Watches something that needs no body.
    pub(crate) async fn get(server: &Running, path: &str) -> Watcher {
        Watcher::send(server, "GET", path, "", "").await
    }

    /// The same as somebody with these headers.
    pub(crate) async fn get_as(server: &Running, path: &str, headers: &str) -> Watcher {
        Watcher::send(server, "GET", path, &format!("{headers}\r\n"), "").await
    }

    async fn send(
        server: &Running,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Watcher {
        let mut stream = TcpStream::connect(server.address).await.expect("somebody listens");
        let host = server.address;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\
             accept-encoding: gzip\r\n{headers}\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).await.expect("it listens");
        Watcher { stream, text: String::new() }
    }

    /// Reads until this has come so often.
    pub(crate) async fn until(&mut self, word: &str, times: usize) {
        while self.text.matches(word).count() < times {
            let mut bytes = [0; 4096];
            let read = timeout(SOON, self.stream.read(&mut bytes)).await.expect("soon");
            let read = read.expect("an answer");
            assert!(read > 0, "it ended before {word:?}: {}", self.text);
            self.text.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
    }

    /// Reads until the server ends the stream.
    pub(crate) async fn end(&mut self) {
        let mut bytes = Vec::new();
        let read = timeout(SOON, self.stream.read_to_end(&mut bytes)).await.expect("an end");
        read.expect("an answer");
        self.text.push_str(&String::from_utf8_lossy(&bytes));
    }

    /// The events that have come whole.
    pub(crate) fn events(&self) -> Vec<Value> {
        let lines = self.text.lines().filter_map(|line| line.strip_prefix("data: "));
        lines.filter_map(|data| serde_json::from_str(data).ok()).collect()
    }
}

/// The events of a study that ends by itself.
async fn whole(server: &Running, body: &Value) -> Vec<Value> {
    let answer = server.post(PATH, None, body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let lines = answer.body.lines().filter_map(|line| line.strip_prefix("data: "));
    lines.map(|data| serde_json::from_str(data).expect("JSON")).collect()
}

/// Waits until this many engines are busy.
async fn busy(server: &Running, count: u64) {
    eventually(async || {
        let health = server.get("/health").await.json();
        (health["engines"]["busy"] == count).then_some(())
    })
    .await;
}

#[tokio::test]
async fn lines_come_ever_deeper_and_whoever_leaves_ends_the_search() {
    let server = Running::start().await;
    let mut watcher = Watcher::open(&server, &request(&["e2e4"], 3)).await;
    watcher.until("update", 3).await;
    let head = watcher.text.split("\r\n\r\n").next().unwrap_or_default().to_lowercase();
    assert!(head.contains("text/event-stream") && !head.contains("content-encoding"), "{head}");
    let events = watcher.events();
    let depths: Vec<_> = events.iter().map(|event| event["depth"].as_u64()).collect();
    assert!(depths.is_sorted() && depths.first() < depths.last(), "{depths:?}");
    let last = events.last().expect("three came");
    assert_eq!(last["lines"].as_array().map(Vec::len), Some(3));
    let best = &last["lines"][0];
    assert!(best["moves"][0]["san"].is_string() && best["moves"][0]["uci"].is_string());
    assert_eq!(best["value"]["type"], "centipawns");
    assert!(best["win_percent"].as_f64().is_some_and(|percent| (20.0..80.0).contains(&percent)));
    assert!(best["chances"]["draw"].is_u64());
    busy(&server, 1).await;
    drop(watcher);
    busy(&server, 0).await;
    assert!(server.stop().await);
}

#[tokio::test]
async fn a_study_ends_when_its_time_is_up_or_nothing_is_left_to_find() {
    let mut config = config();
    config.engines.study_time = Duration::from_millis(300);
    let server = Running::with(config, std::sync::Arc::new(store::Memory::new())).await;
    let events = whole(&server, &request(&["f2f3", "e7e5", "g2g4"], 2)).await;
    assert_eq!(events.last(), Some(&json!({ "type": "done" })));
    let found = &events[events.len() - 2]["lines"][0];
    assert_eq!(found["value"], json!({ "type": "mate", "moves": -1 }));
    assert_eq!(found["moves"][0], json!({ "uci": "d8h4", "san": "Qh4#" }));
    let over = whole(&server, &request(&["f2f3", "e7e5", "g2g4", "d8h4"], 2)).await;
    assert_eq!(over, [json!({ "type": "no_move" })]);
}

#[tokio::test]
async fn what_cannot_be_studied_is_refused_with_a_word() {
    let server = Running::start().await;
    let mut foreign = request(&[], 1);
    foreign["engine"] = json!("Nobody");
    let broken = json!({ "start_fen": "8/8 w", "moves": [], "lines": 1, "engine": null });
    for (body, code) in [
        (request(&[], 0), "bad_body"),
        (request(&[], 6), "bad_body"),
        (request(&["e2e5"], 1), "bad_move"),
        (foreign, "unknown_engine"),
        (broken, "bad_fen"),
        (json!({ "start_fen": START, "moves": [], "lines": 1, "hash": 9 }), "bad_body"),
    ] {
        let answer = server.post(PATH, None, &body).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, code), "{body}");
    }
}

#[tokio::test]
async fn one_address_has_few_studies_at_once_and_closing_ends_them() {
    let server = Running::start().await;
    let mut watchers = Vec::new();
    for _ in 0..4 {
        watchers.push(Watcher::open(&server, &request(&[], 1)).await);
    }
    for watcher in &mut watchers {
        watcher.until("HTTP/1.1 200", 1).await;
    }
    let answer = server.post(PATH, None, &request(&[], 1)).await;
    assert_eq!((answer.status, answer.code().as_str()), (429, "too_many_requests"));
    // Only one engine is here, so the others learn that they wait.
    watchers[3].until("waiting", 1).await;
    drop(watchers.remove(0));
    watchers[0].until("update", 1).await;
    let mut last = Watcher::open(&server, &request(&[], 1)).await;
    last.until("HTTP/1.1 200", 1).await;
    assert!(server.stop().await, "nobody is left behind");
}

#[tokio::test]
async fn a_study_waits_for_a_hint_and_goes_on_no_less_deep() {
    let server = Running::start().await;
    let mut new = new_game();
    new["shared"] = json!(true);
    let game = server.create(&new).await;
    let mut watcher = Watcher::open(&server, &request(&["d2d4", "d7d5"], 1)).await;
    watcher.until("update", 3).await;
    let hint = format!("/api/games/{}/hint", game.id);
    let answer = server.post(&hint, game.white.as_deref(), &json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    watcher.until("waiting", 1).await;
    let seen = watcher.text.matches("update").count();
    watcher.until("update", seen + 1).await;
    let depths = watcher.events().into_iter().filter_map(|event| event["depth"].as_u64());
    assert!(depths.is_sorted(), "{}", watcher.text);
}
