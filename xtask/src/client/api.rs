//! The HTTP API: creates and imports games, and asks for hints and reviews.

use std::net::{Ipv4Addr, SocketAddr};

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::task::JoinSet;
use wire::Sides;
use wire::new_game::{NewGame, Player, Seat, Start, Strength, Time};

use super::ClientError;
use super::socket::stream_from;

/// How many connections create games at once.
const CONNECTIONS: usize = 16;

/// A game that was created, with the secrets of its seats.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct CreatedGame {
    /// Its id.
    pub(crate) id: String,
    /// The secrets; none for the seat of an engine.
    pub(crate) secrets: Sides<Option<String>>,
}

/// A connection to the server.
pub(crate) struct ApiClient {
    sender: SendRequest<Full<Bytes>>,
    host: String,
}

impl ApiClient {
    /// Connects.
    pub(crate) async fn connect(server: SocketAddr) -> Result<ApiClient, ClientError> {
        ApiClient::connect_from(Ipv4Addr::LOCALHOST, server).await
    }

    /// Connects from an address of this computer.
    pub(crate) async fn connect_from(
        own: Ipv4Addr,
        server: SocketAddr,
    ) -> Result<ApiClient, ClientError> {
        let stream = stream_from(own, server).await?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        // An error also reaches the request that waits for a response.
        tokio::spawn(async move { drop(connection.await) });
        Ok(ApiClient { sender, host: server.to_string() })
    }

    /// Creates a game.
    pub(crate) async fn create(&mut self, new: &NewGame) -> Result<CreatedGame, ClientError> {
        let body = serde_json::to_vec(new)?;
        parse(&self.post("/api/games", None, body).await?)
    }

    /// Imports games in PGN; returns their ids.
    pub(crate) async fn import(&mut self, pgn: String) -> Result<Vec<String>, ClientError> {
        let answer = self.post("/api/import", None, pgn.into_bytes()).await?;
        Ok(parse::<ImportOutcome>(&answer)?.imported)
    }

    /// Asks for a hint; true when there was one.
    pub(crate) async fn hint(&mut self, game: &str, secret: &str) -> Result<bool, ClientError> {
        let path = format!("/api/games/{game}/hint");
        let (status, _) = self.post(&path, Some(secret), Vec::new()).await?;
        Ok(status == StatusCode::OK)
    }

    /// Reviews a finished game and calls `done` for every position.
    pub(crate) async fn review(
        &mut self,
        game: &str,
        mut done: impl FnMut(),
    ) -> Result<(), ClientError> {
        let path = format!("/api/games/{game}/review");
        let (status, body) = self.post(&path, None, Vec::new()).await?;
        if status != StatusCode::ACCEPTED {
            return Err(rejection(status, &body));
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

    /// Sends any request; the status and the body of the response.
    pub(crate) async fn request(
        &mut self,
        method: Method,
        path: &str,
        body: Vec<u8>,
    ) -> Result<(StatusCode, Bytes), ClientError> {
        let response = self.send(method, path, None, body).await?;
        let status = response.status();
        Ok((status, response.into_body().collect().await?.to_bytes()))
    }

    async fn post(
        &mut self,
        path: &str,
        secret: Option<&str>,
        body: Vec<u8>,
    ) -> Result<(StatusCode, Bytes), ClientError> {
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
    ) -> Result<Response<Incoming>, ClientError> {
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
        let request = request.map_err(|error| ClientError::Protocol(error.to_string()))?;
        Ok(self.sender.send_request(request).await?)
    }
}

/// The result of an import.
#[derive(Deserialize)]
struct ImportOutcome {
    imported: Vec<String>,
}

/// Parses a response.
fn parse<T: DeserializeOwned>((status, body): &(StatusCode, Bytes)) -> Result<T, ClientError> {
    if *status != StatusCode::OK {
        return Err(rejection(*status, body));
    }
    serde_json::from_slice(body)
        .map_err(|_| ClientError::Protocol(String::from_utf8_lossy(body).into_owned()))
}

fn rejection(status: StatusCode, body: &Bytes) -> ClientError {
    ClientError::Rejected(format!("{status}: {}", String::from_utf8_lossy(body)))
}

/// Creates many equal games.
pub(crate) async fn create_all(
    server: SocketAddr,
    new: &NewGame,
    count: usize,
) -> Result<Vec<CreatedGame>, ClientError> {
    let mut connections = JoinSet::new();
    for share in (0..CONNECTIONS).map(|number| share_of(count, number)) {
        let new = new.clone();
        connections.spawn(async move {
            let mut api = ApiClient::connect(server).await?;
            let mut games = Vec::with_capacity(share);
            for _ in 0..share {
                games.push(api.create(&new).await?);
            }
            Ok::<_, ClientError>(games)
        });
    }
    let mut all = Vec::with_capacity(count);
    for games in connections.join_all().await {
        all.extend(games?);
    }
    Ok(all)
}

/// How many of the games a connection creates.
fn share_of(count: usize, connection: usize) -> usize {
    count / CONNECTIONS + usize::from(connection < count % CONNECTIONS)
}

/// A game between two people with this much time each.
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
    fn every_game_is_created_by_some_connection() {
        for count in [0, 1, 15, 16, 17, 2_000] {
            let all: usize = (0..CONNECTIONS).map(|number| share_of(count, number)).sum();
            assert_eq!(all, count);
        }
    }
}
