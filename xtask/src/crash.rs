//! `cargo xtask crash`: no acknowledged move is ever lost, whenever the server is killed.
//!
//! Games are played over sockets with the real program, which is repeatedly killed at random
//! moments and restarted. The clients record everything they send and receive; after every kill a
//! checker compares that with what is on the disk. A violation is printed with the seed and the
//! history of the game.

mod addresses;
mod check;
mod clocks;
mod games;
mod history;
mod player;
mod violation;

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

use self::addresses::{Addresses, Servers};
use self::clocks::Outage;
use self::history::Note;
use crate::error::TaskError;
use crate::program::{self, Launch};

pub(crate) use check::Circumstances;
pub(crate) use history::Ledger;

/// How many games are played at once.
const GAMES: usize = 8;
/// The maximum time from listening to the kill.
pub(crate) const MAX_LIFE_MS: usize = 400;
/// One server in this many is killed during startup, within this many milliseconds.
pub(crate) const EARLY_KILL: (usize, usize) = (6, 60);
/// How long clients may take to record what they received before a kill.
pub(crate) const SETTLE_TIME: Duration = Duration::from_millis(30);
/// How long the last server runs, so that every pending request is answered.
pub(crate) const LAST_RUN: Duration = Duration::from_secs(1);
/// How many lines of a history are printed.
const MAX_LINES: usize = 60;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Number of kills
    #[arg(long, default_value_t = 200)]
    kills: u32,
    /// Random seed; a failure prints its seed
    #[arg(long)]
    seed: Option<u64>,
    /// Program to test [default: build this checkout]
    #[arg(long)]
    program: Option<PathBuf>,
}

/// A few kills of the program that the tests have built.
pub(crate) fn run_quick() -> Result<(), TaskError> {
    run(&Options { kills: 10, seed: None, program: Some(program::beside()?) })
}

/// Kills the server repeatedly and checks after each kill.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let seed = options.seed.unwrap_or_else(|| now().0);
    println!("seed {seed}");
    let program = options.program.clone().map_or_else(program::build, Ok)?;
    let folder = tempfile::tempdir().map_err(unable)?;
    let directory = folder.path().join("data");
    let launch = Launch::new(program, directory);
    let runtime = tokio::runtime::Runtime::new().map_err(unable)?;
    let test = CrashTest::new(launch, seed);
    let outcome = runtime.block_on(test.run(options.kills));
    runtime.shutdown_background();
    outcome.map_err(|failure| match failure {
        TaskError::No(why) => TaskError::No(format!("{why}\nseed {seed}")),
        unable @ TaskError::Unable(_) => unable,
    })
}

/// A run: one server after the other, and the clients that outlive them.
struct CrashTest {
    launch: Launch,
    random: SplitMix64,
    ledger: Ledger,
    circumstances: Circumstances,
}

impl CrashTest {
    fn new(launch: Launch, seed: u64) -> CrashTest {
        let random = SplitMix64::new(seed);
        CrashTest {
            launch,
            random,
            ledger: Ledger::default(),
            circumstances: Circumstances::default(),
        }
    }

    async fn run(mut self, kills: u32) -> Result<(), TaskError> {
        let started = Instant::now();
        let (announce, servers) = watch::channel(vec![None]);
        let _games = play_games(GAMES, &servers, &self.ledger, &mut self.random);
        for number in 1..=kills {
            let is_killed_early = number > 1 && self.random.below(EARLY_KILL.0) == 0;
            let life = if is_killed_early { EARLY_KILL.1 } else { MAX_LIFE_MS };
            let life = Duration::from_millis(self.random.below(life) as u64);
            self.run_server(&announce, life, is_killed_early).await?;
            self.check().await?;
            if number % 10 == 0 || number == kills {
                println!("{number} kills, {}", Totals::of(&self.ledger.copy()));
            }
        }
        self.run_server(&announce, LAST_RUN, false).await?;
        self.check().await?;
        let totals = Totals::of(&self.ledger.copy());
        println!("nothing lost in {:.1} s: {totals}", started.elapsed().as_secs_f64());
        match totals.acked {
            0 => Err(TaskError::No("no move was acknowledged, so nothing was tested".into())),
            _ => Ok(()),
        }
    }

    /// Starts a server, lets it run, and kills it.
    async fn run_server(
        &mut self,
        announce: &watch::Sender<Servers>,
        life: Duration,
        is_killed_early: bool,
    ) -> Result<(), TaskError> {
        if let Some(outage) = self.circumstances.outages.last_mut() {
            outage.back = now();
        }
        let server = block_in_place(|| self.launch.start())?;
        if !is_killed_early {
            announce.send_replace(vec![Some(block_in_place(|| server.address())?)]);
        }
        sleep(life).await;
        block_in_place(|| server.kill());
        announce.send_replace(vec![None]);
        let gone = now();
        self.circumstances.outages.push(Outage { gone, back: Timestamp(u64::MAX) });
        sleep(SETTLE_TIME).await;
        Ok(())
    }

    /// Checks a copy of the database, so that the next server finds it as the last one left it.
    async fn check(&self) -> Result<(), TaskError> {
        let games = self.ledger.copy();
        let copy = tempfile::tempdir().map_err(unable)?;
        copy_database(&self.launch.directory, copy.path())?;
        let directory = DataDirectory::open(copy.path()).map_err(unable)?;
        let store = Sqlite::open(directory).map_err(|error| TaskError::No(error.to_string()))?;
        check_all(&games, &store, &self.circumstances).await
    }
}

/// Plays `count` games at once, until the result is dropped.
pub(crate) fn play_games(
    count: usize,
    servers: &watch::Receiver<Servers>,
    ledger: &Ledger,
    random: &mut SplitMix64,
) -> JoinSet<()> {
    let addresses = Addresses::new(servers.clone());
    let mut games = JoinSet::new();
    for _ in 0..count {
        let chance = SplitMix64::new(random.next_u64());
        games.spawn(games::play_games(addresses.clone(), ledger.clone(), chance));
    }
    games
}

/// Compares what the clients of all games know with what is stored.
pub(crate) async fn check_all(
    games: &BTreeMap<String, Vec<Note>>,
    store: &dyn Store,
    circumstances: &Circumstances,
) -> Result<(), TaskError> {
    for (id, notes) in games {
        let stored = load(store, id).await?;
        if let Err(violation) = check::check(notes, stored.as_ref(), circumstances) {
            let violation = violation.to_string();
            return Err(TaskError::No(failure_report(id, &violation, notes, stored.as_ref())));
        }
    }
    Ok(())
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

async fn load(store: &dyn Store, id: &str) -> Result<Option<StoredGame>, TaskError> {
    let id = GameId::new(id).ok_or_else(|| TaskError::No(format!("{id:?} is not a game id")))?;
    store.load(&id).await.map_err(|error| TaskError::No(error.to_string()))
}

/// A violation with the end of the history that led to it.
fn failure_report(
    id: &str,
    violation: &str,
    notes: &[Note],
    stored: Option<&StoredGame>,
) -> String {
    let mut text = format!("game {id}: {violation}\nwhat its clients recorded:\n");
    for note in &notes[notes.len().saturating_sub(MAX_LINES)..] {
        text.extend([format!("  {note}\n")]);
    }
    text.push_str("what is stored:\n");
    let records = stored.map_or(&[][..], |stored| &stored.records);
    for record in &records[records.len().saturating_sub(MAX_LINES / 2)..] {
        let (version, at) = (record.version, record.at.0);
        text.extend([format!("  {version} at {at}: {:?}\n", record.event)]);
    }
    text
}

/// The totals of a run so far.
pub(crate) struct Totals {
    games: usize,
    pub(crate) acked: usize,
    resent: usize,
    rejected: usize,
}

impl Totals {
    pub(crate) fn of(games: &BTreeMap<String, Vec<Note>>) -> Totals {
        let mut totals = Totals { games: games.len(), acked: 0, resent: 0, rejected: 0 };
        for notes in games.values() {
            let mut sent = std::collections::BTreeSet::new();
            for note in notes {
                match note {
                    Note::Sent { id, .. } => totals.resent += usize::from(!sent.insert(id)),
                    Note::Acked { .. } => totals.acked += 1,
                    Note::Rejected { .. } => totals.rejected += 1,
                    _ => {}
                }
            }
        }
        totals
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Totals { games, acked, resent, rejected } = self;
        write!(f, "{games} games, {acked} moves acked, {resent} sent again, {rejected} rejected")
    }
}

/// The system time, which the server also uses.
pub(crate) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::default().after(since)
}

fn unable(error: impl std::fmt::Display) -> TaskError {
    TaskError::Unable(error.to_string())
}
