//! A club with competitions, and one who sends commands to a competition.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use store::{DataDirectory, Sqlite, Store};

use crate::server::{Answer, Running, password, with_admin};

/// A competition, and somebody who asks something of it.
pub(super) struct Evening<'a> {
    pub(super) server: &'a Running,
    pub(super) id: String,
    pub(super) requests: u32,
}

impl<'a> Evening<'a> {
    pub(super) async fn create(server: &'a Running, headers: &str, format: Value) -> Evening<'a> {
        let answer = create(server, headers, "create", format).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let id = answer.json()["id"].as_str().expect("an id").to_owned();
        Evening { server, id, requests: 0 }
    }

    pub(super) async fn send(&mut self, headers: &str, command: Value) -> Answer {
        self.requests += 1;
        let request = format!("r{}", self.requests);
        self.repeat(headers, &request, command).await
    }

    /// Sends a command under an id.
    pub(super) async fn repeat(&self, headers: &str, request: &str, command: Value) -> Answer {
        let body = json!({ "request": request, "command": command }).to_string();
        let path = format!("/api/competitions/{}/commands", self.id);
        self.server.send("POST", &path, headers, body).await
    }

    /// Sends a command that is carried out; the competition after it.
    pub(super) async fn order(&mut self, headers: &str, command: Value) -> Value {
        let answer = self.send(headers, command).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    /// Sends a command that is rejected; its status, code and values.
    pub(super) async fn refused(&mut self, headers: &str, command: Value) -> (u16, String, Value) {
        let answer = self.send(headers, command).await;
        (answer.status, answer.code(), answer.json()["values"].clone())
    }

    pub(super) async fn get(&self, headers: &str, part: &str) -> Answer {
        let path = format!("/api/competitions/{}{part}", self.id);
        self.server.send("GET", &path, headers, "").await
    }

    pub(super) async fn view(&self) -> Value {
        self.get("", "").await.json()
    }
}

pub(super) async fn create(
    server: &Running,
    headers: &str,
    request: &str,
    format: Value,
) -> Answer {
    let time = json!({ "base_ms": 300_000, "bonus": { "type": "increment", "ms": 3_000 } });
    let settings = json!({ "name": "Club evening", "format": format, "time": time, "rated": true });
    let body = json!({ "request": request, "settings": settings }).to_string();
    server.send("POST", "/api/competitions", headers, body).await
}

pub(super) const BARE_KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

pub(super) fn swiss(rounds: u16) -> Value {
    json!({ "type": "swiss", "rounds": rounds, "accelerated": false })
}

pub(super) fn guests(names: &[&str]) -> Value {
    let guest = |name: &&str| json!({ "name": name });
    let guests: Vec<_> = names.iter().map(guest).collect();
    json!({ "type": "enter", "members": [], "guests": guests })
}

pub(super) fn set_result(round: u16, board: u16, result: &str) -> Value {
    json!({ "type": "set_result", "round": round, "board": board, "result": result })
}

pub(super) fn open(directory: &Path) -> Arc<dyn Store> {
    let directory = DataDirectory::open(directory).expect("a directory");
    Arc::new(Sqlite::open(directory).expect("a library"))
}

/// A server with an admin and these members.
pub(super) async fn club(store: Arc<dyn Store>, members: &[&str]) -> Running {
    let server = Running::with(with_admin(), store).await;
    let admin = server.log_in("admin").await;
    for name in members {
        let member = json!({ "name": name, "password": password(name) }).to_string();
        let answer = server.send("POST", "/api/members", &admin, &member).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    server
}
