//! The engine as the operating system knows it: started with pipes, and ended for good.

use std::ffi::OsStr;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;
use std::{io, thread};

/// How long a process that has closed its output may take to end by itself.
const LAST_BREATH: Duration = Duration::from_millis(50);

/// A process and, where the system has such groups, all that it has started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Its end has been noticed, so its number may belong to another by now.
    status: Option<ExitStatus>,
}

impl Process {
    pub(super) fn start(
        program: &OsStr,
        args: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> io::Result<(Process, ChildStdin, ChildStdout)> {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        lead_a_group(&mut command);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok((Process { child, status: None }, stdin, stdout))
    }

    /// How a process that has fallen silent ended; killed if it has not.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        const STEPS: u32 = 10;
        for _ in 0..STEPS {
            if self.status.is_some() {
                return self.status;
            }
            self.status = self.child.try_wait().ok().flatten();
            if self.status.is_none() {
                thread::sleep(LAST_BREATH / STEPS);
            }
        }
        self.end();
        self.status
    }

    /// Kills it and waits until it is gone.
    pub(super) fn end(&mut self) {
        if self.status.is_none() {
            kill_group(&self.child);
            // It may have ended by itself, which is as good.
            let _ = self.child.kill();
            self.status = self.child.wait().ok();
        }
    }
}

#[cfg(unix)]
fn lead_a_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};

    // Nothing is left to kill where the group has ended by itself.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn lead_a_group(_: &mut Command) {}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}
