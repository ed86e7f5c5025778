//! Accounts and sessions in the database.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use game::{Name, Timestamp};
use tokio_postgres::Row;

use super::Postgres;
use super::run::{Lock, begin, changes, execute, row, rows};
use super::values::{Columns, values};
use crate::columns::timestamp_column;
use crate::query::fold;
use crate::{
    Account, AccountId, Accounts, GroupName, NewAccount, PasswordHash, Role, SecretHash, Session,
    StoreError,
};

#[async_trait]
impl Accounts for Postgres {
    async fn add_account(&self, account: NewAccount) -> Result<AccountId, StoreError> {
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Accounts).await?;
        let id = add(&transaction, &account).await?;
        self.commit(transaction).await?;
        Ok(id)
    }

    async fn account(&self, name: &Name) -> Result<Option<Account>, StoreError> {
        find(&self.client().await?, name).await
    }

    async fn accounts_like(&self, name: &Name) -> Result<Vec<Account>, StoreError> {
        find_like(&self.client().await?, &name.skeleton()).await
    }

    async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        let sql = format!("SELECT {ACCOUNT} FROM account ORDER BY name_key");
        let found = rows(&self.client().await?, &sql, &[]).await?;
        found.iter().map(|row| read_account(row, 0)).collect()
    }

    async fn change_password(
        &self,
        id: AccountId,
        password: PasswordHash,
    ) -> Result<bool, StoreError> {
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Accounts).await?;
        let key = values![id.0];
        execute(&transaction, "DELETE FROM session WHERE account = $1", key).await?;
        execute(&transaction, "DELETE FROM device WHERE account = $1", key).await?;
        let sql = "UPDATE account SET password = $2 WHERE number = $1";
        let changed = changes(&transaction, sql, values![id.0, password.0]).await?;
        self.commit(transaction).await?;
        Ok(changed)
    }

    async fn remove_account(&self, id: AccountId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM account WHERE number = $1";
        self.change(sql, values![id.0]).await
    }

    async fn begin_session(&self, session: Session, max_sessions: u32) -> Result<bool, StoreError> {
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Accounts).await?;
        let begun = begin_session(&transaction, &session, max_sessions).await?;
        self.commit(transaction).await?;
        Ok(begun)
    }

    async fn session(&self, token: SecretHash) -> Result<Option<(Session, Account)>, StoreError> {
        let sql = format!(
            "SELECT session.created, last_used, expires, by_card, {ACCOUNT} FROM session \
             JOIN account ON account.number = session.account WHERE token = $1"
        );
        let found = row(&self.client().await?, &sql, values![token.0]).await?;
        found.map(|row| read_session(&row, token)).transpose()
    }

    async fn extend_session(
        &self,
        token: SecretHash,
        last_used: Timestamp,
        expires: Timestamp,
    ) -> Result<(), StoreError> {
        let (last_used, expires) = (timestamp_column(last_used)?, timestamp_column(expires)?);
        let sql = "UPDATE session SET last_used = $2, expires = $3 WHERE token = $1";
        let values = values![token.0, last_used, expires];
        self.change(sql, values).await.map(drop)
    }

    async fn end_session(&self, token: SecretHash) -> Result<bool, StoreError> {
        let sql = "DELETE FROM session WHERE token = $1";
        self.change(sql, values![token.0]).await
    }

    async fn remember_device(
        &self,
        device: SecretHash,
        account: AccountId,
        at: Timestamp,
        max_devices: u32,
    ) -> Result<(), StoreError> {
        let at = timestamp_column(at)?;
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Accounts).await?;
        let sql = "INSERT INTO device (token, account, last_used) \
                   SELECT $1, number, $3 FROM account WHERE number = $2 \
                   ON CONFLICT (token, account) DO UPDATE SET last_used = excluded.last_used";
        execute(&transaction, sql, values![device.0, account.0, at]).await?;
        let sql = "DELETE FROM device WHERE account = $1 AND token NOT IN \
                   (SELECT token FROM device WHERE account = $1 ORDER BY last_used DESC LIMIT $2)";
        execute(&transaction, sql, values![account.0, max_devices]).await?;
        self.commit(transaction).await
    }

    async fn knows_device(
        &self,
        device: SecretHash,
        account: AccountId,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM device WHERE token = $1 AND account = $2";
        let found = row(&self.client().await?, sql, values![device.0, account.0]).await?;
        Ok(found.is_some())
    }
}

/// Adds an account, while the accounts are locked.
pub(super) async fn add(
    on: &impl GenericClient,
    account: &NewAccount,
) -> Result<AccountId, StoreError> {
    let (key, skeleton) = (account.name.key(), account.name.skeleton());
    let is_taken = find(on, &account.name).await?.is_some();
    if is_taken || !find_like(on, &skeleton).await?.is_empty() {
        return Err(StoreError::NameTaken(account.name.clone()));
    }
    let sql = "INSERT INTO account (name, name_key, name_skeleton, role, password, created, \
               group_name, rating) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING number";
    let (name, role) = (account.name.as_str(), account.role.as_str());
    let password = account.password.as_ref().map_or(NO_PASSWORD, |hash| &hash.0);
    let created = timestamp_column(account.created)?;
    let group = account.group.as_ref().map(GroupName::as_str);
    let values = values![name, key, skeleton, role, password, created, group, account.rating];
    let added = row(on, sql, values).await?;
    let nothing = || StoreError::Database("an account was not stored".into());
    Ok(AccountId(added.ok_or_else(nothing)?.number(0)?))
}

/// What the column of the password has for an account without one. No hash is empty.
const NO_PASSWORD: &str = "";

/// The columns that [`read_account`] reads, starting at `first`.
pub(super) const ACCOUNT: &str = "account.number, account.name, account.role, account.password, \
                                  account.created, account.group_name, account.rating";

/// Of two accounts that had different names until keys were computed as they are now, one is
/// found only by its exact name.
pub(super) async fn find(
    on: &impl GenericClient,
    name: &Name,
) -> Result<Option<Account>, StoreError> {
    let sql = format!(
        "SELECT {ACCOUNT} FROM account WHERE name_key IN ($1, $2) ORDER BY name_key = $1 DESC"
    );
    let found = row(on, &sql, values![fold(name.as_str()), name.key()]).await?;
    found.map(|row| read_account(&row, 0)).transpose()
}

pub(super) async fn find_like(
    on: &impl GenericClient,
    skeleton: &str,
) -> Result<Vec<Account>, StoreError> {
    let sql = format!("SELECT {ACCOUNT} FROM account WHERE name_skeleton = $1 ORDER BY number");
    let found = rows(on, &sql, values![skeleton]).await?;
    found.iter().map(|row| read_account(row, 0)).collect()
}

pub(super) fn read_account(row: &Row, first: usize) -> Result<Account, StoreError> {
    let (name, role) = (row.text(first + 1)?, row.text(first + 2)?);
    let group = row.optional_text(first + 5)?;
    Ok(Account {
        id: AccountId(row.number(first)?),
        // Older versions accepted characters that new names cannot have.
        name: Name::from_file(&name).ok_or_else(|| damaged("name", &name))?,
        role: Role::from_word(&role).ok_or_else(|| damaged("role", &role))?,
        password: Some(PasswordHash(row.text(first + 3)?)).filter(|hash| hash.0 != NO_PASSWORD),
        created: Timestamp(row.number(first + 4)?),
        group: group.as_deref().and_then(GroupName::new),
        rating: row.optional_number(first + 6)?,
    })
}

async fn begin_session(
    on: &impl GenericClient,
    session: &Session,
    max_sessions: u32,
) -> Result<bool, StoreError> {
    let Session { token, account, .. } = session;
    let created = timestamp_column(session.created)?;
    let last_used = timestamp_column(session.last_used)?;
    let expires = timestamp_column(session.expires)?;
    execute(on, "DELETE FROM session WHERE expires <= $1", values![created]).await?;
    let sql = "INSERT INTO session (token, account, created, last_used, expires, by_card) \
               SELECT $1, number, $3, $4, $5, $6 FROM account WHERE number = $2";
    let values = values![token.0, account.0, created, last_used, expires, session.is_by_card];
    if !changes(on, sql, values).await? {
        return Ok(false);
    }
    let sql = "DELETE FROM session WHERE account = $1 AND token NOT IN \
               (SELECT token FROM session WHERE account = $1 ORDER BY last_used DESC LIMIT $2)";
    execute(on, sql, values![account.0, max_sessions]).await?;
    Ok(true)
}

fn read_session(row: &Row, token: SecretHash) -> Result<(Session, Account), StoreError> {
    let account = read_account(row, 4)?;
    let session = Session {
        token,
        account: account.id,
        created: Timestamp(row.number(0)?),
        last_used: Timestamp(row.number(1)?),
        expires: Timestamp(row.number(2)?),
        is_by_card: row.flag(3)?,
    };
    Ok((session, account))
}

fn damaged(what: &str, value: &str) -> StoreError {
    StoreError::Database(format!("an account has {value:?} for its {what}"))
}
