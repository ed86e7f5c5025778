//! Where the games are stored: a directory that the user can choose, and that is remembered.
//!
//! [`BaseDirectories`] says where the user's home is; only [`BaseDirectories::of_platform`] asks
//! the system. A remembered directory that is gone is reported and never created again: it may be
//! on a disk that is not plugged in, and an empty library in its place would look like a lost one.

mod directory;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use crate::durable;

pub use directory::DataDirectory;

/// The file with the path of the chosen directory.
const CHOICE_FILE: &str = "data-directory";

/// The directories of this user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseDirectories {
    /// Where games go by default.
    pub data: PathBuf,
    /// Where the choice is remembered.
    pub config: PathBuf,
}

impl BaseDirectories {
    /// The directories of the platform; none when the user has no home.
    pub fn of_platform() -> Option<BaseDirectories> {
        let project = ProjectDirs::from("", "", "tabiya")?;
        Some(BaseDirectories {
            data: project.data_dir().into(),
            config: project.config_dir().into(),
        })
    }

    fn choice_file(&self) -> PathBuf {
        self.config.join(CHOICE_FILE)
    }
}

/// The data directory, and why it is this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLocation {
    /// The directory.
    pub directory: PathBuf,
    /// Why it is this one.
    pub origin: Origin,
}

/// Why a directory is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was named explicitly.
    Chosen,
    /// It was chosen earlier.
    Remembered,
    /// It is the default of the platform.
    Default,
}

impl DataLocation {
    /// Finds the data directory: the named one, the remembered one, or the default of the platform.
    ///
    /// # Errors
    /// When the earlier choice cannot be read.
    pub fn find(
        bases: &BaseDirectories,
        chosen: Option<&Path>,
    ) -> Result<DataLocation, LocationError> {
        if let Some(directory) = chosen {
            return Ok(DataLocation { directory: directory.into(), origin: Origin::Chosen });
        }
        Ok(match remembered(bases)? {
            Some(directory) => DataLocation { directory, origin: Origin::Remembered },
            None => DataLocation { directory: bases.data.clone(), origin: Origin::Default },
        })
    }

    /// Takes the directory for this process.
    ///
    /// # Errors
    /// When another process has it, when it cannot be written to, and when it is remembered but
    /// its games are not there.
    pub fn open(&self) -> Result<DataDirectory, LocationError> {
        let database = self.directory.join(DataDirectory::DATABASE);
        if self.origin == Origin::Remembered && !database.exists() {
            return Err(LocationError::Missing(database));
        }
        DataDirectory::open(&self.directory)
    }
}

/// Remembers a directory for the next start.
///
/// # Errors
/// When its path is relative or not Unicode, and when the choice cannot be written.
pub fn remember(bases: &BaseDirectories, directory: &Path) -> Result<(), LocationError> {
    let path = directory.to_str().filter(|path| directory.is_absolute() && !path.contains('\n'));
    let path = path.ok_or_else(|| LocationError::UnsupportedPath(directory.into()))?;
    let file = bases.choice_file();
    durable::create_directory(&bases.config)
        .and_then(|()| durable::replace(&file, format!("{path}\n").as_bytes()))
        .map_err(|error| LocationError::Unwritable { path: file, reason: error.to_string() })
}

/// The remembered directory, if any.
///
/// # Errors
/// When the file cannot be read or has no path.
pub fn remembered(bases: &BaseDirectories) -> Result<Option<PathBuf>, LocationError> {
    let file = bases.choice_file();
    let unreadable =
        |reason: String| LocationError::UnreadableChoice { file: file.clone(), reason };
    let text = match fs::read_to_string(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| unreadable(error.to_string()))?,
    };
    let path = Path::new(text.trim_end_matches(['\r', '\n']));
    if path.is_absolute() {
        Ok(Some(path.into()))
    } else {
        Err(unreadable("it does not hold the full path of a directory".into()))
    }
}

/// Why the data directory cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocationError {
    /// The remembered directory has no games any more.
    #[error("{} was not found; reconnect the disk or choose another folder", .0.display())]
    Missing(PathBuf),
    /// Another process uses the directory.
    #[error("{} is in use by another Tabiya", .0.display())]
    Locked(PathBuf),
    /// The path is not a directory.
    #[error("{} is a file; expected a folder", .0.display())]
    NotDirectory(PathBuf),
    /// Something cannot be written.
    #[error("{} cannot be written: {reason}", path.display())]
    Unwritable {
        /// What.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The path cannot be remembered: it is relative, not Unicode, or has a line break.
    #[error("{} is not an absolute UTF-8 path without line breaks", .0.display())]
    UnsupportedPath(PathBuf),
    /// The file with the remembered choice cannot be read.
    #[error("{} cannot be read: {reason}", file.display())]
    UnreadableChoice {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}
