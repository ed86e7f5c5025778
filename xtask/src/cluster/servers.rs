//! A private database, and servers that use it.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::Path;

use store::{Postgres, PostgresAddress};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::block_in_place;

use super::database::Database;
use super::unable;
use crate::error::TaskError;
use crate::program::{Launch, Server, StopSignal};

/// The servers, some of which may be down. All of them end with this.
pub(crate) struct Cluster {
    launches: Vec<Launch>,
    running: Vec<Option<Server>>,
    announce: watch::Sender<Vec<Option<SocketAddr>>>,
    database: Database,
    _folder: TempDir,
}

impl Cluster {
    /// So many servers of a database, which are not running yet.
    pub(crate) fn new(
        count: usize,
        program: &Path,
        database: Database,
    ) -> Result<Cluster, TaskError> {
        let folder = tempfile::tempdir().map_err(unable)?;
        let launch = |number: usize| {
            let directory = folder.path().join(format!("server-{number}"));
            let database = Some(database.url_of(number));
            Launch { database, ..Launch::new(program.into(), directory) }
        };
        Ok(Cluster {
            launches: (0..count).map(launch).collect(),
            running: (0..count).map(|_| None).collect(),
            announce: watch::Sender::new(vec![None; count]),
            database,
            _folder: folder,
        })
    }

    /// Sets the environment in which each server is started from now on.
    pub(crate) fn set_variables(&mut self, of: impl Fn(usize) -> Vec<(String, OsString)>) {
        for (number, launch) in self.launches.iter_mut().enumerate() {
            launch.variables = of(number);
        }
    }

    /// How many servers there are.
    pub(crate) fn len(&self) -> usize {
        self.launches.len()
    }

    /// Where the servers are.
    pub(crate) fn addresses(&self) -> watch::Receiver<Vec<Option<SocketAddr>>> {
        self.announce.subscribe()
    }

    /// The addresses of the servers that run.
    pub(crate) fn running(&self) -> Vec<SocketAddr> {
        self.announce.borrow().iter().copied().flatten().collect()
    }

    /// Starts a server, and announces it when it listens.
    pub(crate) fn start(&mut self, number: usize) -> Result<SocketAddr, TaskError> {
        self.launch(number)?;
        let address = self.running[number].as_ref().map(Server::address);
        let address = block_in_place(|| address.transpose())?;
        self.announce.send_modify(|servers| servers[number] = address);
        address.ok_or_else(|| unable("the server is not running"))
    }

    /// Starts a server that nobody hears of.
    pub(crate) fn launch(&mut self, number: usize) -> Result<(), TaskError> {
        self.running[number] = Some(block_in_place(|| self.launches[number].start())?);
        Ok(())
    }

    /// Starts all servers, one after the other.
    pub(crate) fn start_all(&mut self) -> Result<Vec<SocketAddr>, TaskError> {
        (0..self.len()).map(|number| self.start(number)).collect()
    }

    /// The program that a server runs when it is started next.
    pub(crate) fn set_program(&mut self, number: usize, program: &Path) {
        program.clone_into(&mut self.launches[number].program);
    }

    /// Kills a server.
    pub(crate) fn kill(&mut self, number: usize) {
        if let Some(server) = self.running[number].take() {
            block_in_place(|| server.kill());
        }
        self.announce.send_modify(|servers| servers[number] = None);
    }

    /// A connection to the database of all servers.
    pub(crate) async fn store(&self) -> Result<Postgres, TaskError> {
        let address: PostgresAddress = self.database.url().parse().map_err(unable)?;
        Postgres::connect(&address).await.map_err(unable)
    }

    /// The database.
    pub(crate) fn database(&mut self) -> &mut Database {
        &mut self.database
    }

    /// Stops a server that runs, or lets it continue.
    pub(crate) fn signal(&self, number: usize, signal: StopSignal) -> Result<(), TaskError> {
        self.running[number].as_ref().map_or(Ok(()), |server| server.signal(signal))
    }
}
