//! The file that is written, and what an interrupted run leaves beside it.
//!
//! The file is replaced only by the whole. Until then the games that are done are in a hidden file,
//! and when a run ends early, in one that is called like the target with `.unfinished` after it.
//! The next run copies first what both of them have done, so neither ever becomes shorter.
//! A file in which something cannot be read is not replaced at all, because that would be lost.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use chess::pgn::{Reader, Record, Tree};

use super::super::pgn::output::{Output, loss};
use super::earlier::{Earlier, Found};
use crate::exit::CliError;

/// Where reviewed games go.
pub(super) struct Target {
    output: Output,
    /// Where unfinished work is kept.
    aside: PathBuf,
    unfinished: Earlier,
    finished: Earlier,
    /// How many games earlier runs have done.
    copied: u64,
    /// How many games this run has done.
    added: u64,
}

impl Target {
    /// Opens what is there. The mark tells a game that was reviewed in the same way.
    pub(super) fn open(path: &Path, mark: &str) -> Result<Target, CliError> {
        if path.is_file() {
            refuse_loss(path)?;
        }
        let aside = aside(path);
        refuse_change(path, &aside)?;
        Ok(Target {
            unfinished: Earlier::open(&aside, mark)?,
            finished: Earlier::open(path, mark)?,
            output: Output::open(Some(path))?,
            aside,
            copied: 0,
            added: 0,
        })
    }

    /// How many games earlier runs have done.
    pub(super) fn copied(&self) -> u64 {
        self.copied
    }

    /// True when this run has done something that is worth keeping.
    pub(super) fn has_added(&self) -> bool {
        self.added > 0
    }

    /// Copies a game that an earlier run has done. False when none has.
    pub(super) fn copy(&mut self, game: &Tree) -> Result<bool, CliError> {
        // Both are asked every time, so that they stay in step with the games.
        let finished = self.finished.find(game)?;
        let done = match (self.unfinished.find(game)?, finished) {
            (Found::Other, _) => return Err(self.foreign()),
            (Found::Done(done), _) | (Found::Nothing, Found::Done(done)) => done,
            (Found::Nothing, Found::Other | Found::Nothing) => return Ok(false),
        };
        self.write(&done)?;
        self.copied += 1;
        Ok(true)
    }

    /// Adds a game that this run has done.
    pub(super) fn add(&mut self, game: &Tree) -> Result<(), CliError> {
        self.write(game)?;
        self.added += 1;
        Ok(())
    }

    /// Puts the whole in its place.
    pub(super) fn finish(mut self) -> Result<(), CliError> {
        if self.unfinished.has_more()? {
            return Err(self.foreign());
        }
        self.output.finish()?;
        if self.aside.is_file() {
            let name = self.aside.display().to_string();
            fs::remove_file(&self.aside).map_err(|error| CliError::Write(name, error))?;
        }
        Ok(())
    }

    /// Keeps what is done for the next run, and gives the file in which it is, if there is one.
    ///
    /// A run that has added nothing may have copied only a part of what was there, and leaves it
    /// alone.
    pub(super) fn keep(self) -> Result<Option<PathBuf>, CliError> {
        if self.has_added() {
            self.output.finish_as(&self.aside)?;
        }
        Ok(self.aside.is_file().then_some(self.aside))
    }

    fn write(&mut self, game: &Tree) -> Result<(), CliError> {
        let written = write!(self.output, "{game}");
        written.map_err(|error| {
            // What is there now ends in the middle of a game, and must not be kept.
            self.added = 0;
            self.output.failure(error)
        })
    }

    fn foreign(&self) -> CliError {
        CliError::Unusable(format!(
            "'{}' is what an interrupted review of other games or with other options has done; \
             end that one first, or move the file away",
            self.aside.display()
        ))
    }
}

/// Refuses a file in which something cannot be read: it would not be in the successor, and nobody
/// may have it elsewhere. Above all this is the file of games that is to be replaced by itself.
fn refuse_loss(path: &Path) -> Result<(), CliError> {
    let unread = |error| CliError::Read(path.display().to_string(), error);
    let mut reader = Reader::new(File::open(path).map_err(unread)?);
    let mut record = Record::default();
    while reader.read_record(&mut record).map_err(unread)? {
        if let Some(loss) = loss(path, &record.errors) {
            return Err(loss);
        }
    }
    Ok(())
}

/// Refuses to go on with work that is older than the file it would replace: whoever has changed the
/// file since then would lose the change. Clocks of file systems are coarse, so the same moment
/// counts as later.
fn refuse_change(path: &Path, aside: &Path) -> Result<(), CliError> {
    let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    match (modified(path), modified(aside)) {
        (Some(file), Some(kept)) if file >= kept => Err(CliError::Unusable(format!(
            "'{}' has changed since an interrupted review left '{}'; move that one away to begin \
             anew",
            path.display(),
            aside.display()
        ))),
        _ => Ok(()),
    }
}

/// The name of unfinished work: beside the file itself, should the path be a link to it.
fn aside(path: &Path) -> PathBuf {
    let place = if path.is_symlink() { fs::canonicalize(path).ok() } else { None };
    let mut name = OsString::from(place.as_deref().unwrap_or(path));
    name.push(".unfinished");
    name.into()
}
