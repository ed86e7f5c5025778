//! The `PostgreSQL` that the tests of the store start.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use postgres_server::Binaries;

use crate::error::TaskError;

/// Names the directory of the programs of `PostgreSQL`.
pub(crate) const VARIABLE: &str = "TABIYA_POSTGRES";
const APT_GET: &str = "/usr/bin/apt-get";

/// Makes sure that `PostgreSQL` is installed; where it is not, Debian's is if that is ours to do.
pub(crate) fn provide() -> Result<Binaries, TaskError> {
    let named = env::var_os(VARIABLE).map(PathBuf::from);
    let find = || Binaries::find(named.as_deref());
    if find().is_err() && named.is_none() {
        install(&["postgresql"]);
    }
    find().map_err(|error| TaskError::Unable(error.to_string()))
}

/// Installs packages where Debian's are ours to install. Their services are not started. Whether it
/// worked is seen by what is there.
pub(crate) fn install(packages: &[&str]) {
    if !Path::new(APT_GET).is_file() {
        return;
    }
    println!("installing {}", packages.join(" "));
    let options = ["install", "--yes", "--quiet", "--no-install-recommends"];
    for words in [&["update", "--quiet"][..], &[&options[..], packages].concat()] {
        let mut command = Command::new(APT_GET);
        // As in the runlevel for maintenance, in which packages start nothing.
        command.env("RUNLEVEL", "1").env("DEBIAN_FRONTEND", "noninteractive");
        let _ = command.args(words).stdout(Stdio::null()).status();
    }
}
