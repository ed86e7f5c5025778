//! Connections to `PostgreSQL`: pools, and what is checked before one is used.
//!
//! A primary that has crashed while it waited for a standby comes back with commits that no standby
//! may have. They would be lost with it, so nobody may read them yet. All connections have ended
//! with the crash; therefore each new one begins with a commit, which waits until the standby has
//! everything before it. A server that only reads cannot do that, and its connection is not used.
//!
//! When only the first process of a primary is killed, commits that wait for a standby become
//! visible to the processes of other connections until these end, too. Therefore what was read
//! counts after [`check_alive`].

use std::time::Duration;

use deadpool_postgres::{
    Client, ClientWrapper, Hook, HookError, Manager, ManagerConfig, Pool, PoolError,
    RecyclingMethod, Runtime, TimeoutType,
};
use tokio::time::timeout;
use tokio_postgres::error::SqlState;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::PostgresAddress;
use super::tls;
use super::values::Columns;
use crate::StoreError;

/// The oldest version of `PostgreSQL` that is supported, as its `server_version_num`.
const OLDEST: i64 = 130_000;
/// How long a caller waits for a connection.
const WAIT: Duration = Duration::from_secs(5);
/// How long a new connection may take, with encryption and password.
const CREATE: Duration = Duration::from_secs(10);
/// How long a connection may take to answer before it is used again. One that is busy with what
/// nobody waits for any more is closed instead.
const RECYCLE: Duration = Duration::from_secs(1);
/// How long a transaction of moves may be idle. A server that is frozen or cut off for longer loses
/// its locks, and tries again.
const IDLE: Duration = Duration::from_secs(2);
/// Commits something that is nowhere to be seen; false on a server that only reads.
const COMMIT: &str = "SELECT CASE WHEN pg_is_in_recovery() THEN false \
                      ELSE pg_logical_emit_message(true, 'tabiya', 'connected') IS NOT NULL END";
/// Sleeps for an instant, if commits wait for standbys. A process that sleeps ends with the first
/// process of the server, and one that only computes does not.
const SLEEP: &str = "SELECT CASE WHEN current_setting('synchronous_standby_names') <> '' \
                     THEN pg_sleep(0.001) END";
/// What the driver says when encryption is asked for and not offered.
const NO_TLS: &str = "server does not support TLS";
/// What the driver says when the server asks for a password and the address has none.
const NO_PASSWORD: &str = "password missing";
/// What `PostgreSQL` says of a connection that `pg_hba.conf` allows with encryption only.
const NO_ENCRYPTION: &str = "no encryption";
/// Why the connection of a server that only reads is not used.
const STANDBY: &str = "PostgreSQL is a standby, which cannot be written";
/// What is said of a server that takes too long.
pub(super) const SILENT: &str = "PostgreSQL does not answer";

/// What connections are for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// To read and write.
    Primary,
    /// The same for moves, whose transactions are brief.
    Moves,
    /// To read.
    Standby,
}

/// A pool of connections to an address.
pub(super) fn pool(
    address: &PostgresAddress,
    size: usize,
    statement_timeout: Duration,
    role: Role,
) -> Result<Pool, ConnectError> {
    let tls = tls::connector(&address.verification)?;
    let recycling_method = match role {
        // The tasks that use them end those that do not answer.
        Role::Moves => RecyclingMethod::Fast,
        Role::Primary | Role::Standby => RecyclingMethod::Verified,
    };
    let config = ManagerConfig { recycling_method };
    let connection = match role {
        Role::Moves => address.config_with(statement_timeout, IDLE.min(statement_timeout)),
        Role::Primary | Role::Standby => address.config(statement_timeout),
    };
    let manager = Manager::from_config(connection, tls.clone(), config);
    let pool = Pool::builder(manager)
        .max_size(size.max(1))
        .wait_timeout(Some(WAIT))
        .create_timeout(Some(CREATE))
        .recycle_timeout(Some(RECYCLE))
        .runtime(Runtime::Tokio1);
    let pool = match role {
        Role::Primary | Role::Moves => pool.post_create(Hook::async_fn(move |client, _| {
            Box::pin(commit_in_time(client, tls.clone()))
        })),
        Role::Standby => pool,
    };
    pool.build().map_err(|error| ConnectError::Other(error.to_string()))
}

/// Like [`commit_first`], but not forever: the time to create a connection does not count for
/// hooks. What waits for a standby does not notice that its client is gone, so it is told to end;
/// otherwise connections would add up until the server takes no more.
async fn commit_in_time(client: &ClientWrapper, tls: MakeRustlsConnect) -> Result<(), HookError> {
    if let Ok(committed) = timeout(CREATE, commit_first(client)).await {
        return committed;
    }
    // A server that does not answer this either has nothing that could be ended.
    let _ = timeout(RECYCLE, client.cancel_token().cancel_query(tls)).await;
    Err(HookError::message(SILENT))
}

/// Waits until everything that the server has committed before is safe.
async fn commit_first(client: &ClientWrapper) -> Result<(), HookError> {
    let row = client.query_one(COMMIT, &[]).await.map_err(HookError::Backend)?;
    let is_primary = row.try_get(0).map_err(HookError::Backend)?;
    if is_primary { Ok(()) } else { Err(HookError::message(STANDBY)) }
}

/// Fails when the server died before what was read last on this connection. It can be sent together
/// with that.
pub(super) async fn check_alive(client: &Client) -> Result<(), tokio_postgres::Error> {
    let sleep = client.prepare_cached(SLEEP).await?;
    client.execute(&sleep, &[]).await.map(drop)
}

/// A connection of a pool.
pub(super) async fn client(pool: &Pool) -> Result<Client, StoreError> {
    pool.get().await.map_err(|error| match error {
        PoolError::Timeout(TimeoutType::Wait) => StoreError::Busy,
        PoolError::Timeout(_) => StoreError::Database(SILENT.into()),
        PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => {
            StoreError::from(error)
        }
        PoolError::Closed => StoreError::Closed,
        PoolError::PostCreateHook(HookError::Message(reason)) => {
            StoreError::Database(reason.into_owned())
        }
        error => StoreError::Database(error.to_string()),
    })
}

/// The first connection to a primary, after which the database is known to be one that can be used.
pub(super) async fn first_client(
    pool: &Pool,
    address: &PostgresAddress,
) -> Result<Client, ConnectError> {
    let client = pool.get().await.map_err(|error| ConnectError::from_pool(error, address))?;
    let sql = "SELECT current_setting('server_version_num')::bigint, \
               current_setting('server_version'), current_setting('server_encoding'), \
               current_setting('transaction_read_only') = 'on'";
    let row = client.query_one(sql, &[]).await?;
    let read = |column| row.text(column).map_err(|error| ConnectError::Other(error.to_string()));
    if row.number::<i64>(0).is_ok_and(|version| version < OLDEST) {
        return Err(ConnectError::TooOld(read(1)?));
    }
    let encoding = read(2)?;
    if encoding != "UTF8" {
        return Err(ConnectError::Encoding { address: address.to_string(), encoding });
    }
    if row.flag(3)? {
        return Err(ConnectError::ReadOnly(address.to_string()));
    }
    Ok(client)
}

/// The settings that are off, although what is acknowledged depends on them.
pub(super) async fn unsafe_settings(client: &Client) -> Result<Vec<String>, ConnectError> {
    let sql = "SELECT name FROM pg_settings WHERE setting = 'off' \
               AND name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name";
    let rows = client.query(sql, &[]).await?;
    Ok(rows.iter().map(|row| row.text(0)).collect::<Result<_, StoreError>>()?)
}

/// Why a database cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// The address is not one.
    #[error("the address of the database is not valid: {0}")]
    Address(String),
    /// Nobody answers there.
    #[error("PostgreSQL cannot be reached at {address}: {reason}")]
    Unreachable {
        /// The address, without its password.
        address: String,
        /// What the system says.
        reason: String,
    },
    /// The user or the password is wrong.
    #[error("PostgreSQL does not accept the user or the password of {address}: {reason}")]
    Denied {
        /// The address, without its password.
        address: String,
        /// What the server says.
        reason: String,
    },
    /// The address asks for encryption, which the server does not offer.
    #[error(
        "PostgreSQL at {0} offers no encryption, which sslmode=require and verify-full ask for; \
         switch it on there (ssl = on), or leave it out with sslmode=disable in a network you trust"
    )]
    NoTls(String),
    /// The server accepts encrypted connections only, and the address rules them out.
    #[error(
        "PostgreSQL at {address} does not accept connections without encryption ({reason}); use \
         sslmode=require or verify-full"
    )]
    TlsNeeded {
        /// The address, without its password.
        address: String,
        /// What the server says.
        reason: String,
    },
    /// There is no such database.
    #[error("there is no database at {address}: {reason}; create it with createdb")]
    NoDatabase {
        /// The address, without its password.
        address: String,
        /// What the server says.
        reason: String,
    },
    /// The user may not create or change the tables.
    #[error(
        "the user of {address} may not create or change the tables of Tabiya ({reason}); make it \
         the owner of the database and of its tables"
    )]
    NoRights {
        /// The address, without its password.
        address: String,
        /// What the server says.
        reason: String,
    },
    /// The server is too old.
    #[error("PostgreSQL {0} is too old; version 13 or newer is needed")]
    TooOld(String),
    /// The database cannot hold every text.
    #[error("the database {address} has the encoding {encoding}; it must be UTF8")]
    Encoding {
        /// The address, without its password.
        address: String,
        /// Its encoding.
        encoding: String,
    },
    /// The server only reads.
    #[error("{0} is a standby, which cannot be written; use the address of the primary")]
    Standby(String),
    /// The database is only read.
    #[error(
        "the database {0} is read-only; set default_transaction_read_only = off for it and its user"
    )]
    ReadOnly(String),
    /// The database has tables of another program.
    #[error("the database {0} has tables of another program; use an empty one")]
    OtherProgram(String),
    /// Nothing can be copied while a server runs, nor twice at once.
    #[error("the database {0} is in use by another Tabiya; stop it first")]
    InUse(String),
    /// There is nothing to copy.
    #[error("the database {0} has no library to copy")]
    NoLibrary(String),
    /// A library was not copied to its end.
    #[error(
        "the database {0} is a copy that is not finished; run the same `tabiya move-database` \
         again, or begin with an empty database"
    )]
    Unfinished(String),
    /// A newer version of Tabiya has used the database.
    #[error(
        "a newer Tabiya has updated the tables of {address} to version {found}; this one knows \
         versions up to {known}; start the newer Tabiya"
    )]
    Newer {
        /// The address, without its password.
        address: String,
        /// The version of its tables.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// Anything else.
    #[error("PostgreSQL failed: {0}")]
    Other(String),
}

impl ConnectError {
    fn from_pool(error: PoolError, address: &PostgresAddress) -> ConnectError {
        let address = address.to_string();
        let error = match error {
            PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => {
                error
            }
            PoolError::PostCreateHook(HookError::Message(reason)) if reason == STANDBY => {
                return ConnectError::Standby(address);
            }
            _ => return ConnectError::Unreachable { address, reason: "it does not answer".into() },
        };
        let reason = describe(&error);
        if reason.contains(NO_TLS) {
            return ConnectError::NoTls(address);
        }
        match error.code() {
            None if reason.contains(NO_PASSWORD) => ConnectError::Denied { address, reason },
            Some(code) if is_denied(code) && reason.contains(NO_ENCRYPTION) => {
                ConnectError::TlsNeeded { address, reason }
            }
            Some(code) if is_denied(code) => ConnectError::Denied { address, reason },
            Some(&SqlState::INVALID_CATALOG_NAME) => ConnectError::NoDatabase { address, reason },
            _ => ConnectError::Unreachable { address, reason },
        }
    }
}

/// Also where the user may not connect to this database.
fn is_denied(code: &SqlState) -> bool {
    [
        SqlState::INVALID_PASSWORD,
        SqlState::INVALID_AUTHORIZATION_SPECIFICATION,
        SqlState::INSUFFICIENT_PRIVILEGE,
    ]
    .contains(code)
}

impl From<tokio_postgres::Error> for ConnectError {
    fn from(error: tokio_postgres::Error) -> ConnectError {
        ConnectError::Other(describe(&error))
    }
}

impl From<StoreError> for ConnectError {
    fn from(error: StoreError) -> ConnectError {
        match error {
            StoreError::Database(reason) => ConnectError::Other(reason),
            error => ConnectError::Other(error.to_string()),
        }
    }
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> StoreError {
        StoreError::Database(describe(&error))
    }
}

/// What is said of statements that together take longer than one may.
pub(super) fn too_slow(limit: Duration) -> StoreError {
    let code = SqlState::QUERY_CANCELED.code();
    StoreError::Database(format!("the query took longer than {limit:?} ({code})"))
}

/// Whether a query was canceled, as one is that takes too long.
pub(super) fn is_canceled(error: &StoreError) -> bool {
    let code = format!("({})", SqlState::QUERY_CANCELED.code());
    matches!(error, StoreError::Database(reason) if reason.ends_with(&code))
}

/// What the server or the system says.
pub(super) fn describe(error: &tokio_postgres::Error) -> String {
    if let Some(error) = error.as_db_error() {
        return format!("{} ({})", error.message(), error.code().code());
    }
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
