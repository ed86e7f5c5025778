//! One Patroni with its `PostgreSQL`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::slice;

use postgres_server::{Binaries, as_owner, free_port, give_away};
use tokio::task::block_in_place;

use super::configuration::{self, NodePlan, Ports};
use super::process::{Signal, send, signal_below};
use super::programs::PATRONI;
use super::proxy::Proxy;
use super::{log_to, unable};
use crate::cluster::disk::Disk;
use crate::error::TaskError;

/// What the names of nodes begin with.
pub(crate) const NAME: &str = "node-";
/// The file of what Patroni and `PostgreSQL` print.
const LOG: &str = "log";
/// How many lines of it are printed after a failure.
const LAST_LINES: usize = 5;

/// A node, which may be down.
pub(crate) struct Node {
    directory: PathBuf,
    rest_port: u16,
    /// To etcd, `PostgreSQL` and the interface of Patroni.
    proxies: [Proxy; 3],
    running: Option<Child>,
    disk: Option<Disk>,
}

impl Node {
    /// A node that is not running yet.
    pub(crate) async fn new(
        number: usize,
        below: &Path,
        binaries: &Binaries,
        disk: Option<Disk>,
        etcd: u16,
    ) -> io::Result<Node> {
        let name = format!("{NAME}{number}");
        let directory = below.join(&name);
        fs::create_dir(&directory)?;
        let ports = Ports { postgres: free_port()?, rest: free_port()? };
        let proxies = [
            Proxy::start(etcd).await?,
            Proxy::start(ports.postgres).await?,
            Proxy::start(ports.rest).await?,
        ];
        let [etcd, postgres, rest] = proxies.each_ref().map(Proxy::port);
        let public = Ports { postgres, rest };
        let binaries = disk.as_ref().map_or(binaries, Disk::binaries).path("");
        let plan = NodePlan {
            name: &name,
            directory: &directory,
            binaries: &binaries,
            ports,
            etcd,
            public,
        };
        fs::write(directory.join("patroni.yml"), configuration::patroni(&plan))?;
        give_away(&directory)?;
        Ok(Node { directory, rest_port: ports.rest, proxies, running: None, disk })
    }

    /// The disk, if it can be broken.
    pub(crate) fn disk(&self) -> Option<&Disk> {
        self.disk.as_ref()
    }

    /// The port of Patroni's interface, also when the node is cut off.
    pub(crate) fn rest_port(&self) -> u16 {
        self.rest_port
    }

    /// The ports by which others reach the node.
    pub(crate) fn public_ports(&self) -> Ports {
        let [_, postgres, rest] = self.proxies.each_ref().map(Proxy::port);
        Ports { postgres, rest }
    }

    /// The end of the log of Patroni and `PostgreSQL`.
    pub(crate) fn last_words(&self) -> String {
        let log = fs::read_to_string(self.directory.join(LOG)).unwrap_or_default();
        let lines: Vec<_> = log.lines().collect();
        let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
        format!("{}:\n  {}\n", self.directory.display(), last.join("\n  "))
    }

    /// Starts Patroni, which starts `PostgreSQL`.
    pub(crate) fn start(&mut self) -> io::Result<()> {
        let mut command = as_owner(Path::new(PATRONI), &self.directory);
        let command = log_to(&mut command, &self.directory.join(LOG))?;
        self.running = Some(command.arg("patroni.yml").spawn()?);
        Ok(())
    }

    /// Kills Patroni and `PostgreSQL`, as if the computer were lost.
    pub(crate) fn kill(&mut self) -> Result<(), TaskError> {
        self.signal(Signal::Kill)?;
        // It has ended.
        let _ = self.running.take().map(|mut child| child.wait());
        Ok(())
    }

    /// The process of `PostgreSQL`, the last one when it does not run.
    pub(crate) fn postgres(&self) -> Result<String, TaskError> {
        let file = self.directory.join("data/postmaster.pid");
        let text = fs::read_to_string(&file).map_err(unable)?;
        Ok(text.lines().next().unwrap_or_default().to_owned())
    }

    /// Kills `PostgreSQL` alone; the process that it was.
    pub(crate) fn kill_postgres(&self) -> Result<String, TaskError> {
        let process = self.postgres()?;
        send(slice::from_ref(&process), Signal::Kill)?;
        Ok(process)
    }

    /// Stops Patroni and `PostgreSQL`, or lets them continue.
    pub(crate) fn freeze(&self, is_frozen: bool) -> Result<(), TaskError> {
        self.signal(if is_frozen { Signal::Stop } else { Signal::Continue })
    }

    /// Cuts the node off from everybody else, or connects it again.
    pub(crate) fn cut(&self, is_cut: bool) {
        for proxy in &self.proxies {
            proxy.cut(is_cut);
        }
    }

    fn signal(&self, signal: Signal) -> Result<(), TaskError> {
        block_in_place(|| signal_below(&self.directory, signal))
    }
}

impl Drop for Node {
    /// The guard ends it, too; but whoever has started a process has to wait for it.
    fn drop(&mut self) {
        if let Some(mut child) = self.running.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
