//! `tabiya import`: games from files into the library, without a browser.

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
use indicatif::{ProgressBar, ProgressStyle};
use store::Store;
use tokio::runtime::Runtime;
use wire::library::{ImportEvent, ImportReport};

use super::interruptible;
use super::library::{Library, Server, Where, random_id};
use crate::exit::{Answer, CliError};

/// The most bytes of one file, after decompression.
const MOST_BYTES: u64 = 64 << 30;

/// Bring games from files into the library, also into that of a running Tabiya
///
/// Reads PGN, positions in FEN and club files, in any encoding, also compressed with gzip, zstd or
/// zip. A game that the library has already is not kept twice, so an import that was interrupted
/// goes on when the same command is given again. Ends with 1 when a game could not be kept.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The files to read; `-` is stdin
    #[arg(required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    library: Where,
}

impl Import {
    /// Imports one file after the other and reports on each.
    pub(super) fn run(&self) -> Result<Answer, CliError> {
        // All files are looked at before anything is done with the first.
        for file in self.files.iter().filter(|file| !is_stdin(file)) {
            File::open(file).map_err(|error| CliError::Read(file.display().to_string(), error))?;
        }
        let library = self.library.open()?;
        let signal = interruptible();
        let mut answer = Answer::Yes;
        for file in &self.files {
            let outcome = import(&library, file, &signal)?;
            outcome.print(file)?;
            if let Some(error) = outcome.error {
                return Err(CliError::Unusable(format!("{}: {error}", file.display())));
            }
            if outcome.unreadable > 0 || signal.is_stopped() {
                answer = Answer::No;
            }
            if signal.is_stopped() {
                break;
            }
        }
        Ok(answer)
    }
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

fn import(library: &Library, file: &Path, signal: &Arc<Signal>) -> Result<Outcome, CliError> {
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
    let bar = progress_bar(file, size);
    let outcome = match library {
        Library::Folder(store, runtime) => Ok(keep(input, store, runtime, signal, &bar)),
        Library::Server(server) => send(input, server, signal, &bar),
    };
    bar.finish_and_clear();
    outcome
}

/// A bar on stderr; it is not drawn where that is no terminal.
fn progress_bar(file: &Path, size: u64) -> ProgressBar {
    let bar = if size > 0 { ProgressBar::new(size) } else { ProgressBar::no_length() };
    let template = "{prefix} {bar:24} {percent}% {msg} {eta}";
    // The template is fixed, and the usual bar does as well.
    let style = ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar());
    bar.set_style(style);
    bar.set_prefix(file.display().to_string());
    bar
}

/// Keeps games in a folder of ours.
fn keep(
    input: Box<dyn Read + Send>,
    store: &Arc<dyn Store>,
    runtime: &Runtime,
    signal: &Signal,
    bar: &ProgressBar,
) -> Outcome {
    let context = Context {
        store: Arc::clone(store),
        runtime: runtime.handle().clone(),
        now: now(),
        new_id: &random_id,
        max_bytes: MOST_BYTES,
    };
    let mut watch = |progress: import::Progress| {
        bar.set_position(progress.bytes);
        bar.set_message(format!("{} games", progress.games));
        if signal.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match import::run(input, &context, &mut watch) {
        Ok(report) => Outcome::new(&report, None),
        Err(aborted) => Outcome::new(&aborted.report, Some(aborted.error.to_string())),
    }
}

fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// Sends games to a server.
fn send(
    input: Box<dyn Read + Send>,
    server: &Server,
    signal: &Arc<Signal>,
    bar: &ProgressBar,
) -> Result<Outcome, CliError> {
    let upload = Upload { input, signal: Arc::clone(signal), bar: bar.clone() };
    let answer = server.send("/api/import", upload)?;
    for line in BufReader::new(answer.into_reader()).lines() {
        let line = line.map_err(|error| broken(server, &error))?;
        let Some(data) = line.strip_prefix("data:") else { continue };
        match serde_json::from_str(data) {
            Ok(ImportEvent::Progress { games, .. }) => bar.set_message(format!("{games} games")),
            Ok(ImportEvent::Done { report }) => return Ok(Outcome::of_server(*report)),
            Err(error) => return Err(broken(server, &error)),
        }
    }
    Err(broken(server, &"the answer ends too early"))
}

fn broken(server: &Server, reason: &dyn std::fmt::Display) -> CliError {
    let advice = "games that were kept until then stay; import the file again to go on";
    CliError::Unusable(format!("{}: {reason}; {advice}", server.url()))
}

/// A file on its way to a server. It breaks off when the command is interrupted.
struct Upload {
    input: Box<dyn Read + Send>,
    signal: Arc<Signal>,
    bar: ProgressBar,
}

impl Read for Upload {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.signal.is_stopped() {
            return Err(io::Error::other("interrupted"));
        }
        let count = self.input.read(buffer)?;
        self.bar.inc(count as u64);
        Ok(count)
    }
}

/// What came of one file.
struct Outcome {
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

impl Outcome {
    fn new(report: &Report, error: Option<String>) -> Outcome {
        Outcome {
            games: report.games,
            added: report.added,
            restored: report.restored,
            duplicates: report.duplicates,
            unreadable: report.unreadable,
            error_count: report.error_count,
            errors: report.errors.iter().map(ToString::to_string).collect(),
            is_canceled: report.canceled,
            error: error.or_else(|| (report.games == 0).then(|| "there is no game in it".into())),
        }
    }

    fn of_server(report: ImportReport) -> Outcome {
        let errors = report.errors.into_iter().map(|error| {
            let at = error.line.zip(error.column).map(|(line, column)| chess::pgn::Location {
                line: usize::try_from(line).unwrap_or(usize::MAX),
                column: usize::try_from(column).unwrap_or(usize::MAX),
            });
            let (game, message, kept) = (error.game, error.message, error.kept);
            import::ImportError { game, at, message, kept }.to_string()
        });
        Outcome {
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

    /// The errors on stderr, a line each, and the figures on stdout.
    fn print(&self, file: &Path) -> Result<(), CliError> {
        let name = file.display();
        let mut stderr = io::stderr().lock();
        for error in &self.errors {
            // Where nobody reads them, the figures still count them.
            let _ = writeln!(stderr, "{name}: {error}");
        }
        let unlisted = self.error_count - self.errors.len() as u64;
        if unlisted > 0 {
            let _ = writeln!(stderr, "{name}: {unlisted} more errors");
        }
        let mut parts = vec![format!("{} added", self.added)];
        for (count, what) in [
            (self.duplicates, "already there"),
            (self.restored, "restored"),
            (self.unreadable, "not readable"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        }
        let ending = if self.is_canceled { " (interrupted; run it again to go on)" } else { "" };
        let games = self.games;
        writeln!(io::stdout(), "{name}: {games} games, {}{ending}", parts.join(", "))?;
        Ok(())
    }
}
