//! The games of a file, or of stdin when it is called `-`, one after the other.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use chess::pgn::{ParallelReader, Reader, Record, Visitor};

use super::progress::{Measured, Progress};
use crate::exit::CliError;

/// A file that is being read, with a sign of life while it takes long.
pub(in crate::commands) struct Games {
    name: String,
    reader: Reader<Measured<Box<dyn Read + Send>>>,
    progress: Progress,
    count: u64,
}

impl Games {
    pub(in crate::commands) fn open(path: &Path) -> Result<Games, CliError> {
        let name = path.display().to_string();
        let (input, size) =
            open_input(path).map_err(|error| CliError::Read(name.clone(), error))?;
        let input = Measured::new(input);
        let progress = Progress::new(&input, size);
        Ok(Games { name, reader: Reader::new(input), progress, count: 0 })
    }

    /// The file's name as the user gave it.
    pub(in crate::commands) fn name(&self) -> &str {
        &self.name
    }

    /// How many games have been read.
    pub(in crate::commands) fn count(&self) -> u64 {
        self.count
    }

    /// Shows the next game to a visitor. False when there is none.
    pub(in crate::commands) fn show_next(
        &mut self,
        visitor: &mut impl Visitor,
    ) -> Result<bool, CliError> {
        let more = self.reader.read_game(visitor);
        self.note(more)
    }

    /// Reads the next game into a record. False when there is none.
    pub(in crate::commands) fn read_next(&mut self, record: &mut Record) -> Result<bool, CliError> {
        let more = self.reader.read_record(record);
        self.note(more)
    }

    /// Takes the progress off the screen, so that something else can be printed.
    pub(in crate::commands) fn make_way(&mut self) {
        self.progress.clear();
    }

    fn note(&mut self, more: io::Result<bool>) -> Result<bool, CliError> {
        let more = more.map_err(|error| CliError::Read(self.name.clone(), error))?;
        self.count += u64::from(more);
        self.progress.tick(self.count);
        Ok(more)
    }
}

/// The games of a file as records, read on all cores.
pub(super) struct Records {
    name: String,
    reader: ParallelReader,
    progress: Progress,
    count: u64,
}

impl Records {
    pub(super) fn open(path: &Path) -> Result<Records, CliError> {
        let name = path.display().to_string();
        let (input, size) =
            open_input(path).map_err(|error| CliError::Read(name.clone(), error))?;
        let input = Measured::new(input);
        let progress = Progress::new(&input, size);
        Ok(Records { name, reader: ParallelReader::new(input), progress, count: 0 })
    }

    /// The file's name as the user gave it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// How many games have been read.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The next game, if there is one.
    pub(super) fn next(&mut self) -> Result<Option<Record>, CliError> {
        let record = self.reader.next().transpose();
        let record = record.map_err(|error| CliError::Read(self.name.clone(), error))?;
        self.count += u64::from(record.is_some());
        self.progress.tick(self.count);
        Ok(record)
    }

    /// Takes the progress off the screen, so that something else can be printed.
    pub(super) fn make_way(&mut self) {
        self.progress.clear();
    }
}

/// Opens a file; gives its size too, where that can be known.
fn open_input(path: &Path) -> io::Result<(Box<dyn Read + Send>, Option<u64>)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin()), None));
    }
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    Ok((Box::new(file), Some(size)))
}
