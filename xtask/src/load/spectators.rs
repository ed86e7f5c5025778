//! Goal 6: one game that thousands look at.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use super::figures::{floors, limit};
use super::latency::{Latency, millis};
use super::pair::{play_all, seat_all};
use super::report::Report;
use super::stage::Stage;
use super::{Options, floor, unable};
use crate::client::{Heard, Lost, Socket};
use crate::error::TaskError;
use crate::table::grouped;

/// Moves a second in the one game.
const RATE: usize = 4;
/// How many connect at once.
const AT_ONCE: usize = 200;
/// The slowest delivery.
const DELIVERY: Duration = Duration::from_millis(250);
/// What the onlookers may cost the players.
const COST: Duration = Duration::from_millis(5);

/// Plays alone, and then before an audience.
pub(crate) async fn run(options: &Options, program: &Path) -> Result<Report, TaskError> {
    let count = options.sockets.unwrap_or(5_000);
    let time = options.time(20);
    let stage = Stage::open(program)?;
    let plies = 2 * RATE * time.as_secs() as usize + 2;
    let pairs = seat_all(stage.address, 1, plies).await.map_err(unable)?;
    let (pairs, alone) = play_all(pairs, RATE, time).await?;
    let game = pairs.first().map(|pair| pair.table.id.clone()).unwrap_or_default();
    let deliveries = Latency::new()?;
    // The audience has threads of its own: the players should not wait behind it here, where it
    // says nothing about the server.
    let gallery = Runtime::new().map_err(unable)?;
    let watching = gallery.spawn(gather(stage.address, game, count, deliveries.clone())).await;
    let mut watching = watching.map_err(unable)?.map_err(unable)?;
    let (pairs, watched) = play_all(pairs, RATE, time).await?;
    let lost = std::iter::from_fn(|| watching.try_join_next()).count();
    gallery.shutdown_background();
    drop((pairs, stage));
    let mut report = Report::new(format!("one game, {} onlookers", grouped(count as u64)));
    limit(&mut report, "to an onlooker, p99", deliveries.percentiles().p99, DELIVERY);
    let (alone, watched) = (alone.acks.percentiles(), watched.acks.percentiles());
    limit(&mut report, "more for the players, p50", watched.p50.saturating_sub(alone.p50), COST);
    report.goal("onlookers lost", grouped(lost as u64), "0", lost == 0);
    report.figure("to an onlooker, p50 / p99 / longest", deliveries.percentiles().to_string());
    report.figure("deliveries", grouped(deliveries.count()));
    report.figure("due to ack, alone", alone.to_string());
    report.figure("due to ack, watched", watched.to_string());
    report.figure("more for the players, p99", millis(watched.p99.saturating_sub(alone.p99)));
    floors(&mut report, floor::commits(RATE).await?, floor::echoes(RATE).await?);
    Ok(report)
}

/// Has so many follow a game, each of whom notes how old the news are when they come.
async fn gather(
    server: SocketAddr,
    game: String,
    count: usize,
    deliveries: Latency,
) -> Result<JoinSet<Lost>, Lost> {
    let (mut coming, mut watching) = (JoinSet::new(), JoinSet::new());
    for number in 0..count {
        if coming.len() >= AT_ONCE {
            let come: Option<Result<Result<Socket, Lost>, _>> = coming.join_next().await;
            let come = come.transpose()?.transpose()?;
            come.map(|socket| watching.spawn(watch(socket, deliveries.clone())));
        }
        let game = game.clone();
        coming.spawn(async move { Ok(Socket::follow(server, number, &game, None).await?.0) });
    }
    while let Some(come) = coming.join_next().await {
        watching.spawn(watch(come??, deliveries.clone()));
    }
    Ok(watching)
}

async fn watch(mut socket: Socket, deliveries: Latency) -> Lost {
    loop {
        match socket.next().await {
            Ok(Heard::Event { at_ms, .. }) => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                deliveries.record(now.saturating_sub(Duration::from_millis(at_ms)));
            }
            Ok(Heard::Resync) => return Lost::Gone("too slow".into()),
            Ok(_) => {}
            Err(lost) => return lost,
        }
    }
}
