//! Simuls over HTTP: who may do what, how boards are followed, and how a simul ends.

use std::sync::Arc;

use serde_json::{Value, json};
use store::{DataDirectory, Hint, Memory, Sqlite, Store};
use tokio::time::timeout;

use super::analysis::Watcher;
use super::client::{Client, acked};
use super::competitions::resign_elsewhere;
use super::failing_store::{FailingStore, Failure};
use super::server::{Answer, Running, SOON, eventually, password, with_admin};

const SIMULS: &str = "/api/simuls";

/// A club with members and an organizer, who is the exhibitor unless somebody else is named.
async fn club(store: Arc<dyn Store>) -> Running {
    let server = Running::with(with_admin(), store).await;
    let admin = server.log_in("admin").await;
    for name in ["Anna", "Ben", "Cleo", "Olga"] {
        let role = if name == "Olga" { "organizer" } else { "member" };
        let member = json!({ "name": name, "password": password(name), "role": role });
        let answer = server.send("POST", "/api/members", &admin, member.to_string()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    server
}

pub(super) fn new(request: &str, opponents: &[&str]) -> Value {
    let time = |ms: u64| json!({ "base_ms": ms, "bonus": { "type": "none" } });
    json!({
        "request": request, "name": "Olga against all", "exhibitor": null,
        "opponents": opponents, "colors": "alternating",
        "exhibitor_time": time(3_600_000), "opponent_time": time(1_800_000),
    })
}

async fn create(server: &Running, headers: &str, new: &Value) -> Answer {
    server.send("POST", SIMULS, headers, new.to_string()).await
}

/// Creates a simul; its path.
pub(super) async fn created(server: &Running, headers: &str, new: &Value) -> String {
    let answer = create(server, headers, new).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    format!("{SIMULS}/{}", answer.json()["id"].as_str().expect("an id"))
}

fn seen(answer: &Answer) -> (u16, String) {
    (answer.status, if answer.status < 400 { String::new() } else { answer.code() })
}

/// Takes somebody's seat at a game by their account.
pub(super) async fn sit(server: &Running, name: &'static str, game: &str) -> Client {
    let headers = server.log_in(name).await;
    let path = format!("/api/games/{game}/seats");
    let secrets = server.send("POST", &path, &headers, "").await.json()["secrets"].clone();
    let secret = secrets["white"].as_str().or(secrets["black"].as_str()).expect("a seat");
    Client::join(server, name, game, Some(secret)).await
}

#[tokio::test]
async fn boards_that_changed_without_an_announcement_are_read_until_that_succeeds() {
    let store = FailingStore::new();
    let _other = store.beside();
    let server = club(Arc::clone(&store) as Arc<dyn Store>).await;
    let olga = server.log_in("Olga").await;
    let path = created(&server, &olga, &new("a", &["Anna", "Ben"])).await;
    let boards = server.get(&path).await.json()["boards"].clone();
    let mut wall = Watcher::get(&server, &format!("{path}/events")).await;
    wall.until("event: state", 1).await;
    // The first board is read first, and that is what fails.
    for (number, index, failure) in [(1, 1, Failure::None), (2, 0, Failure::UnreadableOnce)] {
        resign_elsewhere(&*store, boards[index]["game"].as_str().expect("a game")).await;
        store.fail(failure);
        store.hints.send(Hint::Anything).expect("the server listens");
        timeout(SOON, wall.until("event: board", number)).await.expect("a board soon");
    }
    timeout(SOON, wall.until("\"state\":\"over\"", 1)).await.expect("an end soon");
}

#[tokio::test]
async fn every_role_may_what_is_theirs() {
    let server = club(Arc::new(Memory::new())).await;
    let (admin, olga) = (server.log_in("admin").await, server.log_in("Olga").await);
    let anna = server.log_in("Anna").await;
    let path = created(&server, &olga, &new("a", &["Anna", "Ben"])).await;
    let (login, organizer) = ((401, "login_needed"), (403, "organizer_only"));
    let opponents = |count: usize| new("b", &vec!["Anna"; count]).to_string();
    for (method, path, body, expected) in [
        ("GET", SIMULS.to_owned(), String::new(), [(200, ""); 4]),
        ("GET", format!("{SIMULS}/own"), String::new(), [(200, ""); 4]),
        ("GET", path.clone(), String::new(), [(200, ""); 4]),
        ("GET", format!("{path}/pgn"), String::new(), [(200, ""); 4]),
        ("GET", format!("{SIMULS}/AAAAAAAAAA"), String::new(), [(404, "no_simul"); 4]),
        (
            "POST",
            SIMULS.to_owned(),
            opponents(0),
            [login, organizer, (400, "bad_opponents"), (400, "bad_opponents")],
        ),
        (
            "POST",
            SIMULS.to_owned(),
            opponents(2),
            [login, organizer, (400, "bad_opponents"), (400, "bad_opponents")],
        ),
        (
            "POST",
            format!("{SIMULS}/AAAAAAAAAA/call-off"),
            String::new(),
            [login, organizer, (404, "no_simul"), (404, "no_simul")],
        ),
        (
            "POST",
            format!("{path}/call-off"),
            String::new(),
            [login, organizer, (204, ""), (204, "")],
        ),
        (
            "POST",
            format!("{SIMULS}/AAAAAAAAAA/end"),
            String::new(),
            [login, organizer, (404, "no_simul"), (404, "no_simul")],
        ),
    ] {
        for (headers, expected) in ["", &anna, &olga, &admin].into_iter().zip(expected) {
            let answer = server.send(method, &path, headers, &body).await;
            let (status, code) = seen(&answer);
            assert_eq!((status, code.as_str()), expected, "{method} {path} {headers}");
        }
    }
    let view = server.get(&path).await.json();
    assert_eq!(view["state"], "called_off");
    assert_eq!(view["boards"][1]["status"]["reason"], "aborted");
    let own = server.send("GET", &format!("{SIMULS}/own"), &anna, "").await.json();
    assert_eq!(own, json!([]));
}

#[tokio::test]
async fn opponents_are_other_members_and_no_more_than_sixty() {
    let server = club(Arc::new(Memory::new())).await;
    let olga = server.log_in("Olga").await;
    for (opponents, expected) in [
        (vec!["Anna", "anna"], (400, "bad_opponents")),
        (vec!["Olga"], (400, "bad_opponents")),
        (vec!["Anna"; 61], (400, "bad_opponents")),
        (vec!["Nobody"], (404, "no_member")),
    ] {
        let (status, code) = seen(&create(&server, &olga, &new("a", &opponents)).await);
        assert_eq!((status, code.as_str()), expected, "{opponents:?}");
    }
    let mut late = new("a", &["Anna"]);
    late["exhibitor_time"]["base_ms"] = json!(0);
    assert_eq!(seen(&create(&server, &olga, &late).await), (400, "bad_time".to_owned()));
    for request in ["a", "b", "c", "d", "d"] {
        created(&server, &olga, &new(request, &["Anna"])).await;
    }
    let refused = create(&server, &olga, &new("e", &["Anna"])).await;
    assert_eq!(seen(&refused), (409, "too_many_simuls".to_owned()));
    let rows = server.get(SIMULS).await.json();
    assert_eq!(rows.as_array().map(Vec::len), Some(4));
}

#[tokio::test]
async fn boards_are_followed_by_one_connection_until_all_are_over() {
    let server = club(Arc::new(Memory::new())).await;
    let (olga, ben) = (server.log_in("Olga").await, server.log_in("Ben").await);
    let path = created(&server, &olga, &new("a", &["Anna", "Ben"])).await;
    let view = server.send("GET", &path, &ben, "").await.json();
    assert_eq!(view["caller"], json!({ "exhibitor": false, "board": 2 }));
    assert_eq!(view["exhibitor"], "Olga");
    let [first, second] = [0, 1].map(|index: usize| view["boards"][index].clone());
    assert_eq!((&first["opponent"], &first["color"]), (&json!("Anna"), &json!("white")));
    assert_eq!((&second["opponent"], &second["color"]), (&json!("Ben"), &json!("black")));
    // The exhibitor has another clock than the others.
    let clocks = json!({ "white": 3_600_000, "black": 1_800_000 });
    assert_eq!(first["clocks"]["remaining_ms"], clocks);
    let own = server.send("GET", &format!("{SIMULS}/own"), &ben, "").await.json();
    assert_eq!((&own[0]["game"], &own[0]["color"]), (&second["game"], &json!("white")));
    let own = server.send("GET", &format!("{SIMULS}/own"), &olga, "").await.json();
    assert_eq!((&own[0]["board"], &own[0]["name"]), (&Value::Null, &json!("Olga against all")));

    let mut wall = Watcher::get(&server, &format!("{path}/events")).await;
    wall.until("event: state", 1).await;
    let games = [&first, &second].map(|board| board["game"].as_str().expect("a game").to_owned());
    let mut exhibitor = sit(&server, "Olga", &games[0]).await;
    acked(&exhibitor.play("e2e4").await);
    wall.until("event: board", 1).await;
    let event = wall.events().pop().expect("a board");
    assert_eq!((&event["number"], &event["last_move"]), (&json!(1), &json!("e2e4")));
    let refused = server.send("POST", &format!("{path}/call-off"), &olga, "").await;
    assert_eq!(seen(&refused), (409, "simul_begun".to_owned()));

    let mut anna = sit(&server, "Anna", &games[0]).await;
    acked(&anna.command(json!({ "type": "resign" })).await);
    let mut second_player = sit(&server, "Ben", &games[1]).await;
    acked(&second_player.play("d2d4").await);
    acked(&second_player.command(json!({ "type": "resign" })).await);
    wall.until("\"state\":\"over\"", 1).await;
    let rows = server.get(SIMULS).await.json();
    assert_eq!((&rows[0]["state"], &rows[0]["boards"]), (&json!("over"), &json!(2)));
    let pgn = server.get(&format!("{path}/pgn")).await.body;
    assert_eq!(pgn.matches("[Event \"Olga against all\"]").count(), 2);
    assert!(pgn.contains("[Board \"2\"]") && pgn.contains("1. d4"), "{pgn}");
}

#[tokio::test]
async fn an_organizer_ends_a_simul_in_which_somebody_stays_away() {
    let server = club(Arc::new(Memory::new())).await;
    let (olga, anna) = (server.log_in("Olga").await, server.log_in("Anna").await);
    let path = created(&server, &olga, &new("a", &["Anna", "Ben"])).await;
    let view = server.get(&path).await.json();
    let game = view["boards"][0]["game"].as_str().expect("a game");
    let mut exhibitor = sit(&server, "Olga", game).await;
    acked(&exhibitor.play("e2e4").await);
    let mut opponent = sit(&server, "Anna", game).await;
    acked(&opponent.command(json!({ "type": "resign" })).await);

    let end = format!("{path}/end");
    let refused = server.send("POST", &end, &anna, "").await;
    assert_eq!(seen(&refused), (403, "organizer_only".to_owned()));
    let mut wall = Watcher::get(&server, &format!("{path}/events")).await;
    // Also when the answer was lost and the request comes again.
    for _ in 0..2 {
        assert_eq!(server.send("POST", &end, &olga, "").await.status, 204);
    }
    wall.until("\"state\":\"over\"", 1).await;
    let view = server.get(&path).await.json();
    let reasons = [0, 1].map(|index: usize| view["boards"][index]["status"]["reason"].clone());
    assert_eq!(reasons, [json!("resignation"), json!("aborted")]);
}

#[tokio::test]
async fn a_simul_outlives_the_server() {
    let directory = tempfile::tempdir().expect("a place");
    let open = || -> Arc<dyn Store> {
        let held = DataDirectory::open(directory.path()).expect("a directory");
        Arc::new(Sqlite::open(held).expect("a library"))
    };
    let server = club(open()).await;
    let olga = server.log_in("Olga").await;
    let mut other = new("a", &["Ben", "Cleo"]);
    other["exhibitor"] = json!("anna");
    let path = created(&server, &olga, &other).await;
    let view = server.get(&path).await.json();
    assert!(server.stop().await);

    let server = Running::with(with_admin(), open()).await;
    let after = server.get(&path).await.json();
    assert_eq!((&after["exhibitor"], &after["state"]), (&json!("Anna"), &json!("running")));
    assert_eq!(after["boards"][1]["game"], view["boards"][1]["game"]);
    let mut wall = Watcher::get(&server, &format!("{path}/events")).await;
    wall.until("event: state", 1).await;
    for (index, name) in ["Ben", "Cleo"].into_iter().enumerate() {
        let game = after["boards"][index]["game"].as_str().expect("a game");
        let mut player = sit(&server, name, game).await;
        acked(&player.command(json!({ "type": "resign" })).await);
    }
    wall.until("\"state\":\"over\"", 1).await;
    eventually(async || {
        let rows = server.get(SIMULS).await.json();
        (rows[0]["state"] == "over").then_some(())
    })
    .await;
}
