//! What servers with one database show of what another one has changed, apart from games.

use std::time::Duration;

use serde_json::{Value, json};

use super::analysis::Watcher;
use super::client::{Client, acked};
use super::demonstrations::{self, done, play, start, view};
use super::presence::until_connected;
use super::server::{Running, eventually, new_game, with_admin};
use super::several_servers::Database;
use super::simuls::{self, created, sit};

/// Two servers of a club, which has members and an organizer.
async fn clubs() -> (Running, Running) {
    clubs_on(&Database::new()).await
}

async fn clubs_on(database: &Database) -> (Running, Running) {
    let one = demonstrations::club(database.connect().await).await;
    (one, Running::with(with_admin(), database.connect().await).await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_is_present_who_is_connected_to_any_server() {
    let database = Database::new();
    let (one, other) = (database.serve().await, database.serve().await);
    let game = one.create(&new_game()).await;
    let mut bob = Client::join(&other, "bob", &game.id, game.black.as_deref()).await;
    until_connected(&mut bob, false, true).await;
    let mut ada = Client::join(&one, "ada", &game.id, game.white.as_deref()).await;
    until_connected(&mut bob, true, true).await;
    until_connected(&mut ada, true, true).await;
    drop(ada);
    until_connected(&mut bob, false, true).await;
    let _ada = Client::join(&one, "ada-again", &game.id, game.white.as_deref()).await;
    until_connected(&mut bob, true, true).await;
    assert!(one.stop().await);
    until_connected(&mut bob, false, true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_demonstration_board_is_followed_and_led_on_any_server() {
    let (one, other) = clubs().await;
    let olga = one.log_in("Olga").await;
    let path = start(&one, &olga, &demonstrations::new("a", true, &[])).await;
    let mut wall = Watcher::get(&other, &format!("{path}/events")).await;
    wall.until("event: state", 1).await;
    done(&one, &path, &olga, play(None, "e2e4")).await;
    wall.until("e2e4", 1).await;
    done(&other, &path, &olga, play(Some(0), "e7e5")).await;
    wall.until("e7e5", 1).await;
    let nodes = async || {
        let nodes = view(&one, &path, "").await["tree"]["nodes"].clone();
        (nodes.as_array().map(Vec::len) == Some(2)).then_some(())
    };
    eventually(nodes).await;
    done(&one, &path, &olga, play(Some(1), "g1f3")).await;
    assert_eq!(one.send("DELETE", &path, &olga, "").await.status, 204);
    wall.until("event: ended", 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_is_handed_to_a_pupil_on_any_server() {
    let (one, other) = clubs().await;
    let (olga, anna) = (one.log_in("Olga").await, other.log_in("Anna").await);
    let path = start(&one, &olga, &demonstrations::new("a", false, &[])).await;
    let events = format!("{path}/events");
    let mut teacher = Watcher::get_as(&one, &events, &olga).await;
    teacher.until("\"members\":[],\"visitors\":0", 1).await;
    let mut pupil = Watcher::get_as(&other, &events, &anna).await;
    pupil.until("event: state", 1).await;
    teacher.until("\"members\":[\"Anna\"],\"visitors\":0", 1).await;
    let mut late = Watcher::get_as(&other, &events, &olga).await;
    late.until("\"members\":[\"Anna\"]", 1).await;
    done(&one, &path, &olga, json!({ "type": "hand", "member": "Anna" })).await;
    pupil.until("\"holder\":\"Anna\"", 1).await;
    done(&other, &path, &anna, play(None, "e2e4")).await;
    teacher.until("e2e4", 1).await;
    drop(pupil);
    teacher.until("\"members\":[],\"visitors\":0", 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn followers_who_could_not_be_stored_are_told_to_other_servers_later() {
    let database = Database::new();
    let (one, other) = clubs_on(&database).await;
    let (olga, anna) = (one.log_in("Olga").await, other.log_in("Anna").await);
    let path = start(&one, &olga, &demonstrations::new("a", false, &[])).await;
    let events = format!("{path}/events");
    database.psql("ALTER TABLE followers RENAME TO away");
    let mut pupil = Watcher::get_as(&other, &events, &anna).await;
    pupil.until("event: state", 1).await;
    let mut teacher = Watcher::get_as(&one, &events, &olga).await;
    teacher.until("event: state", 1).await;
    // By then it was tried, at least on a machine that is not slow.
    tokio::time::sleep(Duration::from_millis(500)).await;
    database.psql("ALTER TABLE away RENAME TO followers");
    teacher.until("\"members\":[\"Anna\"]", 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_followers_of_a_server_that_is_killed_are_gone() {
    let database = Database::new();
    let one = demonstrations::club(database.connect().await).await;
    let other = database.serve_killable(with_admin()).await;
    let (olga, anna) = (one.log_in("Olga").await, other.log_in("Anna").await);
    let path = start(&one, &olga, &demonstrations::new("a", false, &[])).await;
    let events = format!("{path}/events");
    let mut pupil = Watcher::get_as(&other, &events, &anna).await;
    pupil.until("event: state", 1).await;
    let followers = async |count| {
        let is_so = || database.psql("SELECT count(*) FROM followers") == count;
        eventually(async || is_so().then_some(())).await;
    };
    followers("1").await;
    // The first that the teacher hears of are not none.
    let mut teacher = Watcher::get_as(&one, &events, &olga).await;
    teacher.until("\"members\":[\"Anna\"]", 1).await;
    other.kill().await;
    teacher.until("\"members\":[],\"visitors\":0", 1).await;
    followers("0").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_competition_is_followed_and_led_on_any_server() {
    let (one, other) = clubs().await;
    let olga = one.log_in("Olga").await;
    let settings = json!({
        "name": "Club evening", "rated": true, "time": null,
        "format": { "type": "swiss", "rounds": 3, "accelerated": false }
    });
    let new = json!({ "request": "create", "settings": settings }).to_string();
    let answer = one.send("POST", "/api/competitions", &olga, new).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let path = format!("/api/competitions/{}", answer.json()["id"].as_str().expect("an id"));
    let events = format!("{path}/events");
    let (mut on_one, mut on_other) =
        (Watcher::get(&one, &events).await, Watcher::get(&other, &events).await);
    for (number, server) in [&one, &other, &one].into_iter().enumerate() {
        let version = format!("\"version\":{}}}", number + 1);
        on_one.until(&version, 1).await;
        on_other.until(&version, 1).await;
        let guest = json!([{ "name": format!("Guest {number}"), "rating": null }]);
        let enter = json!({ "type": "enter", "members": [], "guests": guest });
        let body = json!({ "request": format!("r{number}"), "command": enter }).to_string();
        let answer = server.send("POST", &format!("{path}/commands"), &olga, body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    let entrants = async || {
        let view: Value = other.get(&path).await.json();
        (view["entrants"].as_array().map(Vec::len) == Some(3)).then_some(())
    };
    eventually(entrants).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_locked_on_one_server_is_locked_on_the_other() {
    let (one, other) = clubs().await;
    let olga = one.log_in("Olga").await;
    let locks = async || other.get("/api/session").await.json()["locks"].clone();
    assert_eq!(locks().await, Value::Null);
    for locked in [json!(["analysis"]), json!([])] {
        let rules = json!({ "scope": { "type": "visitors" }, "locked": locked }).to_string();
        let answer = one.send("PUT", "/api/lessons/rules", &olga, rules).await;
        assert_eq!(answer.status, 204, "{}", answer.body);
        let is_known = async || {
            let now = locks().await["locked"].clone();
            (now == locked || (now == Value::Null && locked == json!([]))).then_some(())
        };
        eventually(is_known).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_boards_of_a_simul_are_followed_on_any_server() {
    let (one, other) = clubs().await;
    let olga = one.log_in("Olga").await;
    let path = created(&one, &olga, &simuls::new("a", &["Anna", "Ben"])).await;
    let mut wall = Watcher::get(&other, &format!("{path}/events")).await;
    wall.until("event: state", 1).await;
    let game = one.get(&path).await.json()["boards"][0]["game"].clone();
    let mut exhibitor = sit(&one, "Olga", game.as_str().expect("a game")).await;
    acked(&exhibitor.play("e2e4").await);
    wall.until("event: board", 1).await;
    let event = wall.events().pop().expect("a board");
    assert_eq!((&event["number"], &event["last_move"]), (&json!(1), &json!("e2e4")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_simul_that_is_called_off_on_one_server_is_called_off_on_all() {
    let (one, other) = clubs().await;
    let olga = one.log_in("Olga").await;
    let path = created(&one, &olga, &simuls::new("a", &["Anna", "Ben"])).await;
    let mut wall = Watcher::get(&other, &format!("{path}/events")).await;
    wall.until("event: state", 1).await;
    let answer = one.send("POST", &format!("{path}/call-off"), &olga, "").await;
    assert_eq!(answer.status, 204, "{}", answer.body);
    wall.until("\"state\":\"called_off\"", 1).await;
    for server in [&one, &other] {
        assert_eq!(server.get(&path).await.json()["state"], "called_off");
    }
}
