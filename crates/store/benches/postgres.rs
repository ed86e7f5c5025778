//! How many moves a second are durable in `PostgreSQL`: through the store with many writers at
//! once, next to `pgbench`, which inserts a row and updates another for each in the same run.
//!
//! `cargo bench -p tabiya-store --bench postgres`

#[path = "../tests/suite/fixtures.rs"]
#[allow(dead_code)]
mod fixtures;

use std::error::Error;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use postgres_server::{Binaries, Server};
use store::{AppendOutcome, Entry, Postgres, PostgresAddress, Store, Summary};
use tokio::task::JoinSet;

const TIME: Duration = Duration::from_secs(5);

/// The statements of a group of moves: begin, two reads, four writes, commit.
const STATEMENTS: f64 = 8.0;

/// What a move needs at least: a row that is inserted, and one that is updated.
const FLOOR: &str = "BEGIN;\n\
    INSERT INTO floor_record (event) VALUES ('{\"moved\":{\"play\":\"e2e4\",\"clock\":180000}}');\n\
    UPDATE floor_game SET version = version + 1 WHERE number = :client_id;\n\
    COMMIT;\n";

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), Box<dyn Error>> {
    let named = std::env::var_os("TABIYA_POSTGRES").map(PathBuf::from);
    let binaries = Binaries::find(named.as_deref())?;
    let server = Server::start(&binaries)?;
    let address: PostgresAddress = server.url("postgres").parse()?;
    let store: Arc<dyn Store> = Arc::new(Postgres::connect(&address).await?);
    prepare_floor(&server)?;
    let mut first = 0;
    for writers in [1, 16, 64] {
        let floor = floor(&binaries, &server, writers)?;
        let before = commits(&server)?;
        let (rate, moves) = play(&store, first..first + writers).await?;
        let groups = commits(&server)? - before;
        first += writers;
        let size = f64::from(moves) / groups;
        println!(
            "{writers:3} writers {rate:8.0} appends/s   floor {floor:8.0}   ratio {:.2}   \
             {size:.1} moves a transaction, {:.2} statements a move",
            rate / floor,
            STATEMENTS / size
        );
    }
    Ok(())
}

fn prepare_floor(server: &Server) -> Result<(), Box<dyn Error>> {
    server.psql(
        "postgres",
        "CREATE TABLE floor_record (number bigserial PRIMARY KEY, event text); \
         CREATE TABLE floor_game (number bigint PRIMARY KEY, version bigint); \
         INSERT INTO floor_game SELECT number, 0 FROM generate_series(0, 64) AS number",
    )?;
    Ok(())
}

/// Transactions a second of `pgbench` with so many clients.
fn floor(binaries: &Binaries, server: &Server, clients: usize) -> Result<f64, Box<dyn Error>> {
    let script = tempfile::NamedTempFile::new()?;
    std::fs::write(script.path(), FLOOR)?;
    let output = Command::new(binaries.path("pgbench"))
        .args(["--no-vacuum", "--protocol=prepared", "--jobs=1"])
        .args(["--client", &clients.to_string(), "--time", &TIME.as_secs().to_string()])
        .arg("--file")
        .arg(script.path())
        .arg(server.url("postgres"))
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let rate = text.lines().find_map(|line| line.strip_prefix("tps = "));
    let rate = rate.and_then(|rest| rest.split(' ').next()).and_then(|rate| rate.parse().ok());
    rate.ok_or_else(|| format!("{text}{}", String::from_utf8_lossy(&output.stderr)).into())
}

/// The transactions that were committed so far.
fn commits(server: &Server) -> Result<f64, Box<dyn Error>> {
    let sql = "SELECT pg_stat_clear_snapshot(); SELECT xact_commit FROM pg_stat_database \
               WHERE datname = 'postgres'";
    // Backends report what they have done with some delay.
    std::thread::sleep(Duration::from_secs(2));
    Ok(server.psql("postgres", sql)?.trim().parse()?)
}

/// Plays games at once, each waiting for one move to be durable before it makes the next.
async fn play(
    store: &Arc<dyn Store>,
    numbers: impl Iterator<Item = usize>,
) -> Result<(f64, u32), Box<dyn Error>> {
    let (start, mut games, mut count) = (Instant::now(), JoinSet::new(), 0_u32);
    for number in numbers {
        games.spawn(moves(Arc::clone(store), number, start + TIME));
    }
    while let Some(played) = games.join_next().await {
        count += played?;
    }
    Ok((f64::from(count) / start.elapsed().as_secs_f64(), count))
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
