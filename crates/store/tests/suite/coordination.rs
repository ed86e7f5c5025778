//! What servers that share a store agree on among themselves.

use std::sync::Arc;
use std::time::Duration;

use store::{AttemptKey, AttemptLimit, LeaseId, LeaseState, Store, StoredLobby};
use tokio::time::sleep;

const WRITERS: usize = 8;
const CHANGES: usize = 10;

pub(crate) async fn a_lobby_is_changed_only_by_those_who_know_its_version(store: Arc<dyn Store>) {
    assert_eq!(store.lobby_unless(0).await, Ok(None), "at first it is empty");
    let first = store.save_lobby(0, "one").await.unwrap().expect("nobody was faster");
    assert_ne!(first, 0);
    assert_eq!(store.save_lobby(0, "other").await, Ok(None));
    assert_eq!(store.lobby_unless(first).await, Ok(None));
    let read = store.lobby_unless(0).await.unwrap();
    assert_eq!(read, Some(StoredLobby { version: first, text: "one".into() }));
    let second = store.save_lobby(first, "two").await.unwrap().expect("nobody was faster");
    assert_ne!(second, first);
    for stale in [0, first, second + 1] {
        assert_eq!(store.save_lobby(stale, "other").await, Ok(None), "{stale} of {second}");
    }
    let read = store.lobby_unless(first).await.unwrap();
    assert_eq!(read, Some(StoredLobby { version: second, text: "two".into() }));
}

pub(crate) async fn of_many_changes_of_the_lobby_at_once_none_is_lost(store: Arc<dyn Store>) {
    let writers: Vec<_> = (0..WRITERS).map(|_| tokio::spawn(write(store.clone()))).collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let lobby = store.lobby_unless(0).await.unwrap().expect("it has changed");
    assert_eq!(lobby.text.len(), WRITERS * CHANGES);
}

/// Makes the text longer, one letter at a time.
async fn write(store: Arc<dyn Store>) {
    for _ in 0..CHANGES {
        loop {
            let lobby = store.lobby_unless(0).await.unwrap().unwrap_or_default();
            let longer = lobby.text + "x";
            if store.save_lobby(lobby.version, &longer).await.unwrap().is_some() {
                break;
            }
        }
    }
}

fn attempt_key(number: u8) -> AttemptKey {
    AttemptKey([number; 32])
}

/// How many attempts count before one has to wait, up to a limit of them.
async fn attempts(store: &Arc<dyn Store>, number: u8, limit: AttemptLimit) -> u32 {
    for count in 0..=limit.attempts {
        let wait = store.count_attempt(attempt_key(number), limit).await.unwrap();
        if let Some(wait) = wait {
            assert!(!wait.is_zero() && wait <= limit.time, "{wait:?}");
            return count;
        }
    }
    limit.attempts + 1
}

pub(crate) async fn attempts_are_limited_by_key_and_become_free_one_by_one(store: Arc<dyn Store>) {
    let limit = AttemptLimit { attempts: 3, time: Duration::from_mins(1) };
    assert_eq!(attempts(&store, 1, limit).await, 3);
    assert_eq!(attempts(&store, 1, limit).await, 0, "what was rejected does not count");
    assert_eq!(attempts(&store, 2, limit).await, 3, "keys have nothing to do with each other");
    // On a slow machine, five attempts take long, and one becomes free every two seconds.
    let fast = AttemptLimit { attempts: 4, time: Duration::from_secs(8) };
    assert_eq!(attempts(&store, 3, fast).await, 4);
    let wait = store.count_attempt(attempt_key(3), fast).await.unwrap().expect("a wait");
    sleep(wait + Duration::from_millis(20)).await;
    assert_eq!(attempts(&store, 3, fast).await, 1, "one after the other");
    sleep(fast.time + Duration::from_millis(20)).await;
    assert_eq!(attempts(&store, 3, fast).await, 4);
}

pub(crate) async fn of_many_attempts_at_once_no_more_count_than_may(store: Arc<dyn Store>) {
    let limit = AttemptLimit { attempts: 5, time: Duration::from_mins(10) };
    let tries: Vec<_> = (0..40)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.count_attempt(attempt_key(1), limit).await.unwrap() })
        })
        .collect();
    let mut counted = 0;
    for attempt in tries {
        counted += u32::from(attempt.await.unwrap().is_none());
    }
    assert_eq!(counted, limit.attempts);
}

pub(crate) async fn a_server_has_what_it_has_claimed(store: Arc<dyn Store>) {
    let time = Duration::from_mins(1);
    for number in [1, 1, 2] {
        let lease = LeaseId { work: "a".into(), number };
        assert_eq!(store.claim_lease(&lease, time).await, Ok(true), "{number}");
        assert_eq!(store.lease_state("a").await, Ok(LeaseState::Free), "no other server has it");
    }
    for number in [1, 2] {
        store.release_lease(&LeaseId { work: "a".into(), number }).await.unwrap();
    }
}
