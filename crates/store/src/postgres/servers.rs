//! Which servers use a database, by advisory locks that end with their connections, however a
//! server ends.
//!
//! All servers share one lock. A server that starts tries to have it alone. If it gets it, no other
//! server runs, and it resumes the games that were going on; until it has, others that start wait.
//! One of them, the caretaker, has a second lock: it notices when a server is gone, and looks after
//! the games that nobody may have opened elsewhere.
//!
//! A server whose connection is lost for a moment counts as gone. That costs nothing but work, or a
//! few seconds of grace for the games of a server that starts just then. Every server also has a
//! lock with its own id, by which the others know whose connections are gone with it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Mutex;
use tokio_postgres::Client;

use crate::ServerId;

/// The first half of the keys: "tabi" in ASCII.
const TABIYA: i32 = 0x7461_6269;
/// The first half of the keys of locks whose second half is the id of a server: "tabs" in ASCII.
const SERVERS: i32 = 0x7461_6273;
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

/// What a server knows about others when it has kept its locks.
pub(super) struct Kept {
    /// The games of another server need care.
    pub(super) needs_care: bool,
    /// The servers that run.
    pub(super) running: BTreeSet<ServerId>,
}

/// The connection of a server, with its locks.
pub(super) struct Membership {
    client: Client,
    server: ServerId,
    locks: Mutex<Locks>,
    /// Whether the lock that this server has alone is still to be shared.
    is_to_share: AtomicBool,
}

/// The locks that a connection has.
#[derive(Default)]
struct Locks {
    is_running: bool,
    has_own: bool,
    is_caretaker: bool,
    /// The connections of all servers, as far as the caretaker knows.
    servers: BTreeSet<i32>,
}

type Outcome<T> = Result<T, tokio_postgres::Error>;

impl Membership {
    pub(super) fn new(client: Client, server: ServerId) -> Membership {
        Membership { client, server, locks: Mutex::default(), is_to_share: AtomicBool::default() }
    }

    /// The connection itself.
    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Becomes one of the servers, unless one is starting. A server without company has the lock
    /// alone until [`Membership::share`].
    pub(super) async fn join(&self) -> Outcome<Company> {
        let mut locks = self.locks.lock().await;
        self.take_own(&mut locks).await?;
        if exclude(&self.client).await? {
            locks.is_running = true;
            return Ok(Company::None);
        }
        locks.is_running = self.ask("pg_try_advisory_lock_shared", RUNNING).await?;
        Ok(if locks.is_running { Company::Running } else { Company::Starting })
    }

    /// Lets other servers start. If this is given up halfway, [`Membership::keep`] completes it.
    pub(super) async fn share(&self) -> Outcome<()> {
        self.is_to_share.store(true, Ordering::Relaxed);
        let locks = self.locks.lock().await;
        self.share_if_wanted(&locks).await
    }

    /// Keeps the locks of a server, and looks at those of others.
    pub(super) async fn keep(&self) -> Outcome<Kept> {
        let mut locks = self.locks.lock().await;
        self.take_own(&mut locks).await?;
        if !locks.is_running {
            locks.is_running = self.ask("pg_try_advisory_lock_shared", RUNNING).await?;
        }
        self.share_if_wanted(&locks).await?;
        let needs_care = self.take_care(&mut locks).await?;
        Ok(Kept { needs_care, running: self.running().await? })
    }

    /// Shares the lock that this server has alone. Doing so again, after the answer was lost, is
    /// harmless.
    async fn share_if_wanted(&self, locks: &Locks) -> Outcome<()> {
        let is_wanted = locks.is_running && self.is_to_share.load(Ordering::Relaxed);
        if is_wanted && self.ask("pg_try_advisory_lock_shared", RUNNING).await? {
            self.ask("pg_advisory_unlock", RUNNING).await?;
            self.is_to_share.store(false, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Takes the lock with the id of the server.
    async fn take_own(&self, locks: &mut Locks) -> Outcome<()> {
        if !locks.has_own {
            let sql = "SELECT pg_try_advisory_lock($1, $2)";
            let own = self.server.0.cast_signed();
            locks.has_own = self.client.query_one(sql, &[&SERVERS, &own]).await?.try_get(0)?;
        }
        Ok(())
    }

    /// Whether this server is the caretaker, and the games of another one need care.
    async fn take_care(&self, locks: &mut Locks) -> Outcome<bool> {
        let was_caretaker = locks.is_caretaker;
        if !was_caretaker {
            locks.is_caretaker = self.ask("pg_try_advisory_lock", CARETAKER).await?;
        }
        if !locks.is_caretaker {
            return Ok(false);
        }
        let before = std::mem::replace(&mut locks.servers, self.connections().await?);
        Ok(!was_caretaker || !before.is_subset(&locks.servers))
    }

    /// Calls a function of a lock.
    async fn ask(&self, function: &str, lock: i32) -> Outcome<bool> {
        ask(&self.client, function, lock).await
    }

    /// The servers that have the locks with their ids.
    async fn running(&self) -> Outcome<BTreeSet<ServerId>> {
        let sql = format!(
            "SELECT objid FROM pg_locks JOIN pg_database ON oid = database \
             WHERE locktype = 'advisory' AND granted AND datname = current_database() \
             AND (classid, objsubid) = ({SERVERS}, 2)"
        );
        let rows = self.client.query(&sql, &[]).await?;
        rows.iter().map(|row| row.try_get(0).map(ServerId)).collect()
    }

    /// The connections of all servers.
    async fn connections(&self) -> Outcome<BTreeSet<i32>> {
        let sql = format!(
            "SELECT DISTINCT pid FROM pg_locks JOIN pg_database ON oid = database \
             WHERE locktype = 'advisory' AND granted AND datname = current_database() \
             AND (classid, objid, objsubid) = ({TABIYA}, {RUNNING}, 2)"
        );
        let rows = self.client.query(&sql, &[]).await?;
        rows.iter().map(|row| row.try_get(0)).collect()
    }
}

/// Lets no server start while the connection lasts; false when one runs.
pub(super) async fn exclude(client: &Client) -> Outcome<bool> {
    ask(client, "pg_try_advisory_lock", RUNNING).await
}

/// Whether no copy excludes servers, nor a server that starts.
pub(super) async fn is_free(client: &Client) -> Outcome<bool> {
    let is_free = ask(client, "pg_try_advisory_lock_shared", RUNNING).await?;
    if is_free {
        ask(client, "pg_advisory_unlock_shared", RUNNING).await?;
    }
    Ok(is_free)
}

async fn ask(client: &Client, function: &str, lock: i32) -> Outcome<bool> {
    let sql = format!("SELECT {function}({TABIYA}, {lock})");
    client.query_one(&sql, &[]).await?.try_get(0)
}
