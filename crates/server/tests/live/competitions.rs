//! Competitions over HTTP: an evening on screen and on wooden boards, who may do what, and what is
//! rejected.
// req: C8

mod evening;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use store::{Hint, Memory, Store};

use self::evening::{BARE_KINGS, Evening, club, create, guests, open, set_result, swiss};
use super::analysis::Watcher;
use super::client::{Client, acked, rejected};
use super::failing_store::{FailingStore, Failure};
use super::server::{Running, eventually, with_admin};
use super::several_servers::Database;

#[tokio::test]
async fn an_evening_goes_from_entries_to_standings() {
    let server = club(Arc::new(Memory::new()), &["Anna", "Ben"]).await;
    let admin = server.log_in("admin").await;
    let mut evening = Evening::create(&server, &admin, swiss(2)).await;
    let enter = json!({
        "type": "enter", "members": ["anna", "Ben"],
        "guests": [{ "name": "Cleo", "group": "4b", "rating": 1500 }, { "name": "Dan" }],
    });
    let view = evening.order(&admin, enter).await;
    let entrants = view["entrants"].as_array().expect("entrants");
    let seen: Vec<_> =
        entrants.iter().map(|e| (e["name"].as_str(), e["member"].as_bool())).collect();
    let expected = [("Anna", true), ("Ben", true), ("Cleo", false), ("Dan", false)];
    assert_eq!(seen, expected.map(|(name, member)| (Some(name), Some(member))));
    let view = evening.order(&admin, json!({ "type": "pair_round" })).await;
    assert_eq!(view["rounds"][0]["boards"].as_array().expect("boards").len(), 2);
    evening.order(&admin, set_result(1, 1, "white_wins")).await;
    let view = evening.order(&admin, set_result(1, 2, "draw")).await;
    assert_eq!(view["standings"][0]["points"], "1.0");
    let columns = view["settings"]["tie_breaks"].as_array().expect("tie-breaks").len();
    assert_eq!(view["standings"][0]["tie_breaks"].as_array().expect("values").len(), columns);
    evening.order(&admin, json!({ "type": "pair_round" })).await;
    evening.order(&admin, set_result(2, 1, "black_wins")).await;
    evening.order(&admin, set_result(2, 2, "white_wins_by_forfeit")).await;
    let view = evening.order(&admin, json!({ "type": "finish" })).await;
    assert_eq!(view["finished"], true);

    let rows = server.get("/api/competitions").await.json();
    assert_eq!((&rows[0]["rounds"], &rows[0]["format"]), (&json!(2), &json!("swiss")));
    let pgn = evening.get("", "/pgn").await.body;
    assert_eq!(pgn.matches("[Event \"Club evening\"]").count(), 4);
    assert!(pgn.contains("[Round \"2.1\"]") && pgn.contains("[WhiteElo \"1500\"]"), "{pgn}");
    let report = evening.get("", "/trf").await.body;
    assert!(report.contains("012 Club evening") && report.contains("Cleo"), "{report}");
    assert!(server.stop().await);
}

#[tokio::test]
async fn a_game_on_the_server_brings_its_result_with_it() {
    let server = club(Arc::new(Memory::new()), &["Anna", "Ben"]).await;
    let admin = server.log_in("admin").await;
    let mut evening = Evening::create(&server, &admin, swiss(1)).await;
    let enter = json!({ "type": "enter", "members": ["Anna", "Ben"], "guests": [] });
    evening.order(&admin, enter).await;
    evening.order(&admin, json!({ "type": "pair_round" })).await;
    let view = evening.order(&admin, json!({ "type": "start_games", "board": null })).await;
    let game = view["rounds"][0]["boards"][0]["game"].as_str().expect("a game").to_owned();
    // Asking again starts no second game.
    let view = evening.order(&admin, json!({ "type": "start_games", "board": 1 })).await;
    assert_eq!(view["rounds"][0]["boards"][0]["game"], game.as_str());

    let mut players = Vec::new();
    for name in ["Anna", "Ben"] {
        let headers = server.log_in(name).await;
        let own = server.send("GET", "/api/pairings", &headers, "").await.json();
        assert_eq!((&own[0]["game"], own[0]["board"].as_u64()), (&json!(game), Some(1)));
        let color = own[0]["color"].as_str().expect("a color").to_owned();
        let path = format!("/api/games/{game}/seats");
        let seats = server.send("POST", &path, &headers, "").await.json();
        let secret = seats["secrets"][&color].as_str().expect("a secret").to_owned();
        players.push((color, Client::join(&server, name, &game, Some(&secret)).await));
    }
    players.sort_by_key(|(color, _)| color != "white");
    let [(_, white), (_, black)] = &mut players[..] else { panic!("two players") };
    acked(&white.play("e2e4").await);
    black.event("moved").await;
    rejected(&white.command(json!({ "type": "offer", "offer": "takeback" })).await, "not_allowed");
    acked(&black.command(json!({ "type": "resign" })).await);
    let board = eventually(async || {
        let board = evening.view().await["rounds"][0]["boards"][0].clone();
        (board["result"] == "white_wins").then_some(board)
    });
    let board = board.await;
    assert_eq!(board["source"], "game");
    assert!(board["fen"].as_str().expect("a position").contains("4P3"), "{board}");
    rejected(&black.command(json!({ "type": "offer", "offer": "rematch" })).await, "not_allowed");
    let pgn = evening.get("", "/pgn").await.body;
    assert!(pgn.contains("1. e4") && pgn.contains("[Round \"1.1\"]"), "{pgn}");
    assert_eq!(
        server.send("GET", "/api/pairings", &server.log_in("Anna").await, "").await.json(),
        json!([])
    );
}

/// A game ends, and no server that runs is told.
pub(super) async fn resign_elsewhere(store: &dyn Store, game: &str) {
    let game_id = game::GameId::new(game).expect("an id");
    let stored = store.load(&game_id).await.expect("a store").expect("a game");
    let mut live = game::Game::replay(stored.records).expect("a game");
    let base = live.version();
    let now = live.last_at();
    let resign = game::Command::Resign;
    let events = live.decide(game::Actor::Player(chess::Color::White), &resign, now);
    let mut records = Vec::new();
    for event in events.expect("a player may resign") {
        let record = live.record(event, now);
        live.apply(&record).expect("it fits");
        records.push(record);
    }
    let summary = library::summary::summary(&live);
    let entry =
        store::Entry { game: game_id, base, request: None, records, summary, seat_owners: None };
    store.append(entry).await.expect("it is stored");
}

/// The competition of a game, as the server tells everybody who follows it.
async fn competition_of(server: &Running, game: &str) -> Value {
    let mut watcher = Client::connect(server, "watcher").await;
    watcher.hello(game, None, None).await;
    watcher.until("competition").await["competition"].clone()
}

#[tokio::test]
async fn a_game_says_which_competition_it_belongs_to_even_after_its_end_and_a_restart() {
    let directory = tempfile::tempdir().expect("a directory");
    let server = club(open(directory.path()), &["Anna", "Ben"]).await;
    let admin = server.log_in("admin").await;
    let mut evening = Evening::create(&server, &admin, swiss(1)).await;
    let game = first_game(&mut evening, &admin).await;
    let id = json!(evening.id);
    assert_eq!(competition_of(&server, &game).await, id);
    resign(&server, "Anna", &game).await;
    until_taken_over(&evening).await;
    evening.order(&admin, json!({ "type": "finish" })).await;
    assert_eq!(competition_of(&server, &game).await, id);
    assert!(server.stop().await);
    let server = Running::with(with_admin(), open(directory.path())).await;
    assert_eq!(competition_of(&server, &game).await, id);
}

/// The first round of two members, and its only game.
async fn first_game(evening: &mut Evening<'_>, admin: &str) -> String {
    let enter = json!({ "type": "enter", "members": ["Anna", "Ben"], "guests": [] });
    evening.order(admin, enter).await;
    evening.order(admin, json!({ "type": "pair_round" })).await;
    let view = evening.order(admin, json!({ "type": "start_games", "board": null })).await;
    view["rounds"][0]["boards"][0]["game"].as_str().expect("a game").to_owned()
}

/// Waits until the first board has the result of its game.
async fn until_taken_over(evening: &Evening<'_>) {
    let is_taken_over = async || {
        let board = evening.view().await["rounds"][0]["boards"][0].clone();
        (board["source"] == "game").then_some(())
    };
    eventually(is_taken_over).await;
}

/// A member resigns in a game.
async fn resign(server: &Running, name: &'static str, game: &str) {
    let headers = server.log_in(name).await;
    let seats = server.send("POST", &format!("/api/games/{game}/seats"), &headers, "").await;
    let secrets = seats.json()["secrets"].clone();
    let secret = secrets["white"].as_str().or(secrets["black"].as_str()).expect("a secret");
    let mut player = Client::join(server, name, game, Some(secret)).await;
    acked(&player.command(json!({ "type": "resign" })).await);
}

#[tokio::test]
async fn a_result_that_cannot_be_stored_is_taken_over_later() {
    let store = FailingStore::new();
    let server = club(Arc::clone(&store) as Arc<dyn Store>, &["Anna", "Ben"]).await;
    let admin = server.log_in("admin").await;
    let mut evening = Evening::create(&server, &admin, swiss(1)).await;
    let game = first_game(&mut evening, &admin).await;
    store.fail(Failure::CompetitionsFull);
    resign(&server, "Anna", &game).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    store.fail(Failure::None);
    until_taken_over(&evening).await;
}

#[tokio::test]
async fn a_result_that_another_server_did_not_take_over_is_taken_over_when_it_is_gone() {
    let store = FailingStore::new();
    let _other = store.beside();
    let server = club(Arc::clone(&store) as Arc<dyn Store>, &["Anna", "Ben"]).await;
    let admin = server.log_in("admin").await;
    let mut evening = Evening::create(&server, &admin, swiss(1)).await;
    let game = first_game(&mut evening, &admin).await;
    resign_elsewhere(&*store, &game).await;
    store.hints.send(Hint::Anything).expect("the server listens");
    until_taken_over(&evening).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_is_taken_over_by_a_server_that_has_not_loaded_the_competition() {
    let database = Database::new();
    let server = club(database.connect().await, &["Anna", "Ben"]).await;
    let other = Running::with(with_admin(), database.connect().await).await;
    let admin = server.log_in("admin").await;
    let mut evening = Evening::create(&server, &admin, swiss(1)).await;
    let game = first_game(&mut evening, &admin).await;
    resign(&other, "Anna", &game).await;
    until_taken_over(&evening).await;
}

#[tokio::test]
async fn a_result_from_before_a_crash_is_taken_over_afterwards() {
    let directory = tempfile::tempdir().expect("a place");
    let store = open(directory.path());
    let server = club(Arc::clone(&store), &["Anna", "Ben"]).await;
    let admin = server.log_in("admin").await;
    let mut evening = Evening::create(&server, &admin, swiss(1)).await;
    let enter = json!({ "type": "enter", "members": ["Anna", "Ben"], "guests": [] });
    evening.order(&admin, enter).await;
    evening.order(&admin, json!({ "type": "pair_round" })).await;
    let view = evening.order(&admin, json!({ "type": "start_games", "board": null })).await;
    let (version, id) = (view["version"].clone(), evening.id.clone());
    let game = view["rounds"][0]["boards"][0]["game"].as_str().expect("a game").to_owned();
    assert!(server.stop().await);
    resign_elsewhere(&*store, &game).await;

    let server = Running::with(with_admin(), store).await;
    let evening = Evening { server: &server, id, requests: 0 };
    let view = eventually(async || {
        let view = evening.view().await;
        (view["version"] != version).then_some(view)
    });
    assert_eq!(view.await["rounds"][0]["boards"][0]["result"], "black_wins");
}

#[tokio::test]
async fn players_report_and_the_organizer_decides() {
    let server = club(Arc::new(Memory::new()), &["Anna", "Ben", "Eve"]).await;
    let admin = server.log_in("admin").await;
    let [anna, ben, eve] =
        [server.log_in("Anna").await, server.log_in("Ben").await, server.log_in("Eve").await];
    let mut evening = Evening::create(&server, &admin, swiss(1)).await;
    let enter = json!({ "type": "enter", "members": ["Anna", "Ben"], "guests": [] });
    evening.order(&admin, enter).await;
    evening.order(&admin, json!({ "type": "pair_round" })).await;
    let report =
        |result: &str| json!({ "type": "report", "round": 1, "board": 1, "result": result });
    let view = evening.order(&anna, report("white_wins")).await;
    assert_eq!(view["rounds"][0]["boards"][0]["result"], Value::Null);
    assert!(view["caller"]["entrant"].is_u64() && view["caller"]["organizer"] == false, "{view}");
    let view = evening.order(&ben, report("draw")).await;
    assert_eq!(view["rounds"][0]["boards"][0]["disputed"], true);
    let stranger = evening.refused(&eve, report("draw")).await;
    assert_eq!((stranger.0, stranger.1.as_str()), (403, "organizer_only"));
    let visitor = evening.refused("", report("draw")).await;
    assert_eq!((visitor.0, visitor.1.as_str()), (401, "login_needed"));
    let unpaired = json!({ "type": "report", "round": 1, "board": 9, "result": "draw" });
    assert_eq!(evening.refused(&anna, unpaired).await, (409, "no_board".into(), json!(["1", "9"])));
    let view = evening.order(&ben, report("white_wins")).await;
    let board = &view["rounds"][0]["boards"][0];
    assert_eq!((&board["result"], &board["source"]), (&json!("white_wins"), &json!("players")));
    let again = evening.refused(&anna, report("draw")).await;
    assert_eq!(again, (409, "result_known".into(), json!(["1", "1"])));
    evening.order(&admin, set_result(1, 1, "draw")).await;
}

#[tokio::test]
async fn everybody_may_what_their_role_allows() {
    let server = club(Arc::new(Memory::new()), &["Anna"]).await;
    let (admin, anna) = (server.log_in("admin").await, server.log_in("Anna").await);
    let mut evening = Evening::create(&server, &admin, swiss(3)).await;
    evening.order(&admin, guests(&["Ada", "Bob", "Cleo", "Dan"])).await;
    evening.order(&admin, json!({ "type": "pair_round" })).await;
    for command in [
        guests(&["Zoe"]),
        json!({ "type": "edit", "id": 1, "entrant": { "name": "Zoe" } }),
        json!({ "type": "withdraw", "id": 1 }),
        json!({ "type": "return", "id": 1 }),
        json!({ "type": "announce_absence", "id": 1, "round": 2, "kind": "zero_point" }),
        json!({ "type": "cancel_absence", "id": 1, "round": 2 }),
        json!({ "type": "forbid_pair", "first": 1, "second": 2 }),
        json!({ "type": "allow_pair", "first": 1, "second": 2 }),
        json!({ "type": "pair_round" }),
        json!({ "type": "pair_by_hand", "pairs": [], "bye": null }),
        json!({ "type": "remove_pairing" }),
        json!({ "type": "exchange", "first": 1, "second": 2 }),
        set_result(1, 1, "draw"),
        json!({ "type": "clear_result", "round": 1, "board": 1 }),
        json!({ "type": "decide_match", "round": 1, "board": 1, "winner": 1 }),
        json!({ "type": "record_position", "round": 1, "board": 1, "fen": BARE_KINGS }),
        json!({ "type": "start_games", "board": null }),
        json!({ "type": "finish" }),
        json!({ "type": "reopen" }),
        json!({ "type": "undo", "version": 2 }),
    ] {
        let visitor = evening.refused("", command.clone()).await;
        assert_eq!((visitor.0, visitor.1.as_str()), (401, "login_needed"), "{command}");
        let member = evening.refused(&anna, command.clone()).await;
        assert_eq!((member.0, member.1.as_str()), (403, "organizer_only"), "{command}");
    }
    for (headers, status) in [("", 401), (&anna, 403), (&admin, 200)] {
        assert_eq!(evening.get(headers, "/history").await.status, status);
        assert_eq!(create(&server, headers, "other", swiss(3)).await.status, status);
        for part in ["", "/pgn", "/trf"] {
            assert_eq!(evening.get(headers, part).await.status, 200);
        }
    }
}

#[tokio::test]
async fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let server = club(Arc::new(Memory::new()), &[]).await;
    let admin = server.log_in("admin").await;
    for (format, code) in [(swiss(0), "bad_rounds"), (swiss(1000), "bad_rounds")] {
        let answer = create(&server, &admin, "bad", format).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, code));
    }
    let mut evening = Evening::create(&server, &admin, swiss(3)).await;
    let version = evening.order(&admin, guests(&["Ada", "Bob"])).await["version"].clone();
    for (command, code, values) in [
        // All of them enter or none.
        (guests(&["Cleo", "ADA"]), "name_taken", json!(["Ada"])),
        (guests(&["\u{7}"]), "bad_name", json!([])),
        (
            json!({ "type": "enter", "members": ["Nobody"], "guests": [] }),
            "no_member",
            json!(["Nobody"]),
        ),
        (set_result(1, 1, "draw"), "no_board", json!(["1", "1"])),
        (json!({ "type": "withdraw", "id": 7 }), "no_entrant", json!(["7"])),
        (json!({ "type": "return", "id": 1 }), "not_withdrawn", json!(["Ada"])),
        (json!({ "type": "forbid_pair", "first": 1, "second": 1 }), "same_player", json!([])),
        (json!({ "type": "forbid_pair", "first": 1, "second": 9 }), "no_entrant", json!(["9"])),
        (json!({ "type": "remove_pairing" }), "nothing_paired", json!([])),
        (json!({ "type": "undo", "version": 1 }), "cannot_undo", json!([])),
        (json!({ "type": "undo", "version": 99 }), "cannot_undo", json!([])),
        (
            json!({ "type": "announce_absence", "id": 1, "round": 1, "kind": "excused" }),
            "bad_absence",
            json!([]),
        ),
        (
            json!({ "type": "record_position", "round": 1, "board": 1, "fen": "nonsense" }),
            "bad_fen",
            json!([]),
        ),
        (json!({ "type": "reopen" }), "competition_not_finished", json!([])),
        (json!({ "type": "dance" }), "bad_body", json!([])),
    ] {
        let (status, seen, seen_values) = evening.refused(&admin, command.clone()).await;
        assert!((400..500).contains(&status), "{command}");
        assert_eq!((seen.as_str(), seen_values), (code, values), "{command}");
    }
    assert_eq!(evening.view().await["version"], version);
    assert_eq!(server.get("/api/competitions/nosuchone1").await.code(), "no_competition");
    assert_eq!(server.get("/api/competitions/..").await.status, 404);
}

#[tokio::test]
async fn a_repeated_request_is_carried_out_once() {
    let server = club(Arc::new(Memory::new()), &[]).await;
    let admin = server.log_in("admin").await;
    let first = create(&server, &admin, "same", swiss(3)).await.json();
    assert_eq!(create(&server, &admin, "same", swiss(3)).await.json(), first);
    assert_eq!(server.get("/api/competitions").await.json().as_array().map(Vec::len), Some(1));
    let id = first["id"].as_str().expect("an id").to_owned();
    let evening = Evening { server: &server, id, requests: 0 };
    for _ in 0..2 {
        let answer = evening.repeat(&admin, "enter", guests(&["Ada"])).await;
        assert_eq!(answer.json()["entrants"].as_array().map(Vec::len), Some(1));
    }
}

#[tokio::test]
async fn of_two_organizers_at_once_nobody_loses_anything() {
    let server = club(Arc::new(Memory::new()), &[]).await;
    let admin = server.log_in("admin").await;
    let evening = Evening::create(&server, &admin, swiss(3)).await;
    let enter = async |number: u32| {
        let name = format!("Player {number}");
        let request = format!("enter {number}").replace(' ', "-");
        evening.repeat(&admin, &request, guests(&[&name])).await.status
    };
    let statuses = futures_util::future::join_all((0..12).map(enter)).await;
    assert_eq!(statuses, [200; 12]);
    assert_eq!(evening.view().await["entrants"].as_array().map(Vec::len), Some(12));
}

#[tokio::test]
async fn a_mistake_is_found_in_the_history_and_undone() {
    let server = club(Arc::new(Memory::new()), &[]).await;
    let admin = server.log_in("admin").await;
    let mut evening = Evening::create(&server, &admin, swiss(3)).await;
    evening.order(&admin, guests(&["Ada", "Bob"])).await;
    evening.order(&admin, json!({ "type": "pair_round" })).await;
    evening.order(&admin, set_result(1, 1, "black_wins")).await;
    let history = evening.get(&admin, "/history").await.json();
    let entry = &history["entries"][0];
    assert_eq!((&entry["kind"], &entry["result"]), (&json!("result_set"), &json!("black_wins")));
    assert_eq!(
        (&entry["undoable"], &history["entries"][1]["undoable"]),
        (&json!(true), &json!(false))
    );
    let view = evening.order(&admin, json!({ "type": "undo", "version": entry["version"] })).await;
    assert_eq!(view["rounds"][0]["boards"][0]["result"], Value::Null);
}

#[tokio::test]
async fn followers_learn_of_every_change() {
    let server = club(Arc::new(Memory::new()), &[]).await;
    let admin = server.log_in("admin").await;
    let mut evening = Evening::create(&server, &admin, swiss(3)).await;
    let path = format!("/api/competitions/{}/events", evening.id);
    let mut events = Watcher::get(&server, &path).await;
    events.until("\"version\":1}", 1).await;
    evening.order(&admin, guests(&["Ada"])).await;
    events.until("\"version\":2}", 1).await;
    assert!(server.stop().await);
}

#[tokio::test]
async fn siblings_do_not_meet_and_the_history_says_so() {
    let server = club(Arc::new(Memory::new()), &[]).await;
    let admin = server.log_in("admin").await;
    let mut evening = Evening::create(&server, &admin, swiss(3)).await;
    evening.order(&admin, guests(&["Ada", "Bob", "Cleo", "Dan"])).await;
    let view =
        evening.order(&admin, json!({ "type": "forbid_pair", "first": 3, "second": 1 })).await;
    assert_eq!(view["forbidden"], json!([[1, 3]]));
    let view = evening.order(&admin, json!({ "type": "pair_round" })).await;
    let boards = view["rounds"][0]["boards"].as_array().expect("boards");
    let is_theirs = |board: &Value| {
        let players = &board["players"];
        [&players["white"], &players["black"]].iter().all(|it| **it == 1 || **it == 3)
    };
    assert!(!boards.iter().any(is_theirs), "{view}");
    let history = evening.get(&admin, "/history").await.json();
    let entry = &history["entries"][1];
    assert_eq!((&entry["kind"], &entry["ids"]), (&json!("pair_forbidden"), &json!([1, 3])));
    evening.order(&admin, json!({ "type": "undo", "version": entry["version"] })).await;
    assert_eq!(evening.view().await["forbidden"], json!([]));
}

#[tokio::test]
async fn a_club_chooses_what_its_keizer_ladder_is_worth() {
    let server = club(Arc::new(Memory::new()), &[]).await;
    let admin = server.log_in("admin").await;
    let plain = json!({ "type": "keizer", "rounds": 9 });
    let mut evening = Evening::create(&server, &admin, plain).await;
    let mut settings = evening.view().await["settings"].clone();
    let usual = json!({
        "top": null, "bye": 8, "club_duty": 8, "excused": 4, "excused_max": 5,
        "not_joined": 4, "repeat_gap": 2, "repeated": false,
    });
    assert_eq!(settings["format"]["parameters"], usual);
    settings["format"]["parameters"]["bye"] = json!(9);
    settings["format"]["parameters"]["top"] = json!(50);
    settings["format"]["parameters"]["repeated"] = json!(true);
    let change = json!({ "type": "change_settings", "settings": settings });
    let view = evening.order(&admin, change).await;
    assert_eq!(view["settings"], settings);
    settings["format"]["parameters"]["repeat_gap"] = json!(1_000);
    let change = json!({ "type": "change_settings", "settings": settings });
    assert_eq!(evening.refused(&admin, change).await.1, "bad_keizer");
}

#[tokio::test]
async fn rated_games_make_ratings_and_a_correction_changes_them() {
    let server = club(Arc::new(Memory::new()), &["Anna", "Ben"]).await;
    let admin = server.log_in("admin").await;
    let mut evening = Evening::create(&server, &admin, swiss(1)).await;
    let enter = json!({ "type": "enter", "members": ["Anna", "Ben"], "guests": [] });
    evening.order(&admin, enter).await;
    let view = evening.order(&admin, json!({ "type": "pair_round" })).await;
    assert_eq!(server.get("/api/ratings").await.json(), json!([]));
    let white = &view["rounds"][0]["boards"][0]["players"]["white"];
    let white = usize::from(*white != 1);
    for (result, sign) in [("white_wins", 1.0), ("black_wins", -1.0)] {
        evening.order(&admin, set_result(1, 1, result)).await;
        let ratings = server.get("/api/ratings").await.json();
        let blitz = &ratings[white]["kinds"][0];
        assert_eq!(blitz["kind"], "blitz");
        let gained = blitz["points"][0]["rating"].as_f64().expect("a rating") - 1500.0;
        assert!(gained * sign > 50.0, "{ratings}");
    }
    evening.order(&admin, set_result(1, 1, "white_wins_by_forfeit")).await;
    assert_eq!(server.get("/api/ratings").await.json(), json!([]));
}

#[tokio::test]
async fn a_command_is_carried_out_when_its_client_goes_away() {
    let store = FailingStore::new();
    let server = club(Arc::clone(&store) as Arc<dyn Store>, &[]).await;
    let admin = server.log_in("admin").await;
    let mut evening = Evening::create(&server, &admin, swiss(2)).await;
    evening.order(&admin, guests(&["Ada", "Ben", "Cleo", "Dan"])).await;
    let version = evening.view().await["version"].as_u64();
    let before = store.written.load(Ordering::SeqCst);
    store.slow_down(Duration::from_secs(3));
    let hurried = evening.repeat(&admin, "hurried", guests(&["Eve"]));
    let is_stored = async || (store.written.load(Ordering::SeqCst) > before).then_some(());
    tokio::select! {
        _ = hurried => panic!("the store is slow"),
        () = eventually(is_stored) => {}
    }
    store.slow_down(Duration::ZERO);
    let after = evening.order(&admin, guests(&["Fay"])).await;
    assert_eq!(after["entrants"].as_array().map(Vec::len), Some(6));
    assert_eq!(after["version"].as_u64(), version.map(|version| version + 2));
}
