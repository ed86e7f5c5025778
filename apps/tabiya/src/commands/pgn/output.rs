//! Where a converted file goes: stdout, or a file that is replaced only when its successor is
//! complete.
//!
//! The successor is written beside the file under another name, and takes its place in one step.
//! So a file is never half written, and it can be converted onto itself, unless something in it
//! would be lost by that.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

use chess::pgn::{PgnError, PgnErrorKind};

use crate::exit::CliError;

/// Something to write to, and to finish.
pub(in crate::commands) struct Output {
    writer: BufWriter<Box<dyn Write>>,
    /// The name that the user gave; none for stdout.
    name: Option<String>,
    successor: Option<Successor>,
}

impl Output {
    /// Opens the file, or stdout when there is none.
    pub(in crate::commands) fn open(path: Option<&Path>) -> Result<Output, CliError> {
        let Some(path) = path else {
            let writer = BufWriter::new(Box::new(io::stdout().lock()) as Box<dyn Write>);
            return Ok(Output { writer, name: None, successor: None });
        };
        let name = path.display().to_string();
        let (file, successor) =
            create(path).map_err(|error| CliError::Write(name.clone(), error))?;
        Ok(Output { writer: BufWriter::new(Box::new(file)), name: Some(name), successor })
    }

    /// True when this file is to take the place of that one.
    pub(super) fn replaces(&self, path: &Path) -> bool {
        let place = self.successor.as_ref().map(|successor| &successor.place);
        fs::canonicalize(path).is_ok_and(|path| place == Some(&path))
    }

    /// Writes what is still held back and puts the file in its place.
    pub(in crate::commands) fn finish(mut self) -> Result<(), CliError> {
        let finished = self.writer.flush().and_then(|()| match self.successor.take() {
            Some(successor) => successor.take_place(),
            None => Ok(()),
        });
        finished.map_err(|error| self.failure(error))
    }

    /// Puts the file in another place than it was opened for, which stays as it is. What cannot be
    /// replaced was written to all the time, and there is nothing to put anywhere.
    pub(in crate::commands) fn finish_as(mut self, place: &Path) -> Result<(), CliError> {
        if let Some(successor) = &mut self.successor {
            place.clone_into(&mut successor.place);
            self.name = Some(place.display().to_string());
        }
        self.finish()
    }

    /// What a failed write means to the user.
    pub(in crate::commands) fn failure(&self, error: io::Error) -> CliError {
        match &self.name {
            Some(name) => CliError::Write(name.clone(), error),
            None => CliError::Output(error),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Why a file with these faults is not replaced: what cannot be read in it would not be in its
/// successor. None when a reader makes all of them good without leaving anything out.
pub(in crate::commands) fn loss(path: &Path, faults: &[PgnError]) -> Option<CliError> {
    let is_harmless = |kind: &PgnErrorKind| {
        use PgnErrorKind::{NoResult, UnclosedVariation, UnescapedQuote};
        matches!(kind, NoResult | UnclosedVariation | UnescapedQuote(_))
    };
    let fault = faults.iter().find(|fault| !is_harmless(&fault.kind))?;
    Some(CliError::Unusable(format!(
        "'{}' is not replaced, because what cannot be read in it would be lost ({fault}); mend it, \
         or write to another file",
        path.display()
    )))
}

/// Opens the successor of a file. What is there and is no file, such as a device or a named pipe,
/// cannot be replaced and is written to as it stands.
fn create(path: &Path) -> io::Result<(File, Option<Successor>)> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() => Ok((File::options().write(true).open(path)?, None)),
        Ok(metadata) if metadata.permissions().readonly() => {
            Err(io::ErrorKind::PermissionDenied.into())
        }
        Ok(metadata) => {
            // The file itself, should the path be a link to it.
            let (file, successor) = Successor::create(fs::canonicalize(path)?)?;
            file.set_permissions(metadata.permissions())?;
            Ok((file, Some(successor)))
        }
        Err(_) => {
            let (file, successor) = Successor::create(path.to_owned())?;
            Ok((file, Some(successor)))
        }
    }
}

/// A file under a temporary name, gone again unless it takes its place.
struct Successor {
    file: File,
    temporary: PathBuf,
    place: PathBuf,
}

impl Successor {
    fn create(place: PathBuf) -> io::Result<(File, Successor)> {
        let (file, temporary) = create_beside(&place)?;
        let successor = Successor { file: file.try_clone()?, temporary, place };
        Ok((file, successor))
    }

    fn take_place(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.place)
    }
}

impl Drop for Successor {
    fn drop(&mut self) {
        // Once it has taken its place there is nothing left to remove.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Creates a hidden file in the same folder, under a name that nothing else has.
fn create_beside(place: &Path) -> io::Result<(File, PathBuf)> {
    let name = place.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut attempt = 0;
    loop {
        let mut temporary = OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{}-{attempt}.tmp", process::id()));
        let temporary = place.with_file_name(temporary);
        match File::create_new(&temporary) {
            // Left behind by a run that was killed.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => attempt += 1,
            created => return Ok((created?, temporary)),
        }
    }
}
