//! Signals to all processes that run below a directory, whoever has started them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::unable;
use crate::error::TaskError;

/// A signal by its name for `kill`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    Kill,
    Stop,
    Continue,
}

/// Sends a signal to every process below a directory. Killing goes on until none is left.
pub(crate) fn signal_below(directory: &Path, signal: Signal) -> Result<(), TaskError> {
    loop {
        let processes = below(directory)?;
        if processes.is_empty() {
            return Ok(());
        }
        send(&processes, signal)?;
        if signal != Signal::Kill {
            return Ok(());
        }
    }
}

/// Sends a signal to processes, some of which may have ended.
pub(crate) fn send(processes: &[String], signal: Signal) -> Result<(), TaskError> {
    let name = match signal {
        Signal::Kill => "-KILL",
        Signal::Stop => "-STOP",
        Signal::Continue => "-CONT",
    };
    let mut command = Command::new("kill");
    command.arg(name).args(processes).stderr(Stdio::null()).status().map(drop).map_err(unable)
}

/// The processes whose working directory is this one, or below it.
fn below(directory: &Path) -> Result<Vec<String>, TaskError> {
    let processes = fs::read_dir("/proc").map_err(unable)?.flatten();
    let is_below = |entry: &fs::DirEntry| {
        fs::read_link(entry.path().join("cwd")).is_ok_and(|path| path.starts_with(directory))
    };
    let number = |entry: fs::DirEntry| entry.file_name().into_string().ok();
    let numbers = processes.filter(is_below).filter_map(number);
    Ok(numbers.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit())).collect())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_runs_below_a_directory_is_killed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let start = |name: &str| {
            let directory = folder.join(name).join("data");
            fs::create_dir_all(&directory).unwrap();
            Command::new("sleep").arg("60").current_dir(&directory).spawn().unwrap()
        };
        let (mut first, mut second) = (start("node-1"), start("node-11"));
        assert_eq!(below(&folder.join("node-1")).unwrap(), [first.id().to_string()]);
        signal_below(&folder.join("node-1"), Signal::Kill).unwrap();
        assert!(!first.wait().unwrap().success());
        assert!(second.try_wait().unwrap().is_none(), "it was killed too");
        second.kill().unwrap();
        second.wait().unwrap();
    }
}
