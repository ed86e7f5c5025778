//! The workspace: its root, its files and packages, and how to run cargo in it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::TaskError;

/// The folder of the workspace manifest.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// The text of a file, by its path from the root.
pub(crate) fn read(path: &str) -> Result<String, TaskError> {
    let path = root().join(path);
    fs::read_to_string(&path).map_err(|error| TaskError::unreadable(&path, &error))
}

/// A cargo command in the root, with the cargo that runs this task.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// A package of the workspace.
#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    /// The name in its manifest.
    pub(crate) name: String,
    /// The license field, its own or the one it inherits.
    pub(crate) license: Option<String>,
    /// The minimum Rust version, its own or the one it inherits.
    pub(crate) rust_version: Option<String>,
    /// The path of its `Cargo.toml`.
    pub(crate) manifest_path: PathBuf,
    /// Its dependencies of every kind.
    pub(crate) dependencies: Vec<Dependency>,
}

/// A dependency of a package.
#[derive(Debug, Deserialize)]
pub(crate) struct Dependency {
    /// Its name.
    pub(crate) name: String,
    /// None for a normal dependency, otherwise `dev` or `build`.
    pub(crate) kind: Option<String>,
    /// The folder of a package of the workspace.
    pub(crate) path: Option<PathBuf>,
    /// The versions that it may have.
    #[serde(default)]
    pub(crate) req: String,
}

/// A package that somebody else has published.
#[derive(Debug, Deserialize)]
pub(crate) struct ExternalPackage {
    /// Its name.
    pub(crate) name: String,
    /// Its license, as an SPDX expression.
    pub(crate) license: Option<String>,
    /// Where cargo got it from; none for packages of the workspace.
    pub(crate) source: Option<String>,
}

/// What `cargo metadata` prints, as far as the tasks need it.
#[derive(Deserialize)]
struct Metadata<P> {
    packages: Vec<P>,
}

/// The packages of the workspace.
pub(crate) fn packages() -> Result<Vec<Package>, TaskError> {
    metadata(&["--no-deps"])
}

/// All packages that the workspace depends on, with any feature and on any platform.
pub(crate) fn external_packages() -> Result<Vec<ExternalPackage>, TaskError> {
    let mut packages: Vec<ExternalPackage> = metadata(&["--all-features"])?;
    packages.retain(|package| package.source.is_some());
    Ok(packages)
}

fn metadata<P: DeserializeOwned>(arguments: &[&str]) -> Result<Vec<P>, TaskError> {
    let unable = |why: String| TaskError::Unable(format!("cannot read cargo metadata: {why}"));
    let mut command = cargo();
    let output = command.args(["metadata", "--format-version", "1"]).args(arguments).output();
    let output = output.map_err(|error| unable(error.to_string()))?;
    if !output.status.success() {
        return Err(unable(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let metadata: Metadata<P> =
        serde_json::from_slice(&output.stdout).map_err(|error| unable(error.to_string()))?;
    Ok(metadata.packages)
}
