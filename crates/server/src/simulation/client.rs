//! A simulated client. An honest one behaves like the web app: it says hello with the last version
//! it has, sends unanswered requests again under the same ids, and connects again when its
//! connection is silent. A hostile one sends whatever it likes.

mod hostile;

use axum::extract::ws::Message;
use chess::Color;
use random::SplitMix64;
use serde_json::{Value, json};
use wire::{ErrorCode, Offer, Side};

use super::history::{Asked, GameHistory, SentRequest};
use super::network::{Due, LinkId, Network, one_in};
use super::plan::Role;
use super::received::{Happening, Received, State};
use super::violation::{Promise, Violation};

/// The time between two checks of the connection.
const HEARTBEAT_MS: u64 = 5_000;
/// How long an answer may take before the connection is given up.
const TIMEOUT_MS: u64 = 9_000;
/// How often a request is sent again because something else had happened first.
const MAX_REBASES: u32 = 3;
/// How long a player thinks at most when everything works.
const CALM_PACE_MS: usize = 150;

/// What a client needs to act.
pub(super) struct Surroundings<'a> {
    pub(super) now: u64,
    pub(super) network: &'a mut Network,
    pub(super) history: &'a mut GameHistory,
}

/// A client of one game.
pub(super) struct Client {
    index: usize,
    pub(super) game: usize,
    game_id: String,
    role: Role,
    secret: Option<String>,
    random: SplitMix64,
    link: Option<LinkId>,
    is_connected: bool,
    failures: u32,
    view: Option<ClientView>,
    pending: Vec<PendingRequest>,
    requests: u32,
    pinged_at: Option<u64>,
    is_about_to_act: bool,
    /// How long it thinks at most.
    pace_ms: usize,
    is_calm: bool,
}

/// The game as a client shows it.
struct ClientView {
    version: u32,
    ply: u32,
    state: State,
}

#[derive(Clone)]
struct PendingRequest {
    id: String,
    base: u32,
    asked: Asked,
    rebases: u32,
}

impl Client {
    pub(super) fn new(
        (index, game): (usize, usize),
        game_id: String,
        (role, secret): (Role, Option<String>),
        mut random: SplitMix64,
    ) -> Client {
        let pace_ms = [100, 400, 3_000][random.below(3)];
        Client {
            index,
            game,
            game_id,
            role,
            secret,
            random,
            link: None,
            is_connected: false,
            failures: 0,
            view: None,
            pending: Vec::new(),
            requests: 0,
            pinged_at: None,
            is_about_to_act: false,
            pace_ms,
            is_calm: false,
        }
    }

    /// Whether it has seen the end of the game.
    pub(super) fn sees_end(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.state.is_over())
    }

    /// From now on it plays quickly and does nothing else.
    pub(super) fn calm_down(&mut self, around: &mut Surroundings) {
        self.is_calm = true;
        self.pace_ms = CALM_PACE_MS;
        self.act_soon(around);
    }

    /// Starts to connect.
    pub(super) fn connect(&mut self, around: &mut Surroundings) {
        if self.link.is_none() {
            self.link = Some(around.network.connect(around.now, self.index));
            (self.is_connected, self.pinged_at) = (false, None);
        }
    }

    /// The connection is open: says hello, and sends what was not answered.
    pub(super) fn connected(&mut self, around: &mut Surroundings, link: LinkId) {
        if self.link == Some(link) {
            self.is_connected = true;
            self.say_hello(around);
            self.act_soon(around);
        }
    }

    fn say_hello(&mut self, around: &mut Surroundings) {
        let last = self.view.as_ref().map(|view| view.version);
        let hello = json!({
            "type": "hello", "game": self.game_id, "secret": self.secret, "last_version": last,
        });
        self.send(around, None, hello.to_string());
        for request in self.pending.clone() {
            self.send_request(around, &request);
        }
    }

    /// The connection is gone.
    pub(super) fn closed(&mut self, around: &mut Surroundings, link: LinkId) {
        if self.link == Some(link) {
            around.network.remove(link);
            (self.link, self.is_connected) = (None, false);
            let wait = 200 * (1 << self.failures.min(4)) + self.random.below(300) as u64;
            self.failures += 1;
            around.network.schedule(around.now + wait, Due::Reconnect { client: self.index });
        }
    }

    fn disconnect(&mut self, around: &mut Surroundings) {
        if let Some(link) = self.link {
            around.network.close_from_client(around.now, link);
            self.closed(around, link);
        }
    }

    /// Checks the connection, again and again.
    pub(super) fn heartbeat(&mut self, around: &mut Surroundings) {
        let client = self.index;
        around.network.schedule(around.now + HEARTBEAT_MS, Due::Heartbeat { client });
        if self.link.is_none() {
            return;
        }
        let pinged_at = *self.pinged_at.get_or_insert(around.now);
        if around.now - pinged_at > TIMEOUT_MS {
            self.disconnect(around);
        } else if self.is_connected {
            self.send(around, None, json!({"type": "ping", "number": 0}).to_string());
        }
    }

    /// Handles a frame from the server.
    pub(super) fn receive(
        &mut self,
        around: &mut Surroundings,
        link: LinkId,
        frame: &Message,
        received: Option<&Received>,
    ) -> Result<(), Violation> {
        if self.link != Some(link) {
            return Ok(());
        }
        self.pinged_at = None;
        match frame {
            Message::Ping(payload) => {
                let pong = Message::Pong(payload.clone());
                around.network.send_to_server(around.now, link, None, pong);
            }
            Message::Close(_) => self.closed(around, link),
            _ => {}
        }
        received.map_or(Ok(()), |received| self.handle(around, received))
    }

    fn handle(&mut self, around: &mut Surroundings, message: &Received) -> Result<(), Violation> {
        match message {
            Received::Full { game } => {
                self.failures = 0;
                let (version, ply) = (game.version, game.moves.len() as u32);
                self.view = Some(ClientView { version, ply, state: game.state.clone() });
                self.act_soon(around);
            }
            Received::Event { version, event, state, .. } => {
                self.apply(*version, event, state)?;
                self.act_soon(around);
            }
            Received::Ack { id, .. } => {
                self.pending.retain(|request| request.id != *id);
                self.act_soon(around);
            }
            Received::Error { id: Some(id), code, .. } => self.refused(around, id, *code),
            Received::Error { id: None, .. } => self.hello_refused(around),
            Received::Resync {} => self.say_hello(around),
            Received::Stuck {} | Received::Presence {} | Received::Pong {} => {}
        }
        Ok(())
    }

    /// Applies an event, which must be the next one or one that it has.
    fn apply(&mut self, version: u32, event: &Happening, state: &State) -> Result<(), Violation> {
        let skipped = |after| {
            let details = format!("client {} got version {version} after {after}", self.index);
            Violation::new(Promise::NothingIsSkipped, details)
        };
        self.failures = 0;
        let view = self.view.as_mut().ok_or_else(|| skipped(0))?;
        if version <= view.version {
            return Ok(());
        }
        if version != view.version + 1 {
            return Err(skipped(view.version));
        }
        view.version = version;
        view.state = state.clone();
        match event {
            Happening::Moved { ply } => view.ply = *ply,
            Happening::TakenBack { plies } => view.ply -= plies,
            Happening::Redone { played } => view.ply += played.len() as u32,
            Happening::Other => {}
        }
        Ok(())
    }

    /// A request that came too late is made again for the game as it is, if it still makes sense.
    fn refused(&mut self, around: &mut Surroundings, id: &str, code: ErrorCode) {
        let Some(place) = self.pending.iter().position(|request| request.id == id) else { return };
        let request = self.pending.remove(place);
        let view = self.view.as_ref();
        let again =
            view.filter(|view| code == ErrorCode::Stale && is_possible(&request.asked, view));
        match again {
            Some(view) if request.rebases < MAX_REBASES => {
                let name = request.id.split('~').next().unwrap_or_default();
                let rebases = request.rebases + 1;
                let id = format!("{name}~{rebases}");
                let request = PendingRequest { id, base: view.version, rebases, ..request };
                self.request(around, request);
            }
            _ => self.act_soon(around),
        }
    }

    /// Only a server that is shutting down or overloaded refuses a hello. It is said again.
    fn hello_refused(&mut self, around: &mut Surroundings) {
        if !matches!(self.role, Role::Hostile(_)) {
            self.disconnect(around);
        }
    }

    fn act_soon(&mut self, around: &mut Surroundings) {
        if !self.is_about_to_act {
            self.is_about_to_act = true;
            let at = around.now + 1 + self.random.below(self.pace_ms) as u64;
            around.network.schedule(at, Due::Act { client: self.index });
        }
    }

    /// Does what the role would do now.
    pub(super) fn act(&mut self, around: &mut Surroundings) {
        self.is_about_to_act = false;
        if !self.is_connected {
            return;
        }
        match self.role {
            Role::Player(_) | Role::Both => self.play(around),
            Role::Spectator if !self.is_calm => self.watch(around),
            Role::Hostile(_) if !self.is_calm => {
                self.misbehave(around);
                self.act_soon(around);
            }
            Role::Spectator | Role::Hostile(_) => {}
        }
    }

    fn play(&mut self, around: &mut Surroundings) {
        if !self.is_calm && one_in(&mut self.random, 60) {
            return self.disconnect(around);
        }
        let Some(view) = self.view.as_ref().filter(|_| self.pending.is_empty()) else { return };
        if view.state.is_over() {
            return;
        }
        let turn: Color = view.state.turn.into();
        let is_turn = self.role == Role::Both || self.role == Role::Player(turn);
        let base = view.version;
        let asked = if self.wants_command() {
            Some(self.command())
        } else if is_turn {
            self.any_move()
        } else {
            None
        };
        if let Some(asked) = asked {
            let request = PendingRequest { id: self.next_id(), base, asked, rebases: 0 };
            self.request(around, request);
        }
    }

    fn wants_command(&mut self) -> bool {
        let is_asked = self.view.as_ref().is_some_and(|view| !view.state.offers.is_empty());
        !self.is_calm && one_in(&mut self.random, if is_asked { 2 } else { 15 })
    }

    fn any_move(&mut self) -> Option<Asked> {
        let view = self.view.as_ref()?;
        let moves = view.state.legal_moves();
        let uci = self.random.choose(&moves)?.clone();
        Some(Asked::Move { ply: view.ply, uci })
    }

    /// A command that is not a move. Resigning is rare, or no game would last.
    fn command(&mut self) -> Asked {
        let offers = self.view.as_ref().map_or(&[][..], |view| &view.state.offers);
        let own = match self.role {
            Role::Player(color) | Role::Hostile(color) => Side::from(color),
            Role::Both | Role::Spectator => Side::White,
        };
        let open = offers.iter().find(|offer| offer.by != own).map(|open| open.offer);
        let value = match (open, self.random.below(40)) {
            (Some(Offer::Rematch), _) => decline(Offer::Rematch),
            (Some(offer), 0..4) => json!({"type": "offer", "offer": offer}),
            (Some(offer), _) => decline(offer),
            (None, 0) => json!({"type": "resign"}),
            (None, 1..4) => json!({"type": "offer", "offer": "draw"}),
            (None, 4..12) => json!({"type": "offer", "offer": "takeback"}),
            (None, 12..24) => json!({"type": "give_time", "ms": 1_000}),
            (None, 24..27) => json!({"type": "claim_abandoned", "result": "win"}),
            (None, 27..30) => json!({"type": "claim"}),
            (None, 30..33) => json!({"type": "undo"}),
            (None, _) => json!({"type": "rename", "side": own, "name": "Ann"}),
        };
        Asked::Command(value.to_string())
    }

    /// Spectators try to act, or stop reading.
    fn watch(&mut self, around: &mut Surroundings) {
        match self.random.below(20) {
            0 => {
                let Some(base) = self.view.as_ref().map(|view| view.version) else { return };
                let asked = self.command();
                let request = PendingRequest { id: self.next_id(), base, asked, rebases: 0 };
                self.request(around, request);
            }
            1 => {
                let until = around.now + self.random.below(20_000) as u64;
                self.link.into_iter().for_each(|link| around.network.stop_reading(link, until));
            }
            _ => {}
        }
    }

    fn next_id(&mut self) -> String {
        self.requests += 1;
        format!("{}-{}", self.index, self.requests)
    }

    /// Makes a request, which stays pending until it is answered.
    fn request(&mut self, around: &mut Surroundings, request: PendingRequest) {
        self.note_request(around, &request);
        self.send_request(around, &request);
        self.pending.push(request);
    }

    fn note_request(&self, around: &mut Surroundings, request: &PendingRequest) {
        let PendingRequest { id, base, asked, .. } = request.clone();
        let (arrivals, acks, refusals) = Default::default();
        let sent = SentRequest { base, asked, arrivals, acks, refusals };
        around.history.requests.insert((self.index, id), sent);
    }

    fn send_request(&self, around: &mut Surroundings, request: &PendingRequest) {
        let mut message = json!({
            "game": self.game_id, "id": request.id, "base_version": request.base,
        });
        match &request.asked {
            Asked::Move { ply, uci } => {
                message["type"] = "move".into();
                message["ply"] = (*ply).into();
                message["uci"] = uci.as_str().into();
            }
            Asked::Command(command) => {
                message["type"] = "command".into();
                message["command"] = serde_json::from_str(command).unwrap_or(Value::Null);
            }
        }
        self.send(around, Some(request.id.clone()), message.to_string());
    }

    fn send(&self, around: &mut Surroundings, request: Option<String>, text: String) {
        if let Some(link) = self.link.filter(|_| self.is_connected) {
            let message = Message::Text(text.into());
            around.network.send_to_server(around.now, link, request, message);
        }
    }
}

fn decline(offer: Offer) -> Value {
    json!({"type": "decline", "offer": offer})
}

/// A move is for one turn only. Other commands apply to whatever the game has become.
fn is_possible(asked: &Asked, view: &ClientView) -> bool {
    match asked {
        Asked::Move { ply, uci } => *ply == view.ply && view.state.legal_moves().contains(uci),
        Asked::Command(_) => !view.state.is_over(),
    }
}
