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
    if find().is_err() && named.is_none() && Path::new(APT_GET).is_file() {
        println!("installing postgresql for the tests of the store");
        for words in [&["update", "--quiet"][..], &["install", "--yes", "--quiet", "postgresql"]] {
            // Whether it worked is seen by what is there.
            let _ = Command::new(APT_GET).args(words).stdout(Stdio::null()).status();
        }
    }
    find().map_err(|error| TaskError::Unable(error.to_string()))
}
