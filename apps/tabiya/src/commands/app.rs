//! `tabiya` alone: the app for whoever sits at this computer.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use server::Config;
use server::config::EngineConfig;
use store::LocationError;

use super::serve::engines::Engines;
use super::serve::house::{self, AppError, House};
use super::serve::logs::{self, Logs};
use crate::exit::{Answer, CliError};

/// How long another Tabiya has to answer when it is asked whether it is there.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Debug, Args)]
pub(crate) struct App {
    /// Do not open a browser
    #[arg(long, env = "TABIYA_NO_OPEN")]
    no_open: bool,

    /// The port of this computer to listen on
    #[arg(long, value_name = "N", default_value_t = 8064, env = "TABIYA_PORT")]
    port: u16,

    /// Keep the games in this folder, from now on
    #[arg(long, value_name = "DIR", env = "TABIYA_DATA")]
    data: Option<PathBuf>,

    #[command(flatten)]
    engines: Engines,

    #[command(flatten)]
    logs: Logs,
}

impl App {
    /// Serves until it is interrupted. When a Tabiya already has the games, it is shown instead.
    pub(super) fn run(self) -> Result<Answer, CliError> {
        self.logs.start(logs::Level::WARN);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let engines = self.engines.config(EngineConfig::default())?;
        let house = match House::open(self.data.as_deref()) {
            Err(AppError::Location(LocationError::Locked(_))) if is_tabiya(address) => {
                let url = format!("http://{address}/");
                writeln!(io::stdout(), "Tabiya is already at {url}")?;
                self.show(&url);
                return Ok(Answer::Yes);
            }
            opened => opened?,
        };
        house.remember_choice()?;
        let config = Config { address, engines, ..Config::default() };
        house::serve(house, config, |url| self.show(url))
    }

    /// Opens a browser, unless nobody wants one.
    fn show(&self, url: &str) {
        if !self.no_open && open::that_detached(url).is_err() {
            let _ = writeln!(io::stdout(), "No browser could be opened; please open {url} in one");
        }
    }
}

/// Asks whoever has the port whether it is a Tabiya.
fn is_tabiya(address: SocketAddr) -> bool {
    let ask = || -> io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        write!(stream, "GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.take(4096).read_to_string(&mut answer)?;
        Ok(answer)
    };
    ask().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200") && answer.contains("\"engines\":"))
}
