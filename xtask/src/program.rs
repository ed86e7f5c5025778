//! Runs the real program as a child process: built by cargo, listening on a free loopback port,
//! killed without warning, and never left behind.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde::Deserialize;

use crate::error::TaskError;
use crate::release;
use crate::workspace::cargo;

/// How long a server may take to start listening.
const START_TIME: Duration = Duration::from_secs(30);
/// More than any load here needs, where the limits of the server are not under test.
const LIMITS: [(&str, &str); 5] = [
    ("--max-connections", "1000000"),
    ("--max-connections-per-address", "1000000"),
    ("--requests-per-second", "1000000"),
    ("--max-unstarted-games", "1000000"),
    ("--storage-per-hour", "4000"),
];
/// Nobody logs in with it.
const ADMIN_PASSWORD: &str = "nobody uses this one";

/// Builds the program with the same profile as this one; returns its path.
pub(crate) fn build() -> Result<PathBuf, TaskError> {
    #[derive(Deserialize)]
    struct Artifact {
        executable: Option<PathBuf>,
    }

    let unable = |why: String| TaskError::Unable(format!("cannot build tabiya: {why}"));
    let profile = (!release::IS_DEVELOPMENT).then_some("--release");
    let output = cargo()
        .args(["build", "--quiet", "--package", "tabiya", "--bin", "tabiya"])
        .arg("--message-format=json-render-diagnostics")
        .args(profile)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| unable(error.to_string()))?;
    if !output.status.success() {
        return Err(unable(format!("cargo ended with {}", output.status)));
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    let artifacts = lines.lines().filter_map(|line| serde_json::from_str::<Artifact>(line).ok());
    let executable = artifacts.filter_map(|artifact| artifact.executable).next_back();
    executable.ok_or_else(|| unable("cargo named no executable".into()))
}

/// The program beside this one, where the tests have built it; builds it if it is missing.
pub(crate) fn beside() -> Result<PathBuf, TaskError> {
    let own = env::current_exe();
    let own =
        own.map_err(|error| TaskError::Unable(format!("cannot find this program: {error}")))?;
    let program = own.with_file_name(format!("tabiya{}", env::consts::EXE_SUFFIX));
    if program.is_file() { Ok(program) } else { build() }
}

/// How a server is started.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    /// The program.
    pub(crate) program: PathBuf,
    /// Its data folder.
    pub(crate) directory: PathBuf,
    /// Concurrent searches; none for the default.
    pub(crate) engine_workers: Option<usize>,
    /// Whether others can reach the server, with the usual limits. Otherwise the limits are out of
    /// the way.
    pub(crate) is_public: bool,
    /// The address of its `PostgreSQL` database, if its games are not in the data folder.
    pub(crate) database: Option<String>,
    /// Variables of its environment.
    pub(crate) variables: Vec<(String, OsString)>,
}

/// A server process. It is killed when it is dropped, also by a panic; and since it stays in our
/// process group, an interrupt from the terminal ends it too.
pub(crate) struct Server {
    child: Child,
    lines: Receiver<String>,
    log_file: PathBuf,
}

/// Stops a process, or lets it continue.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StopSignal {
    Stop,
    Continue,
}

impl Launch {
    /// A server for tests that are not about its limits.
    pub(crate) fn new(program: PathBuf, directory: PathBuf) -> Launch {
        let (engine_workers, is_public, database) = (None, false, None);
        let variables = Vec::new();
        Launch { program, directory, engine_workers, is_public, database, variables }
    }

    /// Starts the server; it may not listen yet.
    pub(crate) fn start(&self) -> Result<Server, TaskError> {
        let unable = |what: &Path, error| {
            TaskError::Unable(format!("{} cannot be used: {error}", what.display()))
        };
        let log_file = self.directory.with_extension("log");
        let log = File::create(&log_file).map_err(|error| unable(&log_file, error))?;
        let mut command = Command::new(&self.program);
        command.args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(&self.directory);
        if self.is_public {
            command.env("TABIYA_ADMIN_PASSWORD", ADMIN_PASSWORD);
        } else {
            for (limit, value) in LIMITS {
                command.args([limit, value]);
            }
        }
        if let Some(workers) = self.engine_workers {
            command.args(["--engine-workers", &workers.to_string()]);
        }
        command.envs(self.database.iter().map(|address| ("TABIYA_DATABASE", address)));
        command.envs(self.variables.iter().cloned());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().map_err(|error| unable(&self.program, error))?;
        let lines = read_lines(child.stdout.take());
        Ok(Server { child, lines, log_file })
    }
}

impl Server {
    /// Waits until the server listens; returns its address.
    pub(crate) fn address(&self) -> Result<SocketAddr, TaskError> {
        let Ok(line) = self.lines.recv_timeout(START_TIME) else {
            let said = fs::read_to_string(&self.log_file).unwrap_or_default();
            let why = format!("the server did not start: {}", said.trim_end());
            return Err(TaskError::Unable(why));
        };
        address_in(&line).ok_or_else(|| {
            TaskError::Unable(format!("no address in the first line of the server: {line:?}"))
        })
    }

    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Stops or continues the server.
    #[cfg(unix)]
    pub(crate) fn signal(&self, signal: StopSignal) -> Result<(), TaskError> {
        use rustix::process::{Pid, Signal, kill_process};

        let signal = match signal {
            StopSignal::Stop => Signal::STOP,
            StopSignal::Continue => Signal::CONT,
        };
        kill_process(Pid::from_child(&self.child), signal)
            .map_err(|error| TaskError::Unable(format!("the server gets no signal: {error}")))
    }

    /// Processes can be stopped on Unix.
    #[cfg(not(unix))]
    pub(crate) fn signal(&self, _signal: StopSignal) -> Result<(), TaskError> {
        Err(TaskError::Unable("only Unix can stop a process".into()))
    }

    /// Kills the server without a chance to finish anything.
    pub(crate) fn kill(mut self) {
        self.end();
    }

    fn end(&mut self) {
        // Killing fails only when it has ended by itself, and then there is nothing to wait for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// The lines that a child prints. They are read to the end, or a full pipe would block the child.
fn read_lines(output: Option<ChildStdout>) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        let output = output.into_iter().flat_map(|output| BufReader::new(output).lines());
        for line in output.map_while(Result::ok) {
            // Only the first line is ever used.
            let _ = sender.send(line);
        }
    });
    lines
}

/// The address in a line of text.
fn address_in(line: &str) -> Option<SocketAddr> {
    let words = line.split_whitespace();
    words
        .map(|word| word.rsplit("//").next().unwrap_or(word))
        .find_map(|word| word.trim_end_matches(['/', '.', ',']).parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_found_in_whatever_surrounds_it() {
        for (line, expected) in [
            ("http://127.0.0.1:8064", Some(8064)),
            ("Tabiya is running at http://127.0.0.1:40123/.", Some(40_123)),
            ("listening on 127.0.0.1:1, games in /tmp", Some(1)),
            ("no address here", None),
        ] {
            assert_eq!(address_in(line).map(|address| address.port()), expected, "{line}");
        }
    }
}
