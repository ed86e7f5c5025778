//! One hostile visitor at one address asks for as much of everything as possible: imports, engines,
//! reviews, logins, rooms, sockets that are never read, frames without meaning. Others play on, one
//! of them against an easy engine; memory and disk space stay bounded.

mod attacks;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};

use tokio::time::{interval, sleep, timeout};
use wire::new_game::{NewGame, Player, Strength};

use self::attacks::Attacks;
use super::figures::baselines;
use super::latency::{Latency, millis};
use super::pair::{connect_all, play_all};
use super::report::Report;
use super::test_server::TestServer;
use super::{Options, baseline, unable};
use crate::client::api::against_engine;
use crate::client::socket::{hello, move_message};
use crate::client::{ApiClient, ClientError, Received, Socket};
use crate::error::TaskError;

/// Games between people, and their moves a second.
const GAMES: usize = 40;
const RATE: usize = 100;
/// How much slower people may be served.
const MAX_RATIO: f64 = 3.0;
/// How long an easy engine may take to reply.
const MAX_REPLY: Duration = Duration::from_secs(1);
/// How much memory and how much more disk space the server may take, in megabytes.
const MAX_MEMORY: u64 = 400;
const MAX_DISK: u64 = 256;
/// How long the server is left alone before its memory is measured again.
const REST: Duration = Duration::from_secs(15);
/// The address of somebody who plays against an easy engine.
const MODEST: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 7);

/// Plays without the hostile visitor, and then beside it.
pub(crate) async fn run(options: &Options, program: &Path) -> Result<Report, TaskError> {
    let (games, rate) = (options.games.unwrap_or(GAMES), options.rate.unwrap_or(RATE));
    let time = options.time(60);
    let server = TestServer::start_public(program)?;
    let plies = 2 * rate * time.as_secs() as usize / games.max(1) + 4;
    let pairs = connect_all(server.address, games, plies).await.map_err(unable)?;
    let (pairs, quiet) = play_all(pairs, rate, time).await?;
    let before = (server.resident()?, server.disk_usage()?);

    let attacks = Attacks::begin(server.address).await.map_err(unable)?;
    let replies = Latency::new()?;
    let easy = tokio::spawn(play_easy_engine(server.address, replies.clone()));
    let (played, peak) = tokio::join!(play_all(pairs, rate, time), peak_memory(&server, time));
    let (pairs, busy) = played?;
    // It plays until it is told to end, unless something went wrong.
    let has_failed = easy.is_finished();
    easy.abort();
    let growth = server.disk_usage()?.saturating_sub(before.1);
    let mut report = Report::new(format!("{games} games of people beside a hostile visitor"));
    attacks.add_to(&mut report);
    drop(attacks);
    sleep(REST).await;
    let after = server.resident()?;

    let (quiet, busy) = (quiet.acks.percentiles(), busy.acks.percentiles());
    let ratio = busy.p99.as_secs_f64() / quiet.p99.as_secs_f64().max(f64::EPSILON);
    let (shown, most) = (format!("{ratio:.2}"), format!("at most {MAX_RATIO}"));
    report.goal("p99 beside it to p99 without", shown, most, ratio <= MAX_RATIO);
    report.figure("due to ack, quiet", quiet.to_string());
    report.figure("due to ack, beside it", busy.to_string());
    add_replies(&mut report, &replies, has_failed);
    add_size(&mut report, "resident memory at most", peak?, MAX_MEMORY);
    report.figure("resident memory before", megabytes(before.0));
    report.figure("resident memory afterwards", megabytes(after));
    add_size(&mut report, "growth of the library", growth, MAX_DISK);
    drop((pairs, server));
    baselines(&mut report, baseline::commits(rate).await?, baseline::echoes(rate).await?);
    Ok(report)
}

fn add_replies(report: &mut Report, replies: &Latency, has_failed: bool) {
    let seen = replies.percentiles();
    let is_met = replies.count() > 0 && seen.p99 <= MAX_REPLY && !has_failed;
    let (what, goal) = ("reply of an easy engine, p99", format!("at most {}", millis(MAX_REPLY)));
    report.goal(what, millis(seen.p99), goal, is_met);
    report.figure("replies of an easy engine", format!("{}: {seen}", replies.count()));
}

fn add_size(report: &mut Report, what: &str, bytes: u64, most: u64) {
    let goal = format!("under {most} MB");
    report.goal(what, megabytes(bytes), goal, bytes < most * 1_000_000);
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// The most memory that the server occupies within a time.
async fn peak_memory(server: &TestServer, time: Duration) -> Result<u64, TaskError> {
    let (start, mut ticks, mut peak) = (Instant::now(), interval(Duration::from_millis(250)), 0);
    while start.elapsed() < time {
        ticks.tick().await;
        peak = peak.max(server.resident()?);
    }
    Ok(peak)
}

/// A game against an engine that is easy to beat.
fn against_easy_engine() -> NewGame {
    let mut new = against_engine();
    new.seats.black.player = Player::Engine { strength: Strength::Easy {} };
    new
}

/// Makes a first move against an easy engine in one game after the other, and times the replies.
async fn play_easy_engine(server: SocketAddr, replies: Latency) -> Result<(), ClientError> {
    /// The time between two games.
    const PAUSE: Duration = Duration::from_millis(700);
    /// A longer wait is counted as this long.
    const PATIENCE: Duration = Duration::from_secs(30);
    let mut api = ApiClient::connect_from(MODEST, server).await?;
    let mut socket = Socket::connect_from(MODEST, server).await?;
    loop {
        let game = api.create(&against_easy_engine()).await?;
        socket.send(&hello(&game.id, game.secrets.white.as_deref(), None)?).await?;
        let version = loop {
            if let Received::Full(view) = socket.next().await? {
                break view.version;
            }
        };
        let sent = Instant::now();
        socket.send(&move_message(&game.id, "w-1", version, 0, "e2e4")?).await?;
        // A reply that does not come is counted by its patience.
        let _ = timeout(PATIENCE, reply(&mut socket, version + 2)).await;
        replies.record(sent.elapsed());
        sleep(PAUSE).await;
    }
}

/// Waits for the event of this version.
async fn reply(socket: &mut Socket, expected: u32) -> Result<(), ClientError> {
    loop {
        if let Received::Event { version, .. } = socket.next().await?
            && version >= expected
        {
            return Ok(());
        }
    }
}
