//! Studies that are kept: who may do what to one, which save wins, and what a restart leaves.

use std::sync::Arc;

use serde_json::{Value, json};
use server::Config;
use server::config::Limits;
use store::{DataDirectory, Sqlite, Store};

use super::server::{Answer, Running, with_admin};

const ID: &str = "AAAAbbbbCCCC1111";
const SECRET: &str = "x-study-secret: QUJDREVGR0hJSktMTU5PUA";
const OTHER: &str = "x-study-secret: AAAAAAAAAAAAAAAAAAAAAA";

fn path(rest: &str) -> String {
    format!("/api/studies/{ID}{rest}")
}

/// A save of a game of one move and a comment.
fn save(base: u32, request: &str, comment: &str) -> Value {
    let node = json!({ "parent": null, "uci": "e2e4", "san": "", "nags": [1], "before": [],
        "comments": [comment] });
    let tags = json!([{ "name": "White", "value": "Réti, R. (1)" }]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    json!({ "base": base, "request": request, "name": null, "source": null, "tree": {
        "tags": tags, "start_fen": start, "result": "*", "comments": [], "nodes": [node] } })
}

fn first() -> Value {
    let mut first = save(0, "first", "hello");
    first["name"] = json!("  My\n study ");
    first["source"] = json!("game000001");
    first
}

async fn put(server: &Running, headers: &str, save: &Value) -> Answer {
    server.send("PUT", &path(""), headers, save.to_string()).await
}

/// The status, and the code of a refusal.
fn seen(answer: &Answer) -> (u16, String) {
    (answer.status, if answer.status < 400 { String::new() } else { answer.code() })
}

/// A club with an admin, and a study of Anna's.
async fn with_study() -> (Running, String) {
    // One address asks for more here than people do.
    let limits = Limits { requests_per_second: 1_000, burst: 1_000, ..Limits::default() };
    let server = Running::club_with(Config { limits, ..with_admin() }).await;
    let anna = server.log_in("Anna").await;
    let answer = put(&server, &anna, &first()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    (server, anna)
}

#[tokio::test]
async fn a_study_is_saved_read_listed_and_exported() {
    let server = Running::with(with_admin(), Arc::new(store::Memory::new())).await;
    let saved = put(&server, SECRET, &first()).await;
    assert_eq!(saved.status, 200, "{}", saved.body);
    let link = format!("http://{}/study/{ID}", server.address);
    assert_eq!(saved.json(), json!({ "version": 1, "link": link }));
    let next = put(&server, SECRET, &save(1, "second", "bye } ; (")).await;
    assert_eq!(next.json()["version"], 2, "{}", next.body);

    let view = server.send("GET", &path(""), SECRET, "").await.json();
    let row = &view["row"];
    assert_eq!((&view["version"], &row["name"]), (&json!(2), &json!("My study")), "{view}");
    assert_eq!((&row["source"], &row["editable"]), (&json!("game000001"), &json!(true)));
    assert_eq!((&row["shared"], &row["moves"]), (&json!(false), &json!(1)));
    assert_eq!(view["tree"]["nodes"][0]["comments"], json!(["bye } ; ("]), "{view}");

    for (query, total) in [
        ("", 1),
        ("?search=r%C3%A9ti", 1),
        ("?search=MY&sort=name", 1),
        ("?search=tal", 0),
        ("?removed=true", 0),
        ("?offset=1", 1),
    ] {
        let list = server.send("GET", &format!("/api/studies{query}"), SECRET, "").await.json();
        assert_eq!(list["total"], total, "{query}: {list}");
    }
    for at in [path("/pgn"), "/api/studies/export".to_owned()] {
        let file = server.send("GET", &at, SECRET, "").await;
        assert!(file.head.contains("application/x-chess-pgn"), "{}", file.head);
        assert!(file.body.contains("[StudyName \"My study\"]"), "{}", file.body);
        assert!(file.body.contains("[White \"Réti, R. (1)\"]"), "{}", file.body);
        assert!(file.body.contains("1. e4 $1 ;bye } ; ("), "{}", file.body);
    }
    let everything = server.send("GET", "/api/studies", OTHER, "").await.json();
    assert_eq!(everything["total"], 0, "with another secret they are another's");
    let everything = server.get("/api/studies").await.json();
    assert_eq!(everything["total"], 0);
}

#[tokio::test]
async fn the_second_of_two_saves_upon_one_version_is_told_and_changes_nothing() {
    let (server, anna) = with_study().await;
    let mine = put(&server, &anna, &save(1, "mine", "mine")).await;
    assert_eq!(mine.json()["version"], 2);
    let theirs = put(&server, &anna, &save(1, "theirs", "theirs")).await;
    assert_eq!(seen(&theirs), (409, "stale".into()));
    assert_eq!(theirs.json()["values"], json!(["2", "mine"]), "who was first");
    let view = server.send("GET", &path(""), &anna, "").await.json();
    assert_eq!(view["tree"]["nodes"][0]["comments"], json!(["mine"]));
    let again = put(&server, &anna, &save(1, "mine", "mine")).await;
    assert_eq!((again.status, &again.json()["version"]), (200, &json!(2)), "its answer was lost");
    let second_first = put(&server, &anna, &first()).await;
    assert_eq!(seen(&second_first), (409, "stale".into()));
}

/// A request, and what comes of it for a visitor, a stranger with a secret, another member, the
/// admin and the owner.
type Row = (&'static str, &'static str, &'static str, [u16; 5]);

/// While it is private, others do not even learn that it is there.
const PRIVATE: [Row; 9] = [
    ("GET", "", "", [404, 404, 404, 200, 200]),
    ("GET", "/pgn", "", [404, 404, 404, 200, 200]),
    ("PUT", "", "SAVE", [404, 404, 404, 403, 409]),
    ("PATCH", "", r#"{"name": "Mine"}"#, [404, 404, 404, 403, 204]),
    ("PATCH", "", r#"{"shared": true}"#, [404, 404, 404, 403, 204]),
    ("PATCH", "", r#"{"shared": false, "name": "x"}"#, [404, 404, 404, 403, 204]),
    ("PATCH", "", r#"{"shared": false}"#, [404, 404, 404, 204, 204]),
    ("DELETE", "", "", [404, 404, 404, 204, 204]),
    ("POST", "/restore", "", [404, 404, 404, 204, 204]),
];

/// When it is shared, others may look at it and do nothing to it.
const SHARED: [Row; 9] = [
    ("GET", "", "", [200, 200, 200, 200, 200]),
    ("GET", "/pgn", "", [200, 200, 200, 200, 200]),
    ("PUT", "", "SAVE", [403, 403, 403, 403, 409]),
    ("PATCH", "", r#"{"name": "Mine"}"#, [403, 403, 403, 403, 204]),
    ("PATCH", "", r#"{"shared": true}"#, [403, 403, 403, 403, 204]),
    ("PATCH", "", r#"{"shared": false, "name": "x"}"#, [403, 403, 403, 403, 204]),
    ("PATCH", "", r#"{"shared": false}"#, [403, 403, 403, 204, 204]),
    ("DELETE", "", "", [403, 403, 403, 204, 204]),
    ("POST", "/restore", "", [403, 403, 403, 204, 204]),
];

#[tokio::test]
async fn each_may_do_to_a_study_what_is_theirs() {
    let (server, anna) = with_study().await;
    let (ben, admin) = (server.log_in("Ben").await, server.log_in("admin").await);
    let people = ["", OTHER, &ben, &admin, &anna];
    let stale = save(0, "another", "not this").to_string();
    for (shared, matrix) in [(false, PRIVATE), (true, SHARED)] {
        let share = json!({ "shared": shared }).to_string();
        for (method, rest, body, expected) in matrix {
            for (person, headers) in people.iter().enumerate() {
                server.send("POST", &path("/restore"), &anna, "").await;
                assert_eq!(server.send("PATCH", &path(""), &anna, &share).await.status, 204);
                let body = if body == "SAVE" { stale.as_str() } else { body };
                let answer = server.send(method, &path(rest), headers, body).await;
                let what = format!("{shared} {person}: {method} {rest} {body}: {}", answer.body);
                assert_eq!(answer.status, expected[person], "{what}");
                let code = ["no_study", "not_allowed"][usize::from(answer.status == 403)];
                if matches!(answer.status, 403 | 404) {
                    assert_eq!(answer.code(), code, "{what}");
                }
            }
        }
    }
    let view = server.send("GET", &path(""), &ben, "").await.json();
    assert_eq!(view["row"]["editable"], json!(false));
    for (headers, expected) in [("", 401), (ben.as_str(), 403), (admin.as_str(), 200)] {
        for list in ["/api/studies?all=true", "/api/studies/export?all=true"] {
            assert_eq!(server.send("GET", list, headers, "").await.status, expected, "{list}");
        }
    }
}

#[tokio::test]
async fn a_share_that_is_taken_back_and_a_study_that_was_removed_are_gone_for_others() {
    let (server, anna) = with_study().await;
    let change = async |body: &str| {
        assert_eq!(server.send("PATCH", &path(""), &anna, body).await.status, 204);
        server.get(&path("")).await.status
    };
    assert_eq!(change(r#"{"shared": true}"#).await, 200);
    assert_eq!(change(r#"{"shared": false}"#).await, 404);
    assert_eq!(change(r#"{"shared": true}"#).await, 200);
    assert_eq!(server.send("DELETE", &path(""), &anna, "").await.status, 204);
    assert_eq!(server.get(&path("")).await.status, 404);
    let late = put(&server, &anna, &save(1, "late", "late")).await;
    assert_eq!(seen(&late), (404, "no_study".into()), "it was removed in another window");
    let removed = server.send("GET", "/api/studies?removed=true", &anna, "").await.json();
    assert_eq!((&removed["total"], &removed["rows"][0]["removed"]), (&json!(1), &json!(true)));
    assert_eq!(server.send("POST", &path("/restore"), &anna, "").await.status, 204);
    assert_eq!(server.get(&path("")).await.status, 200, "it is shared as it was");
}

#[tokio::test]
async fn what_is_no_study_is_refused_and_leaves_nothing() {
    let server = Running::club().await;
    let mut nameless = first();
    nameless["name"] = json!(" \u{7} ");
    let mut illegal = first();
    illegal["tree"]["nodes"][0]["uci"] = json!("e2e5");
    let mut long_name = first();
    long_name["name"] = json!("x".repeat(201));
    let mut no_request = first();
    no_request["request"] = json!("two words");
    let mut no_game = first();
    no_game["source"] = json!("short");
    let many = vec![first()["tree"]["nodes"][0].clone(); 2001];
    let mut too_many = first();
    too_many["tree"]["nodes"] = json!(many);
    let mut huge = first();
    huge["tree"]["comments"] = json!(["x".repeat(1 << 20)]);
    for (body, expected) in [
        (nameless, (400, "bad_title")),
        (save(0, "a", "b"), (400, "bad_title")),
        (illegal, (400, "bad_move")),
        (long_name, (400, "bad_body")),
        (no_request, (400, "bad_id")),
        (no_game, (404, "no_game")),
        (too_many, (400, "bad_move")),
        (huge, (413, "too_large")),
        (save(4, "a", "b"), (404, "no_study")),
        (json!({}), (400, "bad_body")),
    ] {
        let answer = put(&server, SECRET, &body).await;
        let (status, code) = expected;
        assert_eq!(seen(&answer), (status, code.into()), "{}", answer.body);
    }
    let nobody = put(&server, "", &first()).await;
    assert_eq!(seen(&nobody), (401, "login_needed".into()), "it has to be somebody's");
    let odd = put(&server, "x-study-secret: short", &first()).await;
    assert_eq!(seen(&odd), (403, "wrong_secret".into()));
    for id in ["short", "AAAAbbbbCCCC111%21", "AAAAbbbbCCCC11111"] {
        let answer = server.get(&format!("/api/studies/{id}")).await;
        assert_eq!(seen(&answer), (404, "no_study".into()), "{id}");
    }
    let admin = server.log_in("admin").await;
    let all = server.send("GET", "/api/studies?all=true", &admin, "").await.json();
    assert_eq!(all["total"], 0);
}

#[tokio::test]
async fn a_secret_and_what_is_private_are_told_to_nobody() {
    let server = Running::club().await;
    assert_eq!(put(&server, SECRET, &first()).await.status, 200);
    let secret = SECRET.split(' ').nth(1).expect("a secret");
    let admin = server.log_in("admin").await;
    let share = server.send("PATCH", &path(""), SECRET, r#"{"shared": true}"#).await;
    let mut answers = vec![share];
    for headers in [SECRET, OTHER, "", &admin] {
        for at in [path(""), path("/pgn"), "/api/studies".into(), "/api/games".into()] {
            answers.push(server.send("GET", &at, headers, "").await);
        }
        answers.push(put(&server, headers, &save(0, "a", "b")).await);
    }
    for Answer { head, body, .. } in &answers {
        assert!(!head.contains(secret) && !body.contains(secret), "{head}\n{body}");
    }
    let refused = put(&server, OTHER, &save(1, "a", "b")).await;
    assert_eq!(refused.json()["values"], json!([]), "and nobody learns what saves are called");
}

#[tokio::test]
async fn the_owner_of_a_server_has_all_studies_on_it() {
    let (server, owner) = Running::owned().await;
    assert_eq!(put(&server, SECRET, &first()).await.status, 200);
    let all = server.send("GET", "/api/studies?all=true", &owner, "").await.json();
    assert_eq!((&all["total"], &all["rows"][0]["editable"]), (&json!(1), &json!(true)));
    assert_eq!(put(&server, &owner, &save(1, "b", "from another browser")).await.status, 200);
    assert_eq!(server.send("DELETE", &path(""), &owner, "").await.status, 204);
}

#[tokio::test]
async fn a_study_is_there_after_a_restart() {
    let directory = tempfile::tempdir().expect("a place");
    let open = || -> Arc<dyn Store> {
        let directory = DataDirectory::open(directory.path()).expect("a directory");
        Arc::new(Sqlite::open(directory).expect("a library"))
    };
    let server = Running::with(with_admin(), open()).await;
    assert_eq!(put(&server, SECRET, &first()).await.status, 200);
    assert_eq!(put(&server, SECRET, &save(1, "b", "kept")).await.status, 200);
    let before = server.send("GET", &path(""), SECRET, "").await.json();
    assert!(server.stop().await);
    let server = Running::with(with_admin(), open()).await;
    let mut after = server.send("GET", &path(""), SECRET, "").await.json();
    after["row"]["link"] = before["row"]["link"].clone();
    assert_eq!(after, before);
    assert!(server.stop().await);
}
