//! Files and directories of the library: private to their owner, and replaced atomically.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::atomic_file::{AtomicFile, private, rename_durably};

/// Creates a directory and its parents, accessible to the owner only.
pub(crate) fn create_directory(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Creates a file that only its owner can read; fails if it exists.
pub(crate) fn create_file(path: &Path) -> io::Result<File> {
    private(OpenOptions::new().write(true).create_new(true)).open(path)
}

/// Opens a file for writing without truncating it; creates it if necessary.
pub(crate) fn open_or_create(path: &Path) -> io::Result<File> {
    private(OpenOptions::new().write(true).create(true).truncate(false)).open(path)
}

/// Replaces the content of a private file atomically.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create_private(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// Moves a finished file to a path that must not exist yet. The path is reserved with an empty file
/// first, because not every file system can rename without overwriting.
pub(crate) fn move_into_place(finished: &Path, path: &Path) -> io::Result<()> {
    let file = OpenOptions::new().write(true).open(finished)?;
    // Should this fail, no empty file is left at the path.
    file.sync_all()?;
    create_file(path)?;
    rename_durably(&file, finished, path)
}

/// Renames a finished file, and makes the new name durable. Replaces what is there.
pub(crate) fn rename(finished: &File, from: &Path, to: &Path) -> io::Result<()> {
    rename_durably(finished, from, to)
}

/// Removes a file if it exists.
pub(crate) fn remove_if_exists(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The path with a suffix added to its name.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}
