//! Plays moves at a steady rate, with the players of every game on two servers.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::database::Database;
use super::servers::Cluster;
use super::{Options, unable};
use crate::error::TaskError;
use crate::load::baseline::{commits_in, echoes};
use crate::load::figures::{baselines, limit, rate};
use crate::load::pair::{connect_across, play_all};
use crate::load::report::Report;
use crate::table::grouped;

/// How many games are played at once, unless the options say otherwise.
pub(crate) const GAMES: usize = 600;
/// When the opponent must have seen a move.
const SEEN: [(&str, Duration); 2] = [
    ("due to the opponent, p50", Duration::from_millis(15)),
    ("due to the opponent, p99", Duration::from_millis(60)),
];

/// Measures a cluster.
pub(crate) async fn run(options: &Options, program: &Path) -> Result<(), TaskError> {
    let (games, wanted) = (options.games.unwrap_or(GAMES), options.rate.max(1));
    let time = Duration::from_secs(options.seconds.max(1));
    let mut cluster = Cluster::new(options.servers, program, Database::single(false)?)?;
    let servers = cluster.start_all()?;
    let plies = wanted * time.as_secs() as usize / games.max(1) + 2;
    let pairs = connect_across(&servers, games, plies).await.map_err(unable)?;
    let before = Usage::of(cluster.database())?;
    let (pairs, figures) = play_all(pairs, wanted, time).await?;
    let used = Usage::of(cluster.database())?;
    let mut report = Report::new(format!(
        "{} servers, {} games, {} moves a second for {} s",
        servers.len(),
        grouped(games as u64),
        grouped(wanted as u64),
        time.as_secs()
    ));
    rate(&mut report, &figures, wanted);
    let seen = figures.receipts.percentiles();
    for ((what, most), seen) in SEEN.into_iter().zip([seen.p50, seen.p99]) {
        limit(&mut report, what, seen, most);
    }
    figures.add_to(&mut report);
    let moves = figures.acks.count().max(1) as f64;
    let transactions = (used.transactions - before.transactions) / moves;
    report.figure("transactions a move", format!("{transactions:.2}"));
    report.figure("bytes a move", format!("{:.0}", (used.bytes - before.bytes) / moves));
    drop(pairs);
    for number in 0..cluster.len() {
        cluster.kill(number);
    }
    let store = Arc::new(cluster.store().await?);
    baselines(&mut report, commits_in(store, wanted).await?, echoes(wanted).await?);
    match report.print() {
        0 => Ok(()),
        missed => Err(TaskError::No(format!("{missed} goals were missed"))),
    }
}

/// What a database was used for.
struct Usage {
    transactions: f64,
    bytes: f64,
}

impl Usage {
    fn of(database: &Database) -> Result<Usage, TaskError> {
        let sql = "SELECT xact_commit, pg_database_size(current_database()) \
                   FROM pg_stat_database WHERE datname = current_database()";
        let answer = database.ask(sql)?;
        let mut numbers = answer.split('|').map(|number| number.trim().parse().map_err(unable));
        let mut next = || numbers.next().unwrap_or_else(|| Err(unable(&answer)));
        Ok(Usage { transactions: next()?, bytes: next()? })
    }
}
