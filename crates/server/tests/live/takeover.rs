//! Games that somebody goes on with from elsewhere, and games that are taken off the list.

use serde_json::{Value, json};

use super::client::{Client, acked, rejected};
use super::server::{Created, Running, new_game};

/// The secrets of the seats that somebody with these headers is given.
async fn take(server: &Running, game: &str, headers: &str) -> [Option<String>; 2] {
    let answer = server.send("POST", &format!("/api/games/{game}/seats"), headers, "").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let secrets = &answer.json()["secrets"];
    ["white", "black"].map(|side| secrets[side].as_str().map(ToOwned::to_owned))
}

/// Sets up a game as somebody.
async fn create(server: &Running, headers: &str, new: &Value) -> Created {
    let answer = server.send("POST", "/api/games", headers, &new.to_string()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let told = answer.json();
    let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
    let link = text(&told["invitation"]["link"]);
    Created {
        id: text(&told["id"]).expect("an id"),
        white: text(&told["secrets"]["white"]),
        black: text(&told["secrets"]["black"]),
        invitation: link.and_then(|link| link.split('#').nth(1).map(ToOwned::to_owned)),
    }
}

/// The games of the library that a query finds.
async fn listed(server: &Running, headers: &str, query: &str) -> Vec<String> {
    let page = server.send("GET", &format!("/api/games{query}"), headers, "").await.json();
    let rows = page["rows"].as_array().expect("rows").iter();
    rows.filter_map(|row| row["id"].as_str().map(ToOwned::to_owned)).collect()
}

// req: C7
#[tokio::test]
async fn a_member_goes_on_from_another_computer_with_what_is_theirs() {
    let server = Running::club().await;
    let (anna, ben) = (server.log_in("Anna").await, server.log_in("Ben").await);
    let mut new = new_game();
    new["seats"]["white"] = json!({ "player": { "type": "person" } });
    new["seats"]["black"] = json!({ "player": { "type": "open" } });
    let game = create(&server, &anna, &new).await;
    let join = json!({ "invitation": game.invitation }).to_string();
    let path = format!("/api/games/{}/join", game.id);
    assert_eq!(server.send("POST", &path, &ben, &join).await.status, 200);
    let seats = server.get(&format!("/api/games/{}", game.id)).await.json()["seats"].clone();
    assert_eq!((&seats["white"]["name"], &seats["black"]["name"]), (&json!("Anna"), &json!("Ben")));

    let mut there = Client::join(&server, "anna", &game.id, game.white.as_deref()).await;
    acked(&there.play("e2e4").await);
    let elsewhere = server.log_in("Anna").await;
    assert_eq!(listed(&server, &elsewhere, "?mine=true").await, [game.id.as_str()]);
    create(&server, &ben, &new_game()).await;
    let admin = server.log_in("admin").await;
    for (caller, expected) in [(elsewhere.as_str(), 1), (&ben, 2), (&admin, 2), ("", 0)] {
        let page = server.send("GET", "/api/games", caller, "").await.json();
        let rows = page["rows"].as_array().expect("rows");
        let open = rows.iter().filter(|row| row["can_continue"] == true).count();
        assert_eq!((rows.len(), open), (2, expected), "only what one may go on with: {caller}");
    }
    let [white, black] = take(&server, &game.id, &elsewhere).await;
    assert!(white.is_some() && black.is_none(), "her own seat and no other");
    assert!(there.next().await.is_none(), "whoever sits there has to leave");
    there = Client::connect(&server, "anna").await;
    there.hello(&game.id, game.white.as_deref(), None).await;
    rejected(&there.answer().await, "wrong_secret");

    let [_, black] = take(&server, &game.id, &ben).await;
    let mut his = Client::join(&server, "ben", &game.id, black.as_deref()).await;
    acked(&his.play("e7e5").await);
    let mut hers = Client::join(&server, "anna2", &game.id, white.as_deref()).await;
    acked(&hers.play("g1f3").await);
    acked(&hers.command(json!({ "type": "resign" })).await);
    let over = server.send("POST", &format!("/api/games/{}/seats", game.id), &anna, "").await;
    assert_eq!((over.status, over.code().as_str()), (409, "over"));
}

#[tokio::test]
async fn a_name_that_was_typed_stays_and_a_visitors_seat_is_nobodys() {
    let server = Running::club().await;
    let anna = server.log_in("Anna").await;
    let mut new = new_game();
    let nameless = json!({ "player": { "type": "person" } });
    new["seats"] = json!({ "white": nameless, "black": nameless });
    for (headers, seats, names) in [
        (anna.as_str(), new["seats"].clone(), json!(["Anna", null])),
        (anna.as_str(), new_game()["seats"].clone(), json!(["Ada", "Bob"])),
        ("", new["seats"].clone(), json!([null, null])),
    ] {
        new["seats"] = seats;
        let game = create(&server, headers, &new).await;
        let seats = server.get(&format!("/api/games/{}", game.id)).await.json()["seats"].clone();
        assert_eq!(json!([seats["white"]["name"], seats["black"]["name"]]), names);
        let answer = server.send("POST", &format!("/api/games/{}/seats", game.id), &anna, "").await;
        assert_eq!(answer.status, if headers.is_empty() { 403 } else { 200 });
    }
}

// req: C3
#[tokio::test]
async fn the_owner_of_a_server_opens_an_imported_game_and_goes_on() {
    let (server, owner) = Running::owned().await;
    let pgn = "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. e4 e5 *\n";
    let report = server.ask("POST", "/api/import", None, pgn).await.json();
    let id = report["imported"][0].as_str().expect("a game").to_owned();
    let [white, black] = take(&server, &id, &owner).await;
    assert!(white.is_some() && white == black, "both sides at one screen");
    let mut both = Client::join(&server, "both", &id, white.as_deref()).await;
    acked(&both.play("g1f3").await);
    acked(&both.play("b8c6").await);
}

#[tokio::test]
async fn the_admin_takes_the_seats_of_people_and_of_no_engine() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    let anna = server.log_in("Anna").await;
    let mut new = new_game();
    let easy = json!({ "player": { "type": "engine", "strength": { "type": "easy" } } });
    new["seats"]["black"] = easy;
    let game = create(&server, &anna, &new).await;
    let [white, black] = take(&server, &game.id, &admin).await;
    assert!(white.is_some() && white != game.white && black.is_none());
    let [again, _] = take(&server, &game.id, &anna).await;
    assert!(again.is_some() && again != white, "the seat is still hers");
    let missing = server.send("POST", "/api/games/AAAAAAAAAA/seats", &admin, "").await;
    assert_eq!((missing.status, missing.code().as_str()), (404, "no_game"));
}

#[tokio::test]
async fn players_remove_their_games_against_the_computer_but_not_against_people() {
    let server = Running::club().await;
    let mut against_engine = new_game();
    against_engine["seats"]["black"] =
        json!({ "player": { "type": "engine", "strength": { "type": "easy" } } });
    for (new, status) in [(against_engine, 204), (new_game(), 401)] {
        let game = server.create(&new).await;
        let path = format!("/api/games/{}", game.id);
        let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
        let secret = game.white.as_deref();
        assert_eq!(server.ask("DELETE", &path, None, "").await.status, 401, "a stranger");
        let answer = server.ask("DELETE", &path, secret, "").await;
        assert_eq!(answer.status, if status == 204 { 409 } else { status }, "in play");
        acked(&ada.play("e2e4").await);
        acked(&ada.command(json!({ "type": "resign" })).await);
        assert_eq!(server.ask("DELETE", &path, secret, "").await.status, status);
        assert_eq!(listed(&server, "", "").await.is_empty(), status == 204);
        let restore = format!("{path}/restore");
        assert_eq!(server.ask("POST", &restore, secret, "").await.status, status);
    }
}

#[tokio::test]
async fn a_game_is_removed_when_nobody_can_play_it_and_comes_back_whole() {
    let server = Running::club().await;
    let admin = server.log_in("admin").await;
    let game = server.create(&new_game()).await;
    let path = format!("/api/games/{}", game.id);
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    acked(&ada.play("e2e4").await);
    let answer = server.send("DELETE", &path, &admin, "").await;
    assert_eq!((answer.status, answer.code().as_str()), (409, "in_play"));
    assert_eq!(server.send("POST", &format!("{path}/abort"), &admin, "").await.status, 204);
    ada.event("aborted").await;
    let before = server.get(&path).await.body;
    assert_eq!(server.send("DELETE", &path, &admin, "").await.status, 204);
    assert!(listed(&server, "", "").await.is_empty());
    assert_eq!(listed(&server, &admin, "?removed=true").await, [game.id.as_str()]);
    assert_eq!(server.send("POST", &format!("{path}/restore"), &admin, "").await.status, 204);
    assert_eq!(listed(&server, "", "").await, [game.id.as_str()]);
    assert_eq!(server.get(&path).await.body, before);

    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let report = server.ask("POST", "/api/import", None, fen).await.json();
    let imported = format!("/api/games/{}", report["imported"][0].as_str().expect("a game"));
    let answer = server.send("DELETE", &imported, &admin, "").await;
    assert_eq!(answer.status, 204, "what was imported unfinished is nobody's to play");
}

#[tokio::test]
async fn an_admin_who_plays_takes_their_own_seat_only() {
    let server = Running::club().await;
    let (anna, admin) = (server.log_in("Anna").await, server.log_in("admin").await);
    let mut new = new_game();
    new["seats"]["white"] = json!({ "player": { "type": "person" } });
    new["seats"]["black"] = json!({ "player": { "type": "open" } });
    let game = create(&server, &anna, &new).await;
    let join = json!({ "invitation": game.invitation }).to_string();
    let path = format!("/api/games/{}/join", game.id);
    assert_eq!(server.send("POST", &path, &admin, &join).await.status, 200);
    let [white, black] = take(&server, &game.id, &admin).await;
    assert_eq!((white, black.is_some()), (None, true));
    let mut anna = Client::join(&server, "anna", &game.id, game.white.as_deref()).await;
    acked(&anna.play("e2e4").await);
}
