//! Servers learn what others have stored.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use chess::ByColor;
use store::{Hint, ImportOutcome, SeatOwner, SecretHash, Store};
use tokio::sync::broadcast::Receiver;
use tokio::time::{sleep, timeout};

use super::{Database, database};
use crate::fixtures::{entry, id, import_game, new_game};
use crate::log::Log;

/// Whatever a test waits for comes within this.
const SOON: Duration = Duration::from_secs(20);
/// What has not come by then does not come.
const A_WHILE: Duration = Duration::from_millis(300);

/// Two servers with a database.
struct Servers {
    one: Arc<dyn Store>,
    other: Arc<dyn Store>,
    /// The hints of each.
    to_one: Receiver<Hint>,
    to_other: Receiver<Hint>,
}

impl Servers {
    async fn start(database: &Database) -> Servers {
        let one: Arc<dyn Store> = Arc::new(database.connect().await);
        let other: Arc<dyn Store> = Arc::new(database.connect().await);
        let (mut to_one, mut to_other) = (one.hints().unwrap(), other.hints().unwrap());
        // A session begins with this, perhaps before anybody listens.
        for hints in [&mut to_one, &mut to_other] {
            if let Ok(hint) = timeout(A_WHILE, hints.recv()).await {
                assert_eq!(hint, Ok(Hint::Lost));
            }
        }
        Servers { one, other, to_one, to_other }
    }
}

/// The next hint. That with which a session begins may come late, and is passed over.
async fn next(hints: &mut Receiver<Hint>) -> Hint {
    loop {
        let hint = timeout(SOON, hints.recv()).await.expect("a hint soon").unwrap();
        if hint != Hint::Lost {
            return hint;
        }
    }
}

/// Waits until a server knows that it has missed something.
async fn until_lost(hints: &mut Receiver<Hint>) {
    while timeout(SOON, hints.recv()).await.expect("a hint soon") != Ok(Hint::Lost) {}
}

async fn assert_silence(hints: &mut Receiver<Hint>) {
    sleep(A_WHILE).await;
    assert_no_more(hints);
}

/// Asserts that there is no hint but the one with which a session begins.
fn assert_no_more(hints: &mut Receiver<Hint>) {
    while let Ok(hint) = hints.try_recv() {
        assert_eq!(hint, Hint::Lost);
    }
}

/// Ends the first connections of servers that listen.
fn end_sessions(database: &Database, count: usize) {
    let ended = database.psql(&format!(
        "SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity \
         WHERE pid <> pg_backend_pid() AND datname = current_database() \
         AND (query LIKE '%pg_notify%' OR query LIKE 'LISTEN%' OR query LIKE '%ping%') \
         ORDER BY backend_start LIMIT {count}) AS sessions"
    ));
    assert_eq!(ended.lines().count(), count);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_hears_what_another_one_has_stored_and_not_what_it_has_itself() {
    let mut servers = Servers::start(&database()).await;
    servers.one.create(new_game(1)).await.unwrap();
    servers.one.append(entry(1, 1)).await.unwrap();
    assert_eq!(next(&mut servers.to_other).await, Hint::Game(id(1), Some(2)));
    let stale = servers.other.append(entry(1, 1)).await;
    servers.other.append(entry(1, 2)).await.unwrap();
    assert_eq!(next(&mut servers.to_one).await, Hint::Game(id(1), Some(3)), "{stale:?}");
    assert_silence(&mut servers.to_one).await;
    assert_silence(&mut servers.to_other).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_else_changes_about_a_game_is_a_hint_without_a_version() {
    let mut servers = Servers::start(&database()).await;
    servers.one.create(new_game(1)).await.unwrap();
    let owner = SeatOwner { secret: SecretHash([1; 32]), account: None };
    servers.one.set_seat_owners(&id(1), ByColor::new(Some(owner), None)).await.unwrap();
    assert_eq!(next(&mut servers.to_other).await, Hint::Game(id(1), None));
    servers.one.import(vec![import_game(2)]).await.unwrap();
    servers.one.remove(&id(2), Some(game::Timestamp(9))).await.unwrap();
    assert_eq!(next(&mut servers.to_other).await, Hint::Game(id(2), None));
    let restored = servers.one.import(vec![import_game(2)]).await.unwrap();
    assert_eq!(restored, [ImportOutcome::Restored(id(2))]);
    assert_eq!(next(&mut servers.to_other).await, Hint::Game(id(2), None));
    assert_silence(&mut servers.to_other).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_lost_connection_a_server_knows_that_it_has_missed_something() {
    let database = database();
    let mut servers = Servers::start(&database).await;
    servers.one.create(new_game(1)).await.unwrap();
    end_sessions(&database, 2);
    for hints in [&mut servers.to_one, &mut servers.to_other] {
        until_lost(hints).await;
    }
    servers.one.append(entry(1, 1)).await.unwrap();
    assert_eq!(next(&mut servers.to_other).await, Hint::Game(id(1), Some(2)));
    servers.other.append(entry(1, 2)).await.unwrap();
    assert_eq!(next(&mut servers.to_one).await, Hint::Game(id(1), Some(3)));
}

/// They wait together while the connection is lost, and are more than one announcement can name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_changes_while_the_connection_is_lost_is_announced_afterwards() {
    const GAMES: usize = 1_200;
    let database = database();
    let mut servers = Servers::start(&database).await;
    for number in 0..GAMES {
        servers.one.create(new_game(number)).await.unwrap();
    }
    end_sessions(&database, 1);
    let appends = (0..GAMES).map(|number| {
        let one = Arc::clone(&servers.one);
        tokio::spawn(async move { one.append(entry(number, 1)).await.unwrap() })
    });
    for append in appends.collect::<Vec<_>>() {
        append.await.unwrap();
    }
    let mut games = BTreeSet::new();
    while games.len() < GAMES {
        match next(&mut servers.to_other).await {
            Hint::Game(id, Some(2)) => games.extend([id]),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_other_programs_announce_is_ignored() {
    let database = database();
    let mut servers = Servers::start(&database).await;
    for payload in ["", "hello", "a b c", "ffff game000001:x", &"x ".repeat(3_900)] {
        database.psql(&format!("SELECT pg_notify('tabiya', '{payload}')"));
    }
    database.psql("SELECT pg_notify('other', 'ffff game000001:2')");
    database.psql("SELECT pg_notify('tabiya', 'ffff later game000001:2')");
    for hints in [&mut servers.to_one, &mut servers.to_other] {
        assert_eq!(next(hints).await, Hint::Game(id(1), Some(2)));
        assert_no_more(hints);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_is_dropped_leaves_no_connection_behind() {
    let database = database();
    drop(database.connect().await);
    let open = || {
        database.psql(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
             AND pid <> pg_backend_pid()",
        )
    };
    let all_closed = async {
        while open() != "0" {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(SOON, all_closed).await.expect("all are closed soon");
}

// The runtime of this test has one thread, so whatever the store says is heard.
#[tokio::test]
async fn the_log_says_that_a_session_is_lost_and_that_it_is_back() {
    let database = database();
    let (log, _listening) = Log::start();
    let store = database.connect().await;
    let mut hints = store.hints().unwrap();
    assert_eq!(timeout(SOON, hints.recv()).await, Ok(Ok(Hint::Lost)), "a session begins with this");
    end_sessions(&database, 1);
    until_lost(&mut hints).await;
    let text = log.text();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].starts_with("WARN") && lines[0].contains("is lost"), "{text}");
    assert!(lines[1].starts_with("INFO") && lines[1].contains("is back"), "{text}");
}
