//! The database of the servers: one private `PostgreSQL`, or several under Patroni.

use postgres_server::Server;
use tokio::task::block_in_place;

use super::patroni::{Patroni, Proxy};
use super::unable;
use crate::error::TaskError;
use crate::postgres;

/// The name of the database.
const NAME: &str = "postgres";

/// A running database. It ends with this.
pub(crate) enum Database {
    /// One `PostgreSQL`.
    Single(Server),
    /// Several under Patroni; each of the servers reaches them through a proxy of its own.
    Patroni(Box<Patroni>, Vec<Proxy>),
}

impl Database {
    /// Starts one `PostgreSQL`.
    pub(crate) fn single() -> Result<Database, TaskError> {
        Server::start(&postgres::provide()?).map(Database::Single).map_err(unable)
    }

    /// Starts three `PostgreSQL` under Patroni, for so many servers.
    pub(crate) async fn patroni(servers: usize) -> Result<Database, TaskError> {
        let patroni = Patroni::start().await?;
        let mut proxies = Vec::with_capacity(servers);
        for _ in 0..servers {
            proxies.push(Proxy::start(patroni.port()).await.map_err(unable)?);
        }
        Ok(Database::Patroni(Box::new(patroni), proxies))
    }

    /// The address for a server.
    pub(crate) fn url_of(&self, server: usize) -> String {
        match self {
            Database::Single(_) => self.url(),
            Database::Patroni(_, proxies) => Patroni::url(proxies[server].port(), NAME),
        }
    }

    /// The address for everybody else.
    pub(crate) fn url(&self) -> String {
        match self {
            Database::Single(server) => server.url(NAME),
            Database::Patroni(patroni, _) => Patroni::url(patroni.port(), NAME),
        }
    }

    /// Runs SQL in a single `PostgreSQL`; returns what it prints.
    pub(crate) fn ask(&self, sql: &str) -> Result<String, TaskError> {
        match self {
            Database::Single(server) => block_in_place(|| server.psql(NAME, sql)).map_err(unable),
            Database::Patroni(..) => Err(unable("only a single PostgreSQL can be asked")),
        }
    }
}
