//! Two players of one game, each at a socket, who play a line of moves.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};

use super::figures::Figures;
use super::pace::Pace;
use super::unable;
use crate::client::api::{create_all, people};
use crate::client::line::{Line, lines};
use crate::client::socket::{move_message, resign_message};
use crate::client::{ClientError, CreatedGame, Received, Socket, View};
use crate::error::TaskError;

/// The clocks of the games: no flag falls in any scenario.
const TIME_MS: u64 = 3600 * 1000;
/// How many different games are played; thousands play the same few.
const LINES: usize = 32;
/// How many connect at once.
const CONCURRENCY: usize = 200;
/// After this a move counts as unanswered.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_mins(1);

/// Both players of a game.
pub(crate) struct Pair {
    pub(crate) game: CreatedGame,
    /// White's and Black's.
    sockets: [Socket; 2],
    line: Arc<Line>,
    version: u32,
    ply: usize,
    requests: u32,
}

/// How a move was answered.
enum Answer {
    Acked(u32),
    Rejected(String),
}

/// Creates games and connects both players of each. The games can last this many plies.
pub(crate) async fn connect_all(
    server: SocketAddr,
    count: usize,
    plies: usize,
) -> Result<Vec<Pair>, ClientError> {
    connect_all_with(server, count, plies, TIME_MS).await
}

/// The same with the players of each game on two neighboring servers.
pub(crate) async fn connect_across(
    servers: &[SocketAddr],
    count: usize,
    plies: usize,
) -> Result<Vec<Pair>, ClientError> {
    connect_to(servers, count, plies, TIME_MS).await
}

/// The same with this much time for each side.
pub(crate) async fn connect_all_with(
    server: SocketAddr,
    count: usize,
    plies: usize,
    time_ms: u64,
) -> Result<Vec<Pair>, ClientError> {
    connect_to(&[server], count, plies, time_ms).await
}

async fn connect_to(
    servers: &[SocketAddr],
    count: usize,
    plies: usize,
    time_ms: u64,
) -> Result<Vec<Pair>, ClientError> {
    let lines: Vec<Arc<Line>> = lines(LINES, plies, 1).into_iter().map(Arc::new).collect();
    let games = create_all(servers[0], &people(time_ms), count).await?;
    let (mut connecting, mut pairs) = (JoinSet::new(), Vec::with_capacity(count));
    for (number, game) in games.into_iter().enumerate() {
        if connecting.len() >= CONCURRENCY {
            pairs.extend(connecting.join_next().await.transpose()?.transpose()?);
        }
        let line = Arc::clone(&lines[number % lines.len()]);
        let server = |offset: usize| servers[(number + offset) % servers.len()];
        connecting.spawn(Pair::connect([server(0), server(1)], number, game, line));
    }
    while let Some(pair) = connecting.join_next().await {
        pairs.push(pair??);
    }
    Ok(pairs)
}

impl Pair {
    async fn connect(
        servers: [SocketAddr; 2],
        number: usize,
        game: CreatedGame,
        line: Arc<Line>,
    ) -> Result<Pair, ClientError> {
        let (id, secrets) = (game.id.as_str(), &game.secrets);
        let white = Socket::follow(servers[0], 2 * number, id, secrets.white.as_deref()).await?;
        let black =
            Socket::follow(servers[1], 2 * number + 1, id, secrets.black.as_deref()).await?;
        let version = black.1.version;
        let sockets = [white.0, black.0];
        Ok(Pair { game, sockets, line, version, ply: 0, requests: 0 })
    }

    /// Connects both again, to another server; the game is where it was.
    pub(crate) async fn reconnect(&mut self, server: SocketAddr) -> Result<View, ClientError> {
        let (id, secrets) = (self.game.id.as_str(), &self.game.secrets);
        let (white, _) = Socket::follow(server, 0, id, secrets.white.as_deref()).await?;
        let (black, view) = Socket::follow(server, 0, id, secrets.black.as_deref()).await?;
        self.sockets = [white, black];
        self.version = view.version;
        Ok(view)
    }

    /// Ends the game.
    pub(crate) async fn resign(&mut self) -> Result<(), ClientError> {
        let message = resign_message(&self.game.id, "w-resign", self.version)?;
        let [white, _] = &mut self.sockets;
        white.send(&message).await?;
        answer(white, "w-resign").await?;
        Ok(())
    }

    /// Plays the next move, which was due at some time.
    pub(crate) async fn play(
        &mut self,
        due: Instant,
        figures: &Figures,
    ) -> Result<(), ClientError> {
        let over = || ClientError::Rejected("the line of moves is at its end".into());
        let uci = self.line.get(self.ply).ok_or_else(over)?;
        self.requests += 1;
        let id = format!("w-{}", self.requests);
        let message = move_message(&self.game.id, &id, self.version, self.ply, uci)?;
        let [white, black] = &mut self.sockets;
        let (mover, other) =
            if self.ply.is_multiple_of(2) { (white, black) } else { (black, white) };
        let sent = Instant::now();
        mover.send(&message).await?;
        let version = self.version + 1;
        let received = async {
            wait_for_event(other, version).await?;
            figures.receipts.record(due.elapsed());
            Ok::<(), ClientError>(())
        };
        let answered = async {
            let answer = answer(mover, &id).await?;
            if let Answer::Acked(_) = answer {
                figures.acks.record(due.elapsed());
                figures.answers.record(sent.elapsed());
            }
            Ok::<Answer, ClientError>(answer)
        };
        tokio::pin!(received, answered);
        let mut is_received = false;
        let answer = loop {
            tokio::select! {
                answer = &mut answered => break answer?,
                done = &mut received, if !is_received => { done?; is_received = true; }
            }
        };
        match answer {
            Answer::Acked(version) => {
                if !is_received {
                    received.await?;
                }
                self.version = version;
                self.ply += 1;
            }
            Answer::Rejected(code) => figures.reject(&code),
        }
        Ok(())
    }
}

async fn answer(mover: &mut Socket, name: &str) -> Result<Answer, ClientError> {
    loop {
        match mover.next().await? {
            Received::Ack { id, version } if id == name => return Ok(Answer::Acked(version)),
            Received::Error { id: Some(id), code } if id == name => {
                return Ok(Answer::Rejected(code));
            }
            _ => {}
        }
    }
}

async fn wait_for_event(other: &mut Socket, expected: u32) -> Result<(), ClientError> {
    loop {
        match other.next().await? {
            Received::Event { version, .. } if version >= expected => return Ok(()),
            _ => {}
        }
    }
}

/// Lets every pair play in turn, at this total rate and for this long.
pub(crate) async fn play_all(
    pairs: Vec<Pair>,
    rate: usize,
    time: Duration,
) -> Result<(Vec<Pair>, Figures), TaskError> {
    let figures = Figures::new(time)?;
    let pace = Pace::new(rate, pairs.len(), time);
    let mut playing = JoinSet::new();
    for (number, mut pair) in pairs.into_iter().enumerate() {
        let figures = figures.clone();
        playing.spawn(async move {
            for turn in 0.. {
                let Some(due) = pace.due(number, turn) else { break };
                sleep_until(due).await;
                match timeout(ANSWER_TIMEOUT, pair.play(due, &figures)).await {
                    Ok(played) => played?,
                    Err(_) => figures.give_up(),
                }
            }
            Ok::<Pair, ClientError>(pair)
        });
    }
    let mut pairs = Vec::with_capacity(playing.len());
    while let Some(pair) = playing.join_next().await {
        pairs.push(pair.map_err(unable)?.map_err(unable)?);
    }
    Ok((pairs, figures))
}
