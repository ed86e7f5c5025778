//! How long the library takes with a hundred thousand games: every order at its first and its last
//! page, searches and filters; and how long such a file takes to open.
//!
//! `cargo bench -p tabiya-store --bench library`

#[path = "../tests/suite/fixtures.rs"]
#[allow(dead_code)]
mod fixtures;

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chess::pgn::GameResult;
use chess::{ByColor, Color};
use game::{Name, Timestamp};
use store::{Column, DataDirectory, Direction, NewGame, Query, Sort, Sqlite, Store, Summary};
use tokio::task::JoinSet;

const GAMES: usize = 100_000;

/// How many moves each game has.
const MOVES: u32 = 10;

const PAGE: u32 = 50;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), Box<dyn Error>> {
    let root = tempfile::tempdir()?;
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(DataDirectory::open(root.path())?)?);
    let start = Instant::now();
    fill(&store).await?;
    println!("{GAMES} games stored in {:.1} s", start.elapsed().as_secs_f64());
    drop(store);
    let start = Instant::now();
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(DataDirectory::open(root.path())?)?);
    println!("opened and checked in {:.0} ms", millis(start.elapsed()));

    let plain = Query { limit: PAGE, ..Query::default() };
    for column in Column::ALL {
        for direction in [Direction::Ascending, Direction::Descending] {
            let first = Query { sort: Sort { column, direction }, ..plain.clone() };
            let last = Query { skip: GAMES as u32 - PAGE, ..first.clone() };
            let (first, last) = (time(&store, first).await?.0, time(&store, last).await?.0);
            println!("{column:?} {direction:?}: first page {first:.1} ms, last {last:.1} ms");
        }
    }
    let text = |text: &str| Query { text: text.into(), ..plain.clone() };
    for (what, query) in [
        ("a word that many have", text("player1")),
        ("a word that one has", text("game054321")),
        ("a word that nobody has", text("nobody")),
        ("two words", text("player77 player9")),
        ("a player", Query { player: Name::new("Player500").ok(), ..plain.clone() }),
        ("a status", Query { status: Some("playing".into()), ..plain.clone() }),
        ("a result", Query { result: Some(GameResult::Draw), ..plain.clone() }),
        ("a time", Query { since: Some(Timestamp(90_000)), ..plain.clone() }),
    ] {
        let (millis, total) = time(&store, query).await?;
        println!("{what}: {millis:.1} ms for {total} games");
    }
    Ok(())
}

async fn fill(store: &Arc<dyn Store>) -> Result<(), Box<dyn Error>> {
    let mut waiting = JoinSet::new();
    for number in 0..GAMES {
        let store = Arc::clone(store);
        waiting.spawn(async move { store.create(game(number)).await });
        if waiting.len() == 256 {
            waiting.join_next().await.transpose()?.transpose()?;
        }
    }
    while let Some(created) = waiting.join_next().await {
        created??;
    }
    Ok(())
}

const RESULTS: [GameResult; 4] = [
    GameResult::Unknown,
    GameResult::Win(Color::White),
    GameResult::Win(Color::Black),
    GameResult::Draw,
];

fn game(number: usize) -> NewGame {
    let player = |number: usize| fixtures::name(&format!("Player{}", number % 1_000));
    let summary = Summary {
        names: ByColor::new(player(number), player(number / 7)),
        result: RESULTS[number % 4],
        status: ["playing", "mate", "resigned", "flag"][number % 4].into(),
        plies: (number * 31 % 120) as u32,
        created: Timestamp(number as u64),
        last_played: Timestamp((number * 7919 % GAMES) as u64),
        ..fixtures::summary()
    };
    let moves = (2..MOVES + 2).map(|version| fixtures::moved(version, 0));
    let records = std::iter::once(fixtures::created()).chain(moves).collect();
    NewGame { records, summary, ..fixtures::new_game(number) }
}

/// The best of three, in milliseconds, and how many games there are.
async fn time(store: &Arc<dyn Store>, query: Query) -> Result<(f64, u64), Box<dyn Error>> {
    let (mut best, mut total) = (f64::INFINITY, 0);
    for _ in 0..3 {
        let start = Instant::now();
        total = store.list(&query).await?.total;
        best = best.min(millis(start.elapsed()));
    }
    Ok((best, total))
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
