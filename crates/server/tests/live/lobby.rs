//! The lobby over HTTP: who is here, challenges, open games and pairings, and who may do what.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use server::Config;
use store::{Memory, Store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::client::{Client, acked};
use super::server::{Answer, Running, SOON, eventually, password, with_admin};

/// A server with an admin, the organizer Olga and these members.
async fn club(config: Config, members: &[&str]) -> Running {
    club_on(Arc::new(Memory::new()), config, members).await
}

/// The same on this store.
pub(super) async fn club_on(store: Arc<dyn Store>, config: Config, members: &[&str]) -> Running {
    let server = Running::with(config, store).await;
    let admin = server.log_in("admin").await;
    for name in members.iter().chain(&["Olga"]) {
        let role = if *name == "Olga" { "organizer" } else { "member" };
        let member = json!({ "name": name, "password": password(name), "role": role }).to_string();
        let answer = server.send("POST", "/api/members", &admin, &member).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    server
}

/// Somebody with a page of the app.
pub(super) struct Person<'a> {
    server: &'a Running,
    name: &'static str,
    pub(super) headers: String,
    requests: u32,
}

impl<'a> Person<'a> {
    pub(super) async fn enter(server: &'a Running, name: &'static str) -> Person<'a> {
        let headers = server.log_in(name).await;
        let person = Person { server, name, headers, requests: 0 };
        person.lobby().await;
        person
    }

    pub(super) async fn lobby(&self) -> Value {
        let path = format!("/api/lobby?page={}", self.name);
        let answer = self.server.send("GET", &path, &self.headers, "").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        let path = format!("/api/lobby/{path}");
        self.server.send("POST", &path, &self.headers, body.to_string()).await
    }

    async fn delete(&self, path: &str) -> u16 {
        let path = format!("/api/lobby/{path}");
        self.server.send("DELETE", &path, &self.headers, "").await.status
    }

    fn request(&mut self) -> String {
        self.requests += 1;
        format!("r{}", self.requests)
    }

    async fn challenge(&mut self, to: &str) -> String {
        let request = self.request();
        let answer = self.post("challenges", &challenge(&request, to, self.name)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()["id"].as_str().expect("an id").to_owned()
    }

    async fn accept(&self, id: &str) -> Answer {
        let page = json!({ "page": self.name });
        self.post(&format!("challenges/{id}/accept"), &page).await
    }

    pub(super) async fn seek(&mut self, min: Option<u16>) -> String {
        let request = self.request();
        let seek = json!({
            "request": request, "page": self.name, "time": five_minutes(), "color": "white",
            "min_rating": min,
        });
        let answer = self.post("seeks", &seek).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()["id"].as_str().expect("an id").to_owned()
    }

    pub(super) async fn join(&self, id: &str) -> Answer {
        self.post(&format!("seeks/{id}/join"), &json!({ "page": self.name })).await
    }

    /// Takes the own seat in a game, as a page does.
    pub(super) async fn take_seat(&self, game: &str) -> Client {
        let path = format!("/api/games/{game}/seats");
        let seats = self.server.send("POST", &path, &self.headers, "").await;
        assert_eq!(seats.status, 200, "{}", seats.body);
        let secrets = seats.json()["secrets"].clone();
        let secret = secrets["white"].as_str().or(secrets["black"].as_str()).expect("a secret");
        Client::join(self.server, self.name, game, Some(secret)).await
    }

    /// Waits until the lobby looks like this.
    pub(super) async fn sees(&self, is_seen: impl Fn(&Value) -> bool) -> Value {
        eventually(async || Some(self.lobby().await).filter(|lobby| is_seen(lobby))).await
    }
}

fn five_minutes() -> Value {
    json!({ "base_ms": 300_000, "bonus": { "type": "none" } })
}

fn challenge(request: &str, to: &str, page: &str) -> Value {
    json!({
        "request": request, "page": page, "to": to, "time": five_minutes(), "color": "white",
    })
}

fn seats(request: &str, pairs: &[(&str, &str)]) -> Value {
    let pair = |(white, black): &(&str, &str)| json!({ "white": white, "black": black });
    let pairs: Vec<_> = pairs.iter().map(pair).collect();
    json!({ "request": request, "time": five_minutes(), "pairs": pairs })
}

pub(super) fn refusal(answer: &Answer) -> (u16, String) {
    (answer.status, answer.code())
}

pub(super) fn names(lobby: &Value) -> Vec<&str> {
    let members = lobby["members"].as_array().expect("members");
    members.iter().filter_map(|member| member["name"].as_str()).collect()
}

fn game_of<'a>(lobby: &'a Value, name: &str) -> &'a Value {
    let members = lobby["members"].as_array().expect("members");
    &members.iter().find(|member| member["name"] == name).expect("they are here")["game"]
}

/// A stream of the lobby.
struct LobbyStream {
    stream: TcpStream,
    text: String,
}

impl LobbyStream {
    async fn open(server: &Running, headers: &str, page: &str) -> LobbyStream {
        let mut stream = server.connect_from(1).await;
        let head = format!(
            "GET /api/lobby/events?page={page} HTTP/1.1\r\nhost: {}\r\n{headers}\r\n\r\n",
            server.address
        );
        stream.write_all(head.as_bytes()).await.expect("it listens");
        LobbyStream { stream, text: String::new() }
    }

    /// Reads until the text contains this.
    async fn until(&mut self, word: &str) {
        while !self.text.contains(word) {
            let mut bytes = [0; 4096];
            let read = timeout(SOON, self.stream.read(&mut bytes)).await.expect("soon");
            let read = read.expect("an answer");
            assert!(read > 0, "it ended before {word:?}: {}", self.text);
            self.text.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
    }
}

#[tokio::test]
async fn a_challenge_reaches_the_other_page_and_leads_both_to_their_seats() {
    let server = club(with_admin(), &["Anna", "Ben"]).await;
    let mut anna = Person::enter(&server, "Anna").await;
    let ben = Person::enter(&server, "Ben").await;
    let mut page = LobbyStream::open(&server, &ben.headers, "Ben").await;
    page.until("\"members\":[{\"name\":\"Anna\"").await;
    let id = anna.challenge("ben").await;
    page.until(&id).await;

    let again = anna.post("challenges", &challenge("r1", "Ben", "Anna")).await;
    assert_eq!(again.json(), json!({ "id": id, "game": null }), "the same request again");
    let game = ben.accept(&id).await.json()["game"].as_str().expect("a game").to_owned();
    assert_eq!(ben.accept(&id).await.json()["game"], game.as_str(), "a repeated tap");
    let expected = json!({ "id": game, "opponent": "Ben", "color": "white", "here": true });
    assert_eq!(anna.lobby().await["started"], expected);
    page.until("\"started\":{").await;

    let mut white = anna.take_seat(&game).await;
    let mut black = ben.take_seat(&game).await;
    acked(&white.play("e2e4").await);
    black.event("moved").await;
    acked(&black.play("e7e5").await);
    white.event("moved").await;
    let lobby = anna.sees(|lobby| lobby["started"] == Value::Null).await;
    assert_eq!((game_of(&lobby, "Ben"), &lobby["challenges"]), (&json!(game), &json!([])));
    acked(&white.command(json!({ "type": "resign" })).await);
    ben.sees(|lobby| game_of(lobby, "Anna").is_null() && game_of(lobby, "Ben").is_null()).await;

    let view = server.get(&format!("/api/games/{game}")).await.json();
    assert_eq!(view["seats"]["white"]["name"], "Anna");
    assert_eq!(view["time"]["black"]["base_ms"], 300_000);
    let ratings = server.get("/api/ratings").await.json();
    assert_eq!(ratings, json!([]), "free games do not count for ratings");
}

#[tokio::test]
async fn a_challenge_that_is_over_starts_nothing() {
    let server = club(with_admin(), &["Anna", "Ben", "Cleo"]).await;
    let mut anna = Person::enter(&server, "Anna").await;
    let mut ben = Person::enter(&server, "Ben").await;
    let cleo = Person::enter(&server, "Cleo").await;
    let gone = (404, "no_challenge".to_owned());

    let id = anna.challenge("Ben").await;
    assert_eq!(refusal(&cleo.accept(&id).await), gone, "it is not for Cleo");
    assert_eq!(cleo.post(&format!("challenges/{id}/decline"), &json!({})).await.status, 404);
    assert_eq!(cleo.delete(&format!("challenges/{id}")).await, 404);
    assert_eq!(anna.delete(&format!("challenges/{id}")).await, 204);
    assert_eq!(anna.delete(&format!("challenges/{id}")).await, 204);
    assert_eq!(refusal(&ben.accept(&id).await), gone, "after it was withdrawn");

    let id = anna.challenge("Ben").await;
    assert_eq!(ben.post(&format!("challenges/{id}/decline"), &json!({})).await.status, 204);
    assert_eq!(refusal(&ben.accept(&id).await), gone, "after it was declined");
    assert_eq!(anna.lobby().await["challenges"][0]["state"], "declined");

    // Both play others meanwhile.
    let id = anna.challenge("Ben").await;
    let other = ben.challenge("Cleo").await;
    assert_eq!(cleo.accept(&other).await.status, 200);
    assert_eq!(refusal(&ben.accept(&id).await), gone, "after Ben began to play Cleo");
    let busy = anna.post("challenges", &challenge("busy", "Ben", "Anna")).await;
    assert_eq!(refusal(&busy), (409, "in_game".into()));
    assert_eq!(busy.json()["values"], json!(["Ben"]));
}

#[tokio::test]
async fn what_is_impossible_is_refused_with_a_reason() {
    let server = club(with_admin(), &["Anna", "Ben"]).await;
    let anna = Person::enter(&server, "Anna").await;
    let with = |field: &str, value: Value| {
        let mut body = challenge("r", "Ben", "Anna");
        body[field] = value;
        body
    };
    let endless = json!({ "base_ms": u64::MAX >> 12 });
    for (body, expected) in [
        (with("to", json!("Ben")), (409, "not_here")),
        (with("to", json!("Nobody")), (409, "not_here")),
        (with("to", json!("<b>")), (400, "bad_name")),
        (with("to", json!("Anna")), (400, "same_player")),
        (with("color", json!("red")), (400, "bad_body")),
        (with("time", json!({ "base_ms": 0 })), (400, "bad_time")),
        (with("time", endless), (400, "bad_time")),
        (with("request", json!("")), (400, "bad_id")),
        (with("page", json!("p".repeat(33))), (400, "bad_body")),
    ] {
        let answer = anna.post("challenges", &body).await;
        assert_eq!(refusal(&answer), (expected.0, expected.1.into()), "{body}");
    }
    for (min, max, expected) in [(1, 2000, "bad_member_rating"), (500, 9000, "bad_member_rating")] {
        let seek = json!({
            "request": "s", "time": null, "color": "random", "min_rating": min, "max_rating": max,
        });
        let answer = anna.post("seeks", &seek).await;
        assert_eq!(refusal(&answer), (400, expected.into()));
    }
    let long = server.send("GET", "/api/lobby?page=p&x=1", &anna.headers, "").await;
    assert_eq!(refusal(&long), (400, "bad_query".into()));
}

#[tokio::test]
async fn an_open_game_is_for_everybody_with_a_fitting_rating() {
    let server = club(with_admin(), &["Anna", "Ben", "Cleo"]).await;
    let admin = server.log_in("admin").await;
    for (name, rating) in [("Ben", json!(1200)), ("Cleo", json!(900))] {
        let details = json!({ "name": name, "role": "member", "group": "", "rating": rating });
        let path = format!("/api/members/{name}");
        assert_eq!(server.send("PATCH", &path, &admin, details.to_string()).await.status, 204);
    }
    let mut anna = Person::enter(&server, "Anna").await;
    let mut ben = Person::enter(&server, "Ben").await;
    let cleo = Person::enter(&server, "Cleo").await;
    let id = anna.seek(Some(1000)).await;
    assert_eq!(ben.lobby().await["seeks"][0]["may_join"], true);
    assert_eq!(cleo.lobby().await["seeks"][0]["may_join"], false);
    assert_eq!(refusal(&cleo.join(&id).await), (403, "not_eligible".into()));
    assert_eq!(refusal(&anna.join(&id).await), (403, "not_eligible".into()), "without a rating");
    assert_eq!(cleo.delete(&format!("seeks/{id}")).await, 404, "it is Anna's");

    let second = ben.seek(None).await;
    assert_eq!(refusal(&ben.join(&second).await), (400, "same_player".into()));
    let game = ben.join(&id).await.json()["game"].clone();
    assert_eq!(ben.join(&id).await.json()["game"], game);
    assert_eq!(anna.lobby().await["started"]["id"], game);
    assert_eq!(refusal(&cleo.join(&second).await), (404, "no_seek".into()), "Ben plays now");
    assert_eq!(cleo.lobby().await["seeks"], json!([]));
    assert_eq!(cleo.delete("seeks/unknown").await, 204);
}

#[tokio::test]
async fn an_organizer_seats_pairs_and_nobody_else_does() {
    let server = club(with_admin(), &["Anna", "Ben", "Cleo", "Dan"]).await;
    let anna = Person::enter(&server, "Anna").await;
    let ben = Person::enter(&server, "Ben").await;
    let (_cleo, _dan) = (Person::enter(&server, "Cleo").await, Person::enter(&server, "Dan").await);
    let olga = Person::enter(&server, "Olga").await;
    let pairs = [("Ben", "Anna"), ("Cleo", "Dan")];
    let visitor = server.send("POST", "/api/lobby/seats", "", seats("r", &pairs).to_string()).await;
    assert_eq!(refusal(&visitor), (401, "login_needed".into()));
    let member = anna.post("seats", &seats("r", &pairs)).await;
    assert_eq!(refusal(&member), (403, "organizer_only".into()));
    let away = olga.post("seats", &seats("r", &[("Ben", "Anna"), ("Cleo", "Eve")])).await;
    assert_eq!(refusal(&away), (409, "not_here".into()));
    assert_eq!(anna.lobby().await["started"], Value::Null, "all or none");
    assert_eq!(refusal(&olga.post("seats", &seats("r", &[])).await), (400, "bad_pairs".into()));

    let seated = olga.post("seats", &seats("r", &pairs)).await;
    assert_eq!(seated.status, 200, "{}", seated.body);
    assert_eq!(olga.post("seats", &seats("r", &pairs)).await.json(), seated.json());
    let started = anna.lobby().await["started"].clone();
    assert_eq!(started["id"], seated.json()["games"][0]);
    assert_eq!((&started["color"], &started["here"]), (&json!("black"), &json!(true)));
    let busy = olga.post("seats", &seats("q", &[("Ben", "Cleo")])).await;
    assert_eq!(refusal(&busy), (409, "in_game".into()));
    let game = started["id"].as_str().expect("a game");
    let (mut black, mut white) = (anna.take_seat(game).await, ben.take_seat(game).await);
    acked(&white.play("e2e4").await);
    black.event("moved").await;

    let admin = Person::enter(&server, "admin").await;
    let busy = admin.post("seats", &seats("z", &[("Ben", "Olga")])).await;
    assert_eq!(refusal(&busy), (409, "in_game".into()), "the admin may, if the players can");
}

#[tokio::test]
async fn visitors_are_not_in_the_lobby() {
    let server = club(with_admin(), &["Anna"]).await;
    let body = challenge("r", "Anna", "p").to_string();
    for (method, path) in [
        ("GET", "/api/lobby"),
        ("GET", "/api/lobby/events"),
        ("POST", "/api/lobby/challenges"),
        ("DELETE", "/api/lobby/challenges/x"),
        ("POST", "/api/lobby/challenges/x/accept"),
        ("POST", "/api/lobby/challenges/x/decline"),
        ("POST", "/api/lobby/seeks"),
        ("DELETE", "/api/lobby/seeks/x"),
        ("POST", "/api/lobby/seeks/x/join"),
        ("POST", "/api/lobby/seats"),
    ] {
        let answer = server.send(method, path, "", &body).await;
        assert_eq!(refusal(&answer), (401, "login_needed".into()), "{method} {path}");
    }
    let anna = Person::enter(&server, "Anna").await;
    assert_eq!(names(&anna.lobby().await), ["Anna"]);
    for name in ["Olga", "admin"] {
        Person::enter(&server, name).await;
    }
    assert_eq!(names(&anna.lobby().await), ["admin", "Anna", "Olga"]);
}

#[tokio::test]
async fn the_owner_of_a_local_server_looks_on_and_seats_but_does_not_play() {
    let (server, owner) = Running::owned().await;
    let lobby = server.send("GET", "/api/lobby", &owner, "").await;
    assert_eq!((lobby.status, lobby.json()["members"].clone()), (200, json!([])));
    let body = challenge("r", "Anna", "p").to_string();
    let answer = server.send("POST", "/api/lobby/challenges", &owner, &body).await;
    assert_eq!(refusal(&answer), (401, "login_needed".into()));
    let seated = seats("r", &[("Anna", "Ben")]).to_string();
    let answer = server.send("POST", "/api/lobby/seats", &owner, &seated).await;
    assert_eq!(refusal(&answer), (409, "not_here".into()));
}

#[tokio::test]
async fn whoever_is_not_heard_of_for_the_grace_time_is_gone_and_so_are_their_offers() {
    let mut config = with_admin();
    config.limits.lobby_grace = Duration::from_secs(3);
    let server = club(config, &["Anna", "Ben"]).await;
    let ben = Person::enter(&server, "Ben").await;
    let mut anna = Person::enter(&server, "Anna").await;
    ben.lobby().await;
    let id = anna.challenge("Ben").await;
    // A stream that nobody renews keeps nobody here, however long its connection lasts.
    let mut page = LobbyStream::open(&server, &anna.headers, "Anna").await;
    page.until("event: renew").await;
    let lobby = ben.sees(|lobby| names(lobby) == ["Ben"]).await;
    assert_eq!(lobby["challenges"], json!([]));
    assert_eq!(ben.accept(&id).await.status, 404);
    anna.lobby().await;
    ben.sees(|lobby| names(lobby) == ["Anna", "Ben"]).await;
}

#[tokio::test]
async fn whoever_logs_out_is_gone_at_once() {
    let server = club(with_admin(), &["Anna", "Ben"]).await;
    let (anna, ben) = (Person::enter(&server, "Anna").await, Person::enter(&server, "Ben").await);
    assert_eq!(names(&ben.lobby().await), ["Anna", "Ben"]);
    assert_eq!(server.send("DELETE", "/api/session", &anna.headers, "").await.status, 204);
    assert_eq!(names(&ben.lobby().await), ["Ben"]);
    let answer = server.send("GET", "/api/lobby", &anna.headers, "").await;
    assert_eq!(answer.status, 401);
}

#[tokio::test]
async fn a_class_behind_one_address_fits_with_a_stream_and_a_board_each() {
    const NAMES: [&str; 30] = [
        "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "B1", "B2", "B3", "B4", "B5",
        "B6", "B7", "B8", "B9", "B10", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10",
    ];
    let mut config = with_admin();
    // Passwords of thirty children in one minute; they have cards.
    config.limits.logins_per_address = 100;
    // On a slow computer their passwords take longer than a stream lasts.
    config.limits.lobby_grace = Duration::from_mins(10);
    let server = club(config, &NAMES).await;
    let mut children = Vec::new();
    for name in NAMES {
        let child = Person::enter(&server, name).await;
        let mut stream = LobbyStream::open(&server, &child.headers, name).await;
        stream.until("event: lobby").await;
        children.push((child, stream));
    }
    let olga = Person::enter(&server, "Olga").await;
    let pairs: Vec<(&str, &str)> = NAMES.chunks(2).map(|pair| (pair[0], pair[1])).collect();
    let games = olga.post("seats", &seats("all", &pairs)).await.json()["games"].clone();
    let mut boards = Vec::new();
    for (index, (child, stream)) in children.iter_mut().enumerate() {
        stream.until("\"started\":{").await;
        let game = games[index / 2].as_str().expect("a game");
        boards.push(child.take_seat(game).await);
    }
    olga.sees(|lobby| NAMES.iter().all(|name| game_of(lobby, name).is_string())).await;
    for pair in boards.chunks_mut(2) {
        acked(&pair[0].play("e2e4").await);
    }
}

#[tokio::test]
async fn one_member_opens_only_so_many_streams() {
    let server = club(with_admin(), &["Anna", "Ben"]).await;
    let (anna, ben) = (Person::enter(&server, "Anna").await, Person::enter(&server, "Ben").await);
    let mut streams = Vec::new();
    for number in 0..12 {
        let mut stream = LobbyStream::open(&server, &anna.headers, &number.to_string()).await;
        stream.until("event: lobby").await;
        streams.push(stream);
    }
    let path = "/api/lobby/events?page=more";
    let answer = server.send("GET", path, &anna.headers, "").await;
    assert_eq!(refusal(&answer), (503, "busy".into()));
    assert_eq!(names(&ben.lobby().await), ["Anna", "Ben"], "once, with however many pages");
    let mut other = LobbyStream::open(&server, &ben.headers, "Ben").await;
    other.until("event: lobby").await;
}
