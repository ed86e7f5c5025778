//! The output of a command: stdout, or a file that is replaced only when the new one is complete.
//!
//! So a file is never half written, and it can be converted in place, unless that would lose
//! something that cannot be read.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use chess::pgn::{PgnError, PgnErrorKind};
use store::AtomicFile;

use crate::exit::CliError;

/// Something to write to, and to finish.
pub(in crate::commands) struct Output {
    writer: BufWriter<Writer>,
    /// The name that the user gave; none for stdout.
    name: Option<String>,
}

/// Where the bytes go.
enum Writer {
    Stdout(io::StdoutLock<'static>),
    /// A device or a named pipe, which is written to directly.
    Device(File),
    File(AtomicFile),
}

impl Output {
    /// Opens the file, or stdout when there is none.
    pub(in crate::commands) fn open(path: Option<&Path>) -> Result<Output, CliError> {
        let Some(path) = path else {
            let writer = BufWriter::new(Writer::Stdout(io::stdout().lock()));
            return Ok(Output { writer, name: None });
        };
        let name = path.display().to_string();
        let writer = create(path).map_err(|error| CliError::Write(name.clone(), error))?;
        Ok(Output { writer: BufWriter::new(writer), name: Some(name) })
    }

    /// True when this output will replace a file.
    pub(super) fn replaces(&self, path: &Path) -> bool {
        match self.writer.get_ref() {
            Writer::File(file) => fs::canonicalize(path).is_ok_and(|path| path == file.target()),
            Writer::Stdout(_) | Writer::Device(_) => false,
        }
    }

    /// Writes what is still buffered and puts the file in its place.
    pub(in crate::commands) fn finish(self) -> Result<(), CliError> {
        let Output { writer, name } = self;
        let finished = writer.into_inner().map_err(io::IntoInnerError::into_error);
        finished.and_then(Writer::finish).map_err(|error| write_error(name.as_deref(), error))
    }

    /// Finishes under another name than the output was opened with; the file of that name stays as
    /// it is. A device was written to all the time, and has no other name.
    pub(in crate::commands) fn finish_as(mut self, path: &Path) -> Result<(), CliError> {
        if let Writer::File(file) = self.writer.get_mut() {
            file.set_target(path);
            self.name = Some(path.display().to_string());
        }
        self.finish()
    }

    /// The error for a failed write.
    pub(in crate::commands) fn write_error(&self, error: io::Error) -> CliError {
        write_error(self.name.as_deref(), error)
    }
}

fn write_error(name: Option<&str>, error: io::Error) -> CliError {
    match name {
        Some(name) => CliError::Write(name.to_owned(), error),
        None => CliError::Output(error),
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

impl Writer {
    fn as_write(&mut self) -> &mut dyn Write {
        match self {
            Writer::Stdout(stdout) => stdout,
            Writer::Device(file) => file,
            Writer::File(file) => file,
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Writer::Stdout(mut stdout) => stdout.flush(),
            Writer::Device(mut file) => file.flush(),
            Writer::File(file) => file.commit(),
        }
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.as_write().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.as_write().flush()
    }
}

/// Why a file with these errors is not replaced: what cannot be read would be lost. None when all
/// of them are harmless, since the reader repairs them without leaving anything out.
pub(in crate::commands) fn data_loss(path: &Path, errors: &[PgnError]) -> Option<CliError> {
    let is_harmless = |kind: &PgnErrorKind| {
        use PgnErrorKind::{NoResult, UnclosedVariation, UnescapedQuote};
        matches!(kind, NoResult | UnclosedVariation | UnescapedQuote(_))
    };
    let error = errors.iter().find(|error| !is_harmless(&error.kind))?;
    Some(CliError::Message(format!(
        "'{}' is not replaced because data would be lost ({error}); \
         fix it, or write to another file",
        path.display()
    )))
}

/// Opens a file to be replaced. Anything that exists but is not a regular file cannot be replaced,
/// and is written to directly.
fn create(path: &Path) -> io::Result<Writer> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() => {
            Ok(Writer::Device(File::options().write(true).open(path)?))
        }
        Ok(metadata) if metadata.permissions().readonly() => {
            Err(io::ErrorKind::PermissionDenied.into())
        }
        // The file itself, in case the path is a symbolic link.
        Ok(_) => Ok(Writer::File(AtomicFile::create(&fs::canonicalize(path)?)?)),
        Err(_) => Ok(Writer::File(AtomicFile::create(path)?)),
    }
}
