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

use super::figures::floors;
use super::pair::{play_all, seat_all};
use super::report::Report;
use super::stage::Stage;
use super::{Options, floor, unable};
use crate::client::house::{against_engine, create_all};
use crate::client::socket::wish;
use crate::client::{Heard, House, Lost, Socket, Table, line};
use crate::error::TaskError;
use crate::table::grouped;

/// Games between people, and their moves a second.
const RATE: usize = 200;
/// Games against engines; more than may wait for one.
const AGAINST_ENGINES: usize = 64;
/// How many ask for hints.
const ASKING: usize = 32;
/// How long somebody waits who was refused one.
const BREATH: Duration = Duration::from_millis(250);
/// How much slower people may be served.
const MOST: f64 = 2.0;

/// Plays with idle engines, and then with engines that have no rest.
pub(crate) async fn run(options: &Options, program: &Path) -> Result<Report, TaskError> {
    let (games, rate) = (options.games.unwrap_or(RATE), options.rate.unwrap_or(RATE));
    let time = options.time(20);
    let stage = Stage::open(program)?;
    let plies = 2 * rate * time.as_secs() as usize / games.max(1) + 4;
    let pairs = seat_all(stage.address, games, plies).await.map_err(unable)?;
    let (pairs, idle) = play_all(pairs, rate, time).await?;
    let tables: Vec<Table> = pairs.iter().map(|pair| pair.table.clone()).collect();
    let work = Work::begin(stage.address, &tables).await.map_err(unable)?;
    let (pairs, busy) = play_all(pairs, rate, time).await?;
    let (idle, busy) = (idle.acks.percentiles(), busy.acks.percentiles());
    let ratio = busy.p99.as_secs_f64() / idle.p99.as_secs_f64().max(f64::EPSILON);
    let mut report = Report::new(format!("{games} games of people beside busy engines"));
    let (shown, most) = (format!("{ratio:.2}"), format!("at most {MOST}"));
    report.goal("p99 with busy engines to p99 without", shown, most, ratio <= MOST);
    report.figure("due to ack, engines idle", idle.to_string());
    report.figure("due to ack, engines busy", busy.to_string());
    work.tell(&mut report);
    drop((pairs, work, stage));
    floors(&mut report, floor::commits(rate).await?, floor::echoes(rate).await?);
    Ok(report)
}

/// What the engines have to do. Dropping it ends it.
struct Work {
    tasks: JoinSet<Result<(), Lost>>,
    moves: Arc<AtomicU64>,
    hints: Arc<AtomicU64>,
    refused: Arc<AtomicU64>,
}

impl Work {
    async fn begin(server: SocketAddr, tables: &[Table]) -> Result<Work, Lost> {
        let mut work = Work {
            tasks: JoinSet::new(),
            moves: Arc::default(),
            hints: Arc::default(),
            refused: Arc::default(),
        };
        for table in create_all(server, &against_engine(), AGAINST_ENGINES).await? {
            work.tasks.spawn(play(server, table, Arc::clone(&work.moves)));
        }
        for table in tables.iter().take(ASKING).cloned() {
            let (hints, refused) = (Arc::clone(&work.hints), Arc::clone(&work.refused));
            work.tasks.spawn(ask(server, table, hints, refused));
        }
        Ok(work)
    }

    fn tell(&self, report: &mut Report) {
        let shown = |count: &AtomicU64| grouped(count.load(Ordering::Relaxed));
        report.figure("moves of engines", shown(&self.moves));
        report.figure("hints", shown(&self.hints));
        report.figure("hints refused", shown(&self.refused));
    }
}

/// Plays against the engine, at once whenever it has moved.
async fn play(server: SocketAddr, table: Table, moves: Arc<AtomicU64>) -> Result<(), Lost> {
    let secret = table.secrets.white.as_deref();
    let (mut socket, view) = Socket::follow(server, 0, &table.id, secret).await?;
    let (mut board, mut version) = (Game::new(Position::default()), view.version);
    let mut random = SplitMix64::new(u64::from(version));
    loop {
        if board.position().turn() == Color::White {
            let Some(next) = line::choose(&board, &mut random) else { return Ok(()) };
            let (ply, uci) = (board.moves().len(), next.uci(CastlingMode::Standard).to_string());
            socket.say(&wish(&table.id, &format!("w-{ply}"), version, ply, &uci)?).await?;
        }
        let seen = version;
        while version == seen {
            if let Heard::Event { version: next, uci: Some(uci), .. } = socket.next().await? {
                let unclear = || Lost::Unclear(format!("{uci} is no move here"));
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

/// Asks for hints, again and again. Who is refused breathes first: the engines are to be busy, not
/// the door.
async fn ask(
    server: SocketAddr,
    table: Table,
    hints: Arc<AtomicU64>,
    refused: Arc<AtomicU64>,
) -> Result<(), Lost> {
    let mut house = House::open(server).await?;
    let secret = table.secrets.white.unwrap_or_default();
    loop {
        if house.hint(&table.id, &secret).await? {
            hints.fetch_add(1, Ordering::Relaxed);
        } else {
            refused.fetch_add(1, Ordering::Relaxed);
            sleep(BREATH).await;
        }
    }
}
