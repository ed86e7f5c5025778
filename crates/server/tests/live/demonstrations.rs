//! Demonstration boards over HTTP: who may do what, what followers see, and what a restart keeps.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use store::{DataDirectory, Memory, Sqlite, Store};

use super::analysis::Watcher;
use super::failing_store::{FailingStore, Failure};
use super::server::{Answer, Running, eventually, password, with_admin};

const BOARDS: &str = "/api/demonstrations";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A club with two members and an organizer.
pub(super) async fn club(store: Arc<dyn Store>) -> Running {
    let server = Running::with(with_admin(), store).await;
    let admin = server.log_in("admin").await;
    for (name, role) in [("Anna", "member"), ("Ben", "member"), ("Olga", "organizer")] {
        let member = json!({ "name": name, "password": password(name), "role": role });
        let answer = server.send("POST", "/api/members", &admin, member.to_string()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    server
}

fn open(directory: &Path) -> Arc<dyn Store> {
    let directory = DataDirectory::open(directory).expect("a directory");
    Arc::new(Sqlite::open(directory).expect("a library"))
}

fn node(parent: Option<u32>, uci: &str) -> Value {
    json!({ "parent": parent, "uci": uci, "san": "?", "nags": [], "before": [], "comments": [] })
}

pub(super) fn new(request: &str, public: bool, nodes: &[Value]) -> Value {
    let tree =
        json!({ "tags": [], "start_fen": START, "result": "*", "comments": [], "nodes": nodes });
    json!({ "request": request, "name": " The  fork ", "public": public, "tree": tree,
            "current": nodes.len().checked_sub(1) })
}

pub(super) async fn start(server: &Running, headers: &str, new: &Value) -> String {
    let answer = server.send("POST", BOARDS, headers, new.to_string()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    format!("{BOARDS}/{}", answer.json()["id"].as_str().expect("an id"))
}

pub(super) async fn view(server: &Running, path: &str, headers: &str) -> Value {
    let answer = server.send("GET", path, headers, "").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

async fn order(server: &Running, path: &str, headers: &str, base: u64, command: Value) -> Answer {
    let body = json!({ "base": base, "command": command }).to_string();
    server.send("POST", &format!("{path}/commands"), headers, body).await
}

/// Sends a command that builds on the latest version and is carried out.
pub(super) async fn done(server: &Running, path: &str, headers: &str, command: Value) -> Value {
    let base = view(server, path, headers).await["version"].as_u64().expect("a version");
    let answer = order(server, path, headers, base, command).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

fn seen(answer: &Answer) -> (u16, String) {
    (answer.status, if answer.status < 400 { String::new() } else { answer.code() })
}

pub(super) fn play(after: Option<u32>, uci: &str) -> Value {
    json!({ "type": "play", "after": after, "uci": uci })
}

const HAND: &str = r#"{"base": 0, "command": {"type": "hand", "member": "Anna"}}"#;
const TAKE_BACK: &str = r#"{"base": 0, "command": {"type": "take_back"}}"#;
const SHARE: &str = r#"{"base": 0, "command": {"type": "share", "public": true}}"#;
const GO: &str = r#"{"base": 0, "command": {"type": "go", "current": null}}"#;

#[tokio::test]
async fn every_role_may_what_is_theirs() {
    let server = club(Arc::new(Memory::new())).await;
    let admin = server.log_in("admin").await;
    let olga = server.log_in("Olga").await;
    let people = [String::new(), server.log_in("Anna").await, olga.clone(), admin];
    let closed = start(&server, &olga, &new("a", false, &[])).await;
    let public = start(&server, &olga, &new("b", true, &[])).await;
    let login = (401, "login_needed");
    let organizer = (403, "organizer_only");
    let changed = (409, "demonstration_changed");
    let ok = (200, "");
    for (method, path, body, expected) in [
        ("GET", closed.clone(), "", [login, ok, ok, ok]),
        ("GET", public.clone(), "", [ok; 4]),
        ("POST", BOARDS.to_owned(), "{", [(400, "bad_body"); 4]),
        (
            "POST",
            format!("{closed}/commands"),
            GO,
            [login, (403, "not_presenter"), changed, changed],
        ),
        (
            "POST",
            format!("{public}/commands"),
            GO,
            [login, (403, "not_presenter"), changed, changed],
        ),
        (
            "POST",
            format!("{public}/commands"),
            HAND,
            [login, organizer, (409, "not_following"), (409, "not_following")],
        ),
        ("POST", format!("{public}/commands"), TAKE_BACK, [login, organizer, ok, ok]),
        ("POST", format!("{public}/commands"), SHARE, [login, organizer, ok, ok]),
        ("GET", format!("{BOARDS}/AAAAAAAAAA"), "", [(404, "no_demonstration"); 4]),
        (
            "DELETE",
            format!("{BOARDS}/AAAAAAAAAA"),
            "",
            [login, organizer, (404, "no_demonstration"), (404, "no_demonstration")],
        ),
    ] {
        for (headers, expected) in people.iter().zip(expected) {
            let answer = server.send(method, &path, headers, body).await;
            let (status, code) = seen(&answer);
            assert_eq!((status, code.as_str()), expected, "{method} {path} {body} {headers}");
        }
    }
    for (headers, count, expected) in [
        (&people[0], 1, (401, "login_needed")),
        (&people[1], 2, (403, "organizer_only")),
        (&people[2], 2, (200, "")),
        (&people[3], 2, (200, "")),
    ] {
        let listed = server.send("GET", BOARDS, headers, "").await.json();
        assert_eq!(listed.as_array().map(Vec::len), Some(count));
        let body = new("a", false, &[]).to_string();
        let (status, code) = seen(&server.send("POST", BOARDS, headers, body).await);
        assert_eq!((status, code.as_str()), expected);
        if status == 200 {
            break;
        }
    }
    for (headers, expected) in people.iter().zip([401, 403, 204]) {
        assert_eq!(server.send("DELETE", &public, headers, "").await.status, expected);
    }
    assert_eq!(server.get(&public).await.status, 404);
}

#[tokio::test]
async fn followers_see_moves_arrows_and_who_has_the_board() {
    let server = club(Arc::new(Memory::new())).await;
    let (olga, anna) = (server.log_in("Olga").await, server.log_in("Anna").await);
    let path = start(&server, &olga, &new("a", true, &[node(None, "e2e4")])).await;
    let events = format!("{path}/events");
    let mut wall = Watcher::get(&server, &events).await;
    let mut pupil = Watcher::get_as(&server, &events, &anna).await;
    let mut teacher = Watcher::get_as(&server, &events, &olga).await;
    for watcher in [&mut wall, &mut pupil, &mut teacher] {
        watcher.until("event: state", 1).await;
    }
    let state = wall.events().remove(0);
    assert_eq!((&state["name"], &state["current"]), (&json!("The fork"), &json!(0)));
    // The server names the moves.
    assert_eq!(state["tree"]["nodes"][0]["san"], "e4");
    teacher.until("\"members\":[\"Anna\"],\"visitors\":1", 1).await;

    done(&server, &path, &olga, play(Some(0), "e7e5")).await;
    let comments = ["[%cal Gg1f3][%csl Re5] Attack the pawn!"];
    let annotate = json!({ "type": "annotate", "at": 1, "comments": comments });
    done(&server, &path, &olga, annotate).await;
    done(&server, &path, &olga, json!({ "type": "hand", "member": "anna" })).await;
    for watcher in [&mut wall, &mut pupil] {
        watcher.until("event: update", 3).await;
    }
    let updates: Vec<_> = wall.events().split_off(1);
    let versions: Vec<_> = updates.iter().map(|update| update["version"].as_u64()).collect();
    assert_eq!(versions, [Some(3), Some(4), Some(5)]);
    assert_eq!(updates[0]["change"]["node"]["san"], "e5");
    assert_eq!(updates[1]["change"]["comments"], json!(comments));
    assert_eq!(updates[2]["change"], json!({ "type": "handed", "holder": "Anna" }));

    // Only she has the board now, and cannot put something else on it.
    let refused = order(&server, &path, &olga, 5, play(Some(1), "g1f3")).await;
    assert_eq!(seen(&refused), (403, "not_presenter".to_owned()));
    assert_eq!(refused.json()["values"], json!(["Anna"]));
    done(&server, &path, &anna, play(Some(1), "g1f3")).await;
    let tree = view(&server, &path, &anna).await["tree"].clone();
    let replace = json!({ "type": "replace", "tree": tree, "current": null });
    let refused = order(&server, &path, &anna, 6, replace.clone()).await;
    assert_eq!(seen(&refused), (403, "organizer_only".to_owned()));
    done(&server, &path, &olga, json!({ "type": "take_back" })).await;
    let refused = order(&server, &path, &anna, 7, play(Some(2), "b8c6")).await;
    assert_eq!(seen(&refused), (403, "not_presenter".to_owned()));
    done(&server, &path, &olga, json!({ "type": "remove", "at": 1 })).await;
    let state = view(&server, &path, "").await;
    assert_eq!(state["tree"]["nodes"].as_array().map(Vec::len), Some(1));
    assert_eq!((&state["current"], &state["holder"]), (&json!(0), &Value::Null));
    done(&server, &path, &olga, replace).await;

    // Without an account nobody follows any more, and at the end nobody does.
    done(&server, &path, &olga, json!({ "type": "share", "public": false })).await;
    wall.end().await;
    assert_eq!(seen(&server.get(&events).await), (401, "login_needed".to_owned()));
    assert_eq!(server.send("DELETE", &path, &olga, "").await.status, 204);
    pupil.until("event: ended", 1).await;
    pupil.end().await;
}

#[tokio::test]
async fn of_two_devices_one_wins_and_the_other_is_told() {
    let server = club(Arc::new(Memory::new())).await;
    let olga = server.log_in("Olga").await;
    let path = start(&server, &olga, &new("a", false, &[])).await;
    let base = view(&server, &path, &olga).await["version"].as_u64().expect("a version");
    let first = order(&server, &path, &olga, base, play(None, "e2e4")).await;
    assert_eq!(first.json()["version"], base + 1);
    let second = order(&server, &path, &olga, base, play(None, "d2d4")).await;
    assert_eq!(seen(&second), (409, "demonstration_changed".to_owned()));
    for (command, expected) in [
        (play(Some(0), "e4e6"), "illegal_geometry"),
        (play(Some(7), "e7e5"), "bad_study"),
        (json!({ "type": "go", "current": 7 }), "bad_study"),
    ] {
        let answer = order(&server, &path, &olga, base + 1, command).await;
        assert_eq!(answer.status, 400, "{expected}: {}", answer.body);
    }
    let nodes = view(&server, &path, &olga).await["tree"]["nodes"].clone();
    assert_eq!(nodes.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn only_so_many_boards_are_open() {
    let server = club(Arc::new(Memory::new())).await;
    let olga = server.log_in("Olga").await;
    let first = start(&server, &olga, &new("0", false, &[])).await;
    for request in ["1", "2", "3"] {
        start(&server, &olga, &new(request, false, &[])).await;
    }
    let body = new("4", false, &[]).to_string();
    let refused = server.send("POST", BOARDS, &olga, &body).await;
    assert_eq!(seen(&refused), (409, "too_many_demonstrations".to_owned()));
    assert_eq!(refused.json()["values"], json!(["4"]));
    assert_eq!(server.send("DELETE", &first, &olga, "").await.status, 204);
    start(&server, &olga, &new("4", false, &[])).await;
}

#[tokio::test]
async fn a_board_outlives_the_server() {
    let directory = tempfile::tempdir().expect("a place");
    let server = club(open(directory.path())).await;
    let (olga, anna) = (server.log_in("Olga").await, server.log_in("Anna").await);
    let nodes = [node(None, "e2e4"), node(Some(0), "e7e5"), node(Some(1), "g1f3")];
    let path = start(&server, &olga, &new("a", true, &nodes)).await;
    let mut pupil = Watcher::get_as(&server, &format!("{path}/events"), &anna).await;
    pupil.until("event: state", 1).await;
    done(&server, &path, &olga, play(Some(0), "c7c5")).await;
    let annotate = json!({ "type": "annotate", "at": 3, "comments": ["[%cal Rc5d4]"] });
    done(&server, &path, &olga, annotate).await;
    done(&server, &path, &olga, json!({ "type": "flip", "flipped": true })).await;
    done(&server, &path, &olga, json!({ "type": "hand", "member": "Anna" })).await;
    let before = view(&server, &path, &olga).await;
    drop(pupil);
    assert!(server.stop().await);

    let server = Running::with(with_admin(), open(directory.path())).await;
    let after = view(&server, &path, &olga).await;
    assert_eq!((&after["holder"], &after["flipped"]), (&json!("Anna"), &json!(true)));
    let shown = after["current"].as_u64().expect("a move") as usize;
    let shown = &after["tree"]["nodes"][shown];
    assert_eq!((&shown["san"], &shown["comments"]), (&json!("c5"), &json!(["[%cal Rc5d4]"])));
    assert_eq!(after["tree"]["nodes"].as_array().map(Vec::len), Some(4));
    // Whoever still has the moves as they were numbered before is told.
    let base = before["version"].as_u64().expect("a version");
    let stale = order(&server, &path, &anna, base, play(None, "d2d4")).await;
    assert_eq!(seen(&stale), (409, "demonstration_changed".to_owned()));
    done(&server, &path, &anna, play(None, "d2d4")).await;
}

#[tokio::test]
async fn nothing_is_shown_that_is_not_stored() {
    let store = FailingStore::new();
    let server = club(Arc::clone(&store) as Arc<dyn Store>).await;
    let olga = server.log_in("Olga").await;
    let path = start(&server, &olga, &new("a", true, &[])).await;
    let mut wall = Watcher::get(&server, &format!("{path}/events")).await;
    wall.until("event: state", 1).await;
    *store.failure.lock().expect("no panic") = Failure::DiskFull;
    let base = view(&server, &path, &olga).await["version"].as_u64().expect("a version");
    let failed = order(&server, &path, &olga, base, play(None, "e2e4")).await;
    assert_eq!(seen(&failed), (500, "not_stored".to_owned()));
    // The follower connects again and gets the board as it is.
    wall.end().await;
    assert!(!wall.events().iter().any(|event| event["change"]["type"] == "played"));
    *store.failure.lock().expect("no panic") = Failure::default();
    eventually(async || {
        let nodes = view(&server, &path, "").await["tree"]["nodes"].clone();
        (nodes == json!([])).then_some(())
    })
    .await;
    done(&server, &path, &olga, play(None, "e2e4")).await;
}
