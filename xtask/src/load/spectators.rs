//! Goal 6: one game with thousands of spectators.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use super::figures::{baselines, limit};
use super::latency::{Latency, millis};
use super::pair::{connect_all, play_all};
use super::report::Report;
use super::test_server::TestServer;
use super::{Options, baseline, unable};
use crate::client::{ClientError, Received, Socket};
use crate::error::TaskError;
use crate::table::grouped;

/// Moves a second in the one game.
const RATE: usize = 4;
/// How many connect at once.
const CONCURRENCY: usize = 200;
/// The slowest delivery.
const DELIVERY: Duration = Duration::from_millis(250);
/// What the spectators may cost the players.
const COST: Duration = Duration::from_millis(5);

/// Plays alone, and then before an audience.
pub(crate) async fn run(options: &Options, program: &Path) -> Result<Report, TaskError> {
    let count = options.sockets.unwrap_or(5_000);
    let time = options.time(20);
    let server = TestServer::start(program)?;
    let plies = 2 * RATE * time.as_secs() as usize + 2;
    let pairs = connect_all(server.address, 1, plies).await.map_err(unable)?;
    let (pairs, alone) = play_all(pairs, RATE, time).await?;
    let game = pairs.first().map(|pair| pair.game.id.clone()).unwrap_or_default();
    let deliveries = Latency::new()?;
    // The audience has threads of its own: the players should not wait behind it here, where it
    // says nothing about the server.
    let spectator_runtime = Runtime::new().map_err(unable)?;
    let watching = spectator_runtime
        .spawn(connect_spectators(server.address, game, count, deliveries.clone()))
        .await;
    let mut watching = watching.map_err(unable)?.map_err(unable)?;
    let (pairs, watched) = play_all(pairs, RATE, time).await?;
    let lost = std::iter::from_fn(|| watching.try_join_next()).count();
    spectator_runtime.shutdown_background();
    drop((pairs, server));
    let mut report = Report::new(format!("one game, {} spectators", grouped(count as u64)));
    limit(&mut report, "to a spectator, p99", deliveries.percentiles().p99, DELIVERY);
    let (alone, watched) = (alone.acks.percentiles(), watched.acks.percentiles());
    limit(&mut report, "more for the players, p50", watched.p50.saturating_sub(alone.p50), COST);
    report.goal("spectators lost", grouped(lost as u64), "0", lost == 0);
    report.figure("to a spectator, p50 / p99 / longest", deliveries.percentiles().to_string());
    report.figure("deliveries", grouped(deliveries.count()));
    report.figure("due to ack, alone", alone.to_string());
    report.figure("due to ack, watched", watched.to_string());
    report.figure("more for the players, p99", millis(watched.p99.saturating_sub(alone.p99)));
    baselines(&mut report, baseline::commits(RATE).await?, baseline::echoes(RATE).await?);
    Ok(report)
}

/// Connects spectators to a game; each records how old an event is when it arrives.
async fn connect_spectators(
    server: SocketAddr,
    game: String,
    count: usize,
    deliveries: Latency,
) -> Result<JoinSet<ClientError>, ClientError> {
    let (mut connecting, mut watching) = (JoinSet::new(), JoinSet::new());
    for number in 0..count {
        if connecting.len() >= CONCURRENCY {
            let connected: Option<Result<Result<Socket, ClientError>, _>> =
                connecting.join_next().await;
            let connected = connected.transpose()?.transpose()?;
            connected.map(|socket| watching.spawn(watch(socket, deliveries.clone())));
        }
        let game = game.clone();
        connecting.spawn(async move { Ok(Socket::follow(server, number, &game, None).await?.0) });
    }
    while let Some(connected) = connecting.join_next().await {
        watching.spawn(watch(connected??, deliveries.clone()));
    }
    Ok(watching)
}

async fn watch(mut socket: Socket, deliveries: Latency) -> ClientError {
    loop {
        match socket.next().await {
            Ok(Received::Event { at_ms, .. }) => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                deliveries.record(now.saturating_sub(Duration::from_millis(at_ms)));
            }
            Ok(Received::Resync) => return ClientError::Disconnected("too slow".into()),
            Ok(_) => {}
            Err(error) => return error,
        }
    }
}
