//! `tabiya tune`: fits the weights of the hand-written evaluation to games and writes source code.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use engine::eval::tune::{Dataset, Epoch, Errors, Fit, PositionCollector, Settings, fit, render};

use super::pgn::games::Games;
use super::pgn::output::Output;
use super::{processors, whole_number};
use crate::exit::{CliError, ExitStatus};

const MAX_EPOCHS: usize = 100_000;
const MAX_THREADS: usize = 256;

/// Fit the weights of the hand-written evaluation to game results
#[derive(Debug, Args)]
pub(crate) struct Tune {
    /// PGN files with results; - for stdin
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// File to write, replaced only when complete [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Number of epochs
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_EPOCHS))]
    epochs: usize,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_THREADS))]
    threads: Option<usize>,
    /// Weight of the game result against recorded scores, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, allow_negative_numbers = true)]
    #[arg(value_parser = share)]
    lambda: f64,
}

impl Tune {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let mut output = Output::open(self.out.as_deref())?;
        let dataset = self.gather()?;
        let threads = self.threads.unwrap_or_else(processors);
        let settings = Settings { epochs: self.epochs, threads, lambda: self.lambda };
        let fit = fit(&dataset, &settings, |epoch| log(&progress(&epoch, self.epochs)));
        log(&summary(&fit));
        output
            .write_all(render(&fit.weights).as_bytes())
            .map_err(|error| output.write_error(error))?;
        output.finish()?;
        Ok(ExitStatus::Success)
    }

    /// Reads all files into one dataset.
    fn gather(&self) -> Result<Dataset, CliError> {
        let mut dataset = Dataset::default();
        let mut read = 0;
        for file in &self.files {
            let mut games = Games::open(file)?;
            let mut collector = PositionCollector::new(&mut dataset);
            while games.visit_next(&mut collector)? {}
            read += games.count();
        }
        if dataset.is_empty() {
            let message =
                format!("nothing to learn from: {read} games, no quiet position of a decided one");
            return Err(CliError::Message(message));
        }
        let (positions, used) = (dataset.len(), dataset.games());
        log(&format!("{positions} positions from {used} of {read} games"));
        Ok(dataset)
    }
}

/// A parser for a number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".into())
}

fn progress(epoch: &Epoch, epochs: usize) -> String {
    let Errors { training, validation } = epoch.errors;
    format!("epoch {}/{epochs}  training {training:.6}  validation {validation:.6}", epoch.number)
}

fn summary(fit: &Fit) -> String {
    let Fit { slope, before, after, .. } = fit;
    format!(
        "slope {slope:.5}  training {:.6} -> {:.6}  validation {:.6} -> {:.6}",
        before.training, after.training, before.validation, after.validation
    )
}

/// Prints a line on stderr; one that cannot be written is not worth an error.
fn log(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
