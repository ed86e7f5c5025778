//! The `PostgreSQL` that the tests of the store start.

use std::env;
use std::path::PathBuf;

use postgres_server::Binaries;

use crate::debian;
use crate::error::TaskError;

/// Names the directory of the programs of `PostgreSQL`.
pub(crate) const VARIABLE: &str = "TABIYA_POSTGRES";

/// Makes sure that `PostgreSQL` is installed; where it is not, Debian's is if that is ours to do.
pub(crate) fn provide() -> Result<Binaries, TaskError> {
    let named = env::var_os(VARIABLE).map(PathBuf::from);
    let find = || Binaries::find(named.as_deref());
    if find().is_err() && named.is_none() {
        debian::install(&["postgresql"]);
    }
    find().map_err(|error| TaskError::Unable(error.to_string()))
}
