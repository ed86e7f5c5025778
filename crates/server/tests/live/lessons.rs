//! Lessons: games that stop at the bell and go on next week, and what a group may use.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use store::{DataDirectory, Memory, Sqlite, Store};

use super::client::{Client, acked, rejected};
use super::failing_store::{FailingStore, Failure};
use super::server::{Answer, Created, Running, new_game, password, with_admin};

const EVERYONE: &str = r#"{"type": "everyone"}"#;
const GROUP: &str = r#"{"type": "group", "name": "5a"}"#;
const FEATURES: [&str; 6] =
    ["hints", "takebacks", "evaluation", "analysis", "reviews", "opponents"];

/// A club in which Anna and Ben are in 5a, Carla in 6b and Dora in no group, and the admin.
async fn school(store: Arc<dyn Store>) -> (Running, String) {
    let server = Running::with(with_admin(), store).await;
    let admin = server.log_in("admin").await;
    for (name, group) in [("Anna", "5a"), ("Ben", "5a"), ("Carla", "6b"), ("Dora", "")] {
        let group = Some(group).filter(|group| !group.is_empty());
        let member = json!({ "name": name, "password": password(name), "group": group });
        let answer = server.send("POST", "/api/members", &admin, member.to_string()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    (server, admin)
}

/// Two minutes for each side.
fn timed() -> Value {
    let time = json!({ "base_ms": 120_000, "bonus": { "type": "none" } });
    let mut new = new_game();
    new["time"] = json!({ "white": time, "black": time });
    new
}

fn against(strength: &Value) -> Value {
    let mut new = new_game();
    new["seats"]["white"]["name"] = json!(null);
    new["seats"]["black"] =
        json!({ "name": null, "player": { "type": "engine", "strength": strength } });
    new
}

/// Somebody creates a game and has both seats.
async fn create(server: &Running, headers: &str, new: &Value) -> Created {
    let answer = server.send("POST", "/api/games", headers, new.to_string()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let created = answer.json();
    let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
    Created {
        id: text(&created["id"]).expect("an id"),
        white: text(&created["secrets"]["white"]),
        black: text(&created["secrets"]["black"]),
        invitation: None,
    }
}

async fn adjourn(server: &Running, headers: &str, games: &str) -> Value {
    server.send("POST", "/api/lessons/adjourn", headers, games).await.json()
}

async fn go_on(server: &Running, headers: &str, games: &str) -> Value {
    server.send("POST", "/api/lessons/continue", headers, games).await.json()
}

async fn set_rules(server: &Running, headers: &str, rules: &Value) {
    let answer = server.send("PUT", "/api/lessons/rules", headers, rules.to_string()).await;
    assert_eq!(answer.status, 204, "{}", answer.body);
}

#[tokio::test]
async fn rules_that_are_stored_without_confirmation_apply_here_too() {
    let store = FailingStore::new();
    let (server, admin) = school(Arc::clone(&store) as Arc<dyn Store>).await;
    let new = json!({ "scope": { "type": "visitors" }, "locked": ["analysis"] }).to_string();
    store.fail(Failure::Unconfirmed);
    let answer = server.send("PUT", "/api/lessons/rules", &admin, new).await;
    assert_eq!(answer.status, 503, "{}", answer.body);
    let locks = server.get("/api/session").await.json()["locks"].clone();
    assert_eq!(locks["locked"], json!(["analysis"]));
}

fn rules(group: &str, locked: &[&str]) -> Value {
    json!({ "scope": { "type": "group", "name": group }, "locked": locked })
}

async fn status(server: &Running, game: &Created) -> String {
    let view = server.get(&format!("/api/games/{}", game.id)).await.json();
    view["state"]["status"]["type"].as_str().expect("a status").to_owned()
}

fn clocks(message: &Value) -> [u64; 2] {
    let remaining = &message["state"]["clocks"]["remaining_ms"];
    ["white", "black"].map(|side| remaining[side].as_u64().expect("a clock"))
}

#[tokio::test]
async fn at_the_bell_the_games_of_a_group_stop_and_next_week_they_go_on() {
    let directory = tempfile::tempdir().expect("a place");
    let open = || -> Arc<dyn Store> {
        let directory = DataDirectory::open(directory.path()).expect("a directory");
        Arc::new(Sqlite::open(directory).expect("a library"))
    };
    let (server, admin) = school(open()).await;
    let anna = server.log_in("Anna").await;
    let game = create(&server, &anna, &timed()).await;
    let mut white = Client::join(&server, "white", &game.id, game.white.as_deref()).await;
    let mut black = Client::join(&server, "black", &game.id, game.black.as_deref()).await;
    acked(&white.play("e2e4").await);
    black.event("moved").await;
    acked(&black.play("e7e5").await);
    assert_eq!(adjourn(&server, &admin, GROUP).await, json!({ "games": 1, "failed": 0 }));
    assert_eq!(adjourn(&server, &admin, GROUP).await, json!({ "games": 0, "failed": 0 }));
    let adjourned = white.event("adjourned").await;
    black.event("adjourned").await;
    assert_eq!(adjourned["state"]["status"]["type"], "adjourned");
    assert_eq!(adjourned["state"]["clocks"]["running"], Value::Null);
    assert_eq!(adjourned["state"]["legal"]["destinations"], json!({}));
    rejected(&white.play("g1f3").await, "adjourned");
    for command in [
        json!({ "type": "offer", "offer": "draw" }),
        json!({ "type": "claim_abandoned", "result": "win" }),
        json!({ "type": "give_time", "ms": 5_000 }),
    ] {
        rejected(&black.command(command).await, "adjourned");
    }
    let shown = clocks(&adjourned);
    let listed = server.get("/api/games?status=adjourned").await.json();
    assert_eq!(listed["total"], 1);
    drop((white, black));
    assert!(server.stop().await);

    // A week later. The admin is logged in again, as cookies do not last as long.
    let week = Duration::from_hours(7 * 24);
    let server = Running::with(with_admin(), FailingStore::over(open(), week)).await;
    let admin = server.log_in("admin").await;
    let mut white = Client::connect(&server, "white-again").await;
    white.hello(&game.id, game.white.as_deref(), None).await;
    let full = white.until("full").await;
    assert_eq!(full["game"]["state"]["status"]["type"], "adjourned");
    assert_eq!(clocks(&full["game"]), shown);
    assert_eq!(go_on(&server, &admin, GROUP).await, json!({ "games": 1, "failed": 0 }));
    assert_eq!(go_on(&server, &admin, GROUP).await, json!({ "games": 0, "failed": 0 }));
    let continued = white.event("continued").await;
    assert_eq!(continued["state"]["status"]["type"], "playing");
    assert_eq!(clocks(&continued), shown, "the clocks go on from where they stood");
    assert_eq!(continued["state"]["clocks"]["running"], "white");
    acked(&white.play("g1f3").await);
    // The opponent is not back yet, and has a fair time to come.
    let claim = json!({ "type": "claim_abandoned", "result": "win" });
    rejected(&white.command(claim).await, "opponent_may_return");
    assert!(server.stop().await);
}

#[tokio::test]
async fn a_group_everybody_or_one_game_is_adjourned() {
    let (server, admin) = school(Arc::new(Memory::new())).await;
    let (anna, carla) = (server.log_in("Anna").await, server.log_in("Carla").await);
    let of_anna = create(&server, &anna, &new_game()).await;
    let of_carla = create(&server, &carla, &new_game()).await;
    let of_visitor = server.create(&new_game()).await;
    assert_eq!(adjourn(&server, &admin, GROUP).await["games"], 1);
    assert_eq!(status(&server, &of_anna).await, "adjourned");
    assert_eq!(status(&server, &of_carla).await, "playing");
    let lesson = server.send("GET", "/api/lessons", &admin, "").await.json();
    let group = |name: &str, members: u32, playing: u32, adjourned: u32| {
        json!({
            "name": name, "members": members, "locks": null,
            "games": { "playing": playing, "adjourned": adjourned },
        })
    };
    assert_eq!(lesson["groups"], json!([group("5a", 2, 0, 1), group("6b", 1, 1, 0)]));
    assert_eq!(lesson["everyone"], json!({ "playing": 2, "adjourned": 1 }));
    assert_eq!(adjourn(&server, &admin, EVERYONE).await["games"], 2);
    assert_eq!(status(&server, &of_visitor).await, "adjourned");
    let one = json!({ "type": "game", "id": of_visitor.id }).to_string();
    assert_eq!(go_on(&server, &admin, &one).await["games"], 1);
    assert_eq!(status(&server, &of_visitor).await, "playing");
    assert_eq!(adjourn(&server, &admin, &one).await["games"], 1);
    assert_eq!(go_on(&server, &admin, EVERYONE).await["games"], 3);
    for (games, expected) in [
        (json!({ "type": "group", "name": "nobody" }), 200),
        (json!({ "type": "group", "name": "" }), 400),
        (json!({ "type": "game", "id": "nonsense!" }), 404),
    ] {
        let answer = server.send("POST", "/api/lessons/adjourn", &admin, games.to_string()).await;
        assert_eq!(answer.status, expected, "{games}");
    }
}

#[tokio::test]
async fn the_computer_waits_as_well() {
    let (server, admin) = school(Arc::new(Memory::new())).await;
    let mut new = against(&json!({ "type": "easy" }));
    new["seats"] = json!({ "white": new["seats"]["black"], "black": new["seats"]["white"] });
    let game = server.create(&new).await;
    assert_eq!(adjourn(&server, &admin, EVERYONE).await["games"], 1);
    let mut black = Client::join(&server, "black", &game.id, game.black.as_deref()).await;
    let path = format!("/api/games/{}/hint", game.id);
    let answer = server.post(&path, game.black.as_deref(), &json!({})).await;
    assert_eq!((answer.status, answer.code().as_str()), (409, "adjourned"));
    assert_eq!(black.ply, 0);
    assert_eq!(go_on(&server, &admin, EVERYONE).await["games"], 1);
    black.event("continued").await;
    black.event("moved").await;
    assert_eq!(adjourn(&server, &admin, EVERYONE).await["games"], 1);
    black.event("adjourned").await;
    acked(&black.command(json!({ "type": "resign" })).await);
}

/// Everything that can be locked, and what a request gets when it is not. The game is against the
/// computer.
fn requests(game: &Created) -> Vec<(&'static str, &'static str, String, Value)> {
    let start = json!({
        "start_fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "moves": ["e2e4"],
    });
    let mut live = start.clone();
    live["lines"] = json!(1);
    live["engine"] = json!(null);
    let of_game = |rest: &str| format!("/api/games/{}/{rest}", game.id);
    vec![
        ("hints", "POST", of_game("hint"), json!({})),
        ("evaluation", "POST", of_game("evaluation"), json!({})),
        ("evaluation", "POST", "/api/positions/evaluation".to_owned(), start.clone()),
        ("analysis", "POST", "/api/positions/evaluation".to_owned(), start),
        ("evaluation", "POST", "/api/positions/analysis".to_owned(), live.clone()),
        ("analysis", "POST", "/api/positions/analysis".to_owned(), live),
        ("reviews", "POST", of_game("review"), json!({})),
        ("reviews", "GET", of_game("review"), json!(null)),
        ("reviews", "GET", of_game("review/events"), json!(null)),
        ("opponents", "POST", "/api/games".to_owned(), against(&json!({ "type": "easy" }))),
    ]
}

async fn ask(
    server: &Running,
    headers: &str,
    secret: Option<&str>,
    (_, method, path, body): &(&str, &str, String, Value),
) -> Answer {
    let secret = secret.map(|secret| format!("x-seat-secret: {secret}"));
    let lines: Vec<_> = [headers, secret.as_deref().unwrap_or_default()]
        .into_iter()
        .filter(|line| !line.is_empty())
        .collect();
    let body = if body.is_null() { String::new() } else { body.to_string() };
    server.send(method, path, &lines.join("\n"), body).await
}

#[tokio::test]
async fn what_is_locked_for_a_group_is_denied_to_its_members_and_to_nobody_else() {
    let (server, admin) = school(Arc::new(Memory::new())).await;
    let body = json!({ "name": "Olga", "password": password("Olga"), "role": "organizer",
        "group": "5a" });
    let answer = server.send("POST", "/api/members", &admin, body.to_string()).await;
    assert_eq!(answer.status, 200);
    let anna = server.log_in("Anna").await;
    let others = [
        String::new(),
        server.log_in("Carla").await,
        server.log_in("Dora").await,
        server.log_in("Olga").await,
        admin.clone(),
    ];
    let game = create(&server, &anna, &against(&json!({ "type": "easy" }))).await;
    let denied = (403, "locked".to_owned());
    for request in requests(&game) {
        set_rules(&server, &admin, &rules("5a", &[request.0])).await;
        let seen = ask(&server, &anna, game.white.as_deref(), &request).await;
        assert_eq!((seen.status, seen.code()), denied, "{request:?}");
        let detail = &seen.json()["detail"];
        assert_eq!(
            detail,
            &json!({ "type": "locked", "feature": request.0, "max_rating": null,
                "until_ms": null, "visitors": false })
        );
    }
    set_rules(&server, &admin, &rules("5a", &FEATURES)).await;
    for headers in &others {
        for request in requests(&game) {
            // These would go on until the client leaves.
            if request.2.ends_with("analysis") || request.2.ends_with("events") {
                continue;
            }
            let seen = ask(&server, headers, None, &request).await;
            let code = if seen.status < 400 { String::new() } else { seen.code() };
            assert_ne!(code, "locked", "{headers}: {request:?}");
        }
    }
    set_rules(&server, &admin, &rules("5a", &[])).await;
    for request in &requests(&game)[..2] {
        let seen = ask(&server, &anna, game.white.as_deref(), request).await;
        assert_eq!(seen.status, 200, "unlocked: {request:?} {}", seen.body);
    }
}

#[tokio::test]
async fn takebacks_and_rematches_are_denied_in_running_games() {
    let (server, admin) = school(Arc::new(Memory::new())).await;
    let anna = server.log_in("Anna").await;
    let game = create(&server, &anna, &against(&json!({ "type": "easy" }))).await;
    let mut white = Client::connect_as(&server, "white", &anna).await;
    white.hello(&game.id, game.white.as_deref(), None).await;
    white.until("full").await;
    acked(&white.play("e2e4").await);
    white.event("moved").await;
    set_rules(&server, &admin, &rules("5a", &["takebacks", "opponents"])).await;
    rejected(&white.command(json!({ "type": "undo" })).await, "locked");
    rejected(&white.command(json!({ "type": "redo" })).await, "locked");
    set_rules(&server, &admin, &rules("5a", &["opponents"])).await;
    acked(&white.command(json!({ "type": "undo" })).await);
    acked(&white.command(json!({ "type": "resign" })).await);
    let rematch = json!({ "type": "offer", "offer": "rematch" });
    rejected(&white.command(rematch.clone()).await, "locked");
    set_rules(&server, &admin, &rules("5a", &[])).await;
    acked(&white.command(rematch).await);

    let mut shared = new_game();
    shared["shared"] = json!(true);
    shared["seats"]["white"]["name"] = json!("Anna");
    let game = create(&server, &anna, &shared).await;
    set_rules(&server, &admin, &rules("5a", &FEATURES)).await;
    let mut both = Client::connect_as(&server, "both", &anna).await;
    both.hello(&game.id, game.white.as_deref(), None).await;
    both.until("full").await;
    acked(&both.play("e2e4").await);
    acked(&both.command(json!({ "type": "undo" })).await);
}

#[tokio::test]
async fn opponents_are_allowed_up_to_a_rating() {
    let (server, admin) = school(Arc::new(Memory::new())).await;
    let anna = server.log_in("Anna").await;
    let rated = |rating: u16| json!({ "type": "rated", "rating": rating });
    let limited = |max: Value| {
        json!({ "scope": { "type": "group", "name": "5a" }, "locked": ["opponents"],
            "max_rating": max })
    };
    for (max, strength, expected) in [
        (json!(1200), rated(1200), 200),
        (json!(1200), rated(1250), 403),
        (json!(600), json!({ "type": "easy" }), 403),
        (json!(700), json!({ "type": "easy" }), 200),
        (json!(1000), json!({ "type": "medium" }), 403),
        (json!(1100), json!({ "type": "medium" }), 200),
        (json!(1500), json!({ "type": "hard" }), 403),
        (json!(1600), json!({ "type": "hard" }), 200),
        (json!(2800), json!({ "type": "full" }), 403),
        (json!(null), rated(400), 403),
    ] {
        set_rules(&server, &admin, &limited(max.clone())).await;
        let new = against(&strength).to_string();
        let answer = server.send("POST", "/api/games", &anna, new).await;
        assert_eq!(answer.status, expected, "{max} {strength}: {}", answer.body);
    }
    let mut people = new_game();
    people["seats"]["white"]["name"] = json!("Anna");
    let answer = server.send("POST", "/api/games", &anna, people.to_string()).await;
    assert_eq!(answer.status, 200, "people may always be played");
}

#[tokio::test]
async fn rules_end_with_their_time_and_survive_a_restart_until_then() {
    let directory = tempfile::tempdir().expect("a place");
    let open = || -> Arc<dyn Store> {
        let directory = DataDirectory::open(directory.path()).expect("a directory");
        Arc::new(Sqlite::open(directory).expect("a library"))
    };
    let (server, admin) = school(open()).await;
    let session = async |server: &Running, headers: &str| {
        server.send("GET", "/api/session", headers, "").await.json()["locks"].clone()
    };
    let hour = json!({ "scope": { "type": "group", "name": "5a" }, "locked": ["hints", "reviews"],
        "for_ms": 3_600_000 });
    set_rules(&server, &admin, &hour).await;
    let visitors = json!({ "scope": { "type": "visitors" }, "locked": ["analysis"], "for_ms": 1 });
    set_rules(&server, &admin, &visitors).await;
    assert!(server.stop().await);

    let server = Running::with(with_admin(), open()).await;
    let anna = server.log_in("Anna").await;
    let locks = session(&server, &anna).await;
    assert_eq!(locks["locked"], json!(["hints", "reviews"]));
    let left = locks["remaining_ms"].as_u64().expect("an end");
    assert!((3_000_000..=3_600_000).contains(&left), "{left}");
    assert_eq!(session(&server, "").await, Value::Null, "its time is over");
    let path = json!({ "start_fen": "8/8/8/8/8/8/8/KQk5 w - - 0 1", "moves": [] });
    let answer = server.send("POST", "/api/positions", "", path.to_string()).await;
    assert_ne!(answer.code(), "locked");
    assert!(server.stop().await);
}

#[tokio::test]
async fn what_is_locked_for_visitors_is_denied_to_whoever_logs_out() {
    let (server, admin) = school(Arc::new(Memory::new())).await;
    let visitors = json!({ "scope": { "type": "visitors" }, "locked": FEATURES });
    let game = server.create(&against(&json!({ "type": "easy" }))).await;
    set_rules(&server, &admin, &visitors).await;
    for request in requests(&game) {
        let seen = ask(&server, "", game.white.as_deref(), &request).await;
        assert_eq!((seen.status, seen.code().as_str()), (403, "locked"), "{request:?}");
        assert_eq!(seen.json()["detail"]["visitors"], true);
    }
    let mut white = Client::join(&server, "white", &game.id, game.white.as_deref()).await;
    rejected(&white.command(json!({ "type": "undo" })).await, "locked");
    let dora = server.log_in("Dora").await;
    let answer = server
        .send("POST", "/api/games", &dora, against(&json!({ "type": "easy" })).to_string())
        .await;
    assert_eq!(answer.status, 200);
}
