//! What the hostile visitor does, all at once. Every attack goes on until it is dropped; one that
//! is refused or disconnected begins again after a moment.

use std::fmt::Write;
use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hyper::Method;
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
    tasks: JoinSet<()>,
    counts: Vec<(&'static str, Arc<AtomicU64>)>,
}

/// What an attack counts.
type Count = Arc<AtomicU64>;

impl Attacks {
    /// Begins all of them.
    pub(super) async fn begin(server: SocketAddr) -> Result<Attacks, ClientError> {
        let mut api = ApiClient::connect_from(HOSTILE, server).await?;
        let games: Arc<[String]> = api.import(pgn(500, 60, 0)).await?.into();
        let mut attacks = Attacks { tasks: JoinSet::new(), counts: Vec::new() };
        attacks.repeat("imports", IMPORTS, move |count| import(server, count));
        attacks.repeat("imports left", ABORTED_IMPORTS, move |count| leave_import(server, count));
        attacks.repeat("moves of engines", ENGINE_GAMES, move |count| play(server, count));
        attacks.repeat("wrong logins", LOGINS, move |count| log_in(server, count));
        let known = Arc::clone(&games);
        attacks.repeat("reviews", 1, move |count| review(server, Arc::clone(&known), count));
        let known = Arc::clone(&games);
        attacks.repeat("rooms", ROOMS, move |count| open_rooms(server, Arc::clone(&known), count));
        let known = Arc::clone(&games);
        attacks.repeat("unread requests", UNREAD_SOCKETS, move |count| {
            never_read(server, known[0].clone(), count)
        });
        attacks.repeat("frames", JUNK_SOCKETS, move |count| send_junk(server, count));
        attacks.repeat("exports", EXPORTS, move |count| export(server, count));
        Ok(attacks)
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

    pub(super) fn add_to(&self, report: &mut Report) {
        for (what, count) in &self.counts {
            report.figure(&format!("hostile: {what}"), grouped(count.load(Ordering::Relaxed)));
        }
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
