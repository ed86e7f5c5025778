//! A review is there in seconds, and people play on while games are reviewed without a rest.

use std::fmt::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chess::pgn::{GameResult, Tree};
use tokio::task::JoinSet;

use super::figures::baselines;
use super::latency::millis;
use super::pair::{connect_all, play_all};
use super::report::Report;
use super::test_server::TestServer;
use super::{Options, baseline, unable};
use crate::client::line::lines;
use crate::client::{ApiClient, ClientError};
use crate::error::TaskError;
use crate::table::grouped;

/// Games between people, and their moves a second.
const RATE: usize = 200;
/// How much slower people may be served.
const MOST: f64 = 2.0;
/// Half-moves of a game that is reviewed, and how long that may take.
const PLIES: usize = 80;
const LONGEST: Duration = Duration::from_secs(10);
const FIRST_RESULT: Duration = Duration::from_secs(1);
/// How many are reviewed at once, and how many there are to review.
const CONCURRENCY: usize = 4;
const GAMES: usize = 128;

/// Reviews one game, plays without reviews, and then beside them.
pub(crate) async fn run(options: &Options, program: &Path) -> Result<Report, TaskError> {
    let (games, rate) = (options.games.unwrap_or(RATE), options.rate.unwrap_or(RATE));
    let time = options.time(20);
    let server = TestServer::start(program)?;
    let finished = import_games(server.address).await.map_err(unable)?;
    let mut report = Report::new(format!("{games} games of people beside reviews"));
    let (alone, others) = finished.split_first().ok_or_else(|| unable("nothing was imported"))?;
    time_alone(server.address, alone, &mut report).await.map_err(unable)?;

    let plies = 2 * rate * time.as_secs() as usize / games.max(1) + 4;
    let pairs = connect_all(server.address, games, plies).await.map_err(unable)?;
    let (pairs, idle) = play_all(pairs, rate, time).await?;
    let load = BackgroundLoad::begin(server.address, others);
    let (pairs, busy) = play_all(pairs, rate, time).await?;
    let (idle, busy) = (idle.acks.percentiles(), busy.acks.percentiles());
    let ratio = busy.p99.as_secs_f64() / idle.p99.as_secs_f64().max(f64::EPSILON);
    let (shown, most) = (format!("{ratio:.2}"), format!("at most {MOST}"));
    report.goal("p99 beside reviews to p99 without", shown, most, ratio <= MOST);
    report.figure("due to ack, no reviews", idle.to_string());
    report.figure("due to ack, beside reviews", busy.to_string());
    report.figure("positions reviewed", grouped(load.positions.load(Ordering::Relaxed)));
    drop((pairs, load, server));
    baselines(&mut report, baseline::commits(rate).await?, baseline::echoes(rate).await?);
    Ok(report)
}

/// Brings finished games along; their ids.
async fn import_games(server: SocketAddr) -> Result<Vec<String>, ClientError> {
    let mut pgn = String::new();
    for line in lines(GAMES, PLIES, 1) {
        let mut tree = Tree::default();
        let mut node = Tree::ROOT;
        for uci in line {
            let unclear = || ClientError::Protocol(format!("{uci} is not a legal move"));
            let play = tree.position(node).parse_uci(&uci).map_err(|_| unclear())?;
            node = tree.add(node, play).map_err(|_| unclear())?;
        }
        tree.set_result(GameResult::Draw);
        let _ = write!(pgn, "{tree}");
    }
    ApiClient::connect(server).await?.import(pgn).await
}

/// Reviews a game while nobody plays.
async fn time_alone(
    server: SocketAddr,
    game: &str,
    report: &mut Report,
) -> Result<(), ClientError> {
    let mut api = ApiClient::connect(server).await?;
    let (started, mut first) = (Instant::now(), None);
    api.review(game, || _ = first.get_or_insert_with(|| started.elapsed())).await?;
    let (whole, first) = (started.elapsed(), first.unwrap_or_default());
    for (what, seen, goal) in [
        ("first position of a review", first, FIRST_RESULT),
        ("review of 80 half-moves", whole, LONGEST),
    ] {
        report.goal(what, millis(seen), format!("under {}", millis(goal)), seen < goal);
    }
    Ok(())
}

/// Reviews, one after the other and several at once. Dropping it ends them.
struct BackgroundLoad {
    _tasks: JoinSet<Result<(), ClientError>>,
    positions: Arc<AtomicU64>,
}

impl BackgroundLoad {
    fn begin(server: SocketAddr, games: &[String]) -> BackgroundLoad {
        let (games, next): (Arc<[String]>, _) = (games.into(), Arc::new(AtomicUsize::new(0)));
        let positions = Arc::new(AtomicU64::new(0));
        let mut tasks = JoinSet::new();
        for _ in 0..CONCURRENCY {
            let (games, next) = (Arc::clone(&games), Arc::clone(&next));
            let positions = Arc::clone(&positions);
            tasks.spawn(async move {
                let mut api = ApiClient::connect(server).await?;
                while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    api.review(game, || _ = positions.fetch_add(1, Ordering::Relaxed)).await?;
                }
                Ok(())
            });
        }
        BackgroundLoad { _tasks: tasks, positions }
    }
}
