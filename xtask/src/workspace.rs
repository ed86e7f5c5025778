//! The workspace that the tasks work on: where it lies, what cargo says of it, and how to call
//! cargo again.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::error::TaskError;

/// The folder that holds the workspace manifest.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Cargo, to be called in the root: the same one that runs this task.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// A package of the workspace, as far as the tasks ask.
#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    /// The name in its manifest.
    pub(crate) name: String,
    /// The license field, its own or the one it inherits.
    pub(crate) license: Option<String>,
    /// Where its `Cargo.toml` lies.
    pub(crate) manifest_path: PathBuf,
    /// What it uses, of every kind.
    pub(crate) dependencies: Vec<Dependency>,
}

/// An entry among a package's dependencies.
#[derive(Debug, Deserialize)]
pub(crate) struct Dependency {
    /// The name of the package used.
    pub(crate) name: String,
    /// The name under which the manifest lists it, where that differs.
    pub(crate) rename: Option<String>,
    /// Nothing for a normal dependency, otherwise `dev` or `build`.
    pub(crate) kind: Option<String>,
    /// The folder of a package that lies in the workspace.
    pub(crate) path: Option<PathBuf>,
}

/// The packages of the workspace, by the word of `cargo metadata`.
pub(crate) fn packages() -> Result<Vec<Package>, TaskError> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }

    let unable = |why: String| TaskError::Unable(format!("cannot read cargo metadata: {why}"));
    let output = cargo()
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .map_err(|error| unable(error.to_string()))?;
    if !output.status.success() {
        return Err(unable(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let metadata: Metadata =
        serde_json::from_slice(&output.stdout).map_err(|error| unable(error.to_string()))?;
    Ok(metadata.packages)
}
