//! `tabiya import`: adds games from files to the library.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use ::library::import::{self, Context, Report};
use clap::Args;
use engine::Signal;
use game::Timestamp;
use store::Store;
use tokio::runtime::Runtime;
use wire::library::{ImportEvent, ImportReport};

use super::interruptible;
use super::library::{Library, LibraryArgs, Server};
use crate::exit::{CliError, ExitStatus};
use crate::progress::Progress;

/// The maximum size of one file, after decompression.
const MAX_BYTES: u64 = 64 << 30;

/// Import games from files into the library, even while Tabiya is running
///
/// Reads PGN, FEN and club files in any encoding, optionally compressed with gzip, zstd or zip.
/// Games that are already in the library are skipped, so an interrupted import can be resumed with
/// the same command. The exit status is 1 if a game could not be imported.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// Files to import; - for stdin
    #[arg(required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    library: LibraryArgs,
}

impl Import {
    /// Imports one file after the other and reports on each.
    pub(super) fn run(&self) -> Result<ExitStatus, CliError> {
        // A file that cannot be opened is reported before the first one is imported.
        for file in self.files.iter().filter(|file| !is_stdin(file)) {
            File::open(file).map_err(|error| CliError::Read(file.display().to_string(), error))?;
        }
        let library = self.library.open()?;
        let signal = interruptible();
        let mut status = ExitStatus::Success;
        for file in &self.files {
            let report = import(&library, file, &signal)?;
            report.print(file)?;
            if let Some(error) = report.error {
                return Err(CliError::Message(format!("{}: {error}", file.display())));
            }
            if report.unreadable > 0 || signal.is_stopped() {
                status = ExitStatus::Failure;
            }
            if signal.is_stopped() {
                break;
            }
        }
        Ok(status)
    }
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

fn import(library: &Library, file: &Path, signal: &Arc<Signal>) -> Result<FileReport, CliError> {
    let (input, size): (Box<dyn Read + Send>, u64) = if is_stdin(file) {
        (Box::new(io::stdin()), 0)
    } else {
        let opened = File::open(file).and_then(|input| {
            let size = input.metadata()?.len();
            Ok((input, size))
        });
        let (input, size) =
            opened.map_err(|error| CliError::Read(file.display().to_string(), error))?;
        (Box::new(input), size)
    };
    let progress = Progress::new(file.display().to_string(), Some(size).filter(|&size| size > 0));
    match library {
        Library::Folder(store, runtime) => {
            Ok(store_games(input, store, runtime, signal, &progress))
        }
        Library::Server(server) => upload(input, server, signal, &progress),
    }
}

/// Imports into a folder.
fn store_games(
    input: Box<dyn Read + Send>,
    store: &Arc<dyn Store>,
    runtime: &Runtime,
    signal: &Signal,
    progress: &Progress,
) -> FileReport {
    let context = Context {
        store: Arc::clone(store),
        runtime: runtime.handle().clone(),
        now: now(),
        new_id: &|| server::random_id().map_err(io::Error::other),
        max_bytes: MAX_BYTES,
        charge: &|_| true,
    };
    let mut on_progress = |import::Progress { bytes, games, .. }| {
        progress.update(bytes, || format!("{games} games"));
        if signal.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match import::run(input, &context, &mut on_progress) {
        Ok(report) => FileReport::new(&report, None),
        Err(aborted) => FileReport::new(&aborted.report, Some(aborted.error.to_string())),
    }
}

fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// Imports through a server.
fn upload(
    input: Box<dyn Read + Send>,
    server: &Server,
    signal: &Arc<Signal>,
    progress: &Progress,
) -> Result<FileReport, CliError> {
    let input = Box::new(progress.reading(input));
    let upload = Upload { input, signal: Arc::clone(signal) };
    let answer = server.send("/api/import", upload)?;
    for line in BufReader::new(answer.into_reader()).lines() {
        let line = line.map_err(|error| interrupted(server, &error))?;
        let Some(data) = line.strip_prefix("data:") else { continue };
        match serde_json::from_str(data) {
            Ok(ImportEvent::Progress { games, .. }) => {
                progress.set_message(|| format!("{games} games"));
            }
            Ok(ImportEvent::Done { report }) => return Ok(FileReport::from_server(*report)),
            Err(error) => return Err(interrupted(server, &error)),
        }
    }
    Err(interrupted(server, &"the connection was closed early"))
}

fn interrupted(server: &Server, reason: &dyn std::fmt::Display) -> CliError {
    let advice = "games imported so far are kept; import the file again to continue";
    CliError::Message(format!("{}: {reason}; {advice}", server.url()))
}

/// A file that is sent to a server until the command is interrupted.
struct Upload {
    input: Box<dyn Read + Send>,
    signal: Arc<Signal>,
}

impl Read for Upload {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.signal.is_stopped() {
            return Err(io::Error::other("interrupted"));
        }
        self.input.read(buffer)
    }
}

/// The result for one file.
struct FileReport {
    games: u64,
    added: u64,
    restored: u64,
    duplicates: u64,
    unreadable: u64,
    error_count: u64,
    errors: Vec<String>,
    is_canceled: bool,
    error: Option<String>,
}

impl FileReport {
    fn new(report: &Report, error: Option<String>) -> FileReport {
        FileReport {
            games: report.games,
            added: report.added,
            restored: report.restored,
            duplicates: report.duplicates,
            unreadable: report.unreadable,
            error_count: report.error_count,
            errors: report.errors.iter().map(ToString::to_string).collect(),
            is_canceled: report.canceled,
            error: error.or_else(|| (report.games == 0).then(|| "no games in this file".into())),
        }
    }

    fn from_server(report: ImportReport) -> FileReport {
        let errors = report.errors.into_iter().map(|error| {
            let at = error.line.zip(error.column).map(|(line, column)| chess::pgn::Location {
                line: usize::try_from(line).unwrap_or(usize::MAX),
                column: usize::try_from(column).unwrap_or(usize::MAX),
            });
            import::ImportError::describe(error.game, at, &error.message, error.kept)
        });
        FileReport {
            games: report.games,
            added: report.added,
            restored: report.restored,
            duplicates: report.duplicates,
            unreadable: report.unreadable,
            error_count: report.error_count,
            errors: errors.collect(),
            is_canceled: false,
            error: report.fatal_error,
        }
    }

    /// Prints the errors on stderr, one per line, and the counts on stdout.
    fn print(&self, file: &Path) -> Result<(), CliError> {
        let name = file.display();
        let mut stderr = io::stderr().lock();
        for error in &self.errors {
            // The counts include them even when stderr is closed.
            let _ = writeln!(stderr, "{name}: {error}");
        }
        let unlisted = self.error_count - self.errors.len() as u64;
        if unlisted > 0 {
            let _ = writeln!(stderr, "{name}: {unlisted} more errors");
        }
        let mut parts = vec![format!("{} added", self.added)];
        for (count, what) in [
            (self.duplicates, "already in the library"),
            (self.restored, "restored"),
            (self.unreadable, "unreadable"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        }
        let ending = if self.is_canceled { " (interrupted; run again to continue)" } else { "" };
        let games = self.games;
        writeln!(io::stdout(), "{name}: {games} games, {}{ending}", parts.join(", "))?;
        Ok(())
    }
}
