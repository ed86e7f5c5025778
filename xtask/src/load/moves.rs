//! Goals 2 and 3: many games at once, at a steady rate and at more than the machine can do.

use std::path::Path;
use std::time::Duration;

use super::figures::{Figures, baselines, limit, rate};
use super::pair::{Pair, connect_all, play_all};
use super::report::Report;
use super::test_server::TestServer;
use super::{Options, baseline, unable};
use crate::error::TaskError;
use crate::table::grouped;

/// With twice the rate that must be kept, an answer may take so long, whatever it is.
const BOUND: Duration = Duration::from_secs(2);
/// The most that the goal's rate may be exceeded.
const FLOOD: usize = 2;

/// Plays at a rate that must be kept easily.
pub(crate) async fn steady(options: &Options, program: &Path) -> Result<Report, TaskError> {
    let (games, wanted) = (options.games.unwrap_or(2_000), options.rate.unwrap_or(2_000));
    let time = options.time(20);
    let server = TestServer::start(program)?;
    let pairs = connect_all(server.address, games, plies(games, wanted, time)).await;
    let (pairs, figures) = play_all(pairs.map_err(unable)?, wanted, time).await?;
    let mut report = Report::new(title(games, wanted, time));
    rate(&mut report, &figures, wanted);
    let acks = figures.acks.percentiles();
    limit(&mut report, "due to ack, p50", acks.p50, Duration::from_millis(3));
    limit(&mut report, "due to ack, p99", acks.p99, Duration::from_millis(20));
    figures.add_to(&mut report);
    drop((pairs, server));
    baselines(&mut report, baseline::commits(wanted).await?, baseline::echoes(wanted).await?);
    Ok(report)
}

/// Plays at a rate that must be kept, and then at twice that.
pub(crate) async fn flood(options: &Options, program: &Path) -> Result<Vec<Report>, TaskError> {
    let (games, wanted) = (options.games.unwrap_or(5_000), options.rate.unwrap_or(5_000));
    let time = options.time(60);
    let server = TestServer::start(program)?;
    let plies = plies(games, wanted, time) + plies(games, FLOOD * wanted, time);
    let pairs: Vec<Pair> = connect_all(server.address, games, plies).await.map_err(unable)?;
    let (pairs, figures) = play_all(pairs, wanted, time).await?;
    let mut kept = Report::new(title(games, wanted, time));
    rate(&mut kept, &figures, wanted);
    let p99 = figures.acks.percentiles().p99;
    limit(&mut kept, "due to ack, p99", p99, Duration::from_millis(75));
    figures.add_to(&mut kept);
    let (pairs, flooded) = play_all(pairs, FLOOD * wanted, time).await?;
    drop((pairs, server));
    baselines(&mut kept, baseline::commits(wanted).await?, baseline::echoes(wanted).await?);
    let flooded = overload(title(games, FLOOD * wanted, time), &flooded);
    Ok(vec![kept, flooded])
}

/// What is asked of a server that has more to do than it can: that every answer comes, and soon.
fn overload(title: String, figures: &Figures) -> Report {
    let mut report = Report::new(title);
    report.figure("moves acked a second", format!("{:.0}", figures.rate()));
    limit(&mut report, "sent to ack, longest", figures.answers.percentiles().longest, BOUND);
    let unanswered = figures.unanswered();
    report.goal("moves without an answer", grouped(unanswered), "0", unanswered == 0);
    figures.add_to(&mut report);
    report
}

fn title(games: usize, rate: usize, time: Duration) -> String {
    let (games, rate) = (grouped(games as u64), grouped(rate as u64));
    format!("{games} games, {rate} moves a second for {} s", time.as_secs())
}

/// How many half-moves each game lasts at most.
fn plies(games: usize, rate: usize, time: Duration) -> usize {
    rate * time.as_secs() as usize / games.max(1) + 2
}
