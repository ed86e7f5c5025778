//! Games that begin, are played and end for a long time. When the first of them are over, the
//! server has everything in memory that it will need, and neither memory nor open files grow on.

use std::path::Path;
use std::time::{Duration, Instant};

use super::figures::{Figures, rate};
use super::pair::{connect_all, play_all};
use super::report::Report;
use super::test_server::TestServer;
use super::{Options, unable};
use crate::error::TaskError;
use crate::table::grouped;

/// Games at once, and their moves a second.
const GAMES: usize = 200;
const RATE: usize = 200;
/// How long a game lasts.
const ROUND: Duration = Duration::from_mins(1);
/// How much more memory the last quarter may take than the second one.
const MAX_GROWTH: f64 = 1.1;
/// How many more files may be open at the end.
const MAX_MORE_FILES: usize = 16;

/// What the server uses when the games of a round are over.
#[derive(Clone, Copy)]
struct Sample {
    resident: u64,
    open_files: usize,
}

/// Plays one round of games after the other.
pub(crate) async fn run(options: &Options, program: &Path) -> Result<Report, TaskError> {
    let (games, wanted) = (options.games.unwrap_or(GAMES), options.rate.unwrap_or(RATE));
    let (begin, time) = (Instant::now(), options.time(3_600));
    let server = TestServer::start(program)?;
    let (mut figures, mut samples) = (Vec::new(), Vec::new());
    while begin.elapsed() < time {
        let plies = wanted * ROUND.as_secs() as usize / games.max(1) + 2;
        let pairs = connect_all(server.address, games, plies).await.map_err(unable)?;
        let (pairs, played) = play_all(pairs, wanted, ROUND).await?;
        figures.push(played);
        for mut pair in pairs {
            pair.resign().await.map_err(unable)?;
        }
        let sample = Sample { resident: server.resident()?, open_files: server.open_files()? };
        println!("{:.0} s: {sample}", begin.elapsed().as_secs_f64());
        samples.push(sample);
    }
    let mut report = Report::new(format!(
        "{} rounds of {} games, {} moves a second",
        samples.len(),
        grouped(games as u64),
        grouped(wanted as u64)
    ));
    add_figures(&mut report, &figures, wanted);
    add_samples(&mut report, &samples);
    Ok(report)
}

fn add_figures(report: &mut Report, figures: &[Figures], wanted: usize) {
    let moves: u64 = figures.iter().map(|round| round.acks.count()).sum();
    report.figure("moves acked", grouped(moves));
    if let Some(last) = figures.last() {
        rate(report, last, wanted);
        last.add_to(report);
    }
}

/// Compares the second quarter with the last one.
fn add_samples(report: &mut Report, samples: &[Sample]) {
    let quarter = samples.len() / 4;
    let (early, late) = (&samples[quarter..2 * quarter], &samples[samples.len() - quarter..]);
    if early.is_empty() {
        report.figure("memory and open files", "too few rounds to compare");
        return;
    }
    let growth = mean_memory(late) / mean_memory(early);
    let goal = format!("at most {MAX_GROWTH}");
    report.goal("growth of the memory", format!("{growth:.3}"), goal, growth <= MAX_GROWTH);
    let most = |samples: &[Sample]| samples.iter().map(|sample| sample.open_files).max();
    let (before, after) = (most(early).unwrap_or(0), most(late).unwrap_or(0));
    let goal = format!("at most {}", before + MAX_MORE_FILES);
    report.goal("open files", after.to_string(), goal, after <= before + MAX_MORE_FILES);
    report.figure("in the second quarter", early[0].to_string());
    report.figure("at the end", late[late.len() - 1].to_string());
}

fn mean_memory(samples: &[Sample]) -> f64 {
    samples.iter().map(|sample| sample.resident as f64).sum::<f64>() / samples.len() as f64
}

impl std::fmt::Display for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Sample { resident, open_files } = self;
        write!(f, "{:.1} MB, {open_files} open files", *resident as f64 / 1e6)
    }
}
