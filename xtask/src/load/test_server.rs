//! A server with an empty library for each scenario.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use tempfile::TempDir;
use tokio::task::block_in_place;

use super::unable;
use crate::error::TaskError;
use crate::program::{Launch, Server, StopSignal};

/// A running server and its data folder.
pub(crate) struct TestServer {
    launch: Launch,
    server: Option<Server>,
    pub(crate) address: SocketAddr,
    _folder: TempDir,
}

impl TestServer {
    /// Starts a server on an empty library.
    pub(crate) fn start(program: &Path) -> Result<TestServer, TaskError> {
        TestServer::start_with(program, false)
    }

    /// The same for visitors, with the usual limits.
    pub(crate) fn start_public(program: &Path) -> Result<TestServer, TaskError> {
        TestServer::start_with(program, true)
    }

    fn start_with(program: &Path, is_public: bool) -> Result<TestServer, TaskError> {
        let folder = tempfile::tempdir().map_err(unable)?;
        let directory = folder.path().join("data");
        let launch = Launch { is_public, ..Launch::new(program.into(), directory) };
        let server = block_in_place(|| launch.start())?;
        let address = block_in_place(|| server.address())?;
        Ok(TestServer { launch, server: Some(server), address, _folder: folder })
    }

    /// Kills the server.
    pub(crate) fn kill(&mut self) {
        if let Some(server) = self.server.take() {
            block_in_place(|| server.kill());
        }
    }

    /// Stops the process; it keeps its connections.
    pub(crate) fn stop(&self) -> Result<(), TaskError> {
        self.server.as_ref().map_or(Ok(()), |server| server.signal(StopSignal::Stop))
    }

    /// Lets the process run again.
    pub(crate) fn resume(&self) -> Result<(), TaskError> {
        self.server.as_ref().map_or(Ok(()), |server| server.signal(StopSignal::Continue))
    }

    /// Starts another one on the same library.
    pub(crate) fn restart(&mut self) -> Result<(), TaskError> {
        let server = block_in_place(|| self.launch.start())?;
        self.address = block_in_place(|| server.address())?;
        self.server = Some(server);
        Ok(())
    }

    /// How much disk space the library occupies, in bytes.
    pub(crate) fn disk_usage(&self) -> Result<u64, TaskError> {
        let directory = &self.launch.directory;
        let unreadable = |error| TaskError::unreadable(directory, &error);
        let mut bytes = 0;
        for file in fs::read_dir(directory).map_err(unreadable)? {
            bytes += file.and_then(|file| file.metadata()).map_or(0, |metadata| metadata.len());
        }
        Ok(bytes)
    }

    /// How many files and sockets the server has open.
    pub(crate) fn open_files(&self) -> Result<usize, TaskError> {
        let path = format!("/proc/{}/fd", self.process());
        let unreadable = |error| TaskError::unreadable(Path::new(&path), &error);
        Ok(fs::read_dir(&path).map_err(unreadable)?.count())
    }

    fn process(&self) -> u32 {
        self.server.as_ref().map(Server::id).unwrap_or_default()
    }

    /// How much memory the server occupies, in bytes.
    pub(crate) fn resident(&self) -> Result<u64, TaskError> {
        let process = self.process();
        let path = format!("/proc/{process}/status");
        let unreadable = |error| TaskError::unreadable(Path::new(&path), &error);
        let text = fs::read_to_string(&path).map_err(unreadable)?;
        let kilobytes = resident_kilobytes(&text);
        let bytes = kilobytes.map(|kilobytes| kilobytes * 1024);
        bytes.ok_or_else(|| {
            TaskError::Unable(format!("{path} does not say how much memory is used"))
        })
    }
}

/// The resident memory in the status of a process.
fn resident_kilobytes(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resident_memory_is_read_from_the_status_of_a_process() {
        let status = "Name:\ttabiya\nVmRSS:\t   54321 kB\nThreads:\t7\n";
        assert_eq!(resident_kilobytes(status), Some(54_321));
        assert_eq!(resident_kilobytes("Name:\ttabiya\n"), None);
    }
}
