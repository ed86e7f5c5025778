//! Which servers use a database, by advisory locks that end with their connections, however a
//! server ends.
//!
//! All servers share one lock. A server that starts tries to have it alone. If it gets it, no other
//! server runs, and it resumes the games that were going on; until it has, others that start wait.
//! One of them, the caretaker, has a second lock: it notices when a server is gone, and looks after
//! the games that nobody may have opened elsewhere.
//!
//! A server whose connection is lost for a moment counts as gone. That costs nothing but work, or a
//! few seconds of grace for the games of a server that starts just then.

use std::collections::BTreeSet;

use tokio::sync::Mutex;
use tokio_postgres::Client;

/// The first half of the keys: "tabi" in ASCII.
const TABIYA: i32 = 0x7461_6269;
/// The second half of the key of the lock that all servers share.
const RUNNING: i32 = 1;
/// The second half of the key of the lock of the caretaker.
const CARETAKER: i32 = 2;

/// What a connection says about servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Company {
    /// No other server runs.
    None,
    /// A server is resuming games.
    Starting,
    /// Other servers run.
    Running,
}

/// The connection of a server, with its locks.
pub(super) struct Membership {
    client: Client,
    locks: Mutex<Locks>,
}

/// The locks that a connection has.
#[derive(Default)]
struct Locks {
    is_running: bool,
    is_caretaker: bool,
    /// The connections of all servers, as far as the caretaker knows.
    servers: BTreeSet<i32>,
}

type Outcome<T> = Result<T, tokio_postgres::Error>;

impl Membership {
    pub(super) fn new(client: Client) -> Membership {
        Membership { client, locks: Mutex::default() }
    }

    /// The connection itself.
    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Becomes one of the servers, unless one is starting. A server without company has the lock
    /// alone until [`Membership::share`].
    pub(super) async fn join(&self) -> Outcome<Company> {
        let mut locks = self.locks.lock().await;
        if self.ask("pg_try_advisory_lock", RUNNING).await? {
            locks.is_running = true;
            return Ok(Company::None);
        }
        locks.is_running = self.ask("pg_try_advisory_lock_shared", RUNNING).await?;
        Ok(if locks.is_running { Company::Running } else { Company::Starting })
    }

    /// Lets other servers start.
    pub(super) async fn share(&self) -> Outcome<()> {
        let locks = self.locks.lock().await;
        if locks.is_running && self.ask("pg_try_advisory_lock_shared", RUNNING).await? {
            self.ask("pg_advisory_unlock", RUNNING).await?;
        }
        Ok(())
    }

    /// Keeps the locks of a server; true when the games of another one need care.
    pub(super) async fn keep(&self) -> Outcome<bool> {
        let mut locks = self.locks.lock().await;
        if !locks.is_running {
            locks.is_running = self.ask("pg_try_advisory_lock_shared", RUNNING).await?;
        }
        let was_caretaker = locks.is_caretaker;
        if !was_caretaker {
            locks.is_caretaker = self.ask("pg_try_advisory_lock", CARETAKER).await?;
        }
        if !locks.is_caretaker {
            return Ok(false);
        }
        let before = std::mem::replace(&mut locks.servers, self.servers().await?);
        Ok(!was_caretaker || !before.is_subset(&locks.servers))
    }

    /// Calls a function of a lock.
    async fn ask(&self, function: &str, lock: i32) -> Outcome<bool> {
        let sql = format!("SELECT {function}({TABIYA}, {lock})");
        self.client.query_one(&sql, &[]).await?.try_get(0)
    }

    /// The connections of all servers.
    async fn servers(&self) -> Outcome<BTreeSet<i32>> {
        let sql = format!(
            "SELECT DISTINCT pid FROM pg_locks JOIN pg_database ON oid = database \
             WHERE locktype = 'advisory' AND granted AND datname = current_database() \
             AND (classid, objid, objsubid) = ({TABIYA}, {RUNNING}, 2)"
        );
        let rows = self.client.query(&sql, &[]).await?;
        rows.iter().map(|row| row.try_get(0)).collect()
    }
}
