//! `tabiya analyze`: reviews the games of a file and writes them with annotations.
//!
//! One game is in memory at a time. The output file is replaced atomically at the end; the games of
//! an interrupted run are kept beside it, where the next run finds them.

mod annotate;
mod json;
mod output_file;
mod previous;
mod reviewed_game;
mod sentences;
mod summary;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use analysis::{AnalysisSettings, DEFAULT_NODES, GameAnalyzer};
use chess::pgn::Record;
use clap::Args;
use engine::{Settings, Signal};

use super::pgn::games::Games;
use super::{interruptible, processors, whole_number};
use crate::exit::{CliError, ExitStatus};
use crate::progress::Progress;
use output_file::OutputFile;
use reviewed_game::ReviewedGame;
use summary::SummaryTable;

const NODES: std::ops::RangeInclusive<u64> = 100..=1_000_000_000;

/// Review the games of a file: accuracy, mistakes, better moves, explanations
///
/// Prints a table. With -o, also writes the games with evaluations, judgments and better lines;
/// existing annotations are kept. OUT is replaced only when all games are done, and may be FILE
/// itself. If interrupted, the reviewed games are in OUT.unfinished, and the same command resumes.
///
/// Errors in FILE are listed on stderr with line and column, and the exit status is 1. A game with
/// an illegal move is reviewed and written only up to that move. An OUT with errors is never
/// replaced, because data would be lost.
#[derive(Debug, Args)]
pub(crate) struct Analyze {
    /// PGN file; - for stdin
    file: PathBuf,
    /// Nodes per position
    #[arg(long, value_name = "N", default_value_t = DEFAULT_NODES, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(NODES))]
    nodes: u64,
    /// Number of positions searched at the same time [default: one per processor]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(Settings::THREADS))]
    threads: Option<usize>,
    /// Hash table size per thread, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 16, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(Settings::HASH_MB))]
    hash: usize,
    /// File to write, replaced only when all games are done
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Print one line of JSON per game instead of the table
    #[arg(long)]
    json: bool,
}

impl Analyze {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let games = Games::open_quietly(&self.file)?;
        let output =
            self.output.as_deref().map(|path| OutputFile::open(path, &self.analysis_tag()));
        let mut output = output.transpose()?;
        let mut printer = Printer::new(self.json)?;
        match self.review(games, output.as_mut(), &mut printer) {
            Ok(Completion::All(status)) => {
                let copied = output.as_ref().map_or(0, OutputFile::copied);
                output.map_or(Ok(()), OutputFile::finish)?;
                printer.finish(copied)?;
                Ok(status)
            }
            Ok(Completion::Stopped) => {
                print_stop(output.map_or(Ok(None), OutputFile::keep)?.as_deref());
                Ok(ExitStatus::Failure)
            }
            Err(error) => {
                // The first error is reported; it may well be the reason why nothing can be kept.
                let output = output.filter(OutputFile::has_added);
                if let Some(Ok(kept)) = output.map(OutputFile::keep) {
                    print_stop(kept.as_deref());
                }
                Err(error)
            }
        }
    }

    /// Reviews one game after the other.
    fn review(
        &self,
        mut games: Games,
        mut output: Option<&mut OutputFile>,
        printer: &mut Printer,
    ) -> Result<Completion, CliError> {
        let mut analyzer = GameAnalyzer::new(&self.settings())
            .map_err(|error| CliError::Message(error.to_string()))?;
        let signal = interruptible();
        let mut record = Record::default();
        let mut status = ExitStatus::Success;
        while !signal.is_stopped() && games.read_next(&mut record)? {
            if !record.errors.is_empty() {
                status = ExitStatus::Failure;
                print_errors(games.name(), &record);
            }
            if let Some(output) = &mut output
                && output.copy(&record.tree)?
            {
                continue;
            }
            let Some(reviewed) = review(games.count(), &record, &mut analyzer, &signal) else {
                return Ok(Completion::Stopped);
            };
            annotate::annotate(&mut record.tree, &reviewed, &self.analysis_tag());
            if let Some(output) = &mut output {
                output.add(&record.tree)?;
            }
            printer.add(games.count(), &record.tree, &reviewed)?;
        }
        Ok(if signal.is_stopped() { Completion::Stopped } else { Completion::All(status) })
    }

    fn settings(&self) -> AnalysisSettings {
        AnalysisSettings {
            nodes: self.nodes,
            threads: self.threads.unwrap_or_else(processors),
            hash_mb: self.hash,
        }
    }

    /// The value of the `Analysis` tag, by which the next run recognizes a reviewed game.
    fn analysis_tag(&self) -> String {
        format!("Tabiya {}, {} nodes per position", env!("CARGO_PKG_VERSION"), self.nodes)
    }
}

/// Reviews a game with a progress bar; none when the signal stopped it.
fn review(
    number: u64,
    record: &Record,
    analyzer: &mut GameAnalyzer,
    signal: &Signal,
) -> Option<ReviewedGame> {
    let total = record.tree.plies() as u64 + 1;
    let progress = Progress::new(format!("game {number}"), Some(total));
    let on_progress = |done: usize, total: usize| {
        progress.update(done as u64, || format!("{done} of {total} positions"));
    };
    ReviewedGame::new(&record.tree, analyzer, signal, on_progress)
}

/// How the review of a file ends, unless something fails.
enum Completion {
    /// All games are done.
    All(ExitStatus),
    /// It was interrupted.
    Stopped,
}

/// Reports that the review was interrupted, and where the reviewed games are.
fn print_stop(kept: Option<&Path>) {
    let kept = kept.map(|kept| {
        format!(
            "; the reviewed games are in '{}', and the same command resumes from there",
            kept.display()
        )
    });
    // The exit status counts even when stderr is closed.
    let _ = writeln!(io::stderr(), "tabiya: stopped{}", kept.unwrap_or_default());
}

fn print_errors(name: &str, record: &Record) {
    let mut stderr = io::stderr().lock();
    for error in &record.errors {
        // The exit status counts even when stderr is closed.
        let _ = writeln!(stderr, "{name}:{error}");
    }
}

/// Prints the reviews to stdout.
enum Printer {
    Table(SummaryTable),
    Json,
}

impl Printer {
    fn new(json: bool) -> Result<Printer, CliError> {
        Ok(if json { Printer::Json } else { Printer::Table(SummaryTable::new()?) })
    }

    fn add(
        &mut self,
        number: u64,
        tree: &chess::pgn::Tree,
        reviewed: &ReviewedGame,
    ) -> Result<(), CliError> {
        match self {
            Printer::Table(table) => table.add(number, tree, &reviewed.report)?,
            Printer::Json => writeln!(io::stdout(), "{}", json::game(tree, reviewed))?,
        }
        Ok(())
    }

    /// Prints how many games were copied from earlier runs.
    fn finish(&self, copied: u64) -> Result<(), CliError> {
        if let Printer::Table(_) = self
            && copied > 0
        {
            writeln!(io::stdout(), "games reviewed earlier  {copied}")?;
        }
        Ok(())
    }
}
