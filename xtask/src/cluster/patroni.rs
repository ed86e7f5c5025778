//! Three `PostgreSQL` servers under Patroni, with etcd and `HAProxy`, on loopback ports.
//!
//! Patroni elects the primary, and `HAProxy` sends every connection to it. Replication is
//! synchronous and strict: without a standby, nothing is committed. What a node says and hears goes
//! through proxies, so that it can be cut off. Everything runs below one private directory. A small
//! process beside it waits for the end of this one, also when that is killed, and then ends all
//! that runs there.

mod configuration;
mod members;
mod node;
mod process;
mod programs;
mod proxy;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use postgres_server::{as_owner, create_directory, free_port};
use tokio::time::{Instant, sleep, timeout};

use self::members::Members;
use super::disk::Disk;
use super::unable;
use crate::error::TaskError;

pub(crate) use configuration::{LOOP_WAIT_S, TTL_S};
pub(crate) use node::Node;
pub(crate) use proxy::Proxy;

/// How many `PostgreSQL` servers there are.
const NODES: usize = 3;
/// Within this, a cluster is complete again.
const RECOVERY_TIME: Duration = Duration::from_mins(3);
/// The time between two questions about the state of a cluster.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Ends everything that runs below a directory, and removes it, when its input ends.
const GUARD: &str = r#"trap "" INT TERM HUP; cat >/dev/null; again=1
    while [ $again ]; do again=
        for process in /proc/[0-9]*; do
            case "$(readlink "$process/cwd" 2>/dev/null)/" in
                "$1"/*) kill -9 "${process#/proc/}" && again=1 && sleep 0.05;;
            esac
        done
    done; rm -rf "$1""#;

/// A running cluster. It ends with this.
pub(crate) struct Patroni {
    nodes: Vec<Node>,
    /// The port of the primary, whichever node it is.
    port: u16,
    directory: PathBuf,
    /// etcd and `HAProxy`.
    services: Vec<Child>,
    guard: Child,
}

impl Patroni {
    /// Starts a cluster; it has a primary and its standbys when this returns.
    pub(crate) async fn start(breaks_disk: bool) -> Result<Patroni, TaskError> {
        let binaries = programs::provide()?;
        let directory = create_directory().and_then(fs::canonicalize).map_err(unable)?;
        let guard = start_guard(&directory).map_err(unable)?;
        let [etcd, peer, port] = [(); 3].map(|()| free_port());
        let (etcd, port) = (etcd.map_err(unable)?, port.map_err(unable)?);
        let mut cluster =
            Patroni { nodes: Vec::new(), port, directory, services: Vec::new(), guard };
        let words = configuration::etcd(&cluster.directory, etcd, peer.map_err(unable)?);
        cluster.start_service(programs::ETCD, &words).map_err(unable)?;
        let ready = timeout(RECOVERY_TIME, members::until_etcd_is_ready(etcd)).await;
        ready.map_err(|_| unable("etcd does not answer"))?;
        for number in 0..NODES {
            let disk = breaks_disk.then(|| Disk::new(&binaries)).transpose()?;
            let node = Node::new(number, &cluster.directory, &binaries, disk, etcd).await;
            cluster.nodes.push(node.map_err(unable)?);
        }
        cluster.start_balancer().map_err(unable)?;
        for node in &mut cluster.nodes {
            node.start().map_err(unable)?;
        }
        cluster.until_complete().await?;
        Ok(cluster)
    }

    /// The port on which the primary is reached.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The address of a database by way of a port.
    pub(crate) fn url(port: u16, database: &str) -> String {
        let password = configuration::PASSWORD;
        format!("postgres://postgres:{password}@127.0.0.1:{port}/{database}")
    }

    /// A node.
    pub(crate) fn node(&mut self, number: usize) -> &mut Node {
        &mut self.nodes[number]
    }

    /// Waits until there are a primary, a synchronous standby, and another standby; the primary.
    pub(crate) async fn until_complete(&self) -> Result<usize, TaskError> {
        self.until("the cluster is not complete", |members| members.complete(NODES)).await
    }

    /// Waits until another node than this is the primary.
    pub(crate) async fn until_replaced(&self, lost: usize) -> Result<usize, TaskError> {
        self.until("no other primary is there", |members| members.primary_other_than(lost)).await
    }

    /// Waits until another node than this is the primary, or this one again after its `PostgreSQL`
    /// was killed: Patroni starts it where it was when no standby may take over.
    pub(crate) async fn until_recovered(&self, lost: usize, killed: &str) -> Result<(), TaskError> {
        let is_new = || self.nodes[lost].postgres().is_ok_and(|process| process != killed);
        let recovered =
            |members: &Members| members.primary().filter(|&primary| primary != lost || is_new());
        self.until("no primary is there", recovered).await.map(drop)
    }

    async fn until(
        &self,
        failure: &str,
        is_so: impl Fn(&Members) -> Option<usize>,
    ) -> Result<usize, TaskError> {
        let deadline = Instant::now() + RECOVERY_TIME;
        loop {
            for node in &self.nodes {
                let members = Members::ask(node.rest_port()).await;
                if let Some(found) = members.as_ref().and_then(&is_so) {
                    return Ok(found);
                }
            }
            if Instant::now() > deadline {
                let words: String = self.nodes.iter().map(Node::last_words).collect();
                return Err(TaskError::No(format!("{failure} after {RECOVERY_TIME:?}\n{words}")));
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    fn start_balancer(&mut self) -> io::Result<()> {
        let file = self.directory.join("haproxy.cfg");
        let nodes: Vec<_> = self.nodes.iter().map(Node::public_ports).collect();
        fs::write(&file, configuration::haproxy(self.port, &nodes))?;
        self.start_service(programs::HAPROXY, &["-db".into(), "-f".into(), path_text(&file)])
    }

    fn start_service(&mut self, program: &str, words: &[String]) -> io::Result<()> {
        let name = Path::new(program).file_name().unwrap_or_default();
        let log = self.directory.join(name).with_extension("log");
        let mut command = as_owner(Path::new(program), &self.directory);
        self.services.push(log_to(&mut command, &log)?.args(words).spawn()?);
        Ok(())
    }
}

impl Drop for Patroni {
    /// Ends the guard, which ends everything else.
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        // It ends whatever happens here, and so do all others.
        let _ = self.guard.wait();
        for service in &mut self.services {
            let _ = service.wait();
        }
    }
}

fn start_guard(directory: &Path) -> io::Result<Child> {
    let mut command = as_owner(Path::new("sh"), Path::new("/"));
    command.args(["-c", GUARD, "sh"]).arg(directory);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}

/// Lets a program add what it prints to a file.
fn log_to<'a>(command: &'a mut Command, file: &Path) -> io::Result<&'a mut Command> {
    let log = fs::OpenOptions::new().create(true).append(true).open(file)?;
    Ok(command.stdout(log.try_clone()?).stderr(log))
}

fn path_text(path: &Path) -> String {
    path.display().to_string()
}
