//! The roster in the database.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use game::Timestamp;
use tokio_postgres::Row;

use super::Postgres;
use super::accounts::{ACCOUNT, add, find, find_like, read_account};
use super::run::{Lock, begin, changes, execute, row, rows};
use super::values::{Columns, values};
use crate::columns::timestamp_column;
use crate::{
    Account, AccountId, Card, CardCode, GroupName, Roster, RosterDetails, RosterImport, StoreError,
};

#[async_trait]
impl Roster for Postgres {
    async fn import_roster(&self, import: RosterImport) -> Result<Vec<AccountId>, StoreError> {
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Accounts).await?;
        for (id, details) in &import.update {
            if !update(&transaction, *id, details).await? {
                return Err(StoreError::NoAccount(*id));
            }
        }
        let mut added = Vec::with_capacity(import.add.len());
        for account in &import.add {
            added.push(add(&transaction, account).await?);
        }
        self.commit(transaction).await?;
        Ok(added)
    }

    async fn update_account(
        &self,
        id: AccountId,
        details: RosterDetails,
    ) -> Result<bool, StoreError> {
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Accounts).await?;
        let updated = update(&transaction, id, &details).await?;
        self.commit(transaction).await?;
        Ok(updated)
    }

    async fn issue_cards(&self, cards: Vec<Card>) -> Result<(), StoreError> {
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Accounts).await?;
        for card in &cards {
            issue(&transaction, card).await?;
        }
        self.commit(transaction).await
    }

    async fn replace_card(&self, card: Card) -> Result<bool, StoreError> {
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Accounts).await?;
        revoke(&transaction, card.account).await?;
        issue(&transaction, &card).await?;
        let has_card = has_card(&transaction, card.account).await?;
        self.commit(transaction).await?;
        Ok(has_card)
    }

    async fn revoke_card(&self, account: AccountId) -> Result<bool, StoreError> {
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Accounts).await?;
        let revoked = revoke(&transaction, account).await?;
        self.commit(transaction).await?;
        Ok(revoked)
    }

    async fn account_of_card(&self, code: &CardCode) -> Result<Option<Account>, StoreError> {
        account_of(&self.client().await?, code).await
    }

    async fn cards(&self) -> Result<Vec<Card>, StoreError> {
        let sql = "SELECT account, code, created FROM card ORDER BY account";
        let read = |row: &Row| {
            Ok(Card {
                account: AccountId(row.number(0)?),
                code: CardCode(row.text(1)?),
                created: Timestamp(row.number(2)?),
            })
        };
        rows(&self.client().await?, sql, &[]).await?.iter().map(read).collect()
    }
}

async fn update(
    on: &impl GenericClient,
    id: AccountId,
    details: &RosterDetails,
) -> Result<bool, StoreError> {
    let RosterDetails { name, role, group, rating } = details;
    let skeleton = name.skeleton();
    let mut same = find_like(on, &skeleton).await?;
    same.extend(find(on, name).await?);
    if same.into_iter().any(|account| account.id != id) {
        return Err(StoreError::NameTaken(name.clone()));
    }
    let sql = "UPDATE account SET name = $2, name_key = $3, name_skeleton = $4, role = $5, \
               group_name = $6, rating = $7 WHERE number = $1";
    let group = group.as_ref().map(GroupName::as_str);
    let values = values![id.0, name.as_str(), name.key(), skeleton, role.as_str(), group, *rating];
    changes(on, sql, values).await
}

/// Issues a card, unless the account has one or is gone.
async fn issue(on: &impl GenericClient, card: &Card) -> Result<(), StoreError> {
    let created = timestamp_column(card.created)?;
    if has_card(on, card.account).await? {
        return Ok(());
    }
    if account_of(on, &card.code).await?.is_some() {
        return Err(StoreError::CardTaken);
    }
    let sql = "INSERT INTO card (account, code, created) \
               SELECT number, $2, $3 FROM account WHERE number = $1";
    execute(on, sql, values![card.account.0, &card.code.0, created]).await.map(drop)
}

async fn has_card(on: &impl GenericClient, account: AccountId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM card WHERE account = $1";
    Ok(row(on, sql, values![account.0]).await?.is_some())
}

async fn revoke(on: &impl GenericClient, account: AccountId) -> Result<bool, StoreError> {
    let key = values![account.0];
    execute(on, "DELETE FROM session WHERE account = $1 AND by_card", key).await?;
    changes(on, "DELETE FROM card WHERE account = $1", key).await
}

async fn account_of(
    on: &impl GenericClient,
    code: &CardCode,
) -> Result<Option<Account>, StoreError> {
    let sql = format!(
        "SELECT {ACCOUNT} FROM card JOIN account ON account.number = card.account WHERE code = $1"
    );
    let found = row(on, &sql, values![&code.0]).await?;
    found.map(|row| read_account(&row, 0)).transpose()
}
