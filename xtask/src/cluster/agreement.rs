//! Whether all servers show the same clocks of a game, and nobody is charged for time that has not
//! passed. The game is played on one server after the other, and all of them are asked.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::unable;
use crate::client::api::people;
use crate::client::socket::{Socket, move_message};
use crate::client::{ApiClient, Received};
use crate::error::TaskError;

/// The time of each side.
const TIME: Duration = Duration::from_mins(10);
/// By so much may the servers differ, and a clock be wrong.
const TOLERANCE: Duration = Duration::from_millis(1_500);
/// The moves after which both clocks have run.
const MOVES: [&str; 3] = ["e2e4", "e7e5", "g1f3"];

/// What a server shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ClockReading {
    /// How long ago the game was created.
    passed: Duration,
    /// What both sides have used.
    charged: Duration,
}

/// Plays a game on each server, and asks all of them for its clocks; by how much they differ.
pub(crate) async fn check(servers: &[SocketAddr]) -> Result<Duration, TaskError> {
    let mut greatest = Duration::ZERO;
    for server in servers {
        let readings = read_clocks_of_game(*server, servers).await?;
        greatest = greatest.max(difference(&readings).map_err(TaskError::No)?);
    }
    Ok(greatest)
}

async fn read_clocks_of_game(
    player: SocketAddr,
    servers: &[SocketAddr],
) -> Result<Vec<ClockReading>, TaskError> {
    let created = Instant::now();
    let new = people(TIME.as_millis() as u64);
    let game = async { ApiClient::connect(player).await?.create(&new).await };
    let game = game.await.map_err(unable)?;
    let secrets = [&game.secrets.white, &game.secrets.black];
    for (ply, (uci, secret)) in MOVES.into_iter().zip(secrets.into_iter().cycle()).enumerate() {
        let secret = secret.as_deref();
        let (mut socket, view) =
            Socket::follow(player, 0, &game.id, secret).await.map_err(unable)?;
        let id = format!("move-{ply}");
        let message = move_message(&game.id, &id, view.version, ply, uci).map_err(unable)?;
        socket.send(&message).await.map_err(unable)?;
        until_acked(&mut socket).await?;
    }
    let mut readings = Vec::new();
    for server in servers {
        let (_, view) = Socket::follow(*server, 0, &game.id, None).await.map_err(unable)?;
        let left = view.time_left_ms().ok_or_else(|| unable("the game has no clocks"))?;
        let charged = (2 * TIME).saturating_sub(Duration::from_millis(left));
        readings.push(ClockReading { passed: created.elapsed(), charged });
    }
    Ok(readings)
}

async fn until_acked(socket: &mut Socket) -> Result<(), TaskError> {
    loop {
        match socket.next().await.map_err(unable)? {
            Received::Ack { .. } => return Ok(()),
            Received::Error { code, .. } => {
                return Err(TaskError::No(format!("a move was rejected with {code:?}")));
            }
            _ => {}
        }
    }
}

/// By how much the servers differ, or what is wrong with their clocks.
fn difference(readings: &[ClockReading]) -> Result<Duration, String> {
    if let Some(ClockReading { passed, charged }) =
        readings.iter().find(|reading| reading.charged > reading.passed + TOLERANCE)
    {
        return Err(format!("players were charged {charged:.1?} in {passed:.1?}"));
    }
    let free = || readings.iter().map(|reading| reading.passed.saturating_sub(reading.charged));
    let (most, least) = (free().max().unwrap_or_default(), free().min().unwrap_or_default());
    let difference = most.saturating_sub(least);
    if difference > TOLERANCE {
        return Err(format!("the clocks of a game differ by {difference:.1?} between servers"));
    }
    Ok(difference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_agree_when_they_charge_what_has_passed() {
        let second = |count: f64| Duration::from_secs_f64(count);
        let reading =
            |(passed, charged)| ClockReading { passed: second(passed), charged: second(charged) };
        for (readings, expected) in [
            (&[(2.0, 1.0), (3.0, 2.0)][..], Ok(0.0)),
            (&[(2.0, 2.0), (3.0, 2.0)], Ok(1.0)),
            (&[(9.0, 9.0), (10.0, 1.0)], Err("the clocks of a game differ by 9.0s")),
            (&[(2.0, 2.0), (3.0, 1200.0)], Err("players were charged 1200.0s in 3.0s")),
        ] {
            let readings: Vec<_> = readings.iter().copied().map(reading).collect();
            match (difference(&readings), expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found, second(expected), "{readings:?}"),
                (Err(found), Err(text)) => assert!(found.starts_with(text), "{found}"),
                (found, _) => panic!("{readings:?}: {found:?}"),
            }
        }
    }
}
