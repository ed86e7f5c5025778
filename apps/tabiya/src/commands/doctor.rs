//! `tabiya doctor`: examines the library, explains what is wrong, and repairs what can be repaired.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use ::library::doctor::{Examination, Repaired, examine, repair};
use clap::Args;
use store::{Checkup, DataDirectory, LocationError, OpenError};

use super::serve::data::{existing_library, find_data};
use crate::exit::{CliError, ExitStatus};
use crate::progress::Progress;

/// How many problems are printed one by one.
const MAX_LINES: usize = 50;
/// Suffixes of files that Tabiya or `SQLite` left behind when it was killed.
const LEFTOVERS: [&str; 4] = [".partial", ".new", ".repairing", ".tmp"];

/// Check the library for damage, and repair it
///
/// Checks the structure of the file, the checksums and moves of every game, the list of games, the
/// studies and the competitions. Nothing is changed without --repair. The exit status is 0 if
/// everything is in order, and 1 if problems were found.
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// Data folder
    #[arg(long, value_name = "DIR", env = "TABIYA_DATA")]
    data: Option<PathBuf>,

    /// Repair a copy and put it in place of the library; the original is kept beside it
    ///
    /// A damaged game ends with its last intact move, a damaged competition with its last intact
    /// event. What has nothing intact is left out; only the original has it.
    #[arg(long)]
    repair: bool,
}

impl Doctor {
    /// Examines the library and prints what is wrong.
    pub(super) fn run(&self) -> Result<ExitStatus, CliError> {
        let (_, location) = find_data(self.data.as_deref())?;
        let folder = location.directory;
        let database = existing_library(&folder)?;
        let lock = self.lock(&folder)?;
        let checkup = match Checkup::open(&database) {
            Ok(checkup) => checkup,
            Err(error @ OpenError::Unfinished(_)) => {
                return Err(CliError::Message(error.to_string()));
            }
            Err(error) => return unreadable(&error),
        };
        let found = examined(&checkup)?;
        drop(checkup);
        let leftovers = if lock.is_some() { leftovers(&folder)? } else { Vec::new() };
        print(&found, &leftovers, &database)?;
        let is_well = found.problems.is_empty() && leftovers.is_empty();
        match lock {
            Some(lock) if self.repair => mend(&lock, &found, &leftovers),
            _ if is_well => Ok(ExitStatus::Success),
            _ => {
                writeln!(io::stdout(), "To repair a copy: tabiya doctor --repair")?;
                Ok(ExitStatus::Failure)
            }
        }
    }

    /// Takes the folder; none when a running Tabiya has it, which a repair cannot work beside.
    fn lock(&self, folder: &Path) -> Result<Option<DataDirectory>, CliError> {
        match DataDirectory::open(folder) {
            Ok(lock) => Ok(Some(lock)),
            Err(LocationError::Locked(_)) if !self.repair => {
                writeln!(io::stdout(), "Tabiya is running with this library")?;
                Ok(None)
            }
            Err(error @ LocationError::Locked(_)) => {
                Err(CliError::Message(format!("{error}; stop it before the repair")))
            }
            Err(error) => Err(CliError::Message(error.to_string())),
        }
    }
}

/// A file that cannot be opened as a library.
fn unreadable(error: &OpenError) -> Result<ExitStatus, CliError> {
    writeln!(io::stdout(), "problem: {error}")?;
    let advice = match error {
        OpenError::Newer { .. } => None,
        _ => Some("Nothing in it can be read. Restore a backup into an empty folder."),
    };
    if let Some(advice) = advice {
        writeln!(io::stdout(), "{advice}")?;
    }
    Ok(ExitStatus::Failure)
}

fn examined(checkup: &Checkup) -> Result<Examination, CliError> {
    let progress = Progress::new("checking", checkup.game_count().ok());
    let mut update = |games| progress.update(games, || format!("{games} games"));
    let found = examine(checkup, &mut update);
    found.map_err(|error| CliError::Message(error.to_string()))
}

fn print(found: &Examination, leftovers: &[PathBuf], database: &Path) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let Examination { games, studies, competitions, .. } = found;
    let path = database.display();
    writeln!(out, "{path}: {games} games, {studies} studies, {competitions} competitions")?;
    if let Some(free) = free_bytes(database) {
        let size = database.metadata()?.len();
        writeln!(out, "{} MB in use, {} MB free on the disk", size >> 20, free >> 20)?;
    }
    if found.is_old {
        writeln!(out, "An older Tabiya wrote this library; only the file itself was checked.")?;
    } else if found.unchecked > 0 {
        writeln!(out, "{} games have no checksums yet; --repair adds them.", found.unchecked)?;
    }
    for problem in found.problems.iter().take(MAX_LINES) {
        writeln!(out, "problem: {problem}")?;
    }
    if found.problems.len() > MAX_LINES {
        writeln!(out, "and {} more problems", found.problems.len() - MAX_LINES)?;
    }
    for path in leftovers {
        writeln!(out, "problem: {} was left behind and can be removed", path.display())?;
    }
    if found.problems.is_empty() && leftovers.is_empty() {
        writeln!(out, "Everything is in order.")?;
    }
    Ok(())
}

/// Files that a killed process left in the folder.
fn leftovers(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let failed = |error| CliError::Read(folder.display().to_string(), error);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = ["-journal", "-wal", "-shm"].iter().find_map(|end| name.strip_suffix(end));
        let stem = stem.unwrap_or(&name);
        if path.is_file() && LEFTOVERS.iter().any(|suffix| stem.ends_with(suffix)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Repairs the library if that is necessary, and removes leftovers.
fn mend(
    lock: &DataDirectory,
    found: &Examination,
    leftovers: &[PathBuf],
) -> Result<ExitStatus, CliError> {
    for path in leftovers {
        let failed = |error| CliError::Write(path.display().to_string(), error);
        fs::remove_file(path).map_err(failed)?;
        writeln!(io::stdout(), "removed {}", path.display())?;
    }
    if found.problems.is_empty() && found.unchecked == 0 {
        return Ok(ExitStatus::Success);
    }
    let progress = Progress::new("repairing", Some(found.games));
    let mut update = |games| progress.update(games, || format!("{games} games"));
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let repaired = repair(lock, &seconds.to_string(), &mut update);
    drop(progress);
    let repaired = repaired.map_err(|error| {
        CliError::Message(format!("the library cannot be repaired, and is unchanged: {error}"))
    })?;
    print_repaired(&repaired)?;
    Ok(ExitStatus::Success)
}

fn print_repaired(repaired: &Repaired) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for table in repaired.tables.iter().filter(|table| table.is_incomplete) {
        let (name, rows) = (&table.name, table.rows);
        writeln!(out, "parts of the table {name} could not be read; {rows} rows were saved")?;
    }
    for id in &repaired.left_out {
        writeln!(out, "left out {id}: nothing of it is intact")?;
    }
    let Repaired { rewritten, sealed, .. } = repaired;
    writeln!(out, "{rewritten} games were repaired, {sealed} got checksums")?;
    let (games, original) = (repaired.contents.games, repaired.original.display());
    writeln!(out, "The library has {games} games now. The original is {original}.")
}

/// The free space of the disk with a file.
#[cfg(unix)]
fn free_bytes(path: &Path) -> Option<u64> {
    let stats = rustix::fs::statvfs(path).ok()?;
    stats.f_bavail.checked_mul(stats.f_frsize)
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}
