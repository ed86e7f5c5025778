//! A server that is stopped in the middle of games and continued later, as a suspended machine is.
//! Moves wait in the sockets meanwhile. Nobody may lose on time or pay for the stop.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::figures::Figures;
use super::pair::{ANSWER_TIMEOUT, Pair, connect_all_with};
use super::report::Report;
use super::test_server::TestServer;
use super::{Options, unable};
use crate::client::ClientError;
use crate::error::TaskError;
use crate::table::grouped;

/// The stops. The clocks have less time than that.
const STOPS: [Duration; 2] = [Duration::from_secs(8), Duration::from_secs(30)];
/// The time of each side.
const TIME_MS: u64 = 6_000;
/// How long the server is stopped before the moves are sent.
const BEFORE_MOVES: Duration = Duration::from_secs(2);
/// Whole milliseconds are read at slightly different times.
const TOLERANCE_MS: i64 = 10;

/// Stops the server twice.
pub(crate) async fn run(options: &Options, program: &Path) -> Result<Vec<Report>, TaskError> {
    let games = options.games.unwrap_or(100);
    let mut reports = Vec::new();
    for stop in STOPS {
        reports.push(stop_once(program, games, stop).await?);
    }
    Ok(reports)
}

async fn stop_once(program: &Path, games: usize, stop: Duration) -> Result<Report, TaskError> {
    let server = TestServer::start(program)?;
    let pairs = connect_all_with(server.address, games, 3, TIME_MS).await.map_err(unable)?;
    let figures = Figures::new(stop)?;
    let (pairs, running) = (play(pairs, &figures).await?, Instant::now());
    let pairs = play(pairs, &figures).await?;
    server.stop()?;
    let ran = running.elapsed();
    sleep(BEFORE_MOVES).await;
    let (moving, continued) = (play(pairs, &figures), async {
        sleep(stop.saturating_sub(BEFORE_MOVES)).await;
        server.resume().map(|()| Instant::now())
    });
    let (pairs, continued) = tokio::join!(moving, continued);
    let (pairs, continued) = (pairs?, continued?);
    let mut charged_ms = i64::MIN;
    for mut pair in pairs {
        let spent_ms = spent_ms(&mut pair, server.address).await.map_err(unable)?;
        let running = ran + continued.elapsed();
        charged_ms = charged_ms.max(spent_ms - running.as_millis() as i64);
    }
    let title = format!("{} games, stopped for {} s", grouped(games as u64), stop.as_secs());
    let mut report = Report::new(title);
    let acked = figures.acks.count();
    let expected = 3 * games as u64;
    report.goal("moves acked", grouped(acked), grouped(expected), acked == expected);
    let most = format!("at most {TOLERANCE_MS} ms");
    let shown = format!("{charged_ms} ms");
    report.goal("most charged for the stop", shown, most, charged_ms <= TOLERANCE_MS);
    figures.add_to(&mut report);
    Ok(report)
}

/// Has every pair play a move at once.
async fn play(pairs: Vec<Pair>, figures: &Figures) -> Result<Vec<Pair>, TaskError> {
    let mut playing = JoinSet::new();
    for mut pair in pairs {
        let figures = figures.clone();
        playing.spawn(async move {
            match timeout(ANSWER_TIMEOUT, pair.play(Instant::now(), &figures)).await {
                Ok(played) => played?,
                Err(_) => figures.give_up(),
            }
            Ok::<Pair, ClientError>(pair)
        });
    }
    let mut pairs = Vec::with_capacity(playing.len());
    while let Some(pair) = playing.join_next().await {
        pairs.push(pair.map_err(unable)?.map_err(unable)?);
    }
    Ok(pairs)
}

/// How much both clocks of a game have been charged.
async fn spent_ms(pair: &mut Pair, server: SocketAddr) -> Result<i64, ClientError> {
    let left = pair.reconnect(server).await?.time_left_ms().unwrap_or_default();
    Ok(2 * TIME_MS as i64 - left as i64)
}
