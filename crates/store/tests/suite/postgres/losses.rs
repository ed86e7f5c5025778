//! What is answered when a connection is lost in the middle of a commit.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use postgres_server::{Server, Stop};
use store::{
    AppendOutcome, Entry, Hint, Postgres, PostgresAddress, SeatOwners, Store, StoreError, Topic,
};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::proxy::{self, Faults};
use super::{Database, SERVER, binaries, database};
use crate::competitions::{Evening, competition_id};
use crate::fixtures::{entry, id, new_game, request, stored_request};
use crate::games::versions;

/// Whatever a test waits for comes within this.
const SOON: Duration = Duration::from_secs(20);

/// An append that goes on.
type Append = JoinHandle<Result<AppendOutcome, StoreError>>;

/// A store behind a proxy that loses answers.
pub(super) async fn behind_a_proxy(database: &Database) -> (Arc<dyn Store>, Arc<Faults>) {
    let faults = Arc::new(Faults::default());
    let port = proxy::start(SERVER.port(), Arc::clone(&faults)).await;
    let url = SERVER.tcp_url(postgres_server::PASSWORD, &database.name);
    let url = url.replace(&SERVER.port().to_string(), &port.to_string());
    let address: PostgresAddress = format!("{url}?sslmode=disable").parse().unwrap();
    (Arc::new(Postgres::connect(&address).await.unwrap()), faults)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_whose_answer_was_lost_is_looked_up() {
    let (store, faults) = behind_a_proxy(&database()).await;
    store.create(new_game(1)).await.unwrap();
    for (base, text) in [(1, "a"), (2, "b")] {
        faults.cuts.store(1, Ordering::SeqCst);
        let sent = Entry { request: request(text), ..entry(1, base) };
        assert_eq!(store.append(sent).await, Ok(AppendOutcome::Written), "{base}");
        assert_eq!(faults.cuts.load(Ordering::SeqCst), 0, "the answer was lost");
    }
    assert_eq!(versions(&store, 1).await, [1, 2, 3]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_cannot_be_looked_up_is_unconfirmed() {
    let (store, faults) = behind_a_proxy(&database()).await;
    store.create(new_game(1)).await.unwrap();
    store.append(entry(1, 1)).await.unwrap();
    faults.is_closed.store(true, Ordering::SeqCst);
    faults.cuts.store(1, Ordering::SeqCst);
    let sent = Entry { request: request("a"), ..entry(1, 2) };
    let outcome = store.append(sent.clone()).await;
    assert!(matches!(outcome, Err(StoreError::Unconfirmed(_))), "{outcome:?}");
    faults.is_closed.store(false, Ordering::SeqCst);
    let repeated = AppendOutcome::Repeated(stored_request(3));
    assert_eq!(store.append(sent).await, Ok(repeated), "repeating it tells");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_game_whose_commit_was_lost_is_unconfirmed() {
    let (store, faults) = behind_a_proxy(&database()).await;
    store.create(new_game(1)).await.unwrap();
    faults.cuts.store(1, Ordering::SeqCst);
    let outcome = store.create(new_game(2)).await;
    assert!(matches!(outcome, Err(StoreError::Unconfirmed(_))), "{outcome:?}");
    assert_eq!(versions(&store, 2).await, [1], "this time it was stored");
}

/// What may be stored is announced, so that no other server goes on with what was there before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_whose_commit_was_lost_is_unconfirmed_and_announced() {
    let database = database();
    let (store, faults) = behind_a_proxy(&database).await;
    store.create(new_game(1)).await.unwrap();
    let other = database.connect().await;
    let mut hints = other.hints().unwrap();
    let competition = competition_id("competitio");
    let entry = Evening::new("Club evening").entry(&competition, 0, None);
    faults.cuts.store(1, Ordering::SeqCst);
    let outcome = store.append_to_competition(entry).await;
    assert!(matches!(outcome, Err(StoreError::Unconfirmed(_))), "{outcome:?}");
    faults.lost_updates.store(1, Ordering::SeqCst);
    let outcome = store.set_seat_owners(&id(1), SeatOwners::default()).await;
    assert!(matches!(outcome, Err(StoreError::Unconfirmed(_))), "{outcome:?}");
    let mut expected =
        vec![Hint::Changed(Topic::Competition(competition)), Hint::Game(id(1), None)];
    let told = async {
        while !expected.is_empty() {
            let hint = hints.recv().await.unwrap();
            expected.retain(|expected| *expected != hint);
        }
    };
    timeout(SOON, told).await.expect("hints soon");
}

/// A transaction that the server gives up at its end leaves nothing behind, and is tried again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_failed_is_tried_again() {
    let database = database();
    let store: Arc<dyn Store> = Arc::new(database.connect().await);
    store.create(new_game(1)).await.unwrap();
    database.psql(
        "CREATE SEQUENCE once; \
         CREATE FUNCTION end_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         IF nextval('once') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; \
         RETURN NULL; END $$; \
         CREATE CONSTRAINT TRIGGER end_once AFTER INSERT ON record DEFERRABLE INITIALLY DEFERRED \
         FOR EACH ROW EXECUTE FUNCTION end_once()",
    );
    assert_eq!(store.append(entry(1, 1)).await, Ok(AppendOutcome::Written));
    assert_eq!(database.psql("SELECT last_value FROM once"), "2", "it was tried twice");
    assert_eq!(versions(&store, 1).await, [1, 2]);
}

/// Another transaction may wait for one that waits for it, and one of them is ended.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_that_was_ended_by_a_deadlock_is_tried_again() {
    let database = database();
    let store: Arc<dyn Store> = Arc::new(database.connect().await);
    store.create(new_game(1)).await.unwrap();
    database.psql(
        "CREATE SEQUENCE once; \
         CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         IF nextval('once') = 1 THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF; \
         RETURN NULL; END $$; \
         CREATE TRIGGER fail_once AFTER INSERT ON record FOR EACH ROW EXECUTE FUNCTION fail_once()",
    );
    assert_eq!(store.append(entry(1, 1)).await, Ok(AppendOutcome::Written));
    assert_eq!(database.psql("SELECT last_value FROM once"), "2", "it was tried twice");
    assert_eq!(versions(&store, 1).await, [1, 2]);
}

/// A primary that crashes while it waits for its standby comes back with a commit that may still be
/// lost with it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_answered_that_no_standby_may_have() {
    let server = Server::start(&binaries()).unwrap();
    let address: PostgresAddress = server.url("postgres").parse().unwrap();
    let store: Arc<dyn Store> = Arc::new(Postgres::connect(&address).await.unwrap());
    store.create(new_game(1)).await.unwrap();
    store.append(entry(1, 1)).await.unwrap();
    wait_for(&server, "nobody");
    let waiting = timeout(SOON, until_one_waits(&server, &store)).await;
    let (waiting, again) = waiting.expect("one waits soon");
    let version = again.base + 1;
    server.stop(Stop::Immediate).unwrap();
    server.resume().unwrap();
    let early = timeout(Duration::from_secs(2), store.append(again.clone())).await;
    assert!(!matches!(early, Ok(Ok(_))), "answered without a standby: {early:?}");
    let stored = server.psql("postgres", "SELECT count(*) FROM record").unwrap();
    assert_eq!(stored, version.to_string(), "it is there");
    wait_for(&server, "");
    assert!(matches!(
        waiting.await.unwrap(),
        Ok(AppendOutcome::Written) | Err(StoreError::Unconfirmed(_))
    ));
    let repeated = AppendOutcome::Repeated(stored_request(version));
    assert_eq!(store.append(again).await, Ok(repeated));
}

/// When the first process of a primary is killed, a commit that waits for a standby becomes visible
/// to connections that have not noticed yet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_read_from_a_primary_that_has_died() {
    let server = Server::start(&binaries()).unwrap();
    let address: PostgresAddress = server.url("postgres").parse().unwrap();
    let store: Arc<dyn Store> = Arc::new(Postgres::connect(&address).await.unwrap());
    store.create(new_game(1)).await.unwrap();
    // While a commit waits, reading keeps the processor busy, and waits for nothing itself.
    let busy = "CREATE FUNCTION busy() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN \
                IF EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep') THEN \
                WHILE clock_timestamp() < statement_timestamp() + interval '3 s' LOOP END LOOP; \
                END IF; RETURN true; END $$; \
                ALTER TABLE request RENAME TO known_request; \
                CREATE VIEW request AS SELECT * FROM known_request WHERE busy()";
    server.psql("postgres", busy).unwrap();
    // A new connection begins with a commit, so that of the reader is made before.
    let (known, sent) = (id(1), Entry { request: request("a"), ..entry(1, 1) });
    let both = tokio::join!(store.append(sent), store.load_since(&known, 1));
    assert!(both.0.is_ok() && both.1.is_ok());
    wait_for(&server, "nobody");
    let waiting = timeout(SOON, until_one_waits(&server, &store)).await;
    let _waiting = waiting.expect("one waits soon");
    let reader = Arc::clone(&store);
    let reading = tokio::spawn(async move { reader.load_since(&id(1), 1).await });
    let sql = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' \
               AND query LIKE '%JOIN request%' AND pid <> pg_backend_pid()";
    let busy = async {
        while server.psql("postgres", sql).unwrap() == "0" {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(SOON, busy).await.expect("it reads soon");
    server.kill_first_process().unwrap();
    let read = timeout(SOON, reading).await.expect("it ends soon").unwrap();
    assert!(matches!(read, Err(StoreError::Database(_))), "{read:?}");
}

/// Lets commits wait for a standby of this name; the empty name is for none.
fn wait_for(server: &Server, standby: &str) {
    let sql = format!("ALTER SYSTEM SET synchronous_standby_names = '{standby}'");
    server.psql("postgres", &sql).unwrap();
    server.psql("postgres", "SELECT pg_reload_conf()").unwrap();
}

/// Appends to a game until a commit waits for a standby, which begins a moment after the setting
/// has changed. Returns that append and its entry.
async fn until_one_waits(server: &Server, store: &Arc<dyn Store>) -> (Append, Entry) {
    let sql = "SELECT count(*) FROM pg_stat_activity WHERE query = 'COMMIT' \
               AND wait_event = 'SyncRep'";
    let mut base = 2;
    loop {
        let sent = Entry { request: request(&format!("a{base}")), ..entry(1, base) };
        let (store, again) = (Arc::clone(store), sent.clone());
        let append = tokio::spawn(async move { store.append(sent).await });
        while !append.is_finished() {
            if server.psql("postgres", sql).unwrap() != "0" {
                return (append, again);
            }
            sleep(Duration::from_millis(20)).await;
        }
        base += 1;
    }
}
