//! The process of an engine: started with pipes, and killed with all its children.

use std::ffi::OsStr;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;
use std::{io, thread};

/// How long a process that has closed its output may take to exit by itself.
const EXIT_TIMEOUT: Duration = Duration::from_millis(50);

/// A process and, where the system has process groups, every process it started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Set once it has exited; its process id may be reused from then on.
    status: Option<ExitStatus>,
}

impl Process {
    pub(super) fn start(
        program: &OsStr,
        args: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> io::Result<(Process, ChildStdin, ChildStdout)> {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        set_process_group(&mut command);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok((Process { child, status: None }, stdin, stdout))
    }

    /// The exit status of a process that has closed its output; kills it if it does not exit.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        const STEPS: u32 = 10;
        for _ in 0..STEPS {
            if self.status.is_some() {
                return self.status;
            }
            self.status = self.child.try_wait().ok().flatten();
            if self.status.is_none() {
                thread::sleep(EXIT_TIMEOUT / STEPS);
            }
        }
        self.kill();
        self.status
    }

    /// Kills the process and waits for it.
    pub(super) fn kill(&mut self) {
        if self.status.is_none() {
            kill_group(&self.child);
            // It may have exited by itself.
            let _ = self.child.kill();
            self.status = self.child.wait().ok();
        }
    }
}

#[cfg(unix)]
fn set_process_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};

    // The group may have exited by itself.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn set_process_group(_: &mut Command) {}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}
