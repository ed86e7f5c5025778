//! A disk that can be made slow or full, for one `PostgreSQL`.
//!
//! It is no device: a small library between `PostgreSQL` and the C library delays or fails what
//! would reach the disk. That needs a C compiler, but neither root nor a mounted file system that
//! could be left behind. The programs of `PostgreSQL` are wrapped in scripts that load the library,
//! because Patroni passes no such variables on.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use postgres_server::Binaries;
use tempfile::TempDir;

use super::unable;
use crate::error::TaskError;

/// The source of the library.
const SHIM: &str = include_str!("disk/shim.c");
/// The variable that tells the library where its control file is.
const VARIABLE: &str = "TABIYA_DISK_FAULT";

/// A disk, which is whole at first.
pub(crate) struct Disk {
    folder: TempDir,
    binaries: Binaries,
}

/// What is wrong with a disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiskFault {
    /// Everything that waits for the disk takes so long.
    Slow(Duration),
    /// Nothing can be written.
    Full(Area),
}

/// A part of the data directory, which may be on a disk of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    /// The tables.
    Tables,
    /// The write-ahead log.
    Log,
}

impl Disk {
    /// A disk for a `PostgreSQL` that is started with [`Disk::binaries`].
    pub(crate) fn new(binaries: &Binaries) -> Result<Disk, TaskError> {
        let folder = tempfile::tempdir().map_err(unable)?;
        open_to_all(folder.path()).map_err(unable)?;
        let library = build_shim(folder.path())?;
        let wrapped = folder.path().join("bin");
        wrap(&binaries.path(""), &wrapped, &library, &control(&folder)).map_err(unable)?;
        let binaries = Binaries::find(Some(&wrapped)).map_err(unable)?;
        let disk = Disk { folder, binaries };
        disk.repair()?;
        Ok(disk)
    }

    /// The programs of a `PostgreSQL` on this disk.
    pub(crate) fn binaries(&self) -> &Binaries {
        &self.binaries
    }

    /// Breaks the disk.
    pub(crate) fn inject(&self, fault: DiskFault) -> Result<(), TaskError> {
        fs::write(control(&self.folder), fault.to_string()).map_err(unable)
    }

    /// Makes the disk whole again.
    pub(crate) fn repair(&self) -> Result<(), TaskError> {
        fs::write(control(&self.folder), "").map_err(unable)
    }
}

/// As the library reads it.
impl fmt::Display for DiskFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            DiskFault::Slow(time) => write!(f, "slow {}", time.as_millis()),
            DiskFault::Full(Area::Tables) => f.write_str("full /base/"),
            DiskFault::Full(Area::Log) => f.write_str("full /pg_wal/"),
        }
    }
}

fn control(folder: &TempDir) -> PathBuf {
    folder.path().join("fault")
}

fn build_shim(folder: &Path) -> Result<PathBuf, TaskError> {
    let (source, library) = (folder.join("shim.c"), folder.join("shim.so"));
    fs::write(&source, SHIM).map_err(unable)?;
    let mut command = Command::new("cc");
    command.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).arg("-ldl");
    let needed = |why: String| unable(format!("a slow or full disk needs a C compiler: cc {why}"));
    let status = command.status().map_err(|error| needed(error.to_string()))?;
    if status.success() { Ok(library) } else { Err(needed(format!("ended with {status}"))) }
}

/// Writes a script for every program of a directory, which runs it with the library.
fn wrap(programs: &Path, wrapped: &Path, library: &Path, control: &Path) -> io::Result<()> {
    fs::create_dir(wrapped)?;
    open_to_all(wrapped)?;
    for program in fs::read_dir(programs)? {
        let program = program?;
        let script = wrapped.join(program.file_name());
        let (library, control) = (library.display(), control.display());
        let text = format!(
            "#!/bin/sh\nexport LD_PRELOAD='{library}' {VARIABLE}='{control}'\nexec '{}' \"$@\"\n",
            program.path().display()
        );
        fs::write(&script, text)?;
        open_to_all(&script)?;
    }
    Ok(())
}

/// Lets the user who runs `PostgreSQL` read and run a file, or enter a directory.
#[cfg(unix)]
fn open_to_all(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn open_to_all(_path: &Path) -> io::Result<()> {
    Err(io::Error::other("only Unix puts a library before another"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::time::Instant;

    use super::*;

    /// Writes a byte to a file; fails when it cannot be written.
    const WRITER: &str = "#define _GNU_SOURCE\n#include <fcntl.h>\n#include <unistd.h>\n\
        int main(int count, char **words) {\
            int file = open(words[count - 1], O_RDWR | O_CREAT, 0644);\
            return pwrite(file, \"x\", 1, 0) != 1;\
        }\n";

    /// A disk for a program that waits for it, and one that writes to it.
    fn disk(folder: &Path) -> Disk {
        let programs = folder.join("programs");
        fs::create_dir(&programs).unwrap();
        let (waiter, writer) = (programs.join("initdb"), programs.join("postgres"));
        fs::write(&waiter, "#!/bin/sh\nexec sync \"$1\"\n").unwrap();
        open_to_all(&waiter).unwrap();
        let source = folder.join("writer.c");
        fs::write(&source, WRITER).unwrap();
        let mut command = Command::new("cc");
        assert!(command.arg("-o").arg(&writer).arg(&source).status().unwrap().success());
        Disk::new(&Binaries::find(Some(&programs)).unwrap()).unwrap()
    }

    fn run(disk: &Disk, program: &str, file: &Path) -> bool {
        Command::new(disk.binaries().path(program)).arg(file).status().unwrap().success()
    }

    #[test]
    fn a_disk_is_full_where_it_is_said_to_be_until_it_is_repaired() {
        let folder = tempfile::tempdir().unwrap();
        let disk = disk(folder.path());
        let files = ["base", "pg_wal"].map(|directory| folder.path().join(directory).join("file"));
        for file in &files {
            fs::create_dir(file.parent().unwrap()).unwrap();
        }
        let accepts = |fault: Option<Area>| {
            match fault {
                Some(area) => disk.inject(DiskFault::Full(area)).unwrap(),
                None => disk.repair().unwrap(),
            }
            files.each_ref().map(|file| run(&disk, "postgres", file))
        };
        assert_eq!(accepts(None), [true, true]);
        assert_eq!(accepts(Some(Area::Tables)), [false, true]);
        assert_eq!(accepts(Some(Area::Log)), [true, false]);
        assert_eq!(accepts(None), [true, true]);
    }

    #[test]
    fn a_slow_disk_delays_whoever_waits_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let disk = disk(folder.path());
        let file = folder.path().join("file");
        fs::write(&file, "text").unwrap();
        let delay = Duration::from_millis(300);
        disk.inject(DiskFault::Slow(delay)).unwrap();
        let started = Instant::now();
        assert!(run(&disk, "initdb", &file));
        assert!(started.elapsed() >= delay, "it took {:?}", started.elapsed());
    }
}
