//! The library that a command works on: the games of a folder, or those of a server.
//!
//! A folder that a running Tabiya has is reached through that Tabiya, which leaves its address
//! there.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use store::{DataDirectory, LocationError, Store};
use tokio::runtime::Runtime;
use ureq::http::Response;
use ureq::{Agent, Body};

use super::serve::house::{AppError, House};
use crate::exit::CliError;

/// How long a server has to answer a connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// Which library.
#[derive(Debug, Args)]
pub(super) struct Where {
    /// The folder with the games
    #[arg(long, value_name = "DIR", env = "TABIYA_DATA")]
    data: Option<PathBuf>,

    /// A running Tabiya, as `http://127.0.0.1:8064`, instead of a folder
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    server: Option<String>,
}

/// A library that can be worked on.
pub(super) enum Library {
    /// Games in a folder that is ours now, and what drives the store.
    Folder(Arc<dyn Store>, Runtime),
    /// Games of a server.
    Server(Server),
}

impl Where {
    /// Opens the library.
    pub(super) fn open(&self) -> Result<Library, CliError> {
        if let Some(url) = &self.server {
            return Ok(Library::Server(Server::new(url)));
        }
        match House::open(self.data.as_deref()) {
            Ok(house) => Ok(Library::Folder(house.into_store(), runtime()?)),
            Err(AppError::Location(LocationError::Locked(folder))) => running(&folder),
            Err(error) => Err(error.into()),
        }
    }
}

/// The Tabiya that has a folder.
fn running(folder: &Path) -> Result<Library, CliError> {
    let Some(url) = DataDirectory::announced(folder) else {
        let folder = folder.display();
        let message = format!("{folder} is in use by another Tabiya; name it with --server URL");
        return Err(CliError::Unusable(message));
    };
    Ok(Library::Server(Server::new(&url)))
}

fn runtime() -> Result<Runtime, CliError> {
    let built = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    built.map_err(|error| CliError::Unusable(format!("cannot start threads: {error}")))
}

/// A running Tabiya.
pub(super) struct Server {
    url: String,
    agent: Agent,
}

impl Server {
    fn new(url: &str) -> Server {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(PATIENCE))
            .build();
        Server { url: url.trim_end_matches('/').to_owned(), agent: config.into() }
    }

    /// Sends a file; the answer is a stream of events.
    pub(super) fn send(&self, path: &str, file: impl Read + 'static) -> Result<Body, CliError> {
        let body = ureq::SendBody::from_owned_reader(file);
        let request = self.agent.post(format!("{}{path}", self.url));
        let request = request.header("accept", "text/event-stream");
        self.answer(request.header("content-type", "application/octet-stream").send(body))
    }

    /// Asks for a file.
    pub(super) fn fetch(&self, path: &str, query: &[(&str, String)]) -> Result<Body, CliError> {
        let pairs = query.iter().map(|(name, value)| (*name, value.as_str()));
        self.answer(self.agent.get(format!("{}{path}", self.url)).query_pairs(pairs).call())
    }

    /// The body of an answer; a refusal is told in the server's words.
    fn answer(&self, answer: Result<Response<Body>, ureq::Error>) -> Result<Body, CliError> {
        let unusable = |reason: &str| CliError::Unusable(format!("{}: {reason}", self.url));
        let mut response = answer.map_err(|error| unusable(&error.to_string()))?;
        if response.status().is_success() {
            return Ok(response.into_body());
        }
        let text = response.body_mut().read_to_string().unwrap_or_default();
        let problem: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let status = response.status();
        Err(unusable(problem["message"].as_str().unwrap_or(status.as_str())))
    }

    /// Where it is.
    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

/// An id that nobody guesses.
pub(super) fn random_id() -> io::Result<game::GameId> {
    let mut random = [0; game::GameId::LENGTH];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    Ok(game::GameId::from_random(random))
}
