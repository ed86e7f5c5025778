//! The baseline of a run: what the disk and the loopback interface take by themselves, at the same
//! rate and without a server.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use chess::{ByColor, Position};
use game::{Event, GameId, Player, Record, Seat, Start, Terms, Timestamp};
use store::{
    DataDirectory, Details, Entry, NewGame, RequestId, SeatOwners, Sqlite, Store, Summary,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use super::latency::{Latency, Percentiles};
use super::pace::Pace;
use super::unable;
use crate::error::TaskError;

/// How long each baseline is measured.
const TIME: Duration = Duration::from_secs(4);
/// How many sockets echo, and how many games are written in turn.
const CLIENTS: usize = 256;

/// How long the store takes for a move, at this rate.
pub(crate) async fn commits(rate: usize) -> Result<Percentiles, TaskError> {
    let folder = tempfile::tempdir().map_err(unable)?;
    let directory = DataDirectory::open(folder.path()).map_err(unable)?;
    commits_in(Arc::new(Sqlite::open(directory).map_err(unable)?), rate).await
}

/// The same for any store.
pub(crate) async fn commits_in(
    store: Arc<dyn Store>,
    rate: usize,
) -> Result<Percentiles, TaskError> {
    let latency = Latency::new()?;
    let ids: Vec<GameId> = (0..CLIENTS).map(id).collect();
    for id in &ids {
        store.create(new_game(id.clone())).await.map_err(unable)?;
    }
    let (pace, mut writing) = (Pace::new(rate, CLIENTS, TIME), JoinSet::new());
    for (number, id) in ids.into_iter().enumerate() {
        let (store, latency) = (Arc::clone(&store), latency.clone());
        writing.spawn(async move {
            for turn in 0.. {
                let Some(due) = pace.due(number, turn) else { break };
                sleep_until(due).await;
                store.append(entry(id.clone(), turn + 1)).await?;
                latency.record(due.elapsed());
            }
            Ok::<(), store::StoreError>(())
        });
    }
    while let Some(written) = writing.join_next().await {
        written.map_err(unable)?.map_err(unable)?;
    }
    Ok(latency.percentiles())
}

/// The round-trip time of a byte, at this rate.
pub(crate) async fn echoes(rate: usize) -> Result<Percentiles, TaskError> {
    let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await;
    let listener = listener.map_err(unable)?;
    let address = listener.local_addr().map_err(unable)?;
    let serving = tokio::spawn(echo(listener));
    let latency = Latency::new()?;
    let mut streams = Vec::new();
    for _ in 0..CLIENTS {
        let stream = TcpStream::connect(address).await.map_err(unable)?;
        stream.set_nodelay(true).map_err(unable)?;
        streams.push(stream);
    }
    let (pace, mut asking) = (Pace::new(rate, CLIENTS, TIME), JoinSet::new());
    for (number, mut stream) in streams.into_iter().enumerate() {
        let latency = latency.clone();
        asking.spawn(async move {
            let mut byte = [0];
            for turn in 0.. {
                let Some(due) = pace.due(number, turn) else { break };
                sleep_until(due).await;
                stream.write_all(&byte).await?;
                stream.read_exact(&mut byte).await?;
                latency.record(due.elapsed());
            }
            Ok::<(), std::io::Error>(())
        });
    }
    while let Some(asked) = asking.join_next().await {
        asked.map_err(unable)?.map_err(unable)?;
    }
    serving.abort();
    Ok(latency.percentiles())
}

/// Sends every byte back.
async fn echo(listener: TcpListener) {
    while let Ok((mut stream, _)) = listener.accept().await {
        tokio::spawn(async move {
            let mut byte = [0];
            while stream.read_exact(&mut byte).await.is_ok() {
                if stream.set_nodelay(true).is_err() || stream.write_all(&byte).await.is_err() {
                    return;
                }
            }
        });
    }
}

fn id(number: usize) -> GameId {
    let digit = |place: u32| (number / 62_usize.pow(place) % 62) as u8;
    GameId::from_random(std::array::from_fn(|place| digit(place.min(3) as u32)))
}

fn new_game(id: GameId) -> NewGame {
    let person = Seat { name: None, player: Player::Person };
    let terms = Terms {
        start: Start::Standard,
        seats: ByColor::new(person.clone(), person),
        time: ByColor::new(None, None),
        shared: false,
        automatic_draws: false,
        takebacks: true,
        abandonment: true,
    };
    let event = Event::Created(Box::new(terms));
    let records = vec![Record { version: 1, at: Timestamp(0), event }];
    NewGame {
        id,
        records,
        seat_owners: SeatOwners::default(),
        summary: summary(0),
        details: Details::default(),
    }
}

/// A move as the server would write it. The store does not check its legality.
fn entry(game: GameId, base: u32) -> Entry {
    let version = base + 1;
    let at = Timestamp(u64::from(version));
    let play = Position::default().legal_moves()[0];
    let clock = Some(Duration::from_mins(3));
    Entry {
        game,
        base,
        request: RequestId::new(&format!("w-{version}")).map(Into::into),
        records: vec![Record { version, at, event: Event::Moved { play, clock } }],
        summary: summary(version),
        seat_owners: None,
    }
}

fn summary(plies: u32) -> Summary {
    Summary {
        names: ByColor::new(None, None),
        result: chess::pgn::GameResult::Unknown,
        status: "playing".into(),
        plies,
        created: Timestamp(0),
        last_played: Timestamp(u64::from(plies)),
        resume_on_start: true,
        opening: None,
        fen: Position::default().to_string(),
    }
}
