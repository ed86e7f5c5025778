//! Servers whose system clocks are wrong, each in its own way, by way of libfaketime. Time that
//! only passes (the monotonic clock) is right, as on a computer whose clock is set anew.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::unable;
use crate::debian;
use crate::error::TaskError;

/// Where Debian has libraries, below the name of an architecture.
const LIBRARIES: &str = "/usr/lib";
const LIBRARY: &str = "faketime/libfaketime.so.1";
const PACKAGE: &str = "libfaketime";
/// How far ahead system clocks may be, in seconds.
pub(crate) const AHEAD_S: [i64; 6] = [3_600, -300, 0, 90, -3_600, 86_400];

/// The system clocks of servers.
pub(crate) struct SystemClocks {
    library: PathBuf,
    folder: TempDir,
}

impl SystemClocks {
    /// Clocks that differ from the beginning.
    pub(crate) fn new(servers: usize) -> Result<SystemClocks, TaskError> {
        let clocks = SystemClocks {
            library: provide_library()?,
            folder: tempfile::tempdir().map_err(unable)?,
        };
        for (server, ahead) in (0..servers).zip(AHEAD_S.into_iter().cycle()) {
            clocks.set(server, ahead)?;
        }
        Ok(clocks)
    }

    /// Sets the clock of a server, which may be running: `ahead_s` seconds ahead, or behind if that
    /// is negative.
    pub(crate) fn set(&self, server: usize, ahead_s: i64) -> Result<(), TaskError> {
        // A reader must not find half of it.
        let new = self.folder.path().join("new");
        fs::write(&new, format!("{ahead_s:+}\n")).map_err(unable)?;
        fs::rename(&new, self.file(server)).map_err(unable)
    }

    /// The variables with which a server sees its clock.
    pub(crate) fn variables(&self, server: usize) -> Vec<(String, OsString)> {
        let variables: [(&str, OsString); 4] = [
            ("LD_PRELOAD", self.library.clone().into()),
            ("FAKETIME_TIMESTAMP_FILE", self.file(server).into()),
            ("FAKETIME_NO_CACHE", "1".into()),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".into()),
        ];
        variables.map(|(name, value)| (name.to_owned(), value)).into()
    }

    fn file(&self, server: usize) -> PathBuf {
        self.folder.path().join(format!("server-{server}"))
    }
}

fn provide_library() -> Result<PathBuf, TaskError> {
    if find_library(Path::new(LIBRARIES)).is_none() {
        debian::install(&[PACKAGE]);
    }
    let missing = || unable(format!("not installed: {PACKAGE}; apt-get install {PACKAGE}"));
    find_library(Path::new(LIBRARIES)).ok_or_else(missing)
}

/// The library of whichever architecture there is.
fn find_library(below: &Path) -> Option<PathBuf> {
    let directories = fs::read_dir(below).ok()?.flatten();
    directories.map(|entry| entry.path().join(LIBRARY)).find(|library| library.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_ahead_or_behind_by_seconds() {
        let folder = tempfile::tempdir().unwrap();
        let clocks = SystemClocks { library: PathBuf::new(), folder };
        for (ahead, text) in [(3_600, "+3600\n"), (0, "+0\n"), (-300, "-300\n")] {
            clocks.set(1, ahead).unwrap();
            assert_eq!(fs::read_to_string(clocks.file(1)).unwrap(), text);
        }
        let file = OsString::from(clocks.file(1));
        let named = clocks.variables(1).into_iter().map(|(_, value)| value);
        assert_eq!(named.filter(|value| *value == file).count(), 1);
    }

    #[test]
    fn the_library_is_found_below_any_architecture() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(find_library(folder.path()), None);
        let library = folder.path().join("some-linux-gnu").join(LIBRARY);
        fs::create_dir_all(library.parent().unwrap()).unwrap();
        fs::write(&library, "").unwrap();
        assert_eq!(find_library(folder.path()), Some(library));
    }
}
