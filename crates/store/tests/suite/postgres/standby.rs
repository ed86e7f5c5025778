//! A standby that answers queries of the library.

use std::time::Duration;

use postgres_server::{PASSWORD, Server, Stop};
use store::{Postgres, PostgresAddress, PostgresSettings, Query, Store};
use tokio::time::{sleep, timeout};

use super::contents::slow_words;
use super::{SERVER, binaries, database};
use crate::fixtures::{id, new_game};
use crate::log::Log;

/// Within this, a standby answers. One that took too long is left alone for five seconds each time.
const SOON: Duration = Duration::from_mins(1);

/// A primary and its standby, and a store that uses both.
async fn with_standby() -> (Server, Server, Postgres) {
    with_settings(PostgresSettings::default()).await
}

async fn with_settings(settings: PostgresSettings) -> (Server, Server, Postgres) {
    let primary = Server::start(&binaries()).unwrap();
    let standby = primary.start_standby().unwrap();
    let address = |server: &Server| server.url("postgres").parse::<PostgresAddress>().unwrap();
    let store = Postgres::connect_with(&address(&primary), settings).await.unwrap();
    let store = store.with_standby(&address(&standby)).await.unwrap();
    (primary, standby, store)
}

/// Whether a new game is found at once.
async fn finds_a_new_game(store: &Postgres, number: usize) -> bool {
    store.create(new_game(number)).await.unwrap();
    let page = store.list(&Query { limit: 100, ..Query::default() }).await.unwrap();
    page.games.iter().any(|game| game.id == id(number))
}

/// How many connections have read a page; the last statement of that is a commit.
fn readers(server: &Server) -> String {
    let sql = "SELECT count(*) FROM pg_stat_activity \
               WHERE query = 'COMMIT' AND backend_type = 'client backend'";
    server.psql("postgres", sql).unwrap()
}

/// Reads pages until the standby has answered one.
async fn until_answered_by(standby: &Server, store: &Postgres) {
    let asking = async {
        while readers(standby) == "0" {
            store.list(&Query::default()).await.unwrap();
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(SOON, asking).await.expect("it answers soon");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_answers_with_what_was_just_stored() {
    let (_primary, standby, store) = with_standby().await;
    assert_eq!(readers(&standby), "0");
    until_answered_by(&standby, &store).await;
    for number in 1..=20 {
        assert!(finds_a_new_game(&store, number).await, "{number}");
    }
    // One that took too long to catch up was closed, and the standby left alone.
    assert!(["0", "1"].contains(&readers(&standby).as_str()));
    until_answered_by(&standby, &store).await;
    assert_eq!(readers(&standby), "1");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_primary_answers_for_a_standby_that_is_behind_or_away() {
    let (_primary, standby, store) = with_standby().await;
    standby.psql("postgres", "SELECT pg_wal_replay_pause()").unwrap();
    assert!(finds_a_new_game(&store, 1).await, "behind");
    assert!(finds_a_new_game(&store, 2).await, "left alone");
    standby.stop(Stop::Immediate).unwrap();
    sleep(Duration::from_secs(6)).await;
    assert!(finds_a_new_game(&store, 3).await, "away");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_primary_is_no_standby() {
    let (_primary, standby, store) = with_standby().await;
    standby.psql("postgres", "SELECT pg_promote()").unwrap();
    assert!(finds_a_new_game(&store, 1).await);
    assert_eq!(readers(&standby), "0");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_database_of_a_standby_does_not_answer() {
    let primary = Server::start(&binaries()).unwrap();
    let address = |server: &Server, name| server.url(name).parse::<PostgresAddress>().unwrap();
    primary.create_database("other", None).unwrap();
    Postgres::connect(&address(&primary, "other")).await.unwrap();
    let standby = primary.start_standby().unwrap();
    let store = Postgres::connect(&address(&primary, "postgres")).await.unwrap();
    let store = store.with_standby(&address(&standby, "other")).await.unwrap();
    sleep(Duration::from_secs(1)).await;
    for number in 1..=3 {
        assert!(finds_a_new_game(&store, number).await, "{number}");
        sleep(Duration::from_secs(3)).await;
    }
    assert_eq!(readers(&standby), "0");
}

/// Its database has the same name, and its log is further on than that of the primary.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_of_other_servers_does_not_answer() {
    let address = |server: &Server| server.url("postgres").parse::<PostgresAddress>().unwrap();
    let (primary, other) =
        (Server::start(&binaries()).unwrap(), Server::start(&binaries()).unwrap());
    drop(Postgres::connect(&address(&other)).await.unwrap());
    for _ in 0..4 {
        // Each of them begins a new segment.
        other.psql("postgres", "SELECT pg_logical_emit_message(true, 'far', 'ahead')").unwrap();
        other.psql("postgres", "SELECT pg_switch_wal()").unwrap();
    }
    let standby = other.start_standby().unwrap();
    let store = Postgres::connect(&address(&primary)).await.unwrap();
    let store = store.with_standby(&address(&standby)).await.unwrap();
    for number in 1..=3 {
        assert!(finds_a_new_game(&store, number).await, "{number}");
    }
    assert_eq!(readers(&standby), "0");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_gets_no_more_connections_than_the_settings_say() {
    let settings = PostgresSettings { connections: 1, ..PostgresSettings::default() };
    let (_primary, standby, store) = with_settings(settings).await;
    store.create(new_game(1)).await.unwrap();
    until_answered_by(&standby, &store).await;
    let query = Query { limit: 100, ..Query::default() };
    let list = || store.list(&query);
    let (one, two, three, four) = tokio::join!(list(), list(), list(), list());
    for page in [one, two, three, four] {
        assert_eq!(page.unwrap().games.len(), 1);
    }
    assert_eq!(readers(&standby), "1");
}

// The runtime of this test has one thread, so whatever the store says is heard.
#[tokio::test]
async fn a_search_that_is_too_slow_says_nothing_about_the_standby() {
    let limit = Duration::from_secs(3);
    let settings = PostgresSettings { statement_timeout: limit, ..PostgresSettings::default() };
    let (primary, standby, store) = with_settings(settings).await;
    primary.psql("postgres", &slow_words(60.0)).unwrap();
    until_answered_by(&standby, &store).await;
    let (log, _listening) = Log::start();
    let search = Query { text: "anna".to_owned(), ..Query::default() };
    assert!(store.list(&search).await.is_err());
    assert!(!log.text().contains("57014"), "{}", log.text());
}

// The runtime of this test has one thread, so whatever the store says is heard.
#[tokio::test]
async fn a_wrong_address_of_a_standby_is_noticed_at_the_start() {
    let database = database();
    let name = &database.name;
    let nobody = postgres_server::free_port().unwrap();
    let cases = [
        (SERVER.tcp_url("s3cret", name), "password authentication failed"),
        (SERVER.tcp_url(PASSWORD, "nowhere"), "\"nowhere\" does not exist"),
        (format!("postgres://postgres@localhost:{nobody}/{name}"), "Connection refused"),
        (SERVER.tcp_url(PASSWORD, name), "it is no standby of the database"),
    ];
    for (number, (url, reason)) in cases.into_iter().enumerate() {
        let (log, _listening) = Log::start();
        let store = database.connect().await;
        let standby: PostgresAddress = url.parse().unwrap();
        let store = store.with_standby(&standby).await.unwrap();
        let text = log.text();
        assert!(text.starts_with("WARN") && text.lines().count() == 1, "{text}");
        assert!(text.contains(&standby.to_string()) && text.contains(reason), "{text}");
        assert!(!text.contains("s3cret"), "{text}");
        assert!(finds_a_new_game(&store, number).await);
    }
}
