//! The library that a command works on: in a folder, or behind a running server.
//!
//! A server writes its address into its data folder, so a folder that is in use is reached through
//! the server that uses it.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use store::{DataDirectory, LocationError, Store};
use tokio::runtime::Runtime;
use ureq::http::Response;
use ureq::{Agent, Body};

use super::serve::data::{DataError, existing_library, find_data, open_file};
use crate::exit::CliError;

/// How long a server may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Which library to use.
#[derive(Debug, Args)]
pub(super) struct LibraryArgs {
    /// Data folder
    #[arg(long, value_name = "DIR", env = "TABIYA_DATA")]
    data: Option<PathBuf>,

    /// URL of a running Tabiya to use instead of a folder, e.g. `http://127.0.0.1:8064`
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    server: Option<String>,
}

/// An open library.
pub(super) enum Library {
    /// In a folder, locked for this process, with a runtime to drive the store.
    Folder(Arc<dyn Store>, Runtime),
    /// Behind a server.
    Server(Server),
}

impl LibraryArgs {
    /// Opens the library, but does not create one where there is none.
    pub(super) fn open_existing(&self) -> Result<Library, CliError> {
        if self.server.is_none() {
            let (_, location) = find_data(self.data.as_deref())?;
            let folder = location.directory;
            let existing = existing_library(&folder);
            // A server that uses the folder may have its games elsewhere.
            if existing.is_err() && is_served(&folder) {
                return server_of(&folder);
            }
            existing?;
        }
        self.open()
    }

    /// Opens the library.
    pub(super) fn open(&self) -> Result<Library, CliError> {
        if let Some(url) = &self.server {
            return Ok(Library::Server(Server::new(url)));
        }
        match open_file(self.data.as_deref()) {
            Ok(store) => Ok(Library::Folder(store, runtime()?)),
            Err(DataError::Location(LocationError::Locked(folder))) => server_of(&folder),
            Err(error) => Err(error.into()),
        }
    }
}

/// Whether a server uses a folder. One that was killed has left its address behind.
fn is_served(folder: &Path) -> bool {
    DataDirectory::announced(folder).is_some()
        && matches!(DataDirectory::open(folder), Err(LocationError::Locked(_)))
}

/// The server that uses a folder.
fn server_of(folder: &Path) -> Result<Library, CliError> {
    let Some(url) = DataDirectory::announced(folder) else {
        let folder = folder.display();
        let message =
            format!("{folder} is in use by another Tabiya; pass its address with --server URL");
        return Err(CliError::Message(message));
    };
    Ok(Library::Server(Server::new(&url)))
}

fn runtime() -> Result<Runtime, CliError> {
    let built = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    built.map_err(|error| CliError::Message(format!("cannot start threads: {error}")))
}

/// A running server.
pub(super) struct Server {
    url: String,
    agent: Agent,
}

impl Server {
    fn new(url: &str) -> Server {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .build();
        Server { url: url.trim_end_matches('/').to_owned(), agent: config.into() }
    }

    /// Uploads a file; the response is a stream of events.
    pub(super) fn send(&self, path: &str, file: impl Read + 'static) -> Result<Body, CliError> {
        let body = ureq::SendBody::from_owned_reader(file);
        let request = self.agent.post(format!("{}{path}", self.url));
        let request = request.header("accept", "text/event-stream");
        self.body(request.header("content-type", "application/octet-stream").send(body))
    }

    /// Downloads a file.
    pub(super) fn fetch(&self, path: &str, query: &[(&str, String)]) -> Result<Body, CliError> {
        let pairs = query.iter().map(|(name, value)| (*name, value.as_str()));
        self.body(self.agent.get(format!("{}{path}", self.url)).query_pairs(pairs).call())
    }

    /// The body of a successful response, or the error message of the server.
    fn body(&self, response: Result<Response<Body>, ureq::Error>) -> Result<Body, CliError> {
        let unusable = |reason: &str| CliError::Message(format!("{}: {reason}", self.url));
        let mut response = response.map_err(|error| unusable(&error.to_string()))?;
        if response.status().is_success() {
            return Ok(response.into_body());
        }
        let text = response.body_mut().read_to_string().unwrap_or_default();
        let error: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let status = response.status();
        Err(unusable(error["message"].as_str().unwrap_or(status.as_str())))
    }

    /// Its address.
    pub(super) fn url(&self) -> &str {
        &self.url
    }
}
