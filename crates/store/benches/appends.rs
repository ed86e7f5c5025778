//! How many moves a second are durable: through the store, one at a time and many at once, next to
//! bare `SQLite` writing the same bytes with the same settings in the same run.
//!
//! `cargo bench -p tabiya-store --bench appends`; a directory can be named to measure its disk.

#[path = "../tests/suite/fixtures.rs"]
#[allow(dead_code)]
mod fixtures;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use store::{AppendOutcome, DataDirectory, Entry, Sqlite, Store, Summary};
use tokio::task::JoinSet;

const TIME: Duration = Duration::from_secs(3);

/// How many moves a transaction of the floor holds when it holds many.
const GROUP: u32 = 64;

/// How many games are played at once.
const GAMES: usize = 64;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), Box<dyn Error>> {
    let named = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let root = named.map_or_else(std::env::temp_dir, PathBuf::from);
    let root = tempfile::tempdir_in(root)?;
    let single_floor = floor(&root.path().join("single"), 1)?;
    let group_floor = floor(&root.path().join("grouped"), GROUP)?;
    let directory = DataDirectory::open(&root.path().join("store"))?;
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(directory)?);
    let single = play(&store, 0..1).await?;
    let grouped = play(&store, 1..=GAMES).await?;
    for (what, rate, floor) in
        [("one at a time", single, single_floor), ("64 games at once", grouped, group_floor)]
    {
        println!("{what:16} {rate:8.0} appends/s   floor {floor:8.0}   ratio {:.2}", rate / floor);
    }
    Ok(())
}

/// Bare `SQLite`: one prepared insert for each move, so many in a transaction.
fn floor(path: &Path, group: u32) -> rusqlite::Result<f64> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.execute_batch("CREATE TABLE move (number INTEGER PRIMARY KEY, event TEXT)")?;
    let (start, mut count) = (Instant::now(), 0_u32);
    while start.elapsed() < TIME {
        connection.execute_batch("BEGIN IMMEDIATE")?;
        for _ in 0..group {
            connection
                .prepare_cached("INSERT INTO move (event) VALUES (?1)")?
                .execute([r#"{"moved":{"play":"e2e4","clock":180000}}"#])?;
        }
        connection.execute_batch("COMMIT")?;
        count += group;
    }
    Ok(f64::from(count) / start.elapsed().as_secs_f64())
}

/// Plays games at once, each waiting for one move to be durable before it makes the next.
async fn play(
    store: &Arc<dyn Store>,
    numbers: impl Iterator<Item = usize>,
) -> Result<f64, Box<dyn Error>> {
    let (start, mut games, mut count) = (Instant::now(), JoinSet::new(), 0_u32);
    for number in numbers {
        games.spawn(moves(Arc::clone(store), number, start + TIME));
    }
    while let Some(played) = games.join_next().await {
        count += played?;
    }
    Ok(f64::from(count) / start.elapsed().as_secs_f64())
}

async fn moves(store: Arc<dyn Store>, number: usize, end: Instant) -> u32 {
    store.create(fixtures::new_game(number)).await.expect("a new game");
    let mut version = 1;
    while Instant::now() < end {
        let summary = Summary {
            last_played: game::Timestamp(1_000 + u64::from(version)),
            plies: version,
            ..fixtures::summary()
        };
        let request = fixtures::request(&format!("request-{version}"));
        let entry = Entry { request, summary, ..fixtures::entry(number, version) };
        assert_eq!(store.append(entry).await, Ok(AppendOutcome::Written));
        version += 1;
    }
    version - 1
}
