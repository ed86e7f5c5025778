//! What a hostile client sends: garbage, illegal moves, outdated requests, and other clients'
//! request ids.

use axum::extract::ws::Message;
use serde_json::json;

use super::{Asked, Client, PendingRequest, Surroundings};

impl Client {
    /// Sends something that an honest client would not send.
    pub(super) fn misbehave(&mut self, around: &mut Surroundings) {
        let Some((version, ply)) = self.view.as_ref().map(|view| (view.version, view.ply)) else {
            return;
        };
        match self.random.below(10) {
            0 => self.send(around, None, "{\"type\": \"hello\"".into()),
            1 => self.send_binary(around),
            2 => self.illegal_move(around, version, ply),
            3 | 4 => self.outdated_request(around, version),
            5 | 6 => self.copied_id(around, version, ply),
            7 => self.wrong_hello(around),
            8 => self.disconnect(around),
            _ => self.legal_move(around, version),
        }
    }

    fn send_binary(&self, around: &mut Surroundings) {
        if let Some(link) = self.link {
            let message = Message::Binary(vec![0, 1, 2].into());
            around.network.send_to_server(around.now, link, None, message);
        }
    }

    fn illegal_move(&mut self, around: &mut Surroundings, base: u32, ply: u32) {
        let uci = ["e2e5", "a1a1", "e7e8k", "zz", "e1g1"][self.random.below(5)].to_owned();
        let id = self.next_id();
        self.request_once(around, id, base, Asked::Move { ply, uci });
    }

    fn outdated_request(&mut self, around: &mut Surroundings, version: u32) {
        let base = version.saturating_sub(1 + self.random.below(4) as u32);
        let (id, asked) = (self.next_id(), self.command());
        self.request_once(around, id, base, asked);
    }

    /// A request under the id of somebody else's.
    fn copied_id(&mut self, around: &mut Surroundings, base: u32, ply: u32) {
        let others = around.history.requests.keys().filter(|(client, _)| *client != self.index);
        let ids: Vec<String> = others.map(|(_, id)| id.clone()).collect();
        let Some(id) = self.random.choose(&ids).cloned() else { return };
        // One client uses an id for one request only.
        if !around.history.requests.contains_key(&(self.index, id.clone())) {
            let uci = "e7e5".to_owned();
            self.request_once(around, id, base, Asked::Move { ply, uci });
        }
    }

    /// A hello with a version that does not exist yet, or with a secret that is none.
    fn wrong_hello(&mut self, around: &mut Surroundings) {
        let is_impostor = self.random.below(2) == 0;
        let secret =
            if is_impostor { Some("AAAAAAAAAAAAAAAAAAAAAA") } else { self.secret.as_deref() };
        let hello = json!({
            "type": "hello", "game": self.game_id, "secret": secret, "last_version": 1_000_000,
        });
        self.send(around, None, hello.to_string());
    }

    fn legal_move(&mut self, around: &mut Surroundings, base: u32) {
        if let Some(asked) = self.any_move() {
            let id = self.next_id();
            self.request_once(around, id, base, asked);
        }
    }

    /// Sends a request and does not care for the answer.
    fn request_once(&self, around: &mut Surroundings, id: String, base: u32, asked: Asked) {
        let request = PendingRequest { id, base, asked, rebases: 0 };
        self.note_request(around, &request);
        self.send_request(around, &request);
    }
}
