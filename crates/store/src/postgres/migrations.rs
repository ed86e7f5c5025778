//! Schema migrations. Each is a file that never changes once released; the table `tabiya_schema`
//! has the number of those that a database has had. A lock keeps two servers that start at once
//! from migrating together.

use deadpool_postgres::{Client, GenericClient, Transaction};

use super::values::{Columns, Value, values};
use super::{ConnectError, PostgresAddress, connect, names, run, texts, waiting};

/// The migrations, in order.
const MIGRATIONS: [&str; 8] = [
    include_str!("migrations/0001_schema.sql"),
    include_str!("migrations/0002_lobby.sql"),
    include_str!("migrations/0003_attempt.sql"),
    include_str!("migrations/0004_lease.sql"),
    include_str!("migrations/0005_followers.sql"),
    include_str!("migrations/0006_outages.sql"),
    include_str!("migrations/0007_game_text.sql"),
    include_str!("migrations/0008_heartbeat.sql"),
];

/// The current schema version.
pub(super) const LATEST: i64 = MIGRATIONS.len() as i64;

/// The key of the lock: "tabiya" in ASCII.
const LOCK: i64 = 0x7461_6269_7961;
/// What is said while another server has it.
const UPDATING: &str = "another server is updating the tables; waiting for it";
/// The key of the lock of the server that builds an index.
const INDEX_LOCK: i64 = LOCK + 1;

/// The games with a word are sorted by when they were played last, without reading their rows.
/// Moves go on while it is built, which no transaction can do.
const BUILD_INDEX: &str = "CREATE INDEX CONCURRENTLY IF NOT EXISTS progress_by_game \
                           ON progress (game) INCLUDE (last_played, id)";
const HAS_INDEX: &str = "SELECT EXISTS (SELECT FROM pg_index \
                         WHERE indexrelid = to_regclass('progress_by_game') AND indisvalid)";
/// An index that was not completed is of no use.
const HAS_INVALID_INDEX: &str = "SELECT EXISTS (SELECT FROM pg_index \
                                 WHERE indexrelid = to_regclass('progress_by_game') \
                                 AND NOT indisvalid)";

/// Whether there are tables where those of Tabiya would be created, beside those of extensions.
const HAS_TABLES: &str = "SELECT EXISTS (SELECT FROM pg_class \
                          WHERE relnamespace = to_regnamespace(current_schema()::text) \
                          AND relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT EXISTS ( \
                          SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass \
                          AND objid = pg_class.oid AND deptype = 'e'))";

/// Applies the missing migrations, all or none, brings the keys of names up to date, and completes
/// an index and the texts of games. Returns whether words are found by an index.
pub(super) async fn apply(
    client: &mut Client,
    address: &PostgresAddress,
) -> Result<bool, ConnectError> {
    match apply_all(client, address).await {
        Err(ConnectError::Other(reason)) if !has_rights(client).await? => {
            Err(ConnectError::NoRights { address: address.to_string(), reason })
        }
        Err(error) => Err(error),
        Ok(is_indexed) => {
            index_progress(client).await?;
            texts::complete(client).await?;
            Ok(is_indexed)
        }
    }
}

/// Whether the user may create tables, and owns those that are there.
async fn has_rights(on: &impl GenericClient) -> Result<bool, ConnectError> {
    let sql = "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) \
               AND NOT EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass('tabiya_schema') \
               AND NOT pg_has_role(relowner, 'USAGE'))";
    flag(on, sql, &[]).await
}

async fn apply_all(client: &mut Client, address: &PostgresAddress) -> Result<bool, ConnectError> {
    let mut transaction = client.transaction().await?;
    // An index over a large library takes its time.
    transaction.batch_execute(texts::NO_TIMEOUT).await?;
    lock(&transaction).await?;
    let applied = applied(&transaction).await?;
    match applied {
        Some(found) if found > LATEST => {
            let (address, known) = (address.to_string(), LATEST);
            return Err(ConnectError::Newer { address, found, known });
        }
        None if flag(&transaction, HAS_TABLES, &[]).await? => {
            return Err(ConnectError::OtherProgram(address.to_string()));
        }
        _ => {}
    }
    migrate(&transaction, applied).await?;
    let is_indexed = index_words(&mut transaction).await?;
    transaction.commit().await?;
    update_keys(client).await?;
    Ok(is_indexed)
}

/// Waits until no other server migrates, for as long as the transaction lasts.
async fn lock(transaction: &Transaction<'_>) -> Result<(), ConnectError> {
    let sql = "SELECT pg_advisory_xact_lock($1)";
    waiting::report(UPDATING, run::execute(transaction, sql, values![LOCK])).await?;
    Ok(())
}

/// Brings the keys of names up to date. That locks no table that games are written to.
async fn update_keys(client: &mut Client) -> Result<(), ConnectError> {
    let transaction = client.transaction().await?;
    transaction.batch_execute(texts::NO_TIMEOUT).await?;
    lock(&transaction).await?;
    names::update_keys(&transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// The version of a database; none when it has no tables of Tabiya.
async fn applied(on: &impl GenericClient) -> Result<Option<i64>, ConnectError> {
    if !has_relation(on, "tabiya_schema").await? {
        return Ok(None);
    }
    let rows = run::rows(on, "SELECT version FROM tabiya_schema", &[]).await?;
    Ok(rows.first().map(|row| row.number(0)).transpose()?)
}

/// Whether a database has tables of Tabiya.
pub(super) async fn has_library(on: &impl GenericClient) -> Result<bool, ConnectError> {
    Ok(applied(on).await?.is_some())
}

/// Whether there is a table or an index of this name.
async fn has_relation(on: &impl GenericClient, name: &str) -> Result<bool, ConnectError> {
    flag(on, "SELECT to_regclass($1) IS NOT NULL", values![name]).await
}

async fn migrate(on: &impl GenericClient, applied: Option<i64>) -> Result<(), ConnectError> {
    if applied == Some(LATEST) {
        return Ok(());
    }
    if applied.is_none() {
        on.batch_execute("CREATE TABLE tabiya_schema (version bigint NOT NULL)").await?;
        run::execute(on, "INSERT INTO tabiya_schema VALUES (0)", &[]).await?;
    }
    for migration in MIGRATIONS.iter().skip(applied.unwrap_or(0) as usize) {
        on.batch_execute(migration).await?;
    }
    run::execute(on, "UPDATE tabiya_schema SET version = $1", values![LATEST]).await?;
    Ok(())
}

/// Builds the index of progress, unless another server does so just now.
async fn index_progress(client: &Client) -> Result<(), ConnectError> {
    if flag(client, HAS_INDEX, &[]).await? {
        return Ok(());
    }
    let sql = "SELECT pg_try_advisory_lock($1)";
    if !flag(client, sql, values![INDEX_LOCK]).await? {
        return Ok(());
    }
    if flag(client, "SELECT EXISTS (SELECT FROM progress)", &[]).await? {
        tracing::info!("an index is built, which waits for transactions that were begun before");
    }
    client.batch_execute("SET statement_timeout = 0; SET lock_timeout = 0").await?;
    if flag(client, HAS_INVALID_INDEX, &[]).await? {
        client.batch_execute("DROP INDEX CONCURRENTLY progress_by_game").await?;
    }
    client.batch_execute(BUILD_INDEX).await?;
    client.batch_execute("RESET statement_timeout; RESET lock_timeout").await?;
    run::execute(client, "SELECT pg_advisory_unlock($1)", values![INDEX_LOCK]).await?;
    Ok(())
}

/// What a question is answered with.
async fn flag(on: &impl GenericClient, sql: &str, values: &[Value]) -> Result<bool, ConnectError> {
    let rows = run::rows(on, sql, values).await?;
    Ok(rows.first().map_or(Ok(false), |row| row.flag(0))?)
}

/// Indexes the parts of words, if the extension for it can be used. Without it, a search reads all
/// words.
async fn index_words(transaction: &mut Transaction<'_>) -> Result<bool, ConnectError> {
    // Creating it, even if it exists, would wait for everybody who writes words, and block others
    // behind it.
    if has_relation(&*transaction, "word_by_part").await? {
        return Ok(true);
    }
    let attempt = transaction.savepoint("words").await?;
    let sql = "CREATE EXTENSION IF NOT EXISTS pg_trgm; \
               CREATE INDEX IF NOT EXISTS word_by_part ON word USING gin (word gin_trgm_ops)";
    if let Err(error) = attempt.batch_execute(sql).await {
        let reason = connect::describe(&error);
        tracing::warn!("words cannot be indexed with the extension pg_trgm: {reason}");
        attempt.rollback().await?;
        return Ok(false);
    }
    attempt.commit().await?;
    Ok(true)
}
