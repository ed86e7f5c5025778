//! Accounts and sessions in the database.

use async_trait::async_trait;
use game::{Name, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row};

use super::Sqlite;
use super::rows::timestamp_column;
use super::write::execute;
use crate::query::fold;
use crate::{
    Account, AccountId, Accounts, GroupName, NewAccount, PasswordHash, Role, SecretHash, Session,
    StoreError,
};

#[async_trait]
impl Accounts for Sqlite {
    async fn add_account(&self, account: NewAccount) -> Result<AccountId, StoreError> {
        self.writer.write(move |connection| add(connection, &account)).await
    }

    async fn account(&self, name: &Name) -> Result<Option<Account>, StoreError> {
        let name = name.clone();
        self.readers.read(move |connection| find(connection, &name)).await
    }

    async fn accounts_like(&self, name: &Name) -> Result<Vec<Account>, StoreError> {
        let skeleton = name.skeleton();
        self.readers.read(move |connection| find_like(connection, &skeleton)).await
    }

    async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        self.readers.read(all).await
    }

    async fn change_password(
        &self,
        id: AccountId,
        password: PasswordHash,
    ) -> Result<bool, StoreError> {
        let change = move |connection: &Connection| {
            execute(connection, "DELETE FROM session WHERE account = ?1", (id.0,))?;
            execute(connection, "DELETE FROM device WHERE account = ?1", (id.0,))?;
            let sql = "UPDATE account SET password = ?2 WHERE number = ?1";
            changes(connection, sql, (id.0, password.0))
        };
        self.writer.write(change).await
    }

    async fn remove_account(&self, id: AccountId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM account WHERE number = ?1";
        self.writer.write(move |connection| changes(connection, sql, (id.0,))).await
    }

    async fn begin_session(&self, session: Session, max_sessions: u32) -> Result<bool, StoreError> {
        self.writer.write(move |connection| begin(connection, &session, max_sessions)).await
    }

    async fn session(&self, token: SecretHash) -> Result<Option<(Session, Account)>, StoreError> {
        self.readers.read(move |connection| find_session(connection, token)).await
    }

    async fn extend_session(
        &self,
        token: SecretHash,
        last_used: Timestamp,
        expires: Timestamp,
    ) -> Result<(), StoreError> {
        let (last_used, expires) = (timestamp_column(last_used)?, timestamp_column(expires)?);
        let sql = "UPDATE session SET last_used = ?2, expires = ?3 WHERE token = ?1";
        let values = (token.0, last_used, expires);
        self.writer.write(move |connection| execute(connection, sql, values)).await
    }

    async fn end_session(&self, token: SecretHash) -> Result<bool, StoreError> {
        let sql = "DELETE FROM session WHERE token = ?1";
        self.writer.write(move |connection| changes(connection, sql, (token.0,))).await
    }

    async fn remember_device(
        &self,
        device: SecretHash,
        account: AccountId,
        at: Timestamp,
        max_devices: u32,
    ) -> Result<(), StoreError> {
        let at = timestamp_column(at)?;
        let write =
            move |connection: &Connection| remember(connection, device, account, at, max_devices);
        self.writer.write(write).await
    }

    async fn knows_device(
        &self,
        device: SecretHash,
        account: AccountId,
    ) -> Result<bool, StoreError> {
        let read = move |connection: &Connection| {
            let sql = "SELECT 1 FROM device WHERE token = ?1 AND account = ?2";
            Ok(connection.prepare_cached(sql)?.exists((device.0, account.0))?)
        };
        self.readers.read(read).await
    }
}

fn remember(
    connection: &Connection,
    device: SecretHash,
    account: AccountId,
    at: i64,
    max_devices: u32,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO device (token, account, last_used) \
               SELECT ?1, number, ?3 FROM account WHERE number = ?2 \
               ON CONFLICT (token, account) DO UPDATE SET last_used = excluded.last_used";
    execute(connection, sql, (device.0, account.0, at))?;
    let sql = "DELETE FROM device WHERE account = ?1 AND token NOT IN \
               (SELECT token FROM device WHERE account = ?1 ORDER BY last_used DESC LIMIT ?2)";
    execute(connection, sql, (account.0, max_devices))
}

/// Runs a statement; true when it changed something.
pub(super) fn changes(
    connection: &Connection,
    sql: &str,
    values: impl rusqlite::Params,
) -> Result<bool, StoreError> {
    Ok(connection.prepare_cached(sql)?.execute(values)? > 0)
}

pub(super) fn add(connection: &Connection, account: &NewAccount) -> Result<AccountId, StoreError> {
    let (key, skeleton) = (account.name.key(), account.name.skeleton());
    let is_taken = find(connection, &account.name)?.is_some();
    if is_taken || !find_like(connection, &skeleton)?.is_empty() {
        return Err(StoreError::NameTaken(account.name.clone()));
    }
    let sql = "INSERT INTO account (name, name_key, name_skeleton, role, password, created, \
               group_name, rating) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let (name, role) = (account.name.as_str(), account.role.as_str());
    let password = account.password.as_ref().map_or(NO_PASSWORD, |hash| &hash.0);
    let created = timestamp_column(account.created)?;
    let group = account.group.as_ref().map(GroupName::as_str);
    let values = (name, key, skeleton, role, password, created, group, account.rating);
    execute(connection, sql, values)?;
    Ok(AccountId(connection.last_insert_rowid()))
}

/// What the column of the password has for an account without one. No hash is empty.
const NO_PASSWORD: &str = "";

/// The columns that [`read_account`] reads, starting at `first`.
pub(super) const ACCOUNT: &str = "account.number, account.name, account.role, account.password, \
                                  account.created, account.group_name, account.rating";

/// Of two accounts that had different names until keys were computed as they are now, one is
/// found only by its exact name.
pub(super) fn find(connection: &Connection, name: &Name) -> Result<Option<Account>, StoreError> {
    let sql = format!(
        "SELECT {ACCOUNT} FROM account WHERE name_key IN (?1, ?2) ORDER BY name_key = ?1 DESC"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let keys = [fold(name.as_str()), name.key()];
    statement.query_row(keys, |row| Ok(read_account(row, 0))).optional()?.transpose()
}

pub(super) fn find_like(
    connection: &Connection,
    skeleton: &str,
) -> Result<Vec<Account>, StoreError> {
    let sql = format!("SELECT {ACCOUNT} FROM account WHERE name_skeleton = ?1 ORDER BY number");
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query([skeleton])?;
    rows.and_then(|row| read_account(row, 0)).collect()
}

fn all(connection: &Connection) -> Result<Vec<Account>, StoreError> {
    let sql = format!("SELECT {ACCOUNT} FROM account ORDER BY name_key");
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query([])?;
    rows.and_then(|row| read_account(row, 0)).collect()
}

pub(super) fn read_account(row: &Row, first: usize) -> Result<Account, StoreError> {
    let (name, role): (String, String) = (row.get(first + 1)?, row.get(first + 2)?);
    let password: String = row.get(first + 3)?;
    let group: Option<String> = row.get(first + 5)?;
    Ok(Account {
        id: AccountId(row.get(first)?),
        // Older versions accepted characters that new names cannot have.
        name: Name::from_file(&name).ok_or_else(|| damaged("name", &name))?,
        role: Role::from_word(&role).ok_or_else(|| damaged("role", &role))?,
        password: Some(PasswordHash(password)).filter(|hash| hash.0 != NO_PASSWORD),
        created: read_timestamp(row, first + 4)?,
        group: group.as_deref().and_then(GroupName::new),
        rating: row.get(first + 6)?,
    })
}

fn begin(
    connection: &Connection,
    session: &Session,
    max_sessions: u32,
) -> Result<bool, StoreError> {
    let Session { token, account, .. } = session;
    let times = [session.created, session.last_used, session.expires].map(timestamp_column);
    let [created, last_used, expires] = times;
    let created = created?;
    execute(connection, "DELETE FROM session WHERE expires <= ?1", (created,))?;
    let sql = "INSERT INTO session (token, account, created, last_used, expires, by_card) \
               SELECT ?1, number, ?3, ?4, ?5, ?6 FROM account WHERE number = ?2";
    let values = (token.0, account.0, created, last_used?, expires?, session.is_by_card);
    if !changes(connection, sql, values)? {
        return Ok(false);
    }
    let sql = "DELETE FROM session WHERE account = ?1 AND token NOT IN \
               (SELECT token FROM session WHERE account = ?1 ORDER BY last_used DESC LIMIT ?2)";
    execute(connection, sql, (account.0, max_sessions))?;
    Ok(true)
}

fn find_session(
    connection: &Connection,
    token: SecretHash,
) -> Result<Option<(Session, Account)>, StoreError> {
    let sql = format!(
        "SELECT session.created, last_used, expires, by_card, {ACCOUNT} FROM session \
         JOIN account ON account.number = session.account WHERE token = ?1"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let read = |row: &Row| -> Result<(Session, Account), StoreError> {
        let account = read_account(row, 4)?;
        let session = Session {
            token,
            account: account.id,
            created: read_timestamp(row, 0)?,
            last_used: read_timestamp(row, 1)?,
            expires: read_timestamp(row, 2)?,
            is_by_card: row.get(3)?,
        };
        Ok((session, account))
    };
    statement.query_row([token.0], |row| Ok(read(row))).optional()?.transpose()
}

pub(super) fn read_timestamp(row: &Row, column: usize) -> Result<Timestamp, StoreError> {
    let value: i64 = row.get(column)?;
    u64::try_from(value).map(Timestamp).map_err(|_| damaged("time", &value.to_string()))
}

fn damaged(what: &str, value: &str) -> StoreError {
    StoreError::Database(format!("an account has {value:?} for its {what}"))
}
