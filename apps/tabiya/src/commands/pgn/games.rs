//! The games of a file, or of stdin when it is called `-`, one after the other.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use chess::pgn::{ParallelReader, Reader, Record, Visitor};

use crate::exit::CliError;
use crate::progress::Progress;

/// A file that is read game by game on this thread.
pub(in crate::commands) struct Games {
    source: Source,
    reader: Reader<Box<dyn Read + Send>>,
}

impl Games {
    /// Opens a file and shows a progress bar while it is read.
    pub(in crate::commands) fn open(path: &Path) -> Result<Games, CliError> {
        Games::with_progress(path, Progress::new)
    }

    /// Opens a file for a command that shows its own progress.
    pub(in crate::commands) fn open_quietly(path: &Path) -> Result<Games, CliError> {
        Games::with_progress(path, |_, _| Progress::hidden())
    }

    fn with_progress(
        path: &Path,
        progress: impl FnOnce(String, Option<u64>) -> Progress,
    ) -> Result<Games, CliError> {
        let (source, input) = Source::open(path, progress)?;
        Ok(Games { source, reader: Reader::new(input) })
    }

    /// The file's name as the user gave it.
    pub(in crate::commands) fn name(&self) -> &str {
        &self.source.name
    }

    /// How many games have been read.
    pub(in crate::commands) fn count(&self) -> u64 {
        self.source.count
    }

    /// Passes the next game to a visitor. False when there is none.
    pub(in crate::commands) fn visit_next(
        &mut self,
        visitor: &mut impl Visitor,
    ) -> Result<bool, CliError> {
        let more = self.reader.read_game(visitor).map_err(|error| self.source.unreadable(error))?;
        self.source.count(more);
        Ok(more)
    }

    /// Reads the next game into a record. False when there is none.
    pub(in crate::commands) fn read_next(&mut self, record: &mut Record) -> Result<bool, CliError> {
        let more =
            self.reader.read_record(record).map_err(|error| self.source.unreadable(error))?;
        self.source.count(more);
        Ok(more)
    }
}

/// The games of a file as records, read on all cores.
pub(super) struct Records {
    source: Source,
    reader: ParallelReader,
}

impl Records {
    pub(super) fn open(path: &Path) -> Result<Records, CliError> {
        let (source, input) = Source::open(path, Progress::new)?;
        Ok(Records { source, reader: ParallelReader::new(input) })
    }

    /// The file's name as the user gave it.
    pub(super) fn name(&self) -> &str {
        &self.source.name
    }

    /// How many games have been read.
    pub(super) fn count(&self) -> u64 {
        self.source.count
    }

    /// The next game, if there is one.
    pub(super) fn next(&mut self) -> Result<Option<Record>, CliError> {
        let record = self.reader.next().transpose();
        let record = record.map_err(|error| self.source.unreadable(error))?;
        self.source.count(record.is_some());
        Ok(record)
    }

    /// Prints something without disturbing the progress bar.
    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.source.progress.suspend(print)
    }
}

/// What is known about an input, and how far it has been read.
struct Source {
    name: String,
    progress: Progress,
    count: u64,
}

impl Source {
    fn open(
        path: &Path,
        progress: impl FnOnce(String, Option<u64>) -> Progress,
    ) -> Result<(Source, Box<dyn Read + Send>), CliError> {
        let name = path.display().to_string();
        let (input, size) =
            open_input(path).map_err(|error| CliError::Read(name.clone(), error))?;
        let progress = progress(name.clone(), size);
        let input = Box::new(progress.reading(input));
        Ok((Source { name, progress, count: 0 }, input))
    }

    /// Counts a game if there was one.
    fn count(&mut self, more: bool) {
        self.count += u64::from(more);
        self.progress.set_message(|| format!("{} games", self.count));
    }

    fn unreadable(&self, error: io::Error) -> CliError {
        CliError::Read(self.name.clone(), error)
    }
}

/// Opens a file; returns its size too, where that is known.
fn open_input(path: &Path) -> io::Result<(Box<dyn Read + Send>, Option<u64>)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin()), None));
    }
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    Ok((Box::new(file), Some(size).filter(|&size| size > 0)))
}
