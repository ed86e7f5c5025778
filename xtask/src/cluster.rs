//! `cargo xtask cluster`: several servers with one `PostgreSQL`, any of which serves any game.
//!
//! The players of a game are connected to different servers. Either random servers are killed and
//! started again, while clients go on with another one; then the checker of `cargo xtask crash`
//! judges what they were told, and `presence` tries whether they learn who is connected. With
//! `--upgrade-from` they run an older program at first, and are upgraded one by one. Or, with
//! `--measure`, moves are played at a steady rate, and it is measured when they are acknowledged
//! and when the opponent sees them.
//!
//! With `--patroni` the database is three `PostgreSQL` servers under Patroni instead. Then its
//! primary is killed, stopped or cut off (`--faults`), and the same checker judges. With or without
//! Patroni, a disk can become slow or full, and the system clocks of servers can be wrong.

mod agreement;
mod database;
mod disk;
mod faults;
mod kills;
mod measure;
mod patroni;
mod presence;
mod servers;
mod skew;
mod test_run;

use std::path::{Path, PathBuf};

use self::faults::{FaultKind, FaultTest};
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
    /// What happens instead of killing servers, in turn [default with --patroni: kill]
    #[arg(long, conflicts_with = "measure", value_delimiter = ',')]
    faults: Vec<FaultKind>,
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
    /// Program of the release before: the servers begin with it, and are upgraded one by one
    #[arg(long, conflicts_with_all = ["measure", "patroni", "faults"])]
    upgrade_from: Option<PathBuf>,
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
        upgrade_from: None,
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
    match &fault_kinds(&options.faults, options.patroni)?[..] {
        [] => kills::run(options, program, seed).await,
        kinds => FaultTest::start(options, kinds, program, seed).await?.run(options.kills).await,
    }
}

/// The faults that were asked for; none when servers are to be killed.
fn fault_kinds(faults: &[FaultKind], is_patroni: bool) -> Result<Vec<FaultKind>, TaskError> {
    match faults.iter().find(|kind| kind.needs_patroni()) {
        Some(kind) if !is_patroni => Err(unable(format!("--faults {kind} needs --patroni"))),
        None if is_patroni && faults.is_empty() => Ok(vec![FaultKind::Kill]),
        _ => Ok(faults.to_vec()),
    }
}

fn unable(error: impl std::fmt::Display) -> TaskError {
    TaskError::Unable(error.to_string())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        options: Options,
    }

    /// The kinds of faults that a command line asks for, or why it is refused.
    fn kinds(words: &str) -> Result<Vec<FaultKind>, String> {
        let words = ["cluster"].into_iter().chain(words.split_whitespace());
        let line = CommandLine::try_parse_from(words).map_err(|error| error.to_string())?;
        let Options { faults, patroni, .. } = line.options;
        fault_kinds(&faults, patroni).map_err(|error| error.to_string())
    }

    #[test]
    fn faults_are_those_of_the_command_line() {
        use FaultKind::{Cut, FullDisk, Kill, Skew, SlowDisk};

        for (words, expected) in [
            ("", vec![]),
            ("--patroni", vec![Kill]),
            ("--faults slow-disk,full-disk", vec![SlowDisk, FullDisk]),
            ("--faults skew", vec![Skew]),
            ("--patroni --faults cut,skew", vec![Cut, Skew]),
        ] {
            assert_eq!(kinds(words), Ok(expected), "{words}");
        }
        for (words, reason) in [
            ("--faults skew,cut", "--faults cut needs --patroni"),
            ("--faults fire", "invalid value 'fire'"),
            ("--measure --faults skew", "cannot be used with"),
            ("--upgrade-from tabiya --faults skew", "cannot be used with"),
        ] {
            let error = kinds(words).expect_err(words);
            assert!(error.contains(reason), "{words}: {error}");
        }
    }
}
