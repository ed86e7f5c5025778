//! `tabiya datagen`: self-play games for training. The crate `selfplay` plays and stores them; here
//! are threads, progress and texts.

mod check;
mod generate;
mod stats;

use std::fs::File;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use selfplay::{ArchiveError, DatagenSettings, Reader};

use super::{network, whole_number};
use crate::exit::{CliError, ExitStatus};

const MAX_THREADS: usize = 256;

/// Generate training data by letting the engine play against itself
///
/// A game is determined by the seed, its number, the nodes and the network, so the same command
/// makes the same file on every machine. It can be interrupted at any time; the same command
/// resumes it.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Datagen {
    #[command(subcommand)]
    action: Option<Action>,
    /// File to write or resume
    #[arg(short, long, required = true, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Total number of games in the file [default: unlimited]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=u64::MAX))]
    games: Option<u64>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Nodes per move, on average
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=100_000_000_u32))]
    nodes: u32,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_THREADS))]
    threads: Option<usize>,
    /// Start from the 960 positions of Chess960
    #[arg(long)]
    chess960: bool,
    /// Network file, or `classical` for the hand-written evaluation [default: the built-in network]
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    network: String,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Replay every game and report errors
    Check(Files),
    /// Count games, positions and results
    Stats(Files),
}

#[derive(Debug, Args)]
struct Files {
    /// Files of training data
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Datagen {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        match self.action {
            Some(Action::Check(Files { files })) => check::run(&files),
            Some(Action::Stats(Files { files })) => stats::run(&files),
            None => {
                let Datagen { games, seed, nodes, chess960, .. } = self;
                let out = self.out.unwrap_or_default();
                let network = network(&self.network)?;
                let checksum = network.as_ref().map(|network| network.checksum());
                let settings = DatagenSettings { nodes, seed, chess960, network: checksum };
                generate::run(&out, games, self.threads, &settings, network.as_ref())
            }
        }
    }
}

/// Opens a file of training data to read.
fn open(path: &Path) -> Result<Reader<File>, CliError> {
    let file = File::open(path).map_err(|error| archive_error(path, error.into()))?;
    Reader::new(file).map_err(|error| archive_error(path, error))
}

/// The error of a file, with its name.
fn archive_error(path: &Path, error: ArchiveError) -> CliError {
    match error {
        ArchiveError::Io(error) => CliError::Read(path.display().to_string(), error),
        error => CliError::Message(format!("cannot use '{}': {error}", path.display())),
    }
}
