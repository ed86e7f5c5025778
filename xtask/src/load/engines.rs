//! Goal 7: people play on while every engine is asked for more than it can do.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chess::{CastlingMode, Color, Game, Position};
use random::SplitMix64;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::figures::baselines;
use super::pair::{connect_all, play_all};
use super::report::Report;
use super::test_server::TestServer;
use super::{Options, baseline, unable};
use crate::client::api::{against_engine, create_all};
use crate::client::socket::move_message;
use crate::client::{ApiClient, ClientError, CreatedGame, Received, Socket, line};
use crate::error::TaskError;
use crate::table::grouped;

/// Games between people, and their moves a second.
const RATE: usize = 200;
/// Games against engines; more than may wait for one.
const AGAINST_ENGINES: usize = 64;
/// How many ask for hints.
const ASKING: usize = 32;
/// How long a client waits after a rejected hint.
const RETRY_DELAY: Duration = Duration::from_millis(250);
/// How much slower people may be served.
const MOST: f64 = 2.0;

/// Plays with idle engines, and then with engines that have no rest.
pub(crate) async fn run(options: &Options, program: &Path) -> Result<Report, TaskError> {
    let (games, rate) = (options.games.unwrap_or(RATE), options.rate.unwrap_or(RATE));
    let time = options.time(20);
    let server = TestServer::start(program)?;
    let plies = 2 * rate * time.as_secs() as usize / games.max(1) + 4;
    let pairs = connect_all(server.address, games, plies).await.map_err(unable)?;
    let (pairs, idle) = play_all(pairs, rate, time).await?;
    let created: Vec<CreatedGame> = pairs.iter().map(|pair| pair.game.clone()).collect();
    let load = BackgroundLoad::begin(server.address, &created).await.map_err(unable)?;
    let (pairs, busy) = play_all(pairs, rate, time).await?;
    let (idle, busy) = (idle.acks.percentiles(), busy.acks.percentiles());
    let ratio = busy.p99.as_secs_f64() / idle.p99.as_secs_f64().max(f64::EPSILON);
    let mut report = Report::new(format!("{games} games of people beside busy engines"));
    let (shown, most) = (format!("{ratio:.2}"), format!("at most {MOST}"));
    report.goal("p99 with busy engines to p99 without", shown, most, ratio <= MOST);
    report.figure("due to ack, engines idle", idle.to_string());
    report.figure("due to ack, engines busy", busy.to_string());
    load.add_to(&mut report);
    drop((pairs, load, server));
    baselines(&mut report, baseline::commits(rate).await?, baseline::echoes(rate).await?);
    Ok(report)
}

/// What the engines have to do. Dropping it ends it.
struct BackgroundLoad {
    tasks: JoinSet<Result<(), ClientError>>,
    moves: Arc<AtomicU64>,
    hints: Arc<AtomicU64>,
    rejected: Arc<AtomicU64>,
}

impl BackgroundLoad {
    async fn begin(
        server: SocketAddr,
        games: &[CreatedGame],
    ) -> Result<BackgroundLoad, ClientError> {
        let mut load = BackgroundLoad {
            tasks: JoinSet::new(),
            moves: Arc::default(),
            hints: Arc::default(),
            rejected: Arc::default(),
        };
        for game in create_all(server, &against_engine(), AGAINST_ENGINES).await? {
            load.tasks.spawn(play(server, game, Arc::clone(&load.moves)));
        }
        for game in games.iter().take(ASKING).cloned() {
            let (hints, rejected) = (Arc::clone(&load.hints), Arc::clone(&load.rejected));
            load.tasks.spawn(ask(server, game, hints, rejected));
        }
        Ok(load)
    }

    fn add_to(&self, report: &mut Report) {
        let shown = |count: &AtomicU64| grouped(count.load(Ordering::Relaxed));
        report.figure("moves of engines", shown(&self.moves));
        report.figure("hints", shown(&self.hints));
        report.figure("hints rejected", shown(&self.rejected));
    }
}

/// Plays against the engine, at once whenever it has moved.
async fn play(
    server: SocketAddr,
    game: CreatedGame,
    moves: Arc<AtomicU64>,
) -> Result<(), ClientError> {
    let secret = game.secrets.white.as_deref();
    let (mut socket, view) = Socket::follow(server, 0, &game.id, secret).await?;
    let (mut board, mut version) = (Game::new(Position::default()), view.version);
    let mut random = SplitMix64::new(u64::from(version));
    loop {
        if board.position().turn() == Color::White {
            let Some(next) = line::choose(&board, &mut random) else { return Ok(()) };
            let (ply, uci) = (board.moves().len(), next.uci(CastlingMode::Standard).to_string());
            socket.send(&move_message(&game.id, &format!("w-{ply}"), version, ply, &uci)?).await?;
        }
        let seen = version;
        while version == seen {
            if let Received::Event { version: next, uci: Some(uci), .. } = socket.next().await? {
                let unclear = || ClientError::Protocol(format!("{uci} is not a legal move"));
                let play = board.position().parse_uci(&uci).map_err(|_| unclear())?;
                board.play(play).map_err(|_| unclear())?;
                version = next;
                let is_reply = board.position().turn() == Color::White;
                moves.fetch_add(u64::from(is_reply), Ordering::Relaxed);
            }
        }
        if board.outcome().is_some() {
            return Ok(());
        }
    }
}

/// Asks for hints repeatedly, with a pause after a rejection: the engines should be busy, not the
/// listener.
async fn ask(
    server: SocketAddr,
    game: CreatedGame,
    hints: Arc<AtomicU64>,
    rejected: Arc<AtomicU64>,
) -> Result<(), ClientError> {
    let mut api = ApiClient::connect(server).await?;
    let secret = game.secrets.white.unwrap_or_default();
    loop {
        if api.hint(&game.id, &secret).await? {
            hints.fetch_add(1, Ordering::Relaxed);
        } else {
            rejected.fetch_add(1, Ordering::Relaxed);
            sleep(RETRY_DELAY).await;
        }
    }
}
