//! `cargo xtask crash`: no acknowledged move is ever lost, whenever the server is killed.
//!
//! Real games are played over real sockets with the real program, which is killed at random moments
//! and started again, again and again. The clients note all they do and learn; after every kill a
//! checker compares that with what is on the disk. Whatever it finds is printed with the seed and
//! the history of the game.

mod check;
mod clocks;
mod fault;
mod history;
mod player;
mod tables;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use game::{GameId, Timestamp};
use random::SplitMix64;
use store::{DataDirectory, Sqlite, Store, StoredGame};
use tokio::sync::watch;
use tokio::task::{JoinSet, block_in_place};
use tokio::time::sleep;

use self::clocks::Outage;
use self::history::{Ledger, Note};
use crate::error::TaskError;
use crate::program::{self, Launch};

/// How many games go on at once.
const TABLES: usize = 8;
/// A server lives for less than this after it listens.
const LONGEST_LIFE_MS: usize = 400;
/// One server in so many is killed while it still starts, within so many milliseconds.
const STILLBORN: (usize, usize) = (6, 60);
/// How long clients have to note what had reached them before the server was killed.
const SETTLING: Duration = Duration::from_millis(30);
/// How long the last server lives, so that everything unanswered is answered.
const EPILOGUE: Duration = Duration::from_secs(1);
/// How many lines of a history are shown.
const SHOWN: usize = 60;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How often the server is killed
    #[arg(long, default_value_t = 200)]
    kills: u32,
    /// Where chance begins; a failure names its seed
    #[arg(long)]
    seed: Option<u64>,
    /// The program to kill; without it, the one of this checkout is built
    #[arg(long)]
    program: Option<PathBuf>,
}

/// A few kills, for the checks before a change lands, of the program that the tests have built.
pub(crate) fn run_quick() -> Result<(), TaskError> {
    run(&Options { kills: 10, seed: None, program: Some(program::beside()?) })
}

/// Kills the server so many times, and checks after each.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let seed = options.seed.unwrap_or_else(|| now().0);
    println!("seed {seed}");
    let program = options.program.clone().map_or_else(program::build, Ok)?;
    let folder = tempfile::tempdir().map_err(unable)?;
    let directory = folder.path().join("data");
    let launch = Launch { program, directory, engine_workers: None };
    let runtime = tokio::runtime::Runtime::new().map_err(unable)?;
    let ordeal = Ordeal::new(launch, seed);
    let outcome = runtime.block_on(ordeal.run(options.kills));
    runtime.shutdown_background();
    outcome.map_err(|failure| match failure {
        TaskError::No(why) => TaskError::No(format!("{why}\nseed {seed}")),
        unable @ TaskError::Unable(_) => unable,
    })
}

/// A run: the servers one after the other, and the clients that outlive them.
struct Ordeal {
    launch: Launch,
    random: SplitMix64,
    ledger: Ledger,
    outages: Vec<Outage>,
}

impl Ordeal {
    fn new(launch: Launch, seed: u64) -> Ordeal {
        let random = SplitMix64::new(seed);
        Ordeal { launch, random, ledger: Ledger::default(), outages: Vec::new() }
    }

    async fn run(mut self, kills: u32) -> Result<(), TaskError> {
        let begin = Instant::now();
        let (announce, addresses) = watch::channel(None);
        let mut tables = JoinSet::new();
        for _ in 0..TABLES {
            let chance = SplitMix64::new(self.random.next_u64());
            tables.spawn(tables::attend(addresses.clone(), self.ledger.clone(), chance));
        }
        for number in 1..=kills {
            let stillborn = number > 1 && self.random.below(STILLBORN.0) == 0;
            let life = if stillborn { STILLBORN.1 } else { LONGEST_LIFE_MS };
            let life = Duration::from_millis(self.random.below(life) as u64);
            self.live_and_die(&announce, life, stillborn).await?;
            self.check().await?;
            if number % 10 == 0 || number == kills {
                println!("{number} kills, {}", Tally::of(&self.ledger.copy()));
            }
        }
        self.live_and_die(&announce, EPILOGUE, false).await?;
        self.check().await?;
        let tally = Tally::of(&self.ledger.copy());
        println!("nothing lost in {:.1} s: {tally}", begin.elapsed().as_secs_f64());
        match tally.acked {
            0 => {
                Err(TaskError::No("not a single move was acknowledged, so nothing is shown".into()))
            }
            _ => Ok(()),
        }
    }

    /// Starts a server, lets it live for so long, and kills it.
    async fn live_and_die(
        &mut self,
        announce: &watch::Sender<Option<std::net::SocketAddr>>,
        life: Duration,
        stillborn: bool,
    ) -> Result<(), TaskError> {
        if let Some(outage) = self.outages.last_mut() {
            outage.back = now();
        }
        let server = block_in_place(|| self.launch.start())?;
        if !stillborn {
            announce.send_replace(Some(block_in_place(|| server.address())?));
        }
        sleep(life).await;
        block_in_place(|| server.kill());
        announce.send_replace(None);
        let gone = now();
        self.outages.push(Outage { gone, back: Timestamp(u64::MAX) });
        sleep(SETTLING).await;
        Ok(())
    }

    /// Looks at a copy of what is on the disk, so that the next server finds it as the last one
    /// left it.
    async fn check(&self) -> Result<(), TaskError> {
        let games = self.ledger.copy();
        let copy = tempfile::tempdir().map_err(unable)?;
        copy_database(&self.launch.directory, copy.path())?;
        let directory = DataDirectory::open(copy.path()).map_err(unable)?;
        let store = Sqlite::open(directory).map_err(|error| TaskError::No(error.to_string()))?;
        for (id, notes) in &games {
            let stored = load(&store, id).await?;
            if let Err(fault) = check::check(notes, stored.as_ref(), &self.outages) {
                return Err(TaskError::No(story(id, &fault.to_string(), notes, stored.as_ref())));
            }
        }
        Ok(())
    }
}

fn copy_database(from: &Path, to: &Path) -> Result<(), TaskError> {
    let name = DataDirectory::DATABASE;
    for file in [name.to_owned(), format!("{name}-wal")] {
        let original = from.join(&file);
        if original.exists() {
            fs::copy(&original, to.join(&file))
                .map_err(|error| TaskError::unreadable(&original, &error))?;
        }
    }
    Ok(())
}

async fn load(store: &Sqlite, id: &str) -> Result<Option<StoredGame>, TaskError> {
    let id = GameId::new(id).ok_or_else(|| TaskError::No(format!("{id:?} is no id of a game")))?;
    store.load(&id).await.map_err(|error| TaskError::No(error.to_string()))
}

/// A fault with the end of the history that led to it.
fn story(id: &str, fault: &str, notes: &[Note], stored: Option<&StoredGame>) -> String {
    let mut text = format!("game {id}: {fault}\nwhat its clients noted:\n");
    for note in &notes[notes.len().saturating_sub(SHOWN)..] {
        text.extend([format!("  {note}\n")]);
    }
    text.push_str("what is stored:\n");
    let records = stored.map_or(&[][..], |stored| &stored.records);
    for record in &records[records.len().saturating_sub(SHOWN / 2)..] {
        let (version, at) = (record.version, record.at.0);
        text.extend([format!("  {version} at {at}: {:?}\n", record.event)]);
    }
    text
}

/// What a run has shown so far.
struct Tally {
    games: usize,
    acked: usize,
    resent: usize,
    refused: usize,
}

impl Tally {
    fn of(games: &BTreeMap<String, Vec<Note>>) -> Tally {
        let mut tally = Tally { games: games.len(), acked: 0, resent: 0, refused: 0 };
        for notes in games.values() {
            let mut sent = std::collections::BTreeSet::new();
            for note in notes {
                match note {
                    Note::Sent { id, .. } => tally.resent += usize::from(!sent.insert(id)),
                    Note::Acked { .. } => tally.acked += 1,
                    Note::Refused { .. } => tally.refused += 1,
                    _ => {}
                }
            }
        }
        tally
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Tally { games, acked, resent, refused } = self;
        write!(f, "{games} games, {acked} moves acked, {resent} sent again, {refused} refused")
    }
}

/// The system's time, by which the server sets its clock.
fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::default().after(since)
}

fn unable(error: impl std::fmt::Display) -> TaskError {
    TaskError::Unable(error.to_string())
}
