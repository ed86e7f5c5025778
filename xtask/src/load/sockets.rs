//! Goal 1: ten thousand sockets that follow games and say nothing.

use std::path::Path;

use tokio::task::JoinSet;
use tokio::time::sleep;

use super::stage::Stage;
use super::{Options, floor, unable};
use crate::client::house::{create_all, people};
use crate::client::{Lost, Socket};
use crate::error::TaskError;
use crate::load::report::Report;
use crate::table::grouped;

/// The most memory that the server may occupy.
const MOST_BYTES: u64 = 120 << 20;
/// Two players and those who look on.
const PER_GAME: usize = 10;
/// How many connect at once.
const AT_ONCE: usize = 200;
const TIME_MS: u64 = 3600 * 1000;
/// For the floor of the loopback interface.
const ECHOES: usize = 1_000;

/// Holds sockets for a while, all of which answer pings.
pub(crate) async fn run(options: &Options, program: &Path) -> Result<Report, TaskError> {
    let count = options.sockets.unwrap_or(10_000);
    let stage = Stage::open(program)?;
    let before = stage.resident()?;
    let tables = create_all(stage.address, &people(TIME_MS), count.div_ceil(PER_GAME)).await;
    let tables = tables.map_err(unable)?;
    let (mut connecting, mut holding) = (JoinSet::new(), JoinSet::new());
    for number in 0..count {
        if connecting.len() >= AT_ONCE {
            hold(&mut holding, connecting.join_next().await)?;
        }
        let table = tables[number / PER_GAME].clone();
        let secret = match number % PER_GAME {
            0 => table.secrets.white,
            1 => table.secrets.black,
            _ => None,
        };
        let address = stage.address;
        connecting.spawn(async move {
            Socket::follow(address, number, &table.id, secret.as_deref()).await
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
    let resident = stage.resident()?;
    let mut report = Report::new(format!("{} sockets held", grouped(count as u64)));
    let held = grouped((count - lost) as u64);
    report.goal("sockets still open", held, grouped(count as u64), lost == 0);
    let most = megabytes(MOST_BYTES);
    report.goal("resident memory", megabytes(resident), most, resident <= MOST_BYTES);
    report.figure("before the first socket", megabytes(before));
    let each = resident.saturating_sub(before) / count.max(1) as u64;
    report.figure("for each socket", format!("{} bytes", grouped(each)));
    let echoes = floor::echoes(ECHOES).await?;
    report.figure("floor: empty echo on loopback", echoes.to_string());
    Ok(report)
}

type Connected = Result<Result<(Socket, crate::client::View), Lost>, tokio::task::JoinError>;

/// Listens at a socket until it is lost, which should not happen.
fn hold(holding: &mut JoinSet<Lost>, connected: Option<Connected>) -> Result<(), TaskError> {
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
