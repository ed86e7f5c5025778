//! The types that cross the wire, written in TypeScript for the web app.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::error::TaskError;
use crate::workspace;

/// Where the web app looks for them.
const FOLDER: &str = "web/src/wire";

#[derive(Args)]
pub(crate) struct Options {
    /// The folder to write into, made when it is not there [default: web/src/wire]
    folder: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let folder = options.folder.clone().unwrap_or_else(|| workspace::root().join(FOLDER));
    write(&folder)?;
    println!("wrote the types of the wire into {}", folder.display());
    Ok(())
}

/// Writes the types into a folder.
pub(crate) fn write(folder: &Path) -> Result<(), TaskError> {
    wire::export_typescript(folder).map_err(|error| {
        TaskError::Unable(format!("cannot write into {}: {error}", folder.display()))
    })
}
