//! A server with its games, from the folder where they are to the moment when everybody has left.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::{fmt, process};

use server::{Config, StartError, lan_address};
use store::location::{self, BaseDirectories, DataLocation, Origin};
use store::{LocationError, OpenError, Sqlite, Store};

use crate::exit::{Answer, CliError};

/// How many files a server wants to have open, a connection being one.
#[cfg(unix)]
const FILES: u64 = 65_536;
/// The status of a program that ends at once because it was interrupted.
const INTERRUPTED: i32 = 130;

/// The games, opened for this process alone.
pub(crate) struct House {
    bases: Option<BaseDirectories>,
    place: DataLocation,
    store: Sqlite,
}

impl House {
    /// Opens the games in a folder, or where they have been, or in the usual place.
    pub(crate) fn open(chosen: Option<&Path>) -> Result<House, AppError> {
        let (bases, place) = find(chosen)?;
        let directory = place.open().map_err(AppError::Location)?;
        let store = Sqlite::open(directory).map_err(AppError::Store)?;
        Ok(House { bases, place, store })
    }

    /// The games.
    pub(crate) fn into_store(self) -> Arc<dyn Store> {
        Arc::new(self.store)
    }

    /// Remembers the folder if somebody has just chosen it.
    pub(crate) fn remember_choice(&self) -> Result<(), AppError> {
        match &self.bases {
            Some(bases) if self.place.origin == Origin::Chosen => {
                location::remember(bases, &self.place.directory).map_err(AppError::Location)
            }
            _ => Ok(()),
        }
    }
}

/// Where the games are. A folder that was chosen is known by its full path, since it may be
/// remembered.
pub(crate) fn find(
    chosen: Option<&Path>,
) -> Result<(Option<BaseDirectories>, DataLocation), AppError> {
    let bases = BaseDirectories::of_platform();
    let chosen = chosen.map(std::path::absolute).transpose().map_err(AppError::Folder)?;
    let place = match (&bases, chosen) {
        (Some(bases), chosen) => {
            DataLocation::find(bases, chosen.as_deref()).map_err(AppError::Location)?
        }
        (None, Some(directory)) => DataLocation { directory, origin: Origin::Chosen },
        (None, None) => return Err(AppError::Homeless),
    };
    Ok((bases, place))
}

/// Serves until the process is interrupted; `welcome` is told the address when there is one.
pub(crate) fn serve(
    house: House,
    config: Config,
    welcome: impl FnOnce(&str),
) -> Result<Answer, CliError> {
    raise_file_limit();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime =
        runtime.map_err(|error| CliError::Unusable(format!("cannot start threads: {error}")))?;
    runtime.block_on(async {
        let interruption = interruption()
            .map_err(|error| CliError::Unusable(format!("cannot listen for signals: {error}")))?;
        let directory = house.place.directory;
        let store = Arc::new(house.store);
        let bound = server::bind(config, Arc::clone(&store) as Arc<dyn Store>).await;
        let bound = bound.map_err(|error| refusal(&error))?;
        let url = url(here(bound.address()), bound.address().port());
        if let Err(error) = store.directory().announce(&url) {
            tracing::warn!(%error, "commands such as import will not find this server");
        }
        drop(store);
        announce(bound.address(), &directory);
        welcome(&url);
        if !bound.serve(interruption).await {
            tracing::warn!("some clients had not left in time and were cut off");
        }
        Ok(Answer::Yes)
    })
}

/// Says where the server is and where the games are; the first line is for programs too. A server
/// also works when nobody reads what it says.
fn announce(address: SocketAddr, directory: &Path) {
    let port = address.port();
    let mut lines = vec![format!("Tabiya is at {}", url(here(address), port))];
    if let Some(lan) = lan_address().filter(|_| address.ip().is_unspecified()) {
        lines.push(format!("Others in this network find it at {}", url(lan, port)));
    }
    lines.push(format!("The games are in {}; Ctrl+C ends the program", directory.display()));
    let _ = writeln!(io::stdout(), "{}", lines.join("\n"));
}

/// The address under which this computer itself finds a server.
fn here(address: SocketAddr) -> IpAddr {
    match address.ip() {
        ip if ip.is_unspecified() && ip.is_ipv4() => IpAddr::from(Ipv4Addr::LOCALHOST),
        ip if ip.is_unspecified() => IpAddr::from(Ipv6Addr::LOCALHOST),
        ip => ip,
    }
}

fn url(ip: IpAddr, port: u16) -> String {
    format!("http://{}/", SocketAddr::new(ip, port))
}

/// Waits until somebody wants the program to end; who asks twice does not want to wait. It listens
/// from now on, so that whoever has read where the server is can also end it.
fn interruption() -> io::Result<impl Future<Output = ()>> {
    let mut requests = Requests::listen()?;
    Ok(async move {
        requests.next().await;
        tokio::spawn(async move {
            requests.next().await;
            process::exit(INTERRUPTED);
        });
    })
}

/// Requests to end: Ctrl+C, or the system's.
#[cfg(unix)]
struct Requests {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Requests {
    fn listen() -> io::Result<Requests> {
        use tokio::signal::unix::{SignalKind, signal};
        let (interrupt, terminate) = (SignalKind::interrupt(), SignalKind::terminate());
        Ok(Requests { interrupt: signal(interrupt)?, terminate: signal(terminate)? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(windows)]
struct Requests(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Requests {
    fn listen() -> io::Result<Requests> {
        tokio::signal::windows::ctrl_c().map(Requests)
    }

    async fn next(&mut self) {
        self.0.recv().await;
    }
}

/// Asks for as many open files as the system grants: a connection is one, and the usual limit is
/// a thousand. With fewer the server works for fewer.
fn raise_file_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        let wanted = limit.maximum.map_or(FILES, |most| most.min(FILES));
        if limit.current.is_some_and(|now| now < wanted) {
            limit.current = Some(wanted);
            let _ = setrlimit(Resource::Nofile, limit);
        }
    }
}

/// Why a server does not start, with what can be done about it.
fn refusal(error: &StartError) -> CliError {
    CliError::Unusable(match error {
        StartError::Port(..) => format!("{error}; --port chooses another, --addr for serve"),
        _ => error.to_string(),
    })
}

/// Why the games cannot be opened.
#[derive(Debug)]
pub(crate) enum AppError {
    /// The system does not say where the home of the user is, and no folder was named.
    Homeless,
    /// A folder that has no full path.
    Folder(io::Error),
    /// The folder cannot be used.
    Location(LocationError),
    /// What is in the folder cannot be used.
    Store(OpenError),
}

impl fmt::Display for AppError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            AppError::Homeless => f.write_str(
                "there is no home directory to keep games in; name a folder with --data",
            ),
            AppError::Folder(error) => write!(f, "the folder of --data cannot be used: {error}"),
            AppError::Location(error @ LocationError::Locked(_)) => error.fmt(f),
            AppError::Location(error) => {
                write!(f, "{error} (--data DIR chooses another folder)")
            }
            AppError::Store(error) => {
                write!(f, "{error}; nothing was changed (--data DIR chooses another folder)")
            }
        }
    }
}

impl From<AppError> for CliError {
    fn from(error: AppError) -> CliError {
        CliError::Unusable(error.to_string())
    }
}
