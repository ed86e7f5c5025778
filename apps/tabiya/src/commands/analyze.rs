//! `tabiya analyze`: reviews the games of a file and writes them with what it found.
//!
//! One game is in memory at a time. The file that is written is replaced in one step when all is
//! done; what an interrupted run has done is kept beside it, where the next run finds it.

mod annotate;
mod earlier;
mod json;
mod progress;
mod reviewed;
mod table;
mod target;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use analysis::{Analyst, DEFAULT_NODES, Plan};
use chess::pgn::Record;
use clap::Args;
use engine::Settings;

use super::pgn::games::Games;
use super::{interruptible, processors, whole_number};
use crate::exit::{Answer, CliError};
use progress::Progress;
use reviewed::Reviewed;
use table::Table;
use target::Target;

const NODES: std::ops::RangeInclusive<u64> = 100..=1_000_000_000;

/// Review the games of a file: accuracy, mistakes, better lines, and why
///
/// Prints a table; with -o also writes the games with evaluations, judgments and better lines.
/// What the file has said before stays there. OUT is replaced only when all games are done, and may
/// be the file itself. When it is interrupted, the games that are done are in OUT.unfinished, and
/// the same command goes on where it ended.
///
/// A game with faults is told on stderr by line and column, and the status is 1. It is reviewed and
/// written only as far as it can be read: after a move that is not legal, the rest of its line is
/// left out. An OUT in which something cannot be read is never replaced, as that would be lost.
#[derive(Debug, Args)]
pub(crate) struct Analyze {
    /// The file of games; - for stdin
    file: PathBuf,
    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = DEFAULT_NODES, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(NODES))]
    nodes: u64,
    /// How many positions are searched at the same time [default: one for each processor]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(Settings::THREADS))]
    threads: Option<usize>,
    /// Megabytes of memory for each of them
    #[arg(long, value_name = "MB", default_value_t = 16, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(Settings::HASH_MB))]
    hash: usize,
    /// The file to write, replaced only once all games are done
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Print a line of JSON for each game instead of the table
    #[arg(long)]
    json: bool,
}

impl Analyze {
    pub(crate) fn run(self) -> Result<Answer, CliError> {
        let games = Games::open(&self.file)?;
        let target = self.output.as_deref().map(|path| Target::open(path, &self.mark()));
        let mut target = target.transpose()?;
        let mut page = Page::new(self.json)?;
        match self.review(games, target.as_mut(), &mut page) {
            Ok(End::All(answer)) => {
                let copied = target.as_ref().map_or(0, Target::copied);
                target.map_or(Ok(()), Target::finish)?;
                page.finish(copied)?;
                Ok(answer)
            }
            Ok(End::Stopped) => {
                tell_stop(target.map_or(Ok(None), Target::keep)?.as_deref());
                Ok(Answer::No)
            }
            Err(failure) => {
                // What went wrong first is what is told; it may well be why nothing can be kept.
                if let Some(Ok(kept)) = target.filter(Target::has_added).map(Target::keep) {
                    tell_stop(kept.as_deref());
                }
                Err(failure)
            }
        }
    }

    /// Reviews one game after the other.
    fn review(
        &self,
        mut games: Games,
        mut target: Option<&mut Target>,
        page: &mut Page,
    ) -> Result<End, CliError> {
        let mut analyst =
            Analyst::new(&self.plan()).map_err(|error| CliError::Unusable(error.to_string()))?;
        let signal = interruptible();
        let mut record = Record::default();
        let mut answer = Answer::Yes;
        while !signal.is_stopped() && games.read_next(&mut record)? {
            games.make_way();
            if !record.errors.is_empty() {
                answer = Answer::No;
                complain(games.name(), &record);
            }
            if let Some(target) = &mut target
                && target.copy(&record.tree)?
            {
                continue;
            }
            let progress = Progress::new(games.count());
            let told = |done, total| progress.tell(done, total);
            let Some(reviewed) = Reviewed::new(&record.tree, &mut analyst, &signal, told) else {
                return Ok(End::Stopped);
            };
            drop(progress);
            annotate::annotate(&mut record.tree, &reviewed, &self.mark());
            if let Some(target) = &mut target {
                target.add(&record.tree)?;
            }
            page.add(games.count(), &record.tree, &reviewed)?;
        }
        Ok(if signal.is_stopped() { End::Stopped } else { End::All(answer) })
    }

    fn plan(&self) -> Plan {
        Plan {
            nodes: self.nodes,
            threads: self.threads.unwrap_or_else(processors),
            hash_mb: self.hash,
        }
    }

    /// What is written into a game that is done, so that the next run knows.
    fn mark(&self) -> String {
        format!("Tabiya {}, {} nodes a position", env!("CARGO_PKG_VERSION"), self.nodes)
    }
}

/// How a review of many games ends, unless something fails.
enum End {
    /// All games are done.
    All(Answer),
    /// Somebody has interrupted it.
    Stopped,
}

/// Says that the work ends early, and where it is kept.
fn tell_stop(kept: Option<&Path>) {
    let place = kept.map(|kept| {
        format!(
            "; the games that are done are in '{}', and the same command goes on from there",
            kept.display()
        )
    });
    // Whoever interrupts knows; the status tells programs.
    let _ = writeln!(io::stderr(), "tabiya: stopped{}", place.unwrap_or_default());
}

fn complain(name: &str, record: &Record) {
    let mut stderr = io::stderr().lock();
    for fault in &record.errors {
        // Where nobody reads complaints, the status still tells that there were some.
        let _ = writeln!(stderr, "{name}:{fault}");
    }
}

/// What is printed.
enum Page {
    Table(Table),
    Json,
}

impl Page {
    fn new(json: bool) -> Result<Page, CliError> {
        Ok(if json { Page::Json } else { Page::Table(Table::new()?) })
    }

    fn add(
        &mut self,
        number: u64,
        tree: &chess::pgn::Tree,
        reviewed: &Reviewed,
    ) -> Result<(), CliError> {
        match self {
            Page::Table(table) => table.add(number, tree, &reviewed.report)?,
            Page::Json => writeln!(io::stdout(), "{}", json::game(tree, reviewed))?,
        }
        Ok(())
    }

    /// The last words, which are for people.
    fn finish(&self, copied: u64) -> Result<(), CliError> {
        if let Page::Table(_) = self
            && copied > 0
        {
            writeln!(io::stdout(), "games done before  {copied}")?;
        }
        Ok(())
    }
}
