//! A Python with the module `chess` for the test that drives the engine through it: one of our own
//! under the target folder, made once. Nobody has to have it; without it that test is passed over.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::workspace::root;

/// The variable through which the tests learn which Python to use.
pub(crate) const VARIABLE: &str = "TABIYA_PYTHON";
/// What is installed.
const MODULE: &str = "chess==1.11.2";

/// The Python for the tests; says why when there is none.
pub(crate) fn provide() -> Option<String> {
    if let Ok(chosen) = env::var(VARIABLE) {
        return Some(chosen);
    }
    let folder = target().join("python");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if has_module("python3".as_ref()) {
        return Some("python3".into());
    }
    if !has_module(&python)
        && let Err(why) = make(&folder, &python)
    {
        println!("python-chess is not here, so the test that needs it is passed over: {why}");
        // What is half made would be in the way the next time; if it cannot go, so be it.
        let _ = fs::remove_dir_all(folder);
        return None;
    }
    Some(python.display().to_string())
}

/// Where cargo puts what it makes.
fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |path| root().join(path))
}

fn has_module(python: &Path) -> bool {
    succeed(Command::new(python).args(["-c", "import chess.engine"])).is_ok()
}

/// Makes an environment and installs the module in it.
fn make(folder: &Path, python: &Path) -> Result<(), String> {
    println!("making an environment for Python with {MODULE} in {}", folder.display());
    succeed(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    // Whoever is not connected should not have to wait to be told.
    let patience = ["--retries", "0", "--timeout", "10"];
    succeed(Command::new(python).args(install).args(patience).arg(MODULE))
}

/// Runs a program in silence; an error is the last thing it said.
fn succeed(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().display().to_string();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{program} cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(if output.stderr.is_empty() {
        &output.stdout
    } else {
        &output.stderr
    })
    .into_owned();
    let last = told.lines().rev().find(|line| !line.trim().is_empty());
    Err(last.map_or_else(|| format!("{program} ended with {}", output.status), str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_by_its_last_line() {
        let missing = succeed(&mut Command::new("no-such-program")).unwrap_err();
        assert!(missing.starts_with("no-such-program cannot be run: "), "{missing}");
        assert!(!has_module(Path::new("no-such-program")));
    }
}
