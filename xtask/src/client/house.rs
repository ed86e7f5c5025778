//! The server over HTTP: games are set up there, and engines asked.

use std::net::SocketAddr;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use wire::Sides;
use wire::new_game::{NewGame, Player, Seat, Start, Strength, Time};

use super::Lost;

/// How many connections set up games at once.
const CONNECTIONS: usize = 16;

/// A game that was set up, with the secrets of its seats.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Table {
    /// The game.
    pub(crate) id: String,
    /// The secrets; none for a seat that is not a person's.
    pub(crate) secrets: Sides<Option<String>>,
}

/// A connection to the server.
pub(crate) struct House {
    sender: SendRequest<Full<Bytes>>,
    host: String,
}

impl House {
    /// Connects.
    pub(crate) async fn open(server: SocketAddr) -> Result<House, Lost> {
        let stream = TcpStream::connect(server).await?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        // How the connection ends, whoever waits for an answer learns there.
        tokio::spawn(async move { drop(connection.await) });
        Ok(House { sender, host: server.to_string() })
    }

    /// Sets up a game.
    pub(crate) async fn create(&mut self, new: &NewGame) -> Result<Table, Lost> {
        let body = serde_json::to_vec(new)?;
        understood(&self.post("/api/games", None, body).await?)
    }

    /// Brings games in PGN along; their ids.
    pub(crate) async fn import(&mut self, pgn: String) -> Result<Vec<String>, Lost> {
        let answer = self.post("/api/import", None, pgn.into_bytes()).await?;
        Ok(understood::<Imported>(&answer)?.imported)
    }

    /// Asks the engine for a hint; whether it gave one.
    pub(crate) async fn hint(&mut self, game: &str, secret: &str) -> Result<bool, Lost> {
        let path = format!("/api/games/{game}/hint");
        let (status, _) = self.post(&path, Some(secret), Vec::new()).await?;
        Ok(status == StatusCode::OK)
    }

    /// Has a finished game reviewed, and calls for every position that is done.
    pub(crate) async fn review(&mut self, game: &str, mut done: impl FnMut()) -> Result<(), Lost> {
        let path = format!("/api/games/{game}/review");
        let (status, body) = self.post(&path, None, Vec::new()).await?;
        if status != StatusCode::ACCEPTED {
            return Err(refused(status, &body));
        }
        let events = format!("{path}/events");
        let mut stream = self.send(Method::GET, &events, None, Vec::new()).await?.into_body();
        let mut text = String::new();
        while let Some(frame) = stream.frame().await {
            if let Ok(bytes) = frame?.into_data() {
                text.push_str(&String::from_utf8_lossy(&bytes));
            }
            while let Some(end) = text.find("\n\n") {
                let event: String = text.drain(..end + 2).collect();
                if event.starts_with("event: position") {
                    done();
                }
            }
        }
        Ok(())
    }

    async fn post(
        &mut self,
        path: &str,
        secret: Option<&str>,
        body: Vec<u8>,
    ) -> Result<(StatusCode, Bytes), Lost> {
        let response = self.send(Method::POST, path, secret, body).await?;
        let status = response.status();
        let body = response.into_body().collect().await?;
        Ok((status, body.to_bytes()))
    }

    async fn send(
        &mut self,
        method: Method,
        path: &str,
        secret: Option<&str>,
        body: Vec<u8>,
    ) -> Result<Response<Incoming>, Lost> {
        self.sender.ready().await?;
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, &self.host)
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(secret) = secret {
            request = request.header("x-seat-secret", secret);
        }
        let request = request.body(Full::new(Bytes::from(body)));
        let request = request.map_err(|error| Lost::Unclear(error.to_string()))?;
        Ok(self.sender.send_request(request).await?)
    }
}

/// What came of an import.
#[derive(Deserialize)]
struct Imported {
    imported: Vec<String>,
}

/// Reads an answer.
fn understood<T: DeserializeOwned>((status, body): &(StatusCode, Bytes)) -> Result<T, Lost> {
    if *status != StatusCode::OK {
        return Err(refused(*status, body));
    }
    serde_json::from_slice(body)
        .map_err(|_| Lost::Unclear(String::from_utf8_lossy(body).into_owned()))
}

fn refused(status: StatusCode, body: &Bytes) -> Lost {
    Lost::Refused(format!("{status}: {}", String::from_utf8_lossy(body)))
}

/// Sets up many equal games.
pub(crate) async fn create_all(
    server: SocketAddr,
    new: &NewGame,
    count: usize,
) -> Result<Vec<Table>, Lost> {
    let mut houses = JoinSet::new();
    for share in (0..CONNECTIONS).map(|number| share_of(count, number)) {
        let new = new.clone();
        houses.spawn(async move {
            let mut house = House::open(server).await?;
            let mut tables = Vec::with_capacity(share);
            for _ in 0..share {
                tables.push(house.create(&new).await?);
            }
            Ok::<_, Lost>(tables)
        });
    }
    let mut all = Vec::with_capacity(count);
    for tables in houses.join_all().await {
        all.extend(tables?);
    }
    Ok(all)
}

/// How many of some games one of the connections sets up.
fn share_of(count: usize, connection: usize) -> usize {
    count / CONNECTIONS + usize::from(connection < count % CONNECTIONS)
}

/// A game between two people who have this much time each.
pub(crate) fn people(base_ms: u64) -> NewGame {
    let person = Seat { name: None, player: Player::Person {} };
    let time = Some(Time { base_ms, bonus: wire::new_game::Bonus::default() });
    NewGame {
        start: Start::Standard {},
        seats: Sides { white: person.clone(), black: person },
        time: Sides { white: time, black: time },
        shared: false,
        automatic_draws: false,
    }
}

/// A game of a person against the engine at its strongest, without clocks.
pub(crate) fn against_engine() -> NewGame {
    let player = Player::Engine { strength: Strength::Full {} };
    let mut new = people(0);
    new.seats.black = Seat { name: None, player };
    new.time = Sides { white: None, black: None };
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_set_up_by_some_connection() {
        for count in [0, 1, 15, 16, 17, 2_000] {
            let all: usize = (0..CONNECTIONS).map(|number| share_of(count, number)).sum();
            assert_eq!(all, count);
        }
    }
}
