//! What the hostile visitor does, all at once. Every attack goes on until it is dropped; one that
//! is refused or disconnected begins again after a moment.
//!
//! The visitor would sit at another machine. Here it has a thread of the lowest priority, so that
//! what it computes does not delay those whose moves are timed.

use std::fmt::Write;
use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use hyper::Method;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::super::report::Report;
use crate::client::api::against_engine;
use crate::client::socket::{hello, move_message};
use crate::client::{ApiClient, ClientError, Received, Socket};
use crate::table::grouped;

/// The address of the visitor.
const HOSTILE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);
/// The delay after an attack was fended off.
const RETRY_DELAY: Duration = Duration::from_millis(200);
/// How many of each attack there are at once. Together they stay below the number of connections
/// that one address may have.
const IMPORTS: usize = 8;
const ABORTED_IMPORTS: usize = 8;
const ENGINE_GAMES: usize = 60;
const LOGINS: usize = 4;
const ROOMS: usize = 4;
const UNREAD_SOCKETS: usize = 60;
const JUNK_SOCKETS: usize = 16;
const EXPORTS: usize = 4;
/// Games in one import.
const IMPORTED: usize = 4_000;

/// The running attacks. Dropping them ends them.
pub(super) struct Attacks {
    counts: Vec<(&'static str, Count)>,
    /// The thread of the attacks ends when this is dropped.
    _end: oneshot::Sender<()>,
}

/// What an attack counts.
type Count = Arc<AtomicU64>;

impl Attacks {
    /// Begins all of them.
    pub(super) async fn begin(server: SocketAddr) -> Result<Attacks, ClientError> {
        let (begun_sender, begun) = oneshot::channel();
        let (end_sender, end) = oneshot::channel::<()>();
        let runtime = Builder::new_current_thread().enable_all().build()?;
        thread::Builder::new().name("hostile visitor".into()).spawn(move || {
            lower_priority();
            runtime.block_on(async {
                let mut visitor = Visitor { tasks: JoinSet::new(), counts: Vec::new() };
                let started = visitor.start(server).await;
                // Nobody waits for it if the test was stopped.
                let _ = begun_sender.send(started.map(|()| visitor.counts.clone()));
                let _ = end.await;
            });
        })?;
        let lost = || ClientError::Protocol("the thread of the attacks has ended".into());
        let counts = begun.await.map_err(|_| lost())??;
        Ok(Attacks { counts, _end: end_sender })
    }

    pub(super) fn add_to(&self, report: &mut Report) {
        for (what, count) in &self.counts {
            report.figure(&format!("hostile: {what}"), grouped(count.load(Ordering::Relaxed)));
        }
    }
}

/// Gives this thread the lowest priority. It is only a measurement, so nothing depends on it.
#[cfg(target_os = "linux")]
fn lower_priority() {
    const LOWEST: i32 = 19;
    let _ = rustix::process::nice(LOWEST);
}

#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

/// The attacks as tasks, which end when this is dropped.
struct Visitor {
    tasks: JoinSet<()>,
    counts: Vec<(&'static str, Count)>,
}

impl Visitor {
    async fn start(&mut self, server: SocketAddr) -> Result<(), ClientError> {
        let mut api = ApiClient::connect_from(HOSTILE, server).await?;
        let games: Arc<[String]> = api.import(pgn(500, 60, 0)).await?.into();
        self.repeat("imports", IMPORTS, move |count| import(server, count));
        self.repeat("imports left", ABORTED_IMPORTS, move |count| leave_import(server, count));
        self.repeat("moves of engines", ENGINE_GAMES, move |count| play(server, count));
        self.repeat("wrong logins", LOGINS, move |count| log_in(server, count));
        let known = Arc::clone(&games);
        self.repeat("reviews", 1, move |count| review(server, Arc::clone(&known), count));
        let known = Arc::clone(&games);
        self.repeat("rooms", ROOMS, move |count| open_rooms(server, Arc::clone(&known), count));
        let known = Arc::clone(&games);
        self.repeat("unread requests", UNREAD_SOCKETS, move |count| {
            never_read(server, known[0].clone(), count)
        });
        self.repeat("frames", JUNK_SOCKETS, move |count| send_junk(server, count));
        self.repeat("exports", EXPORTS, move |count| export(server, count));
        Ok(())
    }

    fn repeat<F>(
        &mut self,
        what: &'static str,
        times: usize,
        attack: impl Fn(Count) -> F + Clone + Send + 'static,
    ) where
        F: Future<Output = Result<(), ClientError>> + Send,
    {
        let count = Count::default();
        for _ in 0..times {
            let (attack, count) = (attack.clone(), Arc::clone(&count));
            self.tasks.spawn(async move {
                loop {
                    // However it ended, it begins again.
                    let _ = attack(Arc::clone(&count)).await;
                    sleep(RETRY_DELAY).await;
                }
            });
        }
        self.counts.push((what, count));
    }
}

fn add(count: &Count) -> u64 {
    count.fetch_add(1, Ordering::Relaxed)
}

/// Games that differ in a tag; each has this many half-moves.
fn pgn(games: usize, plies: usize, seed: u64) -> String {
    const MOVES: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let mut moves = String::new();
    for ply in 0..plies {
        let _ = write!(moves, "{} ", MOVES[ply % MOVES.len()]);
    }
    let mut text = String::new();
    for number in 0..games {
        let _ = write!(text, "[Round \"{seed}.{number}\"]\n\n{moves}1/2-1/2\n\n");
    }
    text
}

/// Imports new games.
async fn import(server: SocketAddr, count: Count) -> Result<(), ClientError> {
    let mut api = ApiClient::connect_from(HOSTILE, server).await?;
    let games = pgn(IMPORTED, 16, rand_seed(&count));
    api.request(Method::POST, "/api/import", games.into_bytes()).await?;
    Ok(())
}

/// Sends a club file as large as it may be, and leaves while it is read.
async fn leave_import(server: SocketAddr, count: Count) -> Result<(), ClientError> {
    const STAY: Duration = Duration::from_secs(1);
    const ENTRIES: usize = 400_000;
    let mut api = ApiClient::connect_from(HOSTILE, server).await?;
    let number = rand_seed(&count);
    let entry = format!(r#"{{"id":{number},"nothing":[1,2,3,4,5,6,7,8,9,10],"of":{{"use":1}}}},"#);
    let file = format!(r#"{{"games":[{}{{}}]}}"#, entry.repeat(ENTRIES));
    let sent = api.request(Method::POST, "/api/import", file.into_bytes());
    // Leaving closes the connection.
    let _ = timeout(STAY, sent).await;
    Ok(())
}

/// A number that is different every time.
fn rand_seed(count: &Count) -> u64 {
    let number = add(count);
    number + 1_000_000 * u64::from(std::process::id())
}

/// Plays the strongest engine, at once whenever it has moved.
async fn play(server: SocketAddr, count: Count) -> Result<(), ClientError> {
    const MOVES: [&str; 4] = ["g1f3", "f3g1", "b1c3", "c3b1"];
    let mut api = ApiClient::connect_from(HOSTILE, server).await?;
    let game = api.create(&against_engine()).await?;
    drop(api);
    let mut socket = Socket::connect_from(HOSTILE, server).await?;
    socket.send(&hello(&game.id, game.secrets.white.as_deref(), None)?).await?;
    let (mut version, mut ply) = (1, 0);
    loop {
        let (id, uci) = (format!("w-{ply}"), MOVES[ply / 2 % MOVES.len()]);
        socket.send(&move_message(&game.id, &id, version, ply, uci)?).await?;
        let expected = version + 2;
        while version < expected {
            match socket.next().await? {
                Received::Event { version: next, .. } => version = next,
                Received::Error { code, .. } => return Err(ClientError::Rejected(code)),
                _ => {}
            }
        }
        add(&count);
        ply += 2;
    }
}

/// Guesses passwords.
async fn log_in(server: SocketAddr, count: Count) -> Result<(), ClientError> {
    let mut api = ApiClient::connect_from(HOSTILE, server).await?;
    loop {
        let name = add(&count);
        let body = format!(r#"{{"name":"user{name}","password":"a wrong password"}}"#);
        api.request(Method::POST, "/api/session", body.into_bytes()).await?;
    }
}

/// Has as many games reviewed as possible.
async fn review(server: SocketAddr, games: Arc<[String]>, count: Count) -> Result<(), ClientError> {
    let mut api = ApiClient::connect_from(HOSTILE, server).await?;
    for game in games.iter().cycle() {
        let path = format!("/api/games/{game}/review");
        let (status, _) = api.request(Method::POST, &path, Vec::new()).await?;
        if status.is_success() {
            add(&count);
        }
        sleep(RETRY_DELAY).await;
    }
    Ok(())
}

/// Follows one game after the other, each of which gets a room.
async fn open_rooms(
    server: SocketAddr,
    games: Arc<[String]>,
    count: Count,
) -> Result<(), ClientError> {
    let mut socket = Socket::connect_from(HOSTILE, server).await?;
    loop {
        let game = &games[add(&count) as usize % games.len()];
        socket.send(&hello(game, None, None)?).await?;
        socket.next().await?;
    }
}

/// Asks for a whole game again and again, and reads nothing.
async fn never_read(server: SocketAddr, game: String, count: Count) -> Result<(), ClientError> {
    const PAUSE: Duration = Duration::from_millis(30);
    let mut socket = Socket::connect_from(HOSTILE, server).await?;
    loop {
        socket.send(&hello(&game, None, None)?).await?;
        add(&count);
        sleep(PAUSE).await;
    }
}

/// Sends frames that mean nothing, as fast as possible.
async fn send_junk(server: SocketAddr, count: Count) -> Result<(), ClientError> {
    let mut socket = Socket::connect_from(HOSTILE, server).await?;
    let junk = vec![0_u8; 100];
    loop {
        for frame in [
            Message::Binary(junk.clone().into()),
            Message::Ping(junk.clone().into()),
            Message::Pong(junk.clone().into()),
            Message::text("{\"type\":"),
        ] {
            socket.send_frame(frame).await?;
            add(&count);
        }
    }
}

/// Downloads the whole library.
async fn export(server: SocketAddr, count: Count) -> Result<(), ClientError> {
    let mut api = ApiClient::connect_from(HOSTILE, server).await?;
    loop {
        api.request(Method::GET, "/api/export?format=pgn", Vec::new()).await?;
        add(&count);
        sleep(RETRY_DELAY).await;
    }
}
