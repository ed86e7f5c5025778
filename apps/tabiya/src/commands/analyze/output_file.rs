//! The file of reviewed games, and what an interrupted run leaves beside it.
//!
//! The file is replaced only when all games are reviewed. Until then they are in a hidden temporary
//! file, and when a run is interrupted, in one with `.unfinished` appended to its name. The next
//! run first copies the reviewed games of both, so neither ever gets shorter. A file with errors is
//! not replaced at all, because what cannot be read would be lost.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use chess::pgn::{Reader, Record, Tree};

use super::super::pgn::output::{Output, data_loss};
use super::previous::{Lookup, PreviousRun};
use crate::exit::CliError;

/// Where reviewed games go.
pub(super) struct OutputFile {
    output: Output,
    /// The file for the games of an interrupted run.
    unfinished_path: PathBuf,
    unfinished: PreviousRun,
    finished: PreviousRun,
    /// How many games were copied from earlier runs.
    copied: u64,
    /// How many games this run has reviewed.
    added: u64,
}

impl OutputFile {
    /// Opens the existing files. The tag identifies games reviewed with the same settings.
    pub(super) fn open(path: &Path, analysis_tag: &str) -> Result<OutputFile, CliError> {
        if path.is_file() {
            reject_data_loss(path)?;
        }
        let unfinished_path = unfinished_path(path);
        reject_changed_file(path, &unfinished_path)?;
        Ok(OutputFile {
            unfinished: PreviousRun::open(&unfinished_path, analysis_tag)?,
            finished: PreviousRun::open(path, analysis_tag)?,
            output: Output::open(Some(path))?,
            unfinished_path,
            copied: 0,
            added: 0,
        })
    }

    /// How many games were copied from earlier runs.
    pub(super) fn copied(&self) -> u64 {
        self.copied
    }

    /// True when this run has reviewed a game.
    pub(super) fn has_added(&self) -> bool {
        self.added > 0
    }

    /// Copies a game that an earlier run has reviewed. False when there is none.
    pub(super) fn copy(&mut self, game: &Tree) -> Result<bool, CliError> {
        // Both are read every time, so that they stay in step with the games.
        let finished = self.finished.look_up(game)?;
        let reviewed = match (self.unfinished.look_up(game)?, finished) {
            (Lookup::Other, _) => return Err(self.other_review()),
            (Lookup::Reviewed(game), _) | (Lookup::End, Lookup::Reviewed(game)) => game,
            (Lookup::End, Lookup::Other | Lookup::End) => return Ok(false),
        };
        self.write(&reviewed)?;
        self.copied += 1;
        Ok(true)
    }

    /// Adds a game that this run has reviewed.
    pub(super) fn add(&mut self, game: &Tree) -> Result<(), CliError> {
        self.write(game)?;
        self.added += 1;
        Ok(())
    }

    /// Replaces the file with the complete one.
    pub(super) fn finish(mut self) -> Result<(), CliError> {
        if self.unfinished.has_more()? {
            return Err(self.other_review());
        }
        self.output.finish()?;
        if self.unfinished_path.is_file() {
            let name = self.unfinished_path.display().to_string();
            fs::remove_file(&self.unfinished_path).map_err(|error| CliError::Write(name, error))?;
        }
        Ok(())
    }

    /// Keeps the reviewed games for the next run; returns the file they are in, if there is one.
    ///
    /// A run that has added nothing may have copied only part of an earlier one, and leaves that
    /// alone.
    pub(super) fn keep(self) -> Result<Option<PathBuf>, CliError> {
        if self.has_added() {
            self.output.finish_as(&self.unfinished_path)?;
        }
        Ok(self.unfinished_path.is_file().then_some(self.unfinished_path))
    }

    fn write(&mut self, game: &Tree) -> Result<(), CliError> {
        let written = write!(self.output, "{game}");
        written.map_err(|error| {
            // The file now ends in the middle of a game, and must not be kept.
            self.added = 0;
            self.output.write_error(error)
        })
    }

    fn other_review(&self) -> CliError {
        CliError::Message(format!(
            "'{}' is from an interrupted review of other games or with other options; finish that \
             one first, or move the file away",
            self.unfinished_path.display()
        ))
    }
}

/// Rejects a file with errors, since what cannot be read would be lost. Most often this is the
/// input file, which is to be replaced by its review.
fn reject_data_loss(path: &Path) -> Result<(), CliError> {
    let unreadable = |error| CliError::Read(path.display().to_string(), error);
    let mut reader = Reader::new(File::open(path).map_err(unreadable)?);
    let mut record = Record::default();
    while reader.read_record(&mut record).map_err(unreadable)? {
        if let Some(error) = data_loss(path, &record.errors) {
            return Err(error);
        }
    }
    Ok(())
}

/// Rejects an unfinished review that is older than the file it would replace, since changes made to
/// that file in the meantime would be lost. Clocks of file systems are coarse, so equal times count
/// as later.
fn reject_changed_file(path: &Path, unfinished: &Path) -> Result<(), CliError> {
    let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    match (modified(path), modified(unfinished)) {
        (Some(file), Some(kept)) if file >= kept => Err(CliError::Message(format!(
            "'{}' has changed since an interrupted review left '{}'; \
             remove that file to start over",
            path.display(),
            unfinished.display()
        ))),
        _ => Ok(()),
    }
}

/// The file for the games of an interrupted run: beside the file itself, in case the path is a
/// symbolic link.
fn unfinished_path(path: &Path) -> PathBuf {
    let target = if path.is_symlink() { fs::canonicalize(path).ok() } else { None };
    let mut name = OsString::from(target.as_deref().unwrap_or(path));
    name.push(".unfinished");
    name.into()
}
