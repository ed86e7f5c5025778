//! Goal 1: ten thousand sockets that follow games and say nothing.

use std::path::Path;

use tokio::task::JoinSet;
use tokio::time::sleep;

use super::test_server::TestServer;
use super::{Options, baseline, unable};
use crate::client::api::{create_all, people};
use crate::client::{ClientError, Socket};
use crate::error::TaskError;
use crate::load::report::Report;
use crate::table::grouped;

/// The most memory that the server may occupy.
const MOST_BYTES: u64 = 120 << 20;
/// Two players and those who look on.
const PER_GAME: usize = 10;
/// How many connect at once.
const CONCURRENCY: usize = 200;
const TIME_MS: u64 = 3600 * 1000;
/// For the baseline of the loopback interface.
const ECHOES: usize = 1_000;

/// Holds sockets for a while, all of which answer pings.
pub(crate) async fn run(options: &Options, program: &Path) -> Result<Report, TaskError> {
    let count = options.sockets.unwrap_or(10_000);
    let server = TestServer::start(program)?;
    let before = server.resident()?;
    let games = create_all(server.address, &people(TIME_MS), count.div_ceil(PER_GAME)).await;
    let games = games.map_err(unable)?;
    let (mut connecting, mut holding) = (JoinSet::new(), JoinSet::new());
    for number in 0..count {
        if connecting.len() >= CONCURRENCY {
            hold(&mut holding, connecting.join_next().await)?;
        }
        let game = games[number / PER_GAME].clone();
        let secret = match number % PER_GAME {
            0 => game.secrets.white,
            1 => game.secrets.black,
            _ => None,
        };
        let address = server.address;
        connecting.spawn(async move {
            Socket::follow(address, number, &game.id, secret.as_deref()).await
        });
    }
    while let Some(connected) = connecting.join_next().await {
        hold(&mut holding, Some(connected))?;
    }
    sleep(options.time(15)).await;
    let mut lost = 0;
    while holding.try_join_next().is_some() {
        lost += 1;
    }
    let resident = server.resident()?;
    let mut report = Report::new(format!("{} sockets held", grouped(count as u64)));
    let held = grouped((count - lost) as u64);
    report.goal("sockets still open", held, grouped(count as u64), lost == 0);
    let most = megabytes(MOST_BYTES);
    report.goal("resident memory", megabytes(resident), most, resident <= MOST_BYTES);
    report.figure("before the first socket", megabytes(before));
    let each = resident.saturating_sub(before) / count.max(1) as u64;
    report.figure("for each socket", format!("{} bytes", grouped(each)));
    let echoes = baseline::echoes(ECHOES).await?;
    report.figure("baseline: empty echo on loopback", echoes.to_string());
    Ok(report)
}

type Connected = Result<Result<(Socket, crate::client::View), ClientError>, tokio::task::JoinError>;

/// Listens at a socket until it is lost, which should not happen.
fn hold(holding: &mut JoinSet<ClientError>, connected: Option<Connected>) -> Result<(), TaskError> {
    let Some(connected) = connected else { return Ok(()) };
    let (mut socket, _) = connected.map_err(unable)?.map_err(unable)?;
    holding.spawn(async move {
        loop {
            if let Err(lost) = socket.next().await {
                return lost;
            }
        }
    });
    Ok(())
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / f64::from(1 << 20))
}
