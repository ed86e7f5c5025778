//! Goal 5: a server that is killed in the middle of many games and started again.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::figures::{Figures, baselines, limit};
use super::pair::{Pair, connect_all, play_all};
use super::report::Report;
use super::test_server::TestServer;
use super::{Options, baseline, unable};
use crate::client::ClientError;
use crate::error::TaskError;
use crate::table::grouped;

/// Half-moves before the kill: the clocks run by then.
const PLIES: usize = 4;
/// How long there is no server. If it were charged, it would be seen.
const AWAY: Duration = Duration::from_secs(3);
/// What the server gives to both sides together when it was away.
const GRACE_MS: i64 = 2 * 5_000;
/// Whole milliseconds are read at slightly different times.
const TOLERANCE_MS: i64 = 10;
/// The rate at which the games get under way.
const RATE: usize = 2_000;

/// Kills the server, starts it again and has every game go on.
pub(crate) async fn run(options: &Options, program: &Path) -> Result<Report, TaskError> {
    let games = options.games.unwrap_or(2_000);
    let mut server = TestServer::start(program)?;
    let paused = start_games(server.address, games).await.map_err(unable)?;
    server.kill();
    let killed = Instant::now();
    sleep(AWAY).await;
    let started = Instant::now();
    server.restart()?;
    let listening = started.elapsed();
    let figures = Figures::new(AWAY)?;
    let mut resuming = JoinSet::new();
    for game in paused {
        resuming.spawn(game.resume(server.address, killed, started, figures.clone()));
    }
    let mut excess_ms = i64::MIN;
    while let Some(resumed) = resuming.join_next().await {
        let resumed = resumed.map_err(unable)?.map_err(unable)?;
        excess_ms = excess_ms.max(resumed);
    }
    let playable = started.elapsed();
    let count = grouped(games as u64);
    let mut report = Report::new(format!("{count} games, killed and started again"));
    limit(&mut report, "until every game took a move", playable, Duration::from_secs(2));
    let most = format!("at most {TOLERANCE_MS} ms");
    let shown = format!("{excess_ms} ms");
    report.goal("most charged while away", shown, most, excess_ms <= TOLERANCE_MS);
    report.figure("time away", format!("{} ms", AWAY.as_millis()));
    limit(&mut report, "until it listens", listening, Duration::from_secs(2));
    figures.add_to(&mut report);
    drop(server);
    baselines(&mut report, baseline::commits(RATE).await?, baseline::echoes(RATE).await?);
    Ok(report)
}

/// A game and what its clocks showed when.
struct Paused {
    pair: Pair,
    left_ms: i64,
    seen: Instant,
}

/// Begins games and looks at their clocks.
async fn start_games(server: SocketAddr, games: usize) -> Result<Vec<Paused>, ClientError> {
    let pairs = connect_all(server, games, PLIES + 2).await?;
    let opening = Duration::from_secs(1) * (games * PLIES) as u32 / RATE as u32;
    let played = play_all(pairs, RATE, opening).await;
    let (pairs, _) = played.map_err(|failure| ClientError::Protocol(failure.to_string()))?;
    let mut paused = Vec::with_capacity(games);
    for mut pair in pairs {
        let view = pair.reconnect(server).await?;
        let left_ms = view.time_left_ms().unwrap_or_default() as i64;
        paused.push(Paused { pair, left_ms, seen: Instant::now() });
    }
    Ok(paused)
}

impl Paused {
    /// Goes on at the next server; how much more was charged than the time in which a server was
    /// there, in milliseconds.
    async fn resume(
        mut self,
        server: SocketAddr,
        killed: Instant,
        started: Instant,
        figures: Figures,
    ) -> Result<i64, ClientError> {
        let view = self.pair.reconnect(server).await?;
        let up = (killed - self.seen) + started.elapsed();
        let left_ms = view.time_left_ms().unwrap_or_default() as i64;
        self.pair.play(started, &figures).await?;
        Ok(self.left_ms + GRACE_MS - left_ms - up.as_millis() as i64)
    }
}
