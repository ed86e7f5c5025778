//! `tabiya datagen`: games of the engine against itself, for training. What they are and how they
//! are kept is in the crate `selfplay`; here are threads, progress and words.

mod check;
mod generate;
mod stats;

use std::fs::File;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use selfplay::{ArchiveError, Reader, Terms};

use super::{network, whole_number};
use crate::exit::{Answer, CliError};

const MOST_THREADS: usize = 256;

/// Let the engine play against itself, and keep the games for training
///
/// A game follows from the seed, its number, the nodes and the network, so the same command makes
/// the same file on every machine. It may be stopped at any moment; the same command goes on with
/// the file.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Datagen {
    #[command(subcommand)]
    question: Option<Question>,
    /// The file to write, or to go on with
    #[arg(short, long, required = true, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many games the file shall hold in the end [default: no end]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=u64::MAX))]
    games: Option<u64>,
    /// What chance comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Nodes for a move, on average
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=100_000_000_u32))]
    nodes: u32,
    /// How many games are played at once [default: as many as the machine can]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// Begin from the 960 start positions
    #[arg(long)]
    chess960: bool,
    /// The network that judges; `classical` for the hand-written evaluation [default: the one that
    /// the program brings along]
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    network: String,
}

#[derive(Debug, Subcommand)]
enum Question {
    /// Play every game again and say what is wrong with it
    Check(Files),
    /// Count games, positions and results
    Stats(Files),
}

#[derive(Debug, Args)]
struct Files {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Datagen {
    pub(crate) fn run(self) -> Result<Answer, CliError> {
        match self.question {
            Some(Question::Check(Files { files })) => check::run(&files),
            Some(Question::Stats(Files { files })) => stats::run(&files),
            None => {
                let Datagen { games, seed, nodes, chess960, .. } = self;
                let out = self.out.unwrap_or_default();
                let network = network(&self.network)?;
                let checksum = network.as_ref().map(|network| network.checksum());
                let terms = Terms { nodes, seed, chess960, network: checksum };
                generate::run(&out, games, self.threads, &terms, network.as_ref())
            }
        }
    }
}

/// Opens a file of games to read.
fn open(path: &Path) -> Result<Reader<File>, CliError> {
    let file = File::open(path).map_err(|error| named(path, error.into()))?;
    Reader::new(file).map_err(|error| named(path, error))
}

/// What is wrong with a file, by its name.
fn named(path: &Path, error: ArchiveError) -> CliError {
    match error {
        ArchiveError::Io(error) => CliError::Read(path.display().to_string(), error),
        fault => CliError::Unusable(format!("'{}' cannot be used: {fault}", path.display())),
    }
}
