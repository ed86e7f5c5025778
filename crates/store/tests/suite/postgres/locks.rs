//! What goes on while another session holds locks.

use std::sync::Arc;
use std::time::Duration;

use game::Timestamp;
use postgres_server::Server;
use store::{
    AppendOutcome, Coordination, Entry, Postgres, PostgresAddress, PostgresSettings, Query, Store,
    StoreError,
};
use tokio::time::{sleep, timeout};
use tokio_postgres::{Client, NoTls};

use super::{Database, SERVER, binaries, database};
use crate::fixtures::{entry, id, new_game, request};
use crate::games::versions;
use crate::log::Log;

/// Whatever a test waits for comes within this, and sooner than `PostgreSQL` gives up a lock.
const SOON: Duration = Duration::from_secs(20);

/// A session of another server in the middle of a transaction, which keeps what it locks.
async fn transaction(database: &Database, sql: &str) -> Client {
    let (client, connection) =
        tokio_postgres::connect(&SERVER.url(&database.name), NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(&format!("BEGIN; {sql}")).await.unwrap();
    client
}

async fn with_settings(database: &Database, settings: PostgresSettings) -> Arc<dyn Store> {
    Arc::new(Postgres::connect_with(&database.address, settings).await.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_locked_elsewhere_delays_no_other_game() {
    let database = database();
    let settings = PostgresSettings { writers: 1, ..PostgresSettings::default() };
    let store = with_settings(&database, settings).await;
    store.create(new_game(1)).await.unwrap();
    store.create(new_game(2)).await.unwrap();
    let sql = format!("SELECT FROM progress WHERE id = '{}' FOR UPDATE", id(1));
    let frozen = transaction(&database, &sql).await;
    let append = |entry: Entry| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.append(entry).await })
    };
    let locked = append(Entry { request: request("a"), ..entry(1, 1) });
    let free = timeout(SOON, append(entry(2, 1))).await.expect("it does not wait");
    assert_eq!(free.unwrap(), Ok(AppendOutcome::Written));
    assert_eq!(store.append(entry(3, 1)).await, Err(StoreError::Unknown(id(3))));
    assert!(!locked.is_finished());
    frozen.batch_execute("COMMIT").await.unwrap();
    let outcome = timeout(SOON, locked).await.expect("it is tried again").unwrap();
    assert_eq!(outcome, Ok(AppendOutcome::Written));
    assert_eq!(versions(&store, 1).await, [1, 2]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_stays_locked_is_given_up_after_the_time_of_a_statement() {
    let database = database();
    let settings = PostgresSettings {
        statement_timeout: Duration::from_secs(2),
        ..PostgresSettings::default()
    };
    let store = with_settings(&database, settings).await;
    store.create(new_game(1)).await.unwrap();
    let frozen = transaction(&database, "SELECT FROM progress FOR UPDATE").await;
    let outcome = timeout(SOON, store.append(entry(1, 1))).await.expect("an answer");
    assert!(matches!(outcome, Err(StoreError::Database(_))), "{outcome:?}");
    frozen.batch_execute("COMMIT").await.unwrap();
    assert_eq!(store.append(entry(1, 1)).await, Ok(AppendOutcome::Written));
}

/// One entry that the database refuses costs the others of its transaction nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_entry_is_found_among_others() {
    let database = database();
    let settings = PostgresSettings { writers: 1, ..PostgresSettings::default() };
    let store = with_settings(&database, settings).await;
    for number in 1..=9 {
        store.create(new_game(number)).await.unwrap();
    }
    database.psql(&format!(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         RAISE EXCEPTION 'refused'; END $$; \
         CREATE TRIGGER refuse BEFORE UPDATE ON progress FOR EACH ROW \
         WHEN (new.id = '{}') EXECUTE FUNCTION refuse()",
        id(5)
    ));
    let append = |number| {
        let store = Arc::clone(&store);
        (number, tokio::spawn(async move { store.append(entry(number, 1)).await }))
    };
    let appends: Vec<_> = (1..=9).map(append).collect();
    for (number, append) in appends {
        let outcome = append.await.unwrap();
        let is_refused = matches!(outcome, Err(StoreError::Database(_)));
        assert_eq!(is_refused, number == 5, "{number}: {outcome:?}");
    }
}

/// When a server is gone, all rooms of the others read at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_updates_at_once_wait_for_a_small_queue() {
    let settings = PostgresSettings { queue: 1, group: 2, ..PostgresSettings::default() };
    let store = with_settings(&database(), settings).await;
    store.create(new_game(1)).await.unwrap();
    let read = |_| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.load_since(&id(1), 1).await })
    };
    let reads: Vec<_> = (0..200).map(read).collect();
    for read in reads {
        let update = read.await.unwrap();
        assert!(matches!(update, Ok(Some(_))), "{update:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_that_nobody_waits_for_ends_and_keeps_no_connection() {
    let database = database();
    let settings = PostgresSettings { connections: 1, ..PostgresSettings::default() };
    let store = Arc::new(Postgres::connect_with(&database.address, settings).await.unwrap());
    let _held = transaction(&database, "LOCK TABLE game").await;
    let searching = {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.list(&Query::default()).await })
    };
    let waiting = "SELECT count(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    until(&database, waiting, "1").await;
    let beat = timeout(SOON, store.heartbeat(Timestamp(1_000))).await;
    assert_eq!(beat, Ok(Ok(())), "it waits for no search");
    searching.abort();
    let lobby = timeout(SOON, store.lobby_unless(0)).await;
    assert!(matches!(lobby, Ok(Ok(_))), "{lobby:?}");
    until(&database, waiting, "0").await;
}

/// Whoever writes words or moves has such locks, and others would wait behind one who waits for
/// them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_waits_for_nobody_who_writes() {
    let database = database();
    let sql = "LOCK TABLE word IN ROW EXCLUSIVE MODE; \
               LOCK TABLE progress IN SHARE UPDATE EXCLUSIVE MODE";
    let _writing = transaction(&database, sql).await;
    timeout(SOON, database.connect()).await.expect("it starts");
}

/// What a test hears while a server with this database starts, until there is such a line.
async fn heard_while_starting(database: &Database, line: &str) -> String {
    let (log, _listening) = Log::start();
    let starting = async {
        let store = database.connect().await;
        store.begin_serving().await.unwrap();
        panic!("it waits");
    };
    let heard = async {
        while !log.text().contains(line) {
            sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        () = starting => {}
        heard = timeout(SOON, heard) => heard.expect("it says so"),
    }
    log.text()
}

// The runtime of these tests has one thread, so whatever the server says is heard.
#[tokio::test]
async fn a_server_that_waits_while_the_tables_are_updated_says_so() {
    let database = database();
    let sql = "SELECT pg_advisory_xact_lock(x'746162697961'::bigint)";
    let _updating = transaction(&database, sql).await;
    let text = heard_while_starting(&database, "another server is updating the tables").await;
    assert!(text.starts_with("WARN"), "{text}");
}

#[tokio::test]
async fn a_server_that_waits_while_the_database_is_copied_says_so() {
    let database = database();
    let sql = "SELECT pg_advisory_xact_lock(x'74616269'::int, 1)";
    let _copying = transaction(&database, sql).await;
    let text = heard_while_starting(&database, "is being copied").await;
    assert!(text.starts_with("WARN"), "{text}");
}

/// Waits until a statement prints this.
async fn until(database: &Database, sql: &str, expected: &str) {
    let asking = async {
        while database.psql(sql) != expected {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(SOON, asking).await.expect("it is so soon");
}

/// A time limit of the server ends no wait for a standby.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_waits_for_a_standby_too_long_is_unconfirmed_and_others_go_on() {
    let server = Server::start(&binaries()).unwrap();
    let address: PostgresAddress = server.url("postgres").parse().unwrap();
    let settings = PostgresSettings {
        connections: 2,
        commit_timeout: Duration::from_millis(300),
        ..PostgresSettings::default()
    };
    let patient = Postgres::connect(&address).await.unwrap();
    patient.create(new_game(1)).await.unwrap();
    drop(patient);
    let store = Postgres::connect_with(&address, settings).await.unwrap();
    // A new connection begins with a commit, so both are made before.
    let known = id(1);
    let both = tokio::join!(store.load(&known), store.load(&known));
    assert!(both.0.is_ok() && both.1.is_ok());
    let sql = "ALTER SYSTEM SET synchronous_standby_names = 'nobody'";
    server.psql("postgres", sql).unwrap();
    server.psql("postgres", "SELECT pg_reload_conf()").unwrap();
    let unconfirmed = async {
        // The setting counts a moment later.
        for number in 2.. {
            let created = store.create(new_game(number)).await;
            if created != Ok(()) {
                return created;
            }
        }
        Ok(())
    };
    let outcome = timeout(SOON, unconfirmed).await.expect("not forever");
    assert!(matches!(outcome, Err(StoreError::Unconfirmed(_))), "{outcome:?}");
    let loaded = timeout(SOON, store.load(&known)).await.expect("it does not wait for that");
    assert!(matches!(loaded, Ok(Some(_))), "{loaded:?}");
}

/// A connection begins with a commit. One that waits for a standby does not end with its client.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_wait_for_a_standby_do_not_add_up() {
    let server = Server::start(&binaries()).unwrap();
    let address: PostgresAddress = server.url("postgres").parse().unwrap();
    Postgres::connect(&address).await.unwrap();
    let sql = "ALTER SYSTEM SET synchronous_standby_names = 'nobody'";
    server.psql("postgres", sql).unwrap();
    server.psql("postgres", "SELECT pg_reload_conf()").unwrap();
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    let refused = async {
        // The setting counts a moment later.
        while Postgres::connect(&address).await.is_ok() {}
    };
    timeout(SOON, refused).await.expect("it gives up");
    let ended = async {
        while server.psql("postgres", waiting).unwrap() != "0" {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(SOON, ended).await.expect("nothing waits on its behalf");
}
