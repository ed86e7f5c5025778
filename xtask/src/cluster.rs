//! `cargo xtask cluster`: several servers with one `PostgreSQL`, any of which serves any game.
//!
//! The players of a game are connected to different servers. Either random servers are killed and
//! started again, while clients go on with another one; then the checker of `cargo xtask crash`
//! judges what they were told, and `presence` tries whether they learn who is connected. Or, with
//! `--measure`, moves are played at a steady rate, and it is measured when they are acknowledged
//! and when the opponent sees them.

mod kills;
mod measure;
mod presence;
mod servers;

use std::path::PathBuf;

use crate::client::socket::raise_limit;
use crate::crash::now;
use crate::error::TaskError;
use crate::program;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Number of servers
    #[arg(long, default_value_t = 3)]
    servers: usize,
    /// Number of kills
    #[arg(long, default_value_t = 100)]
    kills: u32,
    /// Number of games at once [default: 8, or 600 with --measure]
    #[arg(long)]
    games: Option<usize>,
    /// Measure instead of killing servers
    #[arg(long)]
    pub(crate) measure: bool,
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
    let (games, seed, measure) = (None, None, false);
    run(&Options { servers: 2, kills: 10, games, measure, rate: 0, seconds: 0, seed, program })
}

/// Kills servers, or measures them.
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
        let test = kills::KillTest::new(options, &program, seed)?;
        runtime.block_on(test.run(options.kills)).map_err(|failure| match failure {
            TaskError::No(why) => TaskError::No(format!("{why}\nseed {seed}")),
            unable @ TaskError::Unable(_) => unable,
        })
    };
    runtime.shutdown_background();
    outcome
}

fn unable(error: impl std::fmt::Display) -> TaskError {
    TaskError::Unable(error.to_string())
}
