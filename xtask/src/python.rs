//! Tools of others that are written in Python, each in an environment of its own under the target
//! folder, made once. Nobody has to have them: what needs one that cannot be had says so.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::workspace::root;

/// The variable through which the tests learn which Python to use.
pub(crate) const VARIABLE: &str = "TABIYA_PYTHON";

/// python-chess, which drives the engine in a test, and numpy, with which the trainer reads games.
const CHESS: Tool = Tool {
    folder: "python",
    packages: &["chess==1.11.2", "numpy>=1.26,<3"],
    modules: "chess.engine, numpy",
};
/// Schemathesis, which makes requests from a description of an API.
pub(crate) const SCHEMATHESIS: Tool =
    Tool { folder: "schemathesis", packages: &["schemathesis==4.32.5"], modules: "schemathesis" };

/// Something that is installed with pip.
pub(crate) struct Tool {
    /// Where it is kept under the target folder.
    folder: &'static str,
    /// Its name and version, and those of what else it needs.
    packages: &'static [&'static str],
    /// What can be imported when it is there.
    modules: &'static str,
}

/// The Python with python-chess for the tests; says why when there is none.
pub(crate) fn provide() -> Option<String> {
    if let Ok(chosen) = env::var(VARIABLE) {
        return Some(chosen);
    }
    if CHESS.is_in("python3".as_ref()) {
        return Some("python3".into());
    }
    match Environment::provide(&CHESS) {
        Ok(environment) => Some(environment.python().display().to_string()),
        Err(why) => {
            println!("python-chess is not here, so the tests that need it are passed over: {why}");
            None
        }
    }
}

/// A Python with a tool.
pub(crate) struct Environment(PathBuf);

impl Environment {
    /// The environment with a tool, made where there is none.
    pub(crate) fn provide(tool: &Tool) -> Result<Environment, String> {
        let environment = Environment(target().join(tool.folder));
        if !tool.is_in(&environment.python())
            && let Err(why) = environment.make(tool)
        {
            // What is half made would be in the way the next time; if it cannot go, so be it.
            let _ = fs::remove_dir_all(&environment.0);
            return Err(why);
        }
        Ok(environment)
    }

    /// A program of the tool.
    pub(crate) fn program(&self, name: &str) -> Command {
        Command::new(self.path(name))
    }

    fn python(&self) -> PathBuf {
        self.path("python")
    }

    fn path(&self, name: &str) -> PathBuf {
        let (folder, ending) = if cfg!(windows) { ("Scripts", ".exe") } else { ("bin", "") };
        self.0.join(folder).join(format!("{name}{ending}"))
    }

    fn make(&self, tool: &Tool) -> Result<(), String> {
        let packages = tool.packages.join(", ");
        println!("making an environment for Python with {packages} in {}", self.0.display());
        succeed(Command::new("python3").args(["-m", "venv"]).arg(&self.0))?;
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        // Without a network, fail soon.
        let patience = ["--retries", "0", "--timeout", "10"];
        succeed(Command::new(self.python()).args(install).args(patience).args(tool.packages))
    }
}

impl Tool {
    fn is_in(&self, python: &Path) -> bool {
        succeed(Command::new(python).args(["-c", &format!("import {}", self.modules)])).is_ok()
    }
}

/// Where cargo puts what it makes.
fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |path| root().join(path))
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
        assert!(!CHESS.is_in(Path::new("no-such-program")));
    }
}
