//! Runs a server until it is interrupted.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::pin::pin;
use std::process;

use server::{Bound, Config, StartError, lan_address};
use store::DataDirectory;

use super::data::{DataStore, OpenStore};
use crate::exit::{CliError, ExitStatus};

/// How many files a server would like to open; every connection is one.
#[cfg(unix)]
const FILE_LIMIT: u64 = 65_536;
/// The exit status by which shells know a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Serves until the process is interrupted. Calls `on_ready` with the URL to open once it listens:
/// the link of the owner, or without one the address of the app.
pub(crate) fn run(
    data: DataStore,
    mut config: Config,
    on_ready: impl FnOnce(&str),
) -> Result<ExitStatus, CliError> {
    raise_file_limit();
    if config.admin.is_none() {
        config.owner = Some(data.owner_access()?);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime =
        runtime.map_err(|error| CliError::Message(format!("cannot start threads: {error}")))?;
    runtime.block_on(async {
        let interrupted = interrupted()
            .map_err(|error| CliError::Message(format!("cannot listen for signals: {error}")))?;
        let mut interrupted = pin!(interrupted);
        let directory = data.location.directory.clone();
        let started = tokio::select! {
            started = start(data, config) => started,
            // It may have to wait for another server, or for the database.
            () = &mut interrupted => return Ok(ExitStatus::Success),
        };
        let (open, bound) = started?;
        let url = url(local_ip(bound.address()), bound.address().port());
        let link = bound.app().owner_path().map(|path| format!("{url}{path}"));
        let announce = |directory| announce(directory, &url, link.as_deref());
        if let Some(Err(error)) = open.directory().map(announce) {
            tracing::warn!(%error, "other commands will not find this server");
        }
        print_addresses(bound.address(), link.as_deref(), &directory, open.address());
        let _folder = open.into_directory();
        on_ready(link.as_deref().unwrap_or(&url));
        if !bound.serve(interrupted).await {
            tracing::warn!("some connections were still open and have been closed");
        }
        Ok(ExitStatus::Success)
    })
}

/// Opens the store, and binds the port.
async fn start(data: DataStore, config: Config) -> Result<(OpenStore, Bound), CliError> {
    let open = data.open_store().await?;
    let bound = server::bind(config, open.store()).await;
    Ok((open, bound.map_err(|error| start_error(&error))?))
}

/// Publishes the address of the server and the owner's link for other commands.
fn announce(directory: &DataDirectory, url: &str, link: Option<&str>) -> io::Result<()> {
    directory.announce(url)?;
    link.map_or(Ok(()), |link| directory.announce_link(link))
}

/// Prints the address of the server, the owner's link, the database and the data folder. Programs
/// may parse the first line.
fn print_addresses(
    address: SocketAddr,
    link: Option<&str>,
    directory: &Path,
    database: Option<&str>,
) {
    let port = address.port();
    let mut lines = vec![format!("Tabiya is running at {}", url(local_ip(address), port))];
    if let Some(lan) = lan_address().filter(|_| address.ip().is_unspecified()) {
        lines.push(format!("On your local network: {}", url(lan, port)));
    }
    if let Some(link) = link {
        lines.push(format!("To manage it, open this link once in your browser: {link}"));
    }
    lines.extend(database.map(|database| format!("Database: {database}")));
    lines.push(format!("Data folder: {}. Press Ctrl+C to stop.", directory.display()));
    // The server also works when stdout is closed.
    let _ = writeln!(io::stdout(), "{}", lines.join("\n"));
}

/// The address by which this computer can reach a server.
fn local_ip(address: SocketAddr) -> IpAddr {
    match address.ip() {
        ip if ip.is_unspecified() && ip.is_ipv4() => IpAddr::from(Ipv4Addr::LOCALHOST),
        ip if ip.is_unspecified() => IpAddr::from(Ipv6Addr::LOCALHOST),
        ip => ip,
    }
}

fn url(ip: IpAddr, port: u16) -> String {
    format!("http://{}/", SocketAddr::new(ip, port))
}

/// Waits for a signal to shut down; a second one exits at once. Signals are caught from this call
/// on, before the address of the server is printed.
fn interrupted() -> io::Result<impl Future<Output = ()>> {
    let mut signals = ShutdownSignals::listen()?;
    Ok(async move {
        signals.next().await;
        tokio::spawn(async move {
            signals.next().await;
            process::exit(INTERRUPTED);
        });
    })
}

/// Signals to shut down: Ctrl+C, or SIGTERM.
#[cfg(unix)]
struct ShutdownSignals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl ShutdownSignals {
    fn listen() -> io::Result<ShutdownSignals> {
        use tokio::signal::unix::{SignalKind, signal};
        let (interrupt, terminate) = (SignalKind::interrupt(), SignalKind::terminate());
        Ok(ShutdownSignals { interrupt: signal(interrupt)?, terminate: signal(terminate)? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(windows)]
struct ShutdownSignals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl ShutdownSignals {
    fn listen() -> io::Result<ShutdownSignals> {
        tokio::signal::windows::ctrl_c().map(ShutdownSignals)
    }

    async fn next(&mut self) {
        self.0.recv().await;
    }
}

/// Raises the limit of open files as far as the system allows: every connection is one, and the
/// usual limit is 1024.
fn raise_file_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        let wanted = limit.maximum.map_or(FILE_LIMIT, |most| most.min(FILE_LIMIT));
        if limit.current.is_some_and(|now| now < wanted) {
            limit.current = Some(wanted);
            let _ = setrlimit(Resource::Nofile, limit);
        }
    }
}

/// Why a server does not start, and what to do about it.
fn start_error(error: &StartError) -> CliError {
    CliError::Message(match error {
        StartError::Port(..) => format!("{error}; choose another with --port, or --addr for serve"),
        _ => error.to_string(),
    })
}
