//! `cargo xtask load SCENARIO`: load tests of the server, with the load generator on the same
//! machine.
//!
//! Each scenario starts the real program with an empty library, plays games over sockets, and
//! prints a table: measurements, their goals, and the baseline of the disk and the loopback
//! interface in the same run. Moves are sent on a fixed schedule (open loop, see [`pace`]).

pub(crate) mod baseline;
mod engines;
pub(crate) mod figures;
mod hostile;
pub(crate) mod latency;
mod moves;
mod pace;
pub(crate) mod pair;
pub(crate) mod report;
mod restart;
mod reviews;
mod soak;
mod sockets;
mod spectators;
mod stop;
mod test_server;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;

use self::report::Report;
use crate::client::socket::raise_limit;
use crate::error::TaskError;
use crate::program;

/// The most sockets that a scenario opens by default.
const SOCKETS: usize = 10_000;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Scenario to run
    scenario: Scenario,
    /// Seconds per part
    #[arg(long)]
    seconds: Option<u64>,
    /// Number of games
    #[arg(long)]
    games: Option<usize>,
    /// Moves per second
    #[arg(long)]
    rate: Option<usize>,
    /// Number of sockets, or of spectators
    #[arg(long)]
    sockets: Option<usize>,
    /// Program to test [default: build this checkout]
    #[arg(long)]
    program: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Scenario {
    /// Idle sockets that follow games
    Sockets,
    /// Many games at a steady rate
    Moves,
    /// More moves, and then more than can be stored
    Flood,
    /// A kill and restart during many games
    Restart,
    /// A server that is stopped and continued while moves wait in its sockets
    Stop,
    /// One game with thousands of spectators
    Spectators,
    /// Games between people while all engines are busy
    Engines,
    /// Games between people while games are reviewed
    Reviews,
    /// Games between people while one visitor asks for as much as possible
    Hostile,
    /// Games that begin and end for an hour; not part of "all"
    Soak,
    /// All scenarios
    All,
}

impl Options {
    fn time(&self, otherwise: u64) -> Duration {
        Duration::from_secs(self.seconds.unwrap_or(otherwise).max(1))
    }
}

/// Runs a scenario, or all of them.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let players = 2 * options.games.unwrap_or_default();
    raise_limit(SOCKETS.max(players).max(options.sockets.unwrap_or_default()))?;
    let program = options.program.clone().map_or_else(program::build, Ok)?;
    let runtime = tokio::runtime::Runtime::new().map_err(unable)?;
    let mut missed = 0;
    for scenario in Scenario::value_variants() {
        if options.scenario.includes(*scenario) {
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
    /// Whether this stands for another scenario. An hour is too long for "all".
    fn includes(self, other: Scenario) -> bool {
        self == other || (self == Scenario::All && other != Scenario::Soak)
    }

    async fn run(self, options: &Options, program: &Path) -> Result<Vec<Report>, TaskError> {
        Ok(match self {
            Scenario::Sockets => vec![sockets::run(options, program).await?],
            Scenario::Moves => vec![moves::steady(options, program).await?],
            Scenario::Flood => moves::flood(options, program).await?,
            Scenario::Restart => vec![restart::run(options, program).await?],
            Scenario::Stop => stop::run(options, program).await?,
            Scenario::Spectators => vec![spectators::run(options, program).await?],
            Scenario::Engines => vec![engines::run(options, program).await?],
            Scenario::Soak => vec![soak::run(options, program).await?],
            Scenario::Reviews => vec![reviews::run(options, program).await?],
            Scenario::Hostile => vec![hostile::run(options, program).await?],
            Scenario::All => Vec::new(),
        })
    }
}

/// An error that keeps a scenario from running.
fn unable(error: impl std::fmt::Display) -> TaskError {
    TaskError::Unable(error.to_string())
}
