//! Why a task failed, and its exit status.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a task failed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum TaskError {
    /// The check ran, and failed.
    No(String),
    /// The task could not be run.
    Unable(String),
}

impl TaskError {
    /// A file or folder that could not be read.
    pub(crate) fn unreadable(path: &Path, error: &io::Error) -> TaskError {
        TaskError::Unable(format!("cannot read {}: {error}", path.display()))
    }

    /// The status with which the program ends.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            TaskError::No(_) => ExitCode::from(1),
            TaskError::Unable(_) => ExitCode::from(2),
        }
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TaskError::No(why) | TaskError::Unable(why) => f.write_str(why),
        }
    }
}
