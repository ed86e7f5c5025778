//! The lobby of several servers with one database.

use std::time::Duration;

use serde_json::{Value, json};
use server::Config;
use tokio::time::sleep;

use super::client::acked;
use super::lobby::{Person, club_on, names, refusal};
use super::server::{Running, with_admin};
use super::several_servers::Database;

/// Two servers of a club with these members.
async fn clubs(members: &[&str]) -> (Running, Running) {
    let database = Database::new();
    let one = club_on(database.connect().await, with_admin(), members).await;
    (one, Running::with(with_admin(), database.connect().await).await)
}

fn has_seek(lobby: &Value, id: &str) -> bool {
    let seeks = lobby["seeks"].as_array().expect("open games");
    seeks.iter().any(|seek| seek["id"] == id)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_game_on_one_server_is_joined_on_the_other() {
    let (one, other) = clubs(&["Anna", "Ben"]).await;
    let mut anna = Person::enter(&one, "Anna").await;
    let ben = Person::enter(&other, "Ben").await;
    anna.sees(|lobby| names(lobby) == ["Anna", "Ben"]).await;
    let seek = anna.seek(None).await;
    ben.sees(|lobby| has_seek(lobby, &seek)).await;
    let joined = ben.join(&seek).await;
    assert_eq!(joined.status, 200, "{}", joined.body);
    let game = joined.json()["game"].as_str().expect("a game").to_owned();
    let lobby = anna.sees(|lobby| lobby["started"] != Value::Null).await;
    let expected = json!({ "id": game, "opponent": "Ben", "color": "white", "here": true });
    assert_eq!((&lobby["started"], has_seek(&lobby, &seek)), (&expected, false));
    let mut white = anna.take_seat(&game).await;
    let mut black = ben.take_seat(&game).await;
    acked(&white.play("e2e4").await);
    black.event("moved").await;
    ben.sees(|lobby| lobby["started"] == Value::Null).await;
    acked(&white.command(json!({ "type": "resign" })).await);
    for person in [&anna, &ben] {
        let is_free = |member: &Value| member["game"] == Value::Null;
        person
            .sees(|lobby| lobby["members"].as_array().expect("members").iter().all(is_free))
            .await;
    }
}

// req: C7
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_join_an_open_game_at_once_on_two_servers_one_plays() {
    let (one, other) = clubs(&["Anna", "Ben", "Cleo"]).await;
    let mut anna = Person::enter(&one, "Anna").await;
    let ben = Person::enter(&one, "Ben").await;
    let cleo = Person::enter(&other, "Cleo").await;
    for _ in 0..5 {
        let seek = anna.seek(None).await;
        cleo.sees(|lobby| has_seek(lobby, &seek)).await;
        let (first, second) = tokio::join!(ben.join(&seek), cleo.join(&seek));
        let (joined, late) = if first.status == 200 { (first, second) } else { (second, first) };
        assert_eq!(joined.status, 200, "{}", joined.body);
        assert_eq!(refusal(&late), (404, "no_seek".to_owned()), "{}", late.body);
        let game = joined.json()["game"].as_str().expect("a game").to_owned();
        let lobby = anna.sees(|lobby| lobby["started"] != Value::Null).await;
        assert_eq!(lobby["started"]["id"], game.as_str());
        let mut white = anna.take_seat(&game).await;
        acked(&white.command(json!({ "type": "abort" })).await);
        for person in [&anna, &ben, &cleo] {
            person.sees(|lobby| lobby["members"][0]["game"] == Value::Null).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_game_goes_with_its_owner_on_whichever_server() {
    let (one, other) = clubs(&["Anna", "Ben"]).await;
    let mut anna = Person::enter(&one, "Anna").await;
    let ben = Person::enter(&other, "Ben").await;
    let seek = anna.seek(None).await;
    ben.sees(|lobby| has_seek(lobby, &seek)).await;
    let left = other.send("DELETE", "/api/session", &anna.headers, "").await;
    assert_eq!(left.status, 204, "{}", left.body);
    let lobby = ben.sees(|lobby| names(lobby) == ["Ben"]).await;
    assert!(!has_seek(&lobby, &seek));
}

/// A club where a page that is silent is here for far longer than a test waits for anything.
fn patient() -> Config {
    let mut config = with_admin();
    config.limits.lobby_grace = Duration::from_mins(10);
    config
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_game_goes_with_the_server_of_its_owner() {
    let database = Database::new();
    let other = club_on(database.connect().await, patient(), &["Anna", "Ben"]).await;
    let one = database.serve_killable(patient()).await;
    let mut anna = Person::enter(&one, "Anna").await;
    let seek = anna.seek(None).await;
    let ben = Person::enter(&other, "Ben").await;
    ben.sees(|lobby| names(lobby) == ["Anna", "Ben"] && has_seek(lobby, &seek)).await;
    one.kill().await;
    let lobby = ben.sees(|lobby| names(lobby) == ["Ben"]).await;
    assert!(!has_seek(&lobby, &seek));
    let late = ben.join(&seek).await;
    assert_eq!(refusal(&late), (404, "no_seek".to_owned()), "{}", late.body);
}

/// Servers notice within six seconds that another one is gone.
const UNTIL_GONE: Duration = Duration::from_secs(8);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_could_not_be_forgotten_is_forgotten_later() {
    let database = Database::new();
    let other = club_on(database.connect().await, patient(), &["Anna", "Ben"]).await;
    let one = database.serve_killable(patient()).await;
    let _anna = Person::enter(&one, "Anna").await;
    let ben = Person::enter(&other, "Ben").await;
    ben.sees(|lobby| names(lobby) == ["Anna", "Ben"]).await;
    database.psql(
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql \
         AS 'BEGIN RAISE EXCEPTION ''the disk is full''; END'; \
         CREATE TRIGGER fail BEFORE UPDATE ON lobby FOR EACH ROW EXECUTE FUNCTION fail()",
    );
    one.kill().await;
    sleep(UNTIL_GONE).await;
    database.psql("DROP TRIGGER fail ON lobby");
    sleep(UNTIL_GONE).await;
    ben.sees(|lobby| names(lobby) == ["Ben"]).await;
}
