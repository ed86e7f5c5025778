//! `cargo xtask cluster`: several servers with one `PostgreSQL`, any of which serves any game.
//!
//! The players of a game are connected to different servers. Either random servers are killed and
//! started again, while clients go on with another one; then the checker of `cargo xtask crash`
//! judges what they were told, and `presence` tries whether they learn who is connected. Or, with
//! `--measure`, moves are played at a steady rate, and it is measured when they are acknowledged
//! and when the opponent sees them.
//!
//! With `--patroni` the database is three `PostgreSQL` servers under Patroni instead. Then its
//! primary is killed, stopped or cut off (`--faults`), and the same checker judges.

mod database;
mod faults;
mod kills;
mod measure;
mod patroni;
mod presence;
mod servers;

use std::path::{Path, PathBuf};

use crate::client::socket::raise_limit;
use crate::crash::now;
use crate::error::TaskError;
use crate::program;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Number of servers
    #[arg(long, default_value_t = 3)]
    servers: usize,
    /// Number of kills, or of faults
    #[arg(long, default_value_t = 100)]
    kills: u32,
    /// Number of games at once [default: 8, or 600 with --measure]
    #[arg(long)]
    games: Option<usize>,
    /// Measure instead of killing servers
    #[arg(long)]
    pub(crate) measure: bool,
    /// Use three `PostgreSQL` under Patroni, and break that instead of killing servers
    #[arg(long, conflicts_with = "measure")]
    patroni: bool,
    /// What happens to the database under Patroni, in turn
    #[arg(long, requires = "patroni", value_delimiter = ',', default_value = "kill")]
    faults: Vec<faults::FaultKind>,
    /// Moves per second to measure
    #[arg(long, default_value_t = 1_500)]
    rate: usize,
    /// Seconds to measure
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Random seed; a failure prints its seed
    #[arg(long)]
    seed: Option<u64>,
    /// Program to test [default: build this checkout]
    #[arg(long)]
    program: Option<PathBuf>,
}

/// A few kills of the program that the tests have built.
pub(crate) fn run_quick() -> Result<(), TaskError> {
    let program = Some(program::beside()?);
    run(&Options {
        servers: 2,
        kills: 10,
        games: None,
        measure: false,
        patroni: false,
        faults: Vec::new(),
        rate: 0,
        seconds: 0,
        seed: None,
        program,
    })
}

/// Kills servers, breaks their database, or measures them.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    if options.servers < 2 {
        return Err(TaskError::Unable("a cluster has at least two servers".into()));
    }
    let program = options.program.clone().map_or_else(program::build, Ok)?;
    let runtime = tokio::runtime::Runtime::new().map_err(unable)?;
    let outcome = if options.measure {
        raise_limit(2 * options.games.unwrap_or(measure::GAMES))?;
        runtime.block_on(measure::run(options, &program))
    } else {
        let seed = options.seed.unwrap_or_else(|| now().0);
        println!("seed {seed}");
        runtime.block_on(break_things(options, &program, seed)).map_err(|failure| match failure {
            TaskError::No(why) => TaskError::No(format!("{why}\nseed {seed}")),
            unable @ TaskError::Unable(_) => unable,
        })
    };
    runtime.shutdown_background();
    outcome
}

async fn break_things(options: &Options, program: &Path, seed: u64) -> Result<(), TaskError> {
    if options.patroni {
        return faults::FaultTest::new(options, program, seed).await?.run(options.kills).await;
    }
    kills::KillTest::new(options, program, seed)?.run(options.kills).await
}

fn unable(error: impl std::fmt::Display) -> TaskError {
    TaskError::Unable(error.to_string())
}
