//! The roster in the database.

use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Row};

use super::Sqlite;
use super::accounts::{ACCOUNT, add, changes, find, find_like, read_account, read_timestamp};
use super::rows::timestamp_column;
use super::write::execute;
use crate::{
    Account, AccountId, Card, CardCode, GroupName, Roster, RosterDetails, RosterImport, StoreError,
};

#[async_trait]
impl Roster for Sqlite {
    async fn import_roster(&self, import: RosterImport) -> Result<Vec<AccountId>, StoreError> {
        self.writer.write(move |connection| store_import(connection, &import)).await
    }

    async fn update_account(
        &self,
        id: AccountId,
        details: RosterDetails,
    ) -> Result<bool, StoreError> {
        self.writer.write(move |connection| update(connection, id, &details)).await
    }

    async fn issue_cards(&self, cards: Vec<Card>) -> Result<(), StoreError> {
        let issue_all = move |connection: &Connection| {
            cards.iter().try_for_each(|card| issue(connection, card))
        };
        self.writer.write(issue_all).await
    }

    async fn replace_card(&self, card: Card) -> Result<bool, StoreError> {
        let replace = move |connection: &Connection| {
            revoke(connection, card.account)?;
            issue(connection, &card)?;
            has_card(connection, card.account)
        };
        self.writer.write(replace).await
    }

    async fn revoke_card(&self, account: AccountId) -> Result<bool, StoreError> {
        self.writer.write(move |connection| revoke(connection, account)).await
    }

    async fn account_of_card(&self, code: &CardCode) -> Result<Option<Account>, StoreError> {
        let code = code.clone();
        self.readers.read(move |connection| account_of(connection, &code)).await
    }

    async fn cards(&self) -> Result<Vec<Card>, StoreError> {
        self.readers.read(all).await
    }
}

fn store_import(
    connection: &Connection,
    import: &RosterImport,
) -> Result<Vec<AccountId>, StoreError> {
    for (id, details) in &import.update {
        if !update(connection, *id, details)? {
            return Err(StoreError::NoAccount(*id));
        }
    }
    import.add.iter().map(|account| add(connection, account)).collect()
}

fn update(
    connection: &Connection,
    id: AccountId,
    details: &RosterDetails,
) -> Result<bool, StoreError> {
    let RosterDetails { name, role, group, rating } = details;
    let skeleton = name.skeleton();
    let same = find(connection, name)?.into_iter().chain(find_like(connection, &skeleton)?);
    if same.into_iter().any(|account| account.id != id) {
        return Err(StoreError::NameTaken(name.clone()));
    }
    let sql = "UPDATE account SET name = ?2, name_key = ?3, name_skeleton = ?4, role = ?5, \
               group_name = ?6, rating = ?7 WHERE number = ?1";
    let group = group.as_ref().map(GroupName::as_str);
    let values = (id.0, name.as_str(), name.key(), skeleton, role.as_str(), group, rating);
    changes(connection, sql, values)
}

/// Issues a card, unless the account has one or is gone.
fn issue(connection: &Connection, card: &Card) -> Result<(), StoreError> {
    let created = timestamp_column(card.created)?;
    if has_card(connection, card.account)? {
        return Ok(());
    }
    if account_of(connection, &card.code)?.is_some() {
        return Err(StoreError::CardTaken);
    }
    let sql = "INSERT INTO card (account, code, created) \
               SELECT number, ?2, ?3 FROM account WHERE number = ?1";
    execute(connection, sql, (card.account.0, &card.code.0, created))
}

fn has_card(connection: &Connection, account: AccountId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM card WHERE account = ?1";
    Ok(connection.prepare_cached(sql)?.exists((account.0,))?)
}

fn revoke(connection: &Connection, account: AccountId) -> Result<bool, StoreError> {
    execute(connection, "DELETE FROM session WHERE account = ?1 AND by_card", (account.0,))?;
    changes(connection, "DELETE FROM card WHERE account = ?1", (account.0,))
}

fn account_of(connection: &Connection, code: &CardCode) -> Result<Option<Account>, StoreError> {
    let sql = format!(
        "SELECT {ACCOUNT} FROM card JOIN account ON account.number = card.account WHERE code = ?1"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    statement.query_row([&code.0], |row| Ok(read_account(row, 0))).optional()?.transpose()
}

fn all(connection: &Connection) -> Result<Vec<Card>, StoreError> {
    let sql = "SELECT account, code, created FROM card ORDER BY account";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query([])?;
    rows.and_then(read_card).collect()
}

fn read_card(row: &Row) -> Result<Card, StoreError> {
    Ok(Card {
        account: AccountId(row.get(0)?),
        code: CardCode(row.get(1)?),
        created: read_timestamp(row, 2)?,
    })
}
