//! Rules about many writers at once.

use std::sync::Arc;

use game::Record;
use store::{AppendOutcome, Entry, Store};

use crate::fixtures::{entry, id, moved, new_game, request, stored_request};
use crate::games::versions;

const WRITERS: u64 = 16;

const ROUNDS: u32 = 20;

// req: C7
pub(crate) async fn of_sixteen_writers_one_wins_each_version(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    let writers: Vec<_> = (0..WRITERS).map(|w| tokio::spawn(write(store.clone(), w))).collect();
    let mut written = Vec::new();
    for writer in writers {
        written.extend(writer.await.unwrap());
    }
    written.sort_by_key(|record: &Record| record.version);
    let game = store.load(&id(1)).await.unwrap().unwrap();
    assert_eq!(game.records[1..], written, "each version is what its one winner wrote");
    assert_eq!(written.len(), ROUNDS as usize);
}

/// Tries to write every version until the game is long enough. What it won, it returns.
async fn write(store: Arc<dyn Store>, writer: u64) -> Vec<Record> {
    let (mut base, mut won) = (1, Vec::new());
    while base <= ROUNDS {
        let record = moved(base + 1, writer);
        let entry = Entry { records: vec![record.clone()], ..entry(1, base) };
        base = match store.append(entry).await.unwrap() {
            AppendOutcome::Written => {
                won.push(record);
                base + 1
            }
            AppendOutcome::Stale { version, missed } => {
                assert_eq!(missed.len() as u32, version - base);
                version
            }
            AppendOutcome::Repeated(_) => panic!("nobody asked twice"),
        };
    }
    won
}

pub(crate) async fn a_request_sent_many_times_at_once_is_written_once(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    let send = |store: Arc<dyn Store>| async move {
        store.append(Entry { request: request("a"), ..entry(1, 1) }).await.unwrap()
    };
    let answers: Vec<_> = (0..WRITERS).map(|_| tokio::spawn(send(store.clone()))).collect();
    let mut written = 0;
    for answer in answers {
        match answer.await.unwrap() {
            AppendOutcome::Written => written += 1,
            other => assert_eq!(other, AppendOutcome::Repeated(stored_request(2))),
        }
    }
    assert_eq!(written, 1);
    assert_eq!(versions(&store, 1).await, [1, 2]);
}

pub(crate) async fn many_games_at_once_do_not_meet(store: Arc<dyn Store>) {
    let play = |store: Arc<dyn Store>, number: usize| async move {
        store.create(new_game(number)).await.unwrap();
        for base in 1..10 {
            assert_eq!(store.append(entry(number, base)).await, Ok(AppendOutcome::Written));
        }
        assert_eq!(versions(&store, number).await, (1..=10).collect::<Vec<_>>());
    };
    let games: Vec<_> = (0..100).map(|n| tokio::spawn(play(store.clone(), n))).collect();
    for game in games {
        game.await.unwrap();
    }
}
