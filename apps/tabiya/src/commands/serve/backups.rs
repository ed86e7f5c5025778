//! Backups by schedule, as options of a server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use server::BackupConfig;
use store::{DataDirectory, Rotation};

use crate::commands::whole_number;

/// The folder for backups inside the data folder.
const DIRECTORY: &str = "backups";
const MINUTE: u64 = 60;
const UNITS: [(char, u64); 3] = [('m', MINUTE), ('h', 60 * MINUTE), ('d', 24 * 60 * MINUTE)];
const LONGEST: u64 = 366 * 24 * 60 * MINUTE;

/// Options about backups.
#[derive(Debug, Args)]
pub(super) struct Backups {
    /// Back up the library this often, e.g. 30m, 12h or 1d; each backup is verified
    #[arg(long = "backup-every", value_name = "TIME", env = "TABIYA_BACKUP_EVERY")]
    #[arg(value_parser = interval)]
    every: Option<Duration>,

    /// Number of backups to keep; older ones are deleted
    #[arg(long = "backup-keep", value_name = "N", env = "TABIYA_BACKUP_KEEP", default_value = "7")]
    #[arg(value_parser = whole_number(1..=10_000usize))]
    keep: usize,

    /// Folder for backups [default: `backups` in the data folder]
    #[arg(long = "backup-to", value_name = "DIR", env = "TABIYA_BACKUP_TO")]
    to: Option<PathBuf>,
}

impl Backups {
    /// Whether a schedule was given.
    pub(super) fn are_wanted(&self) -> bool {
        self.every.is_some()
    }

    /// The schedule for the library in a folder, if there is one.
    pub(super) fn config(&self, data: &Path) -> Option<BackupConfig> {
        let directory = self.to.clone().unwrap_or_else(|| data.join(DIRECTORY));
        Some(BackupConfig {
            library: data.join(DataDirectory::DATABASE),
            rotation: Rotation { directory, keep: self.keep },
            every: self.every?,
        })
    }
}

/// Parses a time such as `30m`, `12h` or `1d`.
fn interval(text: &str) -> Result<Duration, String> {
    let parse = || {
        let unit = text.chars().last()?;
        let (_, seconds) = UNITS.iter().find(|(letter, _)| *letter == unit)?;
        let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(*seconds).filter(|seconds| (MINUTE..=LONGEST).contains(seconds))
    };
    let expected = "expected minutes, hours or days up to a year, such as 30m, 12h or 1d";
    parse().map(Duration::from_secs).ok_or_else(|| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_a_number_with_a_unit() {
        for (text, seconds) in [("1m", 60), ("90m", 5_400), ("12h", 43_200), ("1d", 86_400)] {
            assert_eq!(interval(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "h", "1", "0h", "1s", "-1h", "1.5h", "1 h", "367d", "99999999999999999d"] {
            assert!(interval(text).is_err(), "{text}");
        }
    }
}
