//! Files that are whole or not there: private to their owner, written beside their place, brought
//! to the disk, and only then moved into it.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Creates a directory, with those above it, that only its owner can enter.
pub(crate) fn create_directory(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Creates a file that only its owner can read; fails when there is one.
pub(crate) fn create_file(path: &Path) -> io::Result<File> {
    private(OpenOptions::new().write(true).create_new(true)).open(path)
}

/// Opens a file for writing and leaves what is in it; creates it for its owner alone.
pub(crate) fn open_or_create(path: &Path) -> io::Result<File> {
    private(OpenOptions::new().write(true).create(true).truncate(false)).open(path)
}

/// Replaces a file by one with other bytes. Whatever happens, either the old or the new is there.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = with_suffix(path, ".new");
    remove_if_there(&beside)?;
    let mut file = create_file(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    sync_parent(path)
}

/// Moves a finished file to a place where there is none yet. The place is taken with an empty file
/// first, because not every file system can rename without overwriting.
pub(crate) fn settle(finished: &Path, place: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(finished)?.sync_all()?;
    create_file(place)?;
    fs::rename(finished, place)?;
    sync_parent(place)
}

/// Removes a file, which may not be there.
pub(crate) fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The path with something more at the end of its name.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Brings a new name in a directory to the disk. Elsewhere than on Unix, directories cannot be
/// opened and the system does this by itself.
fn sync_parent(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(parent) if cfg!(unix) && !parent.as_os_str().is_empty() => {
            File::open(parent)?.sync_all()
        }
        _ => Ok(()),
    }
}
