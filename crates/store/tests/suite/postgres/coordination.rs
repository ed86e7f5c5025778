//! Servers that share a database, and what a crash of it loses.

use std::time::Duration;

use game::Timestamp;
use store::{
    AttemptKey, AttemptLimit, Coordination, DemonstrationId, Demonstrations, Hint, LeaseId,
    LeaseState, ReviewStop, Store, StoredFollowers, StoredLobby, Topic,
};
use tokio::time::{sleep, timeout};

use super::database;
use crate::demonstrations::demonstration;
use crate::fixtures::id;

/// Whatever a test waits for comes within this.
const SOON: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_of_the_lobby_is_announced_to_other_servers() {
    let database = database();
    let (one, other) = (database.connect().await, database.connect().await);
    assert_ne!(one.server_id(), other.server_id());
    let mut hints = other.hints().unwrap();
    let version = one.save_lobby(0, "one").await.unwrap().expect("nobody was faster");
    let told = async { while hints.recv().await != Ok(Hint::Changed(Topic::Lobby)) {} };
    timeout(SOON, told).await.expect("a hint soon");
    let read = other.lobby_unless(0).await.unwrap();
    assert_eq!(read, Some(StoredLobby { version, text: "one".into() }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_was_lost_is_never_mistaken_for_the_next_one() {
    let database = database();
    let store = database.connect().await;
    let before = store.save_lobby(0, "one").await.unwrap().expect("nobody was faster");
    database.psql("TRUNCATE lobby");
    assert_eq!(store.lobby_unless(before).await, Ok(Some(StoredLobby::default())));
    assert_eq!(store.save_lobby(before, "two").await, Ok(None));
    let after = store.save_lobby(0, "two").await.unwrap().expect("nobody was faster");
    assert!(after > before, "{after} {before}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watched_server_that_has_announced_nothing_is_missed() {
    let database = database();
    let (one, other) = (database.connect().await, database.connect().await);
    assert_eq!(one.begin_serving().await, Ok(true));
    one.games_resumed().await.unwrap();
    assert_eq!(other.begin_serving().await, Ok(false));
    let mut hints = other.hints().unwrap();
    let gone = one.server_id();
    other.watch_server(gone);
    other.watch_server(other.server_id());
    drop(one);
    let told = async {
        loop {
            if let Ok(Hint::ServerGone(server)) = hints.recv().await {
                break server;
            }
        }
    };
    assert_eq!(timeout(SOON, told).await.expect("it is gone soon"), gone);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attempts_are_counted_over_all_servers_and_leave_nothing_behind() {
    let database = database();
    let (one, other) = (database.connect().await, database.connect().await);
    let limit = AttemptLimit { attempts: 2, time: Duration::from_mins(1) };
    let key = AttemptKey([1; 32]);
    assert_eq!(one.count_attempt(key, limit).await, Ok(None));
    assert_eq!(other.count_attempt(key, limit).await, Ok(None));
    for server in [&one, &other] {
        assert!(server.count_attempt(key, limit).await.unwrap().is_some());
    }
    let brief = AttemptLimit { attempts: 1, time: Duration::from_micros(1) };
    for number in 2..50 {
        assert_eq!(one.count_attempt(AttemptKey([number; 32]), brief).await, Ok(None));
    }
    let left: u32 = database.psql("SELECT count(*) FROM attempt").parse().unwrap();
    assert!(left <= 3, "{left}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_servers_one_has_a_lease_until_it_ends() {
    let database = database();
    let (one, other) = (database.connect().await, database.connect().await);
    let lease = |number| LeaseId { work: "a".into(), number };
    let (long, short) = (Duration::from_mins(1), Duration::from_millis(200));
    assert_eq!(one.claim_lease(&lease(1), long).await, Ok(true));
    assert_eq!(other.claim_lease(&lease(1), long).await, Ok(false));
    assert_eq!(other.lease_state("a").await, Ok(LeaseState::Held));
    assert_eq!(one.claim_lease(&lease(2), long).await, Ok(true));
    one.release_lease(&lease(1)).await.unwrap();
    other.release_lease(&lease(2)).await.unwrap();
    assert_eq!(other.lease_state("a").await, Ok(LeaseState::Held), "the second claim counts");
    one.release_lease(&lease(2)).await.unwrap();
    assert_eq!(other.lease_state("a").await, Ok(LeaseState::Free));

    assert_eq!(other.claim_lease(&lease(1), short).await, Ok(true));
    sleep(2 * short).await;
    assert_eq!(one.lease_state("a").await, Ok(LeaseState::Abandoned));
    assert_eq!(one.claim_lease(&lease(3), long).await, Ok(true), "nobody has renewed it");
    assert_eq!(other.claim_lease(&lease(1), long).await, Ok(false), "now it is too late");

    database.psql("UPDATE lease SET until = until - 3600 * 1000000::bigint");
    assert_eq!(other.lease_state("a").await, Ok(LeaseState::Free), "nobody waits for it any more");
    let next = LeaseId { work: "b".into(), number: 4 };
    assert_eq!(one.claim_lease(&next, long).await, Ok(true));
    assert_eq!(database.psql("SELECT string_agg(work, ' ') FROM lease"), "b");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_servers_read_the_time_of_the_database() {
    let database = database();
    let (one, other) = (database.connect().await, database.connect().await);
    let milliseconds = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint / 1000";
    let before: u64 = database.psql(milliseconds).parse().unwrap();
    let first = one.shared_time().await.unwrap().expect("the database has a clock");
    let second = other.shared_time().await.unwrap().expect("the database has a clock");
    let after: u64 = database.psql(milliseconds).parse().unwrap();
    assert!(before <= first.0 && first <= second && second.0 <= after, "{first:?} {second:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_tell_each_other_who_follows_a_board() {
    let database = database();
    let (one, other) = (database.connect().await, database.connect().await);
    let board = DemonstrationId::new("aaaaaaaaaa").unwrap();
    one.save_demonstration(0, demonstration("aaaaaaaaaa", 1)).await.unwrap();
    let mut hints = other.hints().unwrap();
    let changed = Hint::Changed(Topic::Followers(board.clone()));
    for text in [Some("Anna"), Some("Anna, Ben"), None] {
        one.save_followers(&board, text).await.unwrap();
        let told = async { while hints.recv().await.as_ref() != Ok(&changed) {} };
        timeout(SOON, told).await.expect("a hint soon");
        let server = one.server_id();
        let expected = text.map(|text| StoredFollowers { server, text: text.to_owned() });
        let known = other.followers_elsewhere(&board).await.unwrap();
        assert_eq!(known, Vec::from_iter(expected));
        assert_eq!(one.followers_elsewhere(&board).await, Ok(vec![]), "they are its own");
    }
    one.save_followers(&board, Some("Anna")).await.unwrap();
    other.forget_followers(one.server_id()).await.unwrap();
    assert_eq!(other.followers_elsewhere(&board).await, Ok(vec![]));

    one.save_followers(&board, Some("Anna")).await.unwrap();
    one.remove_demonstration(&board).await.unwrap();
    let next = DemonstrationId::new("bbbbbbbbbb").unwrap();
    other.save_followers(&next, None).await.unwrap();
    assert_eq!(database.psql("SELECT count(*) FROM followers"), "0", "the board has ended");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_of_a_review_is_told_to_other_servers() {
    let database = database();
    let (one, other) = (database.connect().await, database.connect().await);
    let mut hints = other.hints().unwrap();
    let stop = ReviewStop { game: id(1), client: Some(7) };
    one.announce_review_stop(stop.clone());
    let told = async { while hints.recv().await != Ok(Hint::StopReview(stop.clone())) {} };
    timeout(SOON, told).await.expect("a hint soon");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_time_without_heartbeats_is_an_outage() {
    let database = database();
    let store = database.connect().await;
    let Timestamp(now) = store.shared_time().await.unwrap().expect("a clock");
    let at = |before: u64| Timestamp(now - before);
    let beat = async |before| store.heartbeat(at(before)).await.unwrap();
    for before in [60_000, 59_000, 57_000, 56_000] {
        beat(before).await;
    }
    let outages = store.outages().await.unwrap();
    assert_eq!(outages.len(), 1, "it lasts");
    assert!(outages[0].start == at(56_000) && outages[0].end >= at(0), "{outages:?}");
    // A server that notices the end of it late begins where it stopped.
    for before in [10_000, 56_000, 9_000, 7_000, 5_500, 3_300, 500] {
        beat(before).await;
    }
    let expected = [at(56_000)..at(10_000), at(5_500)..at(3_300), at(3_300)..at(500)];
    // On a slow machine, the time since the last of them is another one.
    let outages = store.outages().await.unwrap();
    assert_eq!(outages.into_iter().take(3).collect::<Vec<_>>(), expected);
    store.heartbeat(Timestamp(now + 4 * 24 * 3_600_000)).await.unwrap();
    assert_eq!(database.psql("SELECT count(*) FROM outage"), "1", "the old ones are forgotten");
}

/// One server goes on, while another one stands still for half a minute and then goes on too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_heartbeat_of_one_server_is_no_outage() {
    let database = database();
    let store = database.connect().await;
    let Timestamp(now) = store.shared_time().await.unwrap().expect("a clock");
    for before in [12_000, 11_000, 10_000, 39_500, 9_000, 38_500, 8_000] {
        store.heartbeat(Timestamp(now - before)).await.unwrap();
    }
    assert_eq!(database.psql("SELECT count(*) FROM outage"), "0");
    assert_eq!(store.last_heartbeat().await, Ok(Some(Timestamp(now - 8_000))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_heartbeat_from_the_future_is_corrected_by_the_next_one() {
    let database = database();
    let store = database.connect().await;
    let Timestamp(now) = store.shared_time().await.unwrap().expect("a clock");
    for at in [now + 3_600_000, now] {
        store.heartbeat(Timestamp(at)).await.unwrap();
    }
    let last = store.last_heartbeat().await.unwrap().expect("a heartbeat");
    assert!(last < Timestamp(now + 600_000), "{last:?}");
}
