//! `tabiya` without a command: starts a local server and opens the browser.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use server::Config;
use server::config::EngineConfig;
use store::{DataDirectory, LocationError};

use super::serve::data::{DataError, DataStore};
use super::serve::engines::Engines;
use super::serve::logs::{self, Logs};
use super::serve::run;
use crate::exit::{CliError, ExitStatus};

/// How long to wait for an answer from another Tabiya.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Debug, Args)]
pub(crate) struct App {
    /// Do not open a browser
    #[arg(long, env = "TABIYA_NO_OPEN")]
    no_open: bool,

    /// Port to listen on, on this computer only
    #[arg(long, value_name = "N", default_value_t = 8064, env = "TABIYA_PORT")]
    port: u16,

    /// Data folder; remembered for the next start
    #[arg(long, value_name = "DIR", env = "TABIYA_DATA")]
    data: Option<PathBuf>,

    #[command(flatten)]
    engines: Engines,

    #[command(flatten)]
    logs: Logs,
}

impl App {
    /// Serves until interrupted. If a Tabiya is already running on the same data, opens that one.
    pub(super) fn run(self) -> Result<ExitStatus, CliError> {
        self.logs.start(logs::Level::WARN);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let engines = self.engines.config(EngineConfig::default())?;
        let data = match DataStore::open(self.data.as_deref()) {
            Err(DataError::Location(LocationError::Locked(folder))) if is_tabiya(address) => {
                let url = format!("http://{address}/");
                writeln!(io::stdout(), "Tabiya is already running at {url}")?;
                let link = DataDirectory::announced_link(&folder);
                self.open_browser(&link.unwrap_or(url));
                return Ok(ExitStatus::Success);
            }
            opened => opened?,
        };
        data.remember_choice()?;
        let config = Config { address, engines, ..Config::default() };
        run::run(data, config, |url| self.open_browser(url))
    }

    /// Opens the browser, unless --no-open was given.
    fn open_browser(&self, url: &str) {
        if !self.no_open && open::that_detached(url).is_err() {
            let _ = writeln!(io::stdout(), "Could not open a browser; please open {url} yourself");
        }
    }
}

/// True when a Tabiya listens at this address.
fn is_tabiya(address: SocketAddr) -> bool {
    let ask = || -> io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&address, PROBE_TIMEOUT)?;
        stream.set_read_timeout(Some(PROBE_TIMEOUT))?;
        write!(stream, "GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.take(4096).read_to_string(&mut answer)?;
        Ok(answer)
    };
    ask().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200") && answer.contains("\"engines\":"))
}
