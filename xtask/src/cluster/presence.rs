//! Whether the players of different servers see each other, also when a server is killed.
//!
//! White is connected to the first server, which is killed, and Black to the second. A White who
//! goes on with the second is never called absent; one who does not come back is.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

use super::servers::Cluster;
use super::unable;
use crate::client::api::people;
use crate::client::socket::Socket;
use crate::client::{ApiClient, CreatedGame, Received};
use crate::error::TaskError;

/// The clocks of the game.
const TIME_MS: u64 = 3600 * 1000;
/// Within this, a player learns whether the opponent is connected to another server.
const MEETING_TIME: Duration = Duration::from_secs(5);
/// Within this, a player learns that the opponent was lost with a server.
const ABSENCE_TIME: Duration = Duration::from_secs(12);
/// How long a player takes to go on with another server.
const MOVING_TIME: Duration = Duration::from_millis(1_500);

/// Runs the check with servers that all run; the first one is killed twice.
pub(crate) async fn check(cluster: &mut Cluster) -> Result<(), TaskError> {
    let servers = [0, 1].map(|number| cluster.addresses().borrow()[number]);
    let [Some(first), Some(second)] = servers else { return Err(unable("a server is down")) };
    let (game, _white, mut black) = meet(first, second).await?;
    cluster.kill(0);
    sleep(MOVING_TIME).await;
    let _again = connect(second, &game, game.secrets.white.as_deref()).await?;
    if until_white_is(&mut black, false, ABSENCE_TIME).await.is_ok() {
        return Err(TaskError::No("a player who is connected was called absent".into()));
    }
    let (_, _white, mut black) = meet(cluster.start(0)?, second).await?;
    cluster.kill(0);
    let noticed = until_white_is(&mut black, false, ABSENCE_TIME).await?;
    cluster.start(0)?;
    println!("a player who was lost with a server was noticed after {noticed:.1?}");
    Ok(())
}

/// A game whose players are connected to two servers, and know it.
async fn meet(
    first: SocketAddr,
    second: SocketAddr,
) -> Result<(CreatedGame, Socket, Socket), TaskError> {
    let created = async { ApiClient::connect(first).await?.create(&people(TIME_MS)).await };
    let game = created.await.map_err(unable)?;
    let mut black = connect(second, &game, game.secrets.black.as_deref()).await?;
    until_white_is(&mut black, false, MEETING_TIME).await?;
    let white = connect(first, &game, game.secrets.white.as_deref()).await?;
    until_white_is(&mut black, true, MEETING_TIME).await?;
    Ok((game, white, black))
}

async fn connect(
    server: SocketAddr,
    game: &CreatedGame,
    secret: Option<&str>,
) -> Result<Socket, TaskError> {
    let (socket, _) = Socket::follow(server, 0, &game.id, secret).await.map_err(unable)?;
    Ok(socket)
}

/// Waits until a client is told that White is connected, or is not; how long that took.
async fn until_white_is(
    client: &mut Socket,
    is_connected: bool,
    within: Duration,
) -> Result<Duration, TaskError> {
    let started = Instant::now();
    let told = async {
        loop {
            match client.next_message().await.map_err(unable)? {
                Received::Presence(players) if players.white == is_connected => break,
                _ => {}
            }
        }
        Ok::<_, TaskError>(())
    };
    let word = if is_connected { "connected" } else { "absent" };
    let silent = |_| TaskError::No(format!("White is not {word} within {within:?}"));
    timeout(within, told).await.map_err(silent)??;
    Ok(started.elapsed())
}
