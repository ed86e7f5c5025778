//! Databases of a private `PostgreSQL` server, one for each test, and what only it can do.

mod connecting;
mod contents;
mod coordination;
mod hints;
mod locks;
mod losses;
mod proxy;
mod servers;
mod standby;
mod transfers;
mod upgrades;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use postgres_server::{Binaries, PASSWORD, Server};
use store::{Postgres, PostgresAddress};

/// A database in which nothing is stored yet, but all tables are there.
const TEMPLATE: &str = "tabiya_template";

/// The server of this process. A guard beside it stops it when the process ends.
static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let server = Server::start(&binaries()).unwrap_or_else(|error| panic!("{error}"));
    server.create_database(TEMPLATE, None).unwrap();
    let address: PostgresAddress = server.url(TEMPLATE).parse().unwrap();
    let connected = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.unwrap().block_on(async { Postgres::connect(&address).await.map(drop) })
    });
    connected.join().unwrap().unwrap();
    server
});

/// The programs of `PostgreSQL`. Without them the tests fail, and say what to install.
pub(crate) fn binaries() -> Binaries {
    let named = std::env::var_os("TABIYA_POSTGRES").map(PathBuf::from);
    Binaries::find(named.as_deref()).unwrap_or_else(|error| panic!("{error}"))
}

/// A database of its own.
pub(crate) struct Database {
    pub(crate) name: String,
    pub(crate) address: PostgresAddress,
}

impl Database {
    pub(crate) async fn connect(&self) -> Postgres {
        Postgres::connect(&self.address).await.unwrap()
    }

    /// Its address on the loopback port.
    pub(crate) fn tcp_address(&self, options: &str) -> PostgresAddress {
        let url = SERVER.tcp_url(PASSWORD, &self.name);
        format!("{url}?{options}").parse().unwrap()
    }

    pub(crate) fn psql(&self, sql: &str) -> String {
        SERVER.psql(&self.name, sql).unwrap()
    }
}

/// A new database with all tables.
pub(crate) fn database() -> Database {
    from_template(Some(TEMPLATE))
}

/// A new database without any table.
pub(crate) fn empty_database() -> Database {
    from_template(None)
}

fn from_template(template: Option<&str>) -> Database {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("test_{}", NEXT.fetch_add(1, Ordering::Relaxed));
    {
        let _turn = one_at_a_time();
        SERVER.create_database(&name, template).unwrap();
    }
    Database { address: SERVER.url(&name).parse().unwrap(), name }
}

/// A template can be copied only while nobody is connected to it, and copying is such a connection.
fn one_at_a_time() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}
