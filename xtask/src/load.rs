//! `cargo xtask load SCENARIO`: what the server bears, with the load generator on the same machine.
//!
//! Each scenario starts the real program with a library of its own, plays real games over real
//! sockets, and prints one table: figures, their goals, and the floor that the disk and the
//! loopback interface set in the same run. Moves are sent by a schedule that waits for nobody (see
//! [`pace`]).

mod engines;
mod figures;
mod floor;
mod latency;
mod moves;
mod pace;
mod pair;
mod report;
mod restart;
mod reviews;
mod sockets;
mod spectators;
mod stage;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;

use self::report::Report;
use crate::client::socket::raise_limit;
use crate::error::TaskError;
use crate::program;

/// The most sockets that any scenario opens by itself.
const SOCKETS: usize = 10_000;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// What is tried
    scenario: Scenario,
    /// How long each part takes
    #[arg(long)]
    seconds: Option<u64>,
    /// How many games are played
    #[arg(long)]
    games: Option<usize>,
    /// How many moves are made a second
    #[arg(long)]
    rate: Option<usize>,
    /// How many sockets are held, or how many look on
    #[arg(long)]
    sockets: Option<usize>,
    /// The program to try; without it, the one of this checkout is built
    #[arg(long)]
    program: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Scenario {
    /// Sockets that follow games and say nothing
    Sockets,
    /// Many games at a steady rate
    Moves,
    /// More moves, and then more than can be stored
    Flood,
    /// A kill in the middle of many games
    Restart,
    /// One game that thousands look at
    Spectators,
    /// People's games beside engines without a rest
    Engines,
    /// People's games beside reviews without a rest
    Reviews,
    /// All of these
    All,
}

impl Options {
    fn time(&self, otherwise: u64) -> Duration {
        Duration::from_secs(self.seconds.unwrap_or(otherwise).max(1))
    }
}

/// Runs a scenario, or all of them, and says whether the goals were met.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let players = 2 * options.games.unwrap_or_default();
    raise_limit(SOCKETS.max(players).max(options.sockets.unwrap_or_default()))?;
    let program = options.program.clone().map_or_else(program::build, Ok)?;
    let runtime = tokio::runtime::Runtime::new().map_err(unable)?;
    let mut missed = 0;
    for scenario in Scenario::value_variants() {
        if [*scenario, Scenario::All].contains(&options.scenario) {
            for report in runtime.block_on(scenario.run(options, &program))? {
                missed += report.print();
            }
        }
    }
    runtime.shutdown_background();
    match missed {
        0 => Ok(()),
        1 => Err(TaskError::No("a goal was missed".into())),
        _ => Err(TaskError::No(format!("{missed} goals were missed"))),
    }
}

impl Scenario {
    async fn run(self, options: &Options, program: &Path) -> Result<Vec<Report>, TaskError> {
        Ok(match self {
            Scenario::Sockets => vec![sockets::run(options, program).await?],
            Scenario::Moves => vec![moves::steady(options, program).await?],
            Scenario::Flood => moves::flood(options, program).await?,
            Scenario::Restart => vec![restart::run(options, program).await?],
            Scenario::Spectators => vec![spectators::run(options, program).await?],
            Scenario::Engines => vec![engines::run(options, program).await?],
            Scenario::Reviews => vec![reviews::run(options, program).await?],
            Scenario::All => Vec::new(),
        })
    }
}

/// Something that keeps a scenario from being run.
fn unable(error: impl std::fmt::Display) -> TaskError {
    TaskError::Unable(error.to_string())
}
