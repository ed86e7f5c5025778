//! Runs programs as the user who owns the server.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::ServerError;

/// The user of the Debian package.
const OWNER: &str = "postgres";

/// A command that does not run as root, and works in a directory that its user may enter.
pub fn as_owner(program: &Path, directory: &Path) -> Command {
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid", OWNER, "--regid", OWNER, "--clear-groups"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir(directory).env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    for variable in ["PGHOST", "PGPORT", "PGUSER", "PGPASSWORD", "PGDATABASE", "PGDATA"] {
        command.env_remove(variable);
    }
    command
}

/// Runs a command; returns what it prints.
pub(crate) fn run(mut command: Command, program: &str) -> Result<String, ServerError> {
    let failed = |reason: String| ServerError::Program { program: program.to_owned(), reason };
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
    }
}

/// Gives a file to the user who runs the server.
///
/// # Errors
/// When the system refuses it.
pub fn give_away(path: &Path) -> io::Result<()> {
    if !is_root() {
        return Ok(());
    }
    let mut chown = Command::new("chown");
    let status = chown.arg(format!("{OWNER}:{OWNER}")).arg(path).status()?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("chown {OWNER} ended with {status}")))
    }
}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}
