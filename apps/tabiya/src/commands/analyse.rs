//! `tabiya analyse`: reviews the games of a file and writes them with what it found.
//!
//! One game is in memory at a time. The file that is written is replaced in one step, when all is
//! done or when somebody interrupts; the next run finds in it which games are done.

mod annotate;
mod earlier;
mod json;
mod progress;
mod reviewed;
mod table;

use std::io::{self, Write};
use std::path::PathBuf;

use analysis::{Analyst, DEFAULT_NODES, Plan};
use chess::pgn::Record;
use clap::Args;
use engine::Settings;

use super::pgn::games::Games;
use super::pgn::output::Output;
use super::{interruptible, processors, whole_number};
use crate::exit::{Answer, Failure};
use earlier::Earlier;
use progress::Progress;
use reviewed::Reviewed;
use table::Table;

const NODES: std::ops::RangeInclusive<u64> = 100..=1_000_000_000;

/// Review the games of a file: accuracy, mistakes, better lines, and why
///
/// Prints a table; with -o also writes the games with evaluations, judgements and better lines.
/// What the file has said before stays there. When it is interrupted, the games that are done are
/// written, and the same command goes on where it ended.
#[derive(Debug, Args)]
pub(crate) struct Analyse {
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
    /// The file to write, replaced only by games that are done
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Print a line of JSON for each game instead of the table
    #[arg(long)]
    json: bool,
}

impl Analyse {
    pub(crate) fn run(self) -> Result<Answer, Failure> {
        let mut games = Games::open(&self.file)?;
        let mut earlier = Earlier::open(self.output.as_deref(), &self.mark())?;
        let mut output = self.output.as_deref().map(|path| Output::open(Some(path))).transpose()?;
        let mut analyst =
            Analyst::new(&self.plan()).map_err(|error| Failure::Unusable(error.to_string()))?;
        let signal = interruptible();
        let mut page = Page::new(self.json)?;
        let mut record = Record::default();
        let mut answer = Answer::Yes;
        while !signal.is_stopped() && games.read_next(&mut record)? {
            games.make_way();
            if !record.faults.is_empty() {
                answer = Answer::No;
                complain(games.name(), &record);
            }
            if !earlier.take(&mut record.tree)? {
                let progress = Progress::new(games.count());
                let told = |done, total| progress.tell(done, total);
                let Some(reviewed) = Reviewed::new(&record.tree, &mut analyst, &signal, told)
                else {
                    break;
                };
                drop(progress);
                annotate::annotate(&mut record.tree, &reviewed, &self.mark());
                page.add(games.count(), &record.tree, &reviewed)?;
            }
            if let Some(output) = &mut output {
                write!(output, "{}", record.tree).map_err(|error| output.failure(error))?;
            }
        }
        output.map_or(Ok(()), Output::finish)?;
        page.finish(earlier.count(), signal.is_stopped())?;
        Ok(if signal.is_stopped() { Answer::No } else { answer })
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

fn complain(name: &str, record: &Record) {
    let mut stderr = io::stderr().lock();
    for fault in &record.faults {
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
    fn new(json: bool) -> Result<Page, Failure> {
        Ok(if json { Page::Json } else { Page::Table(Table::new()?) })
    }

    fn add(
        &mut self,
        number: u64,
        tree: &chess::pgn::Tree,
        reviewed: &Reviewed,
    ) -> Result<(), Failure> {
        match self {
            Page::Table(table) => table.add(number, tree, &reviewed.report)?,
            Page::Json => writeln!(io::stdout(), "{}", json::game(tree, reviewed))?,
        }
        Ok(())
    }

    /// The last words, which are for people.
    fn finish(&self, earlier: u64, is_stopped: bool) -> Result<(), Failure> {
        if let Page::Table(_) = self
            && earlier > 0
        {
            writeln!(io::stdout(), "games done before  {earlier}")?;
        }
        if is_stopped {
            // Whoever interrupts knows; the status tells programs.
            let _ = writeln!(io::stderr(), "tabiya: stopped; the same command goes on from here");
        }
        Ok(())
    }
}
