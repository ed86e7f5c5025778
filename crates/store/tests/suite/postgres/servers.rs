//! Servers know whether others run.

use std::sync::atomic::Ordering;
use std::time::Duration;

use chess::ByColor;
use store::{Connectivity, Hint, Postgres, PresenceReport, Store, StoreError};
use tokio::time::{sleep, timeout};

use super::losses::behind_a_proxy;
use super::{Database, database};
use crate::fixtures::id;

/// Whatever a test waits for comes within this.
const SOON: Duration = Duration::from_secs(20);
/// What has not come by then does not come.
const A_WHILE: Duration = Duration::from_millis(300);

/// How often servers look at each other.
const PING_INTERVAL: Duration = Duration::from_secs(2);

/// How many connections have this lock.
fn holders(database: &Database, lock: u32) -> usize {
    let sql = format!(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = {lock} AND granted \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    );
    database.psql(&sql).parse().unwrap()
}

async fn until(mut is_so: impl FnMut() -> bool) {
    let waiting = async {
        while !is_so() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(SOON, waiting).await.expect("it is so soon");
}

/// A server that has started.
async fn start(database: &Database, is_first: bool) -> Postgres {
    let store = database.connect().await;
    assert_eq!(store.begin_serving().await, Ok(is_first));
    store.games_resumed().await.unwrap();
    store
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_knows_whether_it_is_the_only_one() {
    let database = database();
    let reader = database.connect().await;
    let first = start(&database, true).await;
    let second = start(&database, false).await;
    assert_eq!(holders(&database, 1), 2);
    drop(first);
    until(|| holders(&database, 1) == 1).await;
    let third = start(&database, false).await;
    drop((second, third));
    until(|| holders(&database, 1) == 0).await;
    start(&database, true).await;
    drop(reader);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_waits_while_another_one_resumes_the_games() {
    let database = database();
    let (first, second) = (database.connect().await, database.connect().await);
    assert_eq!(first.begin_serving().await, Ok(true));
    assert!(timeout(A_WHILE, second.begin_serving()).await.is_err());
    first.games_resumed().await.unwrap();
    assert_eq!(timeout(SOON, second.begin_serving()).await, Ok(Ok(false)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_ends_while_it_resumes_the_games_leaves_that_to_the_next() {
    let database = database();
    let (first, second) = (database.connect().await, database.connect().await);
    assert_eq!(first.begin_serving().await, Ok(true));
    let next = tokio::spawn(async move { second.begin_serving().await });
    sleep(A_WHILE).await;
    drop(first);
    assert_eq!(timeout(SOON, next).await.unwrap().unwrap(), Ok(true));
}

/// The answer is given up after 4 s, but that to the next ping comes in time, unless a ping has
/// begun just before and the connection is given up with it. Others can start either way.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_lets_others_start_although_it_was_not_answered_in_time() {
    let database = database();
    let (first, faults) = behind_a_proxy(&database).await;
    assert_eq!(first.begin_serving().await, Ok(true));
    until(|| holders(&database, 2) == 1).await;
    faults.is_silent.store(true, Ordering::SeqCst);
    let (resumed, ()) = tokio::join!(first.games_resumed(), async {
        sleep(Duration::from_millis(4_300)).await;
        faults.is_silent.store(false, Ordering::SeqCst);
    });
    assert!(matches!(resumed, Err(StoreError::Database(_))), "{resumed:?}");
    let second = database.connect().await;
    let started = timeout(SOON, second.begin_serving()).await;
    assert!(matches!(started, Ok(Ok(_))), "{started:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_was_cut_off_counts_again_when_it_is_back() {
    let database = database();
    let first = start(&database, true).await;
    database.psql(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 1 \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    until(|| holders(&database, 1) == 1).await;
    start(&database, false).await;
    drop(first);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_server_looks_after_the_games_of_those_that_are_gone() {
    let database = database();
    let first = start(&database, true).await;
    let mut care = first.departures().unwrap();
    timeout(SOON, care.wait_for(|count| *count == 1)).await.expect("it is the only one").unwrap();
    let second = start(&database, false).await;
    let mut later = second.departures().unwrap();
    let third = start(&database, false).await;
    sleep(2 * PING_INTERVAL).await;
    assert_eq!(*care.borrow(), 1);
    let mut hints = second.hints().unwrap();
    drop(third);
    timeout(SOON, care.wait_for(|count| *count == 2)).await.expect("the third is gone").unwrap();
    assert_eq!(*later.borrow(), 0);
    let heard = timeout(SOON, hints.recv()).await.expect("others read what it may have stored");
    assert_eq!(heard, Ok(Hint::Anything));
    drop(first);
    timeout(SOON, later.wait_for(|count| *count == 1)).await.expect("the first is gone").unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_tell_who_is_connected_until_they_are_gone() {
    let database = database();
    let first = start(&database, true).await;
    let second = start(&database, false).await;
    let mut hints = second.hints().unwrap();
    let players = ByColor::new(Connectivity::Connected, Connectivity::default());
    let report = PresenceReport { players, is_question: true };
    first.announce_presence(&id(1), report);
    let server = loop {
        match timeout(SOON, hints.recv()).await.expect("a hint soon").unwrap() {
            Hint::Presence(server, game, heard) => {
                assert_eq!((game, heard), (id(1), report));
                break server;
            }
            // A session begins with these.
            Hint::Lost | Hint::Anything => {}
            other => panic!("{other:?}"),
        }
    };
    sleep(3 * PING_INTERVAL).await;
    while let Ok(hint) = hints.try_recv() {
        assert_ne!(hint, Hint::ServerGone(server), "it runs");
    }
    drop(first);
    let gone = async { while hints.recv().await != Ok(Hint::ServerGone(server)) {} };
    timeout(SOON, gone).await.expect("it is gone soon");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_was_cut_off_for_a_moment_is_not_gone() {
    let database = database();
    let first = start(&database, true).await;
    let second = start(&database, false).await;
    let mut hints = second.hints().unwrap();
    let players = ByColor::new(Connectivity::Connected, Connectivity::default());
    let report = PresenceReport { players, is_question: false };
    first.announce_presence(&id(1), report);
    let told = async { while !matches!(hints.recv().await, Ok(Hint::Presence(..))) {} };
    timeout(SOON, told).await.expect("a hint soon");
    database.psql(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 1 \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    sleep(4 * PING_INTERVAL).await;
    while let Ok(hint) = hints.try_recv() {
        assert!(!matches!(hint, Hint::ServerGone(_)), "{hint:?}");
    }
}
