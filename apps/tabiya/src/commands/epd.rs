//! `tabiya epd`: lets the engine solve the positions of a test suite, and counts.

mod goal;
mod progress;
mod solve;
mod suite;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use engine::{Limits, Settings, Tablebase};

use super::whole_number;
use crate::exit::{Answer, CliError};
use progress::Progress;
use solve::Report;
use suite::{Suite, Task};

/// What a position gets when no limit is given: the same on every machine, and quick.
const DEFAULT_NODES: u64 = 100_000;
const MOST_NODES: u64 = 1_000_000_000_000;
const LONGEST_MS: u64 = 86_400_000;
const DEEPEST: u32 = 128;
const MOST_WORKERS: usize = 256;

/// Solve the positions of a test suite (EPD with bm, am, dm or wdl)
///
/// A line that cannot be understood is named on stderr and left out; then the status is 1.
#[derive(Debug, Args)]
pub(crate) struct Epd {
    /// The file of positions; - for stdin
    file: PathBuf,
    /// Think for so many nodes a position [default: 100000]
    #[arg(long, value_name = "N", conflicts_with = "movetime", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MOST_NODES))]
    nodes: Option<u64>,
    /// Think for so many milliseconds a position
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=LONGEST_MS))]
    movetime: Option<u64>,
    /// Think no deeper than so many half-moves
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=DEEPEST))]
    depth: Option<u32>,
    /// How many threads think about one position
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(Settings::THREADS))]
    threads: usize,
    /// Megabytes of memory for each position
    #[arg(long, value_name = "MB", default_value_t = 16, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(Settings::HASH_MB))]
    hash: usize,
    /// Folders of Syzygy endgame tables
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
    /// How many positions are solved at the same time
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MOST_WORKERS))]
    concurrency: usize,
}

impl Epd {
    pub(crate) fn run(self) -> Result<Answer, CliError> {
        let Suite { tasks, faults } = suite::read(&self.file)?;
        for fault in &faults {
            // A terminal that is gone is noticed when the results are printed.
            let _ = writeln!(io::stderr(), "tabiya: {fault}");
        }
        let settings = self.settings()?;
        let mut page = Page::new(&tasks);
        solve::solve(&tasks, &settings, &self.limits(), self.concurrency, |index, report| {
            page.add(&tasks[index], report)
        })?;
        page.finish(faults.len())?;
        Ok(if faults.is_empty() { Answer::Yes } else { Answer::No })
    }

    fn limits(&self) -> Limits {
        let unlimited = self.movetime.is_none() && self.depth.is_none();
        Limits {
            nodes: self.nodes.or(unlimited.then_some(DEFAULT_NODES)),
            move_time: self.movetime.map(Duration::from_millis),
            depth: self.depth,
            ..Limits::default()
        }
    }

    fn settings(&self) -> Result<Settings, CliError> {
        let tables = self.syzygy.as_deref().map(Tablebase::open).transpose();
        let tables = tables.map_err(|error| CliError::Unusable(error.to_string()))?;
        Ok(Settings {
            hash_mb: self.hash,
            threads: self.threads,
            tables: tables.map(Arc::new),
            ..Settings::default()
        })
    }
}

/// What is printed: a line for each position, and the sums at the end.
struct Page {
    output: BufWriter<io::Stdout>,
    progress: Progress,
    /// The width of the longest name.
    width: usize,
    solved: usize,
    /// Mates no longer than the suite says, and how many it asks for.
    shortest: (usize, usize),
    /// Points for graded moves, and how many there are to win.
    points: (u32, u32),
}

impl Page {
    fn new(tasks: &[Task]) -> Page {
        let mates = tasks.iter().filter(|task| task.goal.is_mate()).count();
        Page {
            output: BufWriter::new(io::stdout()),
            progress: Progress::new(tasks.len()),
            width: tasks.iter().map(|task| task.name.chars().count()).max().unwrap_or(0),
            solved: 0,
            shortest: (0, mates),
            points: (0, tasks.iter().map(|task| task.goal.most_points()).sum()),
        }
    }

    fn add(&mut self, task: &Task, report: &Report) -> Result<(), CliError> {
        self.solved += usize::from(report.solved);
        self.shortest.0 += usize::from(report.shortest);
        self.points.0 += report.points;
        self.progress.clear();
        let verdict = if report.solved { "ok" } else { "--" };
        writeln!(
            self.output,
            "{:width$}  {verdict}  {:7}  {:>7}  depth {:2}  nodes {}",
            task.name,
            report.best,
            report.value,
            report.depth,
            report.nodes,
            width = self.width
        )?;
        self.output.flush()?;
        self.progress.step(self.solved);
        Ok(())
    }

    /// The sums, with how many lines were left out.
    fn finish(mut self, left_out: usize) -> Result<(), CliError> {
        self.progress.clear();
        if self.shortest.1 > 0 {
            writeln!(
                self.output,
                "no longer than known {} / {}",
                self.shortest.0, self.shortest.1
            )?;
        }
        if self.points.1 > 0 {
            writeln!(self.output, "points {} / {}", self.points.0, self.points.1)?;
        }
        if left_out > 0 {
            writeln!(self.output, "lines left out {left_out}")?;
        }
        writeln!(self.output, "solved {} / {}", self.solved, self.progress.total())?;
        self.output.flush()?;
        Ok(())
    }
}
