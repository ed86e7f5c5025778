//! Where the programs of `PostgreSQL` are.

use std::fs;
use std::path::{Path, PathBuf};

use crate::ServerError;

/// Where Debian puts every version, each in a directory of its own.
const DEBIAN: &str = "/usr/lib/postgresql";

/// The directory of the programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binaries(PathBuf);

impl Binaries {
    /// Finds the programs: in the named directory, or else those of the newest version that is
    /// installed.
    ///
    /// # Errors
    /// [`ServerError::Missing`] when there are none.
    pub fn find(named: Option<&Path>) -> Result<Binaries, ServerError> {
        let candidates = match named {
            Some(directory) => vec![directory.to_owned()],
            None => installed(),
        };
        let missing = || match named {
            Some(directory) => directory.join("initdb").display().to_string(),
            None => format!("{DEBIAN}/*/bin/initdb"),
        };
        let found = candidates.into_iter().find(|bin| bin.join("initdb").is_file());
        found.map(Binaries).ok_or_else(|| ServerError::Missing(missing()))
    }

    /// The path of a program.
    pub fn path(&self, program: &str) -> PathBuf {
        self.0.join(program)
    }
}

/// Directories in which the programs may be, the best one first.
fn installed() -> Vec<PathBuf> {
    let version = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let entries = fs::read_dir(DEBIAN).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut versions: Vec<_> = entries.filter_map(|path| Some((version(&path)?, path))).collect();
    versions.sort();
    versions.into_iter().rev().map(|(_, path)| path.join("bin")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_without_the_programs_is_reported_with_the_package_to_install() {
        let empty = tempfile::tempdir().unwrap();
        let error = Binaries::find(Some(empty.path())).unwrap_err().to_string();
        assert!(error.contains("apt-get install postgresql"), "{error}");
    }

    #[test]
    fn a_named_directory_is_used() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("initdb"), "").unwrap();
        let binaries = Binaries::find(Some(directory.path())).unwrap();
        assert_eq!(binaries.path("psql"), directory.path().join("psql"));
    }
}
