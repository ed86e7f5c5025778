//! The database of the servers: one private `PostgreSQL`, or several under Patroni.

use std::time::Duration;

use postgres_server::Server;
use tokio::task::block_in_place;
use tokio::time::{Instant, sleep};

use super::disk::Disk;
use super::patroni::{Patroni, Proxy};
use super::unable;
use crate::error::TaskError;
use crate::postgres;

/// The name of the database.
const NAME: &str = "postgres";
/// Within this, a `PostgreSQL` that was down runs again.
const RESUME_TIME: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A running database. It ends with this.
pub(crate) enum Database {
    /// One `PostgreSQL`, perhaps on a disk that can be broken.
    Single(Server, Option<Disk>),
    /// Several under Patroni; each of the servers reaches them through a proxy of its own.
    Patroni(Box<Patroni>, Vec<Proxy>),
}

impl Database {
    /// Starts one `PostgreSQL`.
    pub(crate) fn single(breaks_disk: bool) -> Result<Database, TaskError> {
        let binaries = postgres::provide()?;
        let disk = breaks_disk.then(|| Disk::new(&binaries)).transpose()?;
        let server = Server::start(disk.as_ref().map_or(&binaries, Disk::binaries));
        Ok(Database::Single(server.map_err(unable)?, disk))
    }

    /// Starts three `PostgreSQL` under Patroni, for the given number of servers.
    pub(crate) async fn patroni(servers: usize, breaks_disk: bool) -> Result<Database, TaskError> {
        let patroni = Patroni::start(breaks_disk).await?;
        let mut proxies = Vec::with_capacity(servers);
        for _ in 0..servers {
            proxies.push(Proxy::start(patroni.port()).await.map_err(unable)?);
        }
        Ok(Database::Patroni(Box::new(patroni), proxies))
    }

    /// The address for a server.
    pub(crate) fn url_of(&self, server: usize) -> String {
        match self {
            Database::Single(..) => self.url(),
            Database::Patroni(_, proxies) => Patroni::url(proxies[server].port(), NAME),
        }
    }

    /// The address for everybody else.
    pub(crate) fn url(&self) -> String {
        match self {
            Database::Single(server, _) => server.url(NAME),
            Database::Patroni(patroni, _) => Patroni::url(patroni.port(), NAME),
        }
    }

    /// The disk of a node under Patroni, or of the only one.
    pub(crate) fn disk(&mut self, node: usize) -> Result<&Disk, TaskError> {
        let disk = match self {
            Database::Single(_, disk) => disk.as_ref(),
            Database::Patroni(patroni, _) => patroni.node(node).disk(),
        };
        disk.ok_or_else(|| unable("the disk cannot be broken"))
    }

    /// Starts a single `PostgreSQL` again if it is down. Patroni does that by itself.
    pub(crate) async fn resume(&self) -> Result<(), TaskError> {
        let Database::Single(server, _) = self else { return Ok(()) };
        let deadline = Instant::now() + RESUME_TIME;
        while let Err(error) = self.ask("SELECT 1") {
            if Instant::now() > deadline {
                return Err(TaskError::No(format!("PostgreSQL does not run again: {error}")));
            }
            // It may still be stopping, or be starting by itself, and is asked again.
            let _ = block_in_place(|| server.resume());
            sleep(POLL_INTERVAL).await;
        }
        Ok(())
    }

    /// Runs SQL in a single `PostgreSQL`; returns what it prints.
    pub(crate) fn ask(&self, sql: &str) -> Result<String, TaskError> {
        match self {
            Database::Single(server, _) => {
                block_in_place(|| server.psql(NAME, sql)).map_err(unable)
            }
            Database::Patroni(..) => Err(unable("only a single PostgreSQL can be asked")),
        }
    }
}
