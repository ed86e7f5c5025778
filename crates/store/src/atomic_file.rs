//! Files that are replaced as a whole or not at all.
//!
//! The new content goes into a hidden temporary file in the same directory. Committing it brings it
//! to the disk and renames it over the target, so that a reader, or a crash at any moment, finds
//! either the old content or the new.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// A file that takes the place of another when it is complete. Dropped before that, it leaves no
/// trace.
#[derive(Debug)]
pub struct AtomicFile {
    file: File,
    temporary: PathBuf,
    target: PathBuf,
}

impl AtomicFile {
    /// Begins to write a file. If there is one already, it passes on its permissions.
    ///
    /// # Errors
    /// When no file can be created beside the target.
    pub fn create(target: &Path) -> io::Result<AtomicFile> {
        let created = create_beside(target, File::options().write(true).create_new(true))?;
        if let Ok(metadata) = fs::metadata(target) {
            created.file.set_permissions(metadata.permissions())?;
        }
        Ok(created)
    }

    /// Begins to write a file that only its owner can read.
    ///
    /// # Errors
    /// When no file can be created beside the target.
    pub fn create_private(target: &Path) -> io::Result<AtomicFile> {
        create_beside(target, private(File::options().write(true).create_new(true)))
    }

    /// The file that will be replaced.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Chooses another file, in the same directory, to replace.
    pub fn set_target(&mut self, target: &Path) {
        target.clone_into(&mut self.target);
    }

    /// Replaces the target. On success, the new content is on the disk.
    ///
    /// # Errors
    /// When the content cannot be brought to the disk, or the target cannot be replaced.
    pub fn commit(self) -> io::Result<()> {
        rename_durably(&self.file, &self.temporary, &self.target)
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        // After a commit there is nothing left to remove.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Renames a finished file after its content has reached the disk, and makes the new name durable.
pub(crate) fn rename_durably(file: &File, from: &Path, to: &Path) -> io::Result<()> {
    file.sync_all()?;
    fs::rename(from, to)?;
    sync_parent(to)
}

/// Lets only its owner read a file that is about to be created.
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

fn create_beside(target: &Path, options: &OpenOptions) -> io::Result<AtomicFile> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut attempt = 0;
    loop {
        let mut temporary = OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{}-{attempt}.tmp", process::id()));
        let temporary = target.with_file_name(temporary);
        match options.open(&temporary) {
            // In use, or left behind by a process that was killed.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => attempt += 1,
            file => return Ok(AtomicFile { file: file?, temporary, target: target.to_owned() }),
        }
    }
}

/// Brings a new name in a directory to the disk. Other systems than Unix cannot open directories,
/// and do this by themselves.
fn sync_parent(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(parent) if cfg!(unix) => {
            let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            File::open(parent)?.sync_all()
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_changes_only_when_the_file_is_committed() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("file");
        fs::write(&target, "old").unwrap();
        let mut abandoned = AtomicFile::create(&target).unwrap();
        abandoned.write_all(b"abandoned").unwrap();
        let mut replaced = AtomicFile::create(&target).unwrap();
        replaced.write_all(b"new").unwrap();
        drop(abandoned);
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        replaced.commit().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a temporary file is left");
    }

    #[test]
    #[cfg(unix)]
    fn permissions_are_passed_on_or_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("file");
        let mode = || fs::metadata(&target).unwrap().permissions().mode() & 0o777;
        fs::write(&target, "").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        AtomicFile::create(&target).unwrap().commit().unwrap();
        assert_eq!(mode(), 0o640);
        AtomicFile::create_private(&target).unwrap().commit().unwrap();
        assert_eq!(mode(), 0o600);
    }
}
