//! Where the games live: a directory that the user can choose, and that is remembered.
//!
//! Nothing here asks the system where the user's home is; [`BaseDirectories`] says it, and only
//! [`BaseDirectories::of_platform`] looks. A remembered directory that is gone is reported and never made
//! anew: it may be on a disk that is not plugged in, and an empty library in its place would look
//! like a lost one.

mod directory;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use crate::durable;

pub use directory::DataDirectory;

/// The file that remembers the chosen directory: its path, on one line.
const MEMORY: &str = "data-directory";

/// Where programs of this user keep things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseDirectories {
    /// Where games go unless the user wants them elsewhere.
    pub data: PathBuf,
    /// Where the choice is remembered.
    pub config: PathBuf,
}

impl BaseDirectories {
    /// What the platform's convention says; none when the user has no home.
    pub fn of_platform() -> Option<BaseDirectories> {
        let project = ProjectDirs::from("", "", "tabiya")?;
        Some(BaseDirectories {
            data: project.data_dir().into(),
            config: project.config_dir().into(),
        })
    }

    fn memory(&self) -> PathBuf {
        self.config.join(MEMORY)
    }
}

/// A directory for games, and why it is this one.
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
    /// Somebody has just asked for it.
    Chosen,
    /// Somebody chose it earlier.
    Remembered,
    /// Nobody ever chose one.
    Convention,
}

impl DataLocation {
    /// Where the games live: where somebody wants them now, or wanted them earlier, or where the
    /// platform keeps such things.
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
            None => DataLocation { directory: bases.data.clone(), origin: Origin::Convention },
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

/// Remembers a directory for the next time.
///
/// # Errors
/// When its path is relative or not Unicode, and when the choice cannot be written.
pub fn remember(bases: &BaseDirectories, directory: &Path) -> Result<(), LocationError> {
    let path = directory.to_str().filter(|path| directory.is_absolute() && !path.contains('\n'));
    let path = path.ok_or_else(|| LocationError::NotMemorable(directory.into()))?;
    let file = bases.memory();
    durable::create_directory(&bases.config)
        .and_then(|()| durable::replace(&file, format!("{path}\n").as_bytes()))
        .map_err(|error| LocationError::Unwritable { path: file, reason: error.to_string() })
}

/// The directory that was chosen earlier; none when none was.
///
/// # Errors
/// When the choice cannot be read, or is none.
pub fn remembered(bases: &BaseDirectories) -> Result<Option<PathBuf>, LocationError> {
    let file = bases.memory();
    let fault = |reason: String| LocationError::Forgotten { file: file.clone(), reason };
    let text = match fs::read_to_string(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| fault(error.to_string()))?,
    };
    let path = Path::new(text.trim_end_matches(['\r', '\n']));
    if path.is_absolute() {
        Ok(Some(path.into()))
    } else {
        Err(fault("it does not hold the full path of a directory".into()))
    }
}

/// Why there is no directory for games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocationError {
    /// The games that were there the last time are not there now.
    Missing(PathBuf),
    /// Another process has the directory.
    Locked(PathBuf),
    /// Something else than a directory is there.
    NotDirectory(PathBuf),
    /// Something cannot be written.
    Unwritable {
        /// What.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A path that cannot be written down so that it is the same the next time.
    NotMemorable(PathBuf),
    /// The file that remembers the choice cannot be read.
    Forgotten {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for LocationError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LocationError::Missing(path) => {
                write!(f, "{} is not there; bring it back or choose another", path.display())
            }
            LocationError::Locked(path) => {
                write!(f, "{} is in use by another Tabiya", path.display())
            }
            LocationError::NotDirectory(path) => {
                write!(f, "{} is a file; games are kept in a folder", path.display())
            }
            LocationError::Unwritable { path, reason } => {
                write!(f, "{} cannot be written: {reason}", path.display())
            }
            LocationError::NotMemorable(path) => {
                write!(f, "{} is not a full path in Unicode on one line", path.display())
            }
            LocationError::Forgotten { file, reason } => {
                write!(f, "{} cannot be read: {reason}", file.display())
            }
        }
    }
}

impl std::error::Error for LocationError {}
