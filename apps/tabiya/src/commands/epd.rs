//! `tabiya epd`: runs the engine on the positions of a test suite.

mod goal;
mod solve;
mod suite;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use engine::{Limits, Settings, Tablebase};

use super::whole_number;
use crate::exit::{CliError, ExitStatus};
use crate::progress::Progress;
use solve::Solution;
use suite::{Suite, Task};

/// The limit when none is given: the same result on every machine, and fast.
const DEFAULT_NODES: u64 = 100_000;
const MAX_NODES: u64 = 1_000_000_000_000;
const MAX_MILLISECONDS: u64 = 86_400_000;
const MAX_DEPTH: u32 = 128;
const MAX_CONCURRENCY: usize = 256;

/// Solve the positions of a test suite (EPD with bm, am, dm or wdl)
///
/// Lines with errors are reported on stderr and skipped; the exit status is then 1.
#[derive(Debug, Args)]
pub(crate) struct Epd {
    /// EPD file; - for stdin
    file: PathBuf,
    /// Nodes per position [default: 100000]
    #[arg(long, value_name = "N", conflicts_with = "movetime", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_NODES))]
    nodes: Option<u64>,
    /// Milliseconds per position
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_MILLISECONDS))]
    movetime: Option<u64>,
    /// Maximum search depth, in plies
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_DEPTH))]
    depth: Option<u32>,
    /// Number of threads per position
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(Settings::THREADS))]
    threads: usize,
    /// Hash table size per position, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 16, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(Settings::HASH_MB))]
    hash: usize,
    /// Path of Syzygy endgame tablebases
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
    /// Number of positions searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_CONCURRENCY))]
    concurrency: usize,
}

impl Epd {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let Suite { tasks, errors } = suite::read(&self.file)?;
        for error in &errors {
            // The exit status counts even when stderr is closed.
            let _ = writeln!(io::stderr(), "tabiya: {error}");
        }
        let settings = self.settings()?;
        let mut report = Report::new(&tasks);
        solve::solve(&tasks, &settings, &self.limits(), self.concurrency, |index, solution| {
            report.add(&tasks[index], solution)
        })?;
        report.finish(errors.len())?;
        Ok(if errors.is_empty() { ExitStatus::Success } else { ExitStatus::Failure })
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
        let tables = tables.map_err(|error| CliError::Message(error.to_string()))?;
        Ok(Settings {
            hash_mb: self.hash,
            threads: self.threads,
            tablebase: tables.map(Arc::new),
            ..Settings::default()
        })
    }
}

/// What is printed: a line for each position, and the totals at the end.
struct Report {
    output: BufWriter<io::Stdout>,
    progress: Progress,
    total: usize,
    done: usize,
    /// The width of the longest name.
    width: usize,
    solved: usize,
    /// Mates no longer than in the suite, and how many the suite has.
    shortest: (usize, usize),
    /// Points for graded moves, and the maximum.
    points: (u32, u32),
}

impl Report {
    fn new(tasks: &[Task]) -> Report {
        let mates = tasks.iter().filter(|task| task.goal.is_mate()).count();
        Report {
            output: BufWriter::new(io::stdout()),
            progress: Progress::new("epd", Some(tasks.len() as u64)),
            total: tasks.len(),
            done: 0,
            width: tasks.iter().map(|task| task.name.chars().count()).max().unwrap_or(0),
            solved: 0,
            shortest: (0, mates),
            points: (0, tasks.iter().map(|task| task.goal.max_points()).sum()),
        }
    }

    fn add(&mut self, task: &Task, solution: &Solution) -> Result<(), CliError> {
        self.done += 1;
        self.solved += usize::from(solution.is_solved);
        self.shortest.0 += usize::from(solution.is_shortest);
        self.points.0 += solution.points;
        let (output, width) = (&mut self.output, self.width);
        self.progress.suspend(|| {
            let verdict = if solution.is_solved { "ok" } else { "--" };
            writeln!(
                output,
                "{:width$}  {verdict}  {:7}  {:>7}  depth {:2}  nodes {}",
                task.name, solution.best, solution.value, solution.depth, solution.nodes,
            )?;
            output.flush()
        })?;
        self.progress.update(self.done as u64, || format!("solved {}", self.solved));
        Ok(())
    }

    /// Prints the totals, with how many lines were skipped.
    fn finish(mut self, skipped: usize) -> Result<(), CliError> {
        drop(self.progress);
        if self.shortest.1 > 0 {
            writeln!(self.output, "shortest mates {} / {}", self.shortest.0, self.shortest.1)?;
        }
        if self.points.1 > 0 {
            writeln!(self.output, "points {} / {}", self.points.0, self.points.1)?;
        }
        if skipped > 0 {
            writeln!(self.output, "lines skipped {skipped}")?;
        }
        writeln!(self.output, "solved {} / {}", self.solved, self.total)?;
        self.output.flush()?;
        Ok(())
    }
}
