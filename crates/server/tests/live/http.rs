//! What can be asked without a socket.

use std::fmt::Write;
use std::sync::Arc;

use serde_json::{Value, json};
use server::Config;
use store::Memory;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::client::{Client, acked};
use super::server::{Answer, Running, eventually, new_game, with_admin};

// req: C3
#[tokio::test]
async fn the_library_lists_searches_and_sorts() {
    let server = Running::start().await;
    let mut ids = Vec::new();
    for (white, black) in [("Ada", "Bob"), ("Cleo", "Dan"), ("Bea", "Ada")] {
        let mut new = new_game();
        new["seats"]["white"]["name"] = json!(white);
        new["seats"]["black"]["name"] = json!(black);
        ids.push(server.create(&new).await.id);
    }
    let by_ids = format!("?ids={},{},0000000000,nonsense&sort=white", ids[2], ids[0]);
    for (query, expected) in [
        (by_ids.as_str(), vec!["Ada", "Bea"]),
        ("?ids=", vec![]),
        ("?sort=white", vec!["Ada", "Bea", "Cleo"]),
        ("?sort=white&descending=true", vec!["Cleo", "Bea", "Ada"]),
        ("?search=ada&sort=white", vec!["Ada", "Bea"]),
        ("?sort=white&limit=1&skip=1", vec!["Bea"]),
        ("?status=over", vec![]),
        ("?winner=draw", vec![]),
    ] {
        let page = server.get(&format!("/api/games{query}")).await.json();
        let rows = page["rows"].as_array().expect("rows");
        let names: Vec<_> = rows.iter().filter_map(|row| row["white"].as_str()).collect();
        assert_eq!(names, expected, "{query}");
    }
    for query in [
        "nonsense=1",
        "offset=1",
        "skip=100001",
        "after=nowhere",
        "sort=white&after=abcdefgh12",
        "sort=id&after=abcdefgh12&before=abcdefgh12",
    ] {
        let answer = server.get(&format!("/api/games?{query}")).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_query"), "{query}");
    }
}

// req: C3
#[tokio::test]
async fn a_page_of_the_library_leads_to_its_neighbors() {
    let server = Running::start().await;
    for (white, black) in [("Zoë (Ärzte)", "Bob"), ("Ada", "Dan"), ("Bea", "Ada")] {
        let mut new = new_game();
        new["seats"]["white"]["name"] = json!(white);
        new["seats"]["black"]["name"] = json!(black);
        server.create(&new).await;
    }
    let columns = "id white black winner moves last_played status event site date round \
                   white_rating black_rating opening";
    for sort in columns.split_whitespace() {
        let address = format!("/api/games?sort={sort}&limit=1");
        let whole = server.get(&format!("/api/games?sort={sort}")).await.json();
        let mut page = server.get(&address).await.json();
        for index in 1..3 {
            let place = encoded(page["last"].as_str().expect("a place"));
            let below = server.get(&format!("{address}&after={place}")).await.json();
            assert_eq!(below["rows"][0], whole["rows"][index], "{sort}");
            let place = encoded(below["first"].as_str().expect("a place"));
            let above = server.get(&format!("{address}&before={place}")).await.json();
            assert_eq!(above["rows"], page["rows"], "{sort}");
            page = below;
        }
        let place = encoded(page["last"].as_str().expect("a place"));
        let end = server.get(&format!("{address}&after={place}")).await.json();
        assert_eq!((&end["rows"], &end["total"]), (&json!([]), &json!(3)), "{sort}");
        assert_eq!((&end["first"], &end["last"]), (&Value::Null, &Value::Null), "{sort}");
    }
}

/// A value of a URL parameter.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        let _ = write!(encoded, "%{byte:02X}");
        encoded
    })
}

#[tokio::test]
async fn what_cannot_be_played_or_found_is_an_error() {
    let server = Running::start().await;
    let mut no_time = new_game();
    no_time["time"]["white"] = json!({ "base_ms": 0, "bonus": { "type": "none" } });
    let mut mate = new_game();
    mate["start"] = json!({ "type": "fen", "fen": "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1" });
    let mut bad_fen = new_game();
    bad_fen["start"] = json!({ "type": "fen", "fen": "8/8/8/8/8/8/8/8 w - - 0 1" });
    let mut eternal = new_game();
    eternal["time"]["black"] = json!({ "base_ms": u64::MAX, "bonus": { "type": "none" } });
    for (new, code) in
        [(no_time, "bad_time"), (eternal, "bad_time"), (bad_fen, "bad_kings"), (mate, "bad_terms")]
    {
        let answer = server.post("/api/games", None, &new).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, code));
    }
    for path in ["/api/games/nowhere", "/api/games/AAAAAAAAAA"] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.code().as_str()), (404, "no_game"), "{path}");
    }
    let answer = server.get("/api/socket").await;
    assert_eq!((answer.status, answer.code().as_str()), (426, "no_upgrade"));
}

#[tokio::test]
async fn an_invitation_is_a_picture_for_its_holder_only() {
    let server = Running::start().await;
    let mut new = new_game();
    new["seats"]["black"] = json!({ "player": { "type": "open" } });
    let game = server.create(&new).await;
    let path = format!("/api/games/{}/invitation.svg", game.id);
    for (secret, status) in [
        (None, 403),
        (game.white.as_deref(), 409),
        (Some("AAAAAAAAAAAAAAAAAAAAAA"), 403),
        (game.invitation.as_deref(), 200),
    ] {
        assert_eq!(server.ask("GET", &path, secret, "").await.status, status, "{secret:?}");
    }
}

// req: B2
#[tokio::test]
async fn a_game_can_be_taken_away() {
    let server = Running::start().await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    acked(&ada.play("e2e4").await);
    acked(&ada.command(json!({ "type": "resign" })).await);
    let pgn = server.get(&format!("/api/games/{}/pgn", game.id)).await;
    assert_eq!(pgn.status, 200);
    for part in ["[White \"Ada\"]", "[Black \"Bob\"]", "[Result \"0-1\"]", "1. e4 0-1"] {
        assert!(pgn.body.contains(part), "{part} in {}", pgn.body);
    }
    let told = server.get(&format!("/api/games/{}/json", game.id)).await.json();
    assert_eq!(told["moves"][0]["san"], "e4");
    assert_eq!(told["state"]["status"]["result"], "0-1");
}

#[tokio::test]
async fn every_address_is_described() {
    let server = Running::start().await;
    let document = server.get("/api/openapi.json").await.json();
    for path in [
        "/api/import",
        "/api/export",
        "/api/socket",
        "/api/engines",
        "/api/games",
        "/api/games/{id}",
        "/api/games/{id}/join",
        "/api/games/{id}/pgn",
        "/api/games/{id}/json",
        "/api/games/{id}/hint",
        "/api/games/{id}/evaluation",
        "/api/games/{id}/invitation.svg",
        "/api/positions",
        "/api/positions/evaluation",
        "/api/studies/read",
        "/api/studies/write",
        "/api/games/{id}/seats",
        "/api/games/{id}/abort",
        "/api/games/{id}/restore",
        "/api/session",
        "/api/members",
        "/api/members/{name}",
    ] {
        assert!(document["paths"][path].is_object(), "{path}");
    }
}

// req: C5
#[tokio::test]
async fn what_somebody_brings_along_is_kept_and_what_is_damaged_is_named() {
    let server = Running::start().await;
    let mut latin = b"[White \"Andr".to_vec();
    latin.extend(b"\xe9\"]\n\n1. d4 *\n");
    let kings = json!({ "type": "position", "error": { "type": "kings", "color": "white",
        "count": 2 } });
    let illegal = json!({ "type": "illegal_move", "text": "e4" });
    let entry = json!({ "type": "bad_entry", "reason": "missing field `last_played`" });
    let stalemate = json!({ "type": "result_contradicts_position", "result": "1-0",
        "ending": "stalemate" });
    for (text, kept, fault, kind) in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 1, None, Value::Null),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1",
            0,
            Some("White has 2 kings"),
            kings,
        ),
        (
            "[White \"Ada\"]\n\n1. e4 e5 0-1\n\n1. e4 e4 *\n\n1. d4 1/2-1/2\n",
            3,
            Some("e4 is not"),
            illegal,
        ),
        (r#"{"games": [{"id": 1}]}"#, 0, Some("last_played"), entry),
        ("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", 1, None, Value::Null),
        (
            "[White \"Ada\"]\n[FEN \"k7/2Q5/1K6/8/8/8/8/8 b - - 0 1\"]\n[Result \"1-0\"]\n\n1-0\n",
            1,
            Some("Draw by stalemate"),
            stalemate,
        ),
    ] {
        let report = import(&server, text.as_bytes()).await.json();
        assert_eq!(report["imported"].as_array().map(Vec::len), Some(kept), "{report}");
        let told = report["errors"][0]["message"].as_str();
        assert_eq!(report["errors"][0]["error"], kind, "{report}");
        match (told, fault) {
            (Some(told), Some(part)) => assert!(told.contains(part), "{told}"),
            (told, fault) => assert_eq!(told, fault, "{text}"),
        }
        for id in report["imported"].as_array().into_iter().flatten() {
            let path = format!("/api/games/{}", id.as_str().expect("an id"));
            assert_eq!(server.get(&path).await.status, 200);
        }
    }
    let report = import(&server, &latin).await.json();
    let id = report["imported"][0].as_str().expect("an id");
    let view = server.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(view["seats"]["white"]["name"], "André", "older files are in Latin-1");
    for (nothing, part) in [("{", "not a club file"), ("", "no game"), (" \n", "no game")] {
        let answer = import(&server, nothing.as_bytes()).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_import"));
        assert!(answer.body.contains(part), "{}", answer.body);
    }
}

#[tokio::test]
async fn a_bomb_is_refused_and_the_server_goes_on() {
    let server = Running::start().await;
    let game = "[White \"Ada\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
    let many = game.repeat(1_000_000 / game.len());
    let report = import(&server, many.as_bytes()).await.json();
    assert_eq!((&report["added"], &report["unreadable"]), (&json!(1), &json!(0)), "{report}");
    assert_eq!(report["duplicates"], 1_000_000 / game.len() - 1);
    for (text, part) in [
        (format!("{}*", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(40_000)), "more than 20000 half-moves"),
        (format!("1. e4 {}*", "(1. d4 ".repeat(100_000)), "more than 256 deep"),
    ] {
        let report = import(&server, text.as_bytes()).await.json();
        assert_eq!(report["added"], 1, "what could be read is kept: {report}");
        let message = report["errors"][0]["message"].as_str().expect("a fault");
        assert!(message.contains(part), "{message}");
    }
    let report = import(&server, &vec![b'x'; 1_100_000]).await.json();
    assert_eq!((&report["added"], &report["unreadable"]), (&json!(0), &json!(1)), "{report}");
    assert_eq!(server.get("/health").await.status, 200);
}

// req: C5
#[tokio::test]
async fn an_import_tells_how_far_it_is() {
    let server = Running::start().await;
    let file = rounds(300, "1. e4 e5 2. Nf3 Ke6 *");
    let headers = "accept: text/event-stream\r\n";
    let answer = server.send("POST", "/api/import", headers, file.as_bytes()).await;
    assert_eq!(answer.status, 200);
    let events: Vec<serde_json::Value> = answer
        .body
        .lines()
        .filter_map(|line| line.strip_prefix("data:"))
        .map(|data| serde_json::from_str(data).expect("an event"))
        .collect();
    let (last, before) = events.split_last().expect("events");
    assert!(before.iter().all(|event| event["type"] == "progress"), "{events:?}");
    assert_eq!((&last["type"], &last["report"]["added"]), (&json!("done"), &json!(300)));
    let fault = &last["report"]["errors"][0];
    assert_eq!(
        (&fault["game"], &fault["line"], &fault["column"]),
        (&json!(1), &json!(3), &json!(17))
    );
    assert_eq!(fault["kept"], true);
    let row = &server.get("/api/games?sort=round&descending=true").await.json()["rows"][0];
    assert_eq!((&row["round"], &row["eco"]), (&json!("299"), &json!("C40")));
}

// req: C5
#[tokio::test]
async fn an_upload_that_breaks_off_leaves_whole_games_and_can_be_repeated() {
    let server = Running::start().await;
    let file = rounds(500, "1. e4 e5 2. Nf3 *");
    for part in [100, 5_000, 9_999] {
        let mut stream = TcpStream::connect(server.address).await.expect("somebody listens");
        let head = format!(
            "POST /api/import HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n\r\n",
            server.address,
            file.len()
        );
        stream.write_all(head.as_bytes()).await.expect("it listens");
        stream.write_all(&file.as_bytes()[..part]).await.expect("it listens");
    }
    let answer = eventually(async || {
        Some(import(&server, file.as_bytes()).await).filter(|answer| answer.status != 429)
    })
    .await;
    let report = answer.json();
    assert_eq!((&report["games"], &report["unreadable"]), (&json!(500), &json!(0)), "{report}");
    assert_eq!(server.get("/api/games").await.json()["total"], 500);
}

/// A file of games that differ in their rounds.
fn rounds(count: usize, moves: &str) -> String {
    (0..count).fold(String::new(), |mut file, round| {
        let _ = write!(file, "[Round \"{round}\"]\n\n{moves}\n\n");
        file
    })
}

/// Sends a file of games.
async fn import(server: &Running, file: &[u8]) -> Answer {
    server.send("POST", "/api/import", "", file).await
}

// req: C5
#[tokio::test]
async fn any_selection_can_be_taken_away() {
    let server = Running::start().await;
    let mut ids = Vec::new();
    for (white, moves) in [("Ada", "e2e4"), ("Bea", "d2d4"), ("Cleo", "c2c4")] {
        let mut new = new_game();
        new["seats"]["white"]["name"] = json!(white);
        let game = server.create(&new).await;
        let mut player = Client::join(&server, white, &game.id, game.white.as_deref()).await;
        acked(&player.play(moves).await);
        ids.push(game.id);
    }
    let text = server.get("/api/export?sort=white").await.body;
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} in {text}"));
    assert!(at("Ada") < at("1. e4") && at("1. e4") < at("Bea") && at("1. d4") < at("Cleo"));
    let text = server.get(&format!("/api/export?ids={},{}", ids[2], ids[0])).await.body;
    assert!(!text.contains("Bea") && text.contains("1. c4") && text.contains("1. e4"), "{text}");

    for (query, names) in [
        ("format=json&sort=white&descending=true", vec!["Cleo", "Bea", "Ada"]),
        ("format=json&search=bea", vec!["Bea"]),
        ("format=json&status=over", vec![]),
    ] {
        let file = server.get(&format!("/api/export?{query}")).await.json();
        let games = file["games"].as_array().expect("games").iter();
        let found: Vec<_> = games.map(|game| game["seats"]["white"]["name"].clone()).collect();
        assert_eq!(found, names, "{query}");
    }
    // A club file can be brought back, a game that is over included. What is damaged is skipped.
    import(&server, b"R5k1/5ppp/8/8/8/8/8/7K b - - 0 1").await;
    let file = server.get("/api/export?format=club").await.body;
    let file = file.replacen("[\n", "[\n{\"id\": 1},\n", 1);
    let report = import(&server, file.as_bytes()).await.json();
    assert_eq!(report["imported"].as_array().map(Vec::len), Some(4), "{report}");
    assert_eq!(report["errors"].as_array().map(Vec::len), Some(1), "{report}");
    assert_eq!(report["errors"][0]["game"], 1);
    let over = server.get("/api/games?status=over&winner=white").await.json();
    assert_eq!(over["total"], 2, "the mate, and the mate again");
    for (query, status, code) in [
        ("ids=nowhere", 404, "no_game"),
        ("ids=AAAAAAAAAA", 404, "no_game"),
        ("format=docx", 400, "bad_query"),
    ] {
        let answer = server.get(&format!("/api/export?{query}")).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{query}");
    }
}

#[tokio::test]
async fn browsers_at_an_unknown_host_get_a_page_and_programs_an_error() {
    let server = Running::start().await;
    for (path, headers, expected) in [
        ("/", "accept: text/html", "tabiya serve --origin http://club.local:8064</pre>"),
        ("/library", "accept: text/html\naccept-language: de", "<html lang=\"de\">"),
        ("/", "accept: text/html\nx-forwarded-proto: https", "--origin https://club.local:8064"),
        ("/", "accept: */*", "\"code\":\"foreign_host\""),
        ("/api/games", "accept: text/html", "\"code\":\"foreign_host\""),
    ] {
        let headers = format!("host: club.local:8064\n{headers}");
        let answer = server.send("GET", path, &headers, "").await;
        assert_eq!(answer.status, 421);
        assert!(answer.body.contains(expected), "{path} {headers}: {}", answer.body);
    }
}

#[tokio::test]
async fn nothing_of_the_api_is_cached_and_browsers_stay_with_https() {
    let config = Config { origins: vec!["https://chess.example".into()], ..with_admin() };
    let server = Running::with(config, Arc::new(Memory::new())).await;
    for (path, headers, is_secure, is_api) in [
        ("/api/session", "", false, true),
        ("/api/session", "host: chess.example", true, true),
        ("/api/games/AAAAAAAAAA", "", false, true),
        ("/", "host: chess.example", true, false),
    ] {
        let head = server.send("GET", path, headers, "").await.head;
        let strict = head.contains("\r\nstrict-transport-security: max-age=31536000");
        assert_eq!(strict, is_secure, "{path} {headers}");
        assert_eq!(head.contains("\r\ncache-control: no-store"), is_api, "{path} {headers}");
    }
}

#[tokio::test]
async fn a_request_with_several_hosts_is_refused() {
    let server = Running::start().await;
    let own = format!("host: {}", server.address);
    for (path, hosts) in [
        ("/health", format!("{own}\nhost: evil.example")),
        ("/health", format!("host: evil.example\n{own}")),
        ("/health", format!("{own}\n{own}")),
        ("http://evil.example/health", own.clone()),
    ] {
        let answer = server.send("GET", path, &hosts, "").await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "foreign_host"), "{hosts}");
    }
    let absolute = format!("http://{}/health", server.address);
    assert_eq!(server.send("GET", &absolute, &own, "").await.status, 200);
}
