//! The roster in memory.

use async_trait::async_trait;

use super::Memory;
use super::accounts::AccountTable;
use crate::{Account, AccountId, Card, CardCode, Roster, RosterDetails, RosterImport, StoreError};

impl AccountTable {
    fn import(&mut self, import: RosterImport) -> Result<Vec<AccountId>, StoreError> {
        let mut changed = self.clone();
        for (id, details) in import.update {
            if !changed.update(id, details)? {
                return Err(StoreError::NoAccount(id));
            }
        }
        let added = import.add.into_iter().map(|account| changed.add(account));
        let added = added.collect::<Result<Vec<_>, _>>()?;
        *self = changed;
        Ok(added)
    }

    fn update(&mut self, id: AccountId, details: RosterDetails) -> Result<bool, StoreError> {
        let RosterDetails { name, role, group, rating } = details;
        if self.find_like(&name).iter().any(|account| account.id != id) {
            return Err(StoreError::NameTaken(name));
        }
        let Some(account) = self.with_id(id) else { return Ok(false) };
        (account.name, account.role) = (name, role);
        (account.group, account.rating) = (group, rating);
        self.sort();
        Ok(true)
    }

    /// Refuses cards whose codes others have.
    fn check_codes(&self, cards: &[Card]) -> Result<(), StoreError> {
        let is_taken = |card: &Card| {
            let is_same = |other: &Card| other.code == card.code && other.account != card.account;
            self.cards.iter().chain(cards).any(is_same)
        };
        if cards.iter().any(is_taken) { Err(StoreError::CardTaken) } else { Ok(()) }
    }

    fn issue(&mut self, card: Card) {
        let has_card = self.cards.iter().any(|other| other.account == card.account);
        if !has_card && self.with_id(card.account).is_some() {
            self.cards.push(card);
            self.cards.sort_by_key(|card| card.account);
        }
    }

    fn revoke(&mut self, id: AccountId) -> bool {
        self.sessions.retain(|session| session.account != id || !session.is_by_card);
        let before = self.cards.len();
        self.cards.retain(|card| card.account != id);
        self.cards.len() < before
    }
}

#[async_trait]
impl Roster for Memory {
    async fn import_roster(&self, import: RosterImport) -> Result<Vec<AccountId>, StoreError> {
        self.library().accounts.import(import)
    }

    async fn update_account(
        &self,
        id: AccountId,
        details: RosterDetails,
    ) -> Result<bool, StoreError> {
        self.library().accounts.update(id, details)
    }

    async fn issue_cards(&self, mut cards: Vec<Card>) -> Result<(), StoreError> {
        let table = &mut self.library().accounts;
        cards.retain(|card| table.cards.iter().all(|other| other.account != card.account));
        table.check_codes(&cards)?;
        for card in cards {
            table.issue(card);
        }
        Ok(())
    }

    async fn replace_card(&self, card: Card) -> Result<bool, StoreError> {
        let table = &mut self.library().accounts;
        table.check_codes(std::slice::from_ref(&card))?;
        let is_there = table.with_id(card.account).is_some();
        table.revoke(card.account);
        table.issue(card);
        Ok(is_there)
    }

    async fn revoke_card(&self, account: AccountId) -> Result<bool, StoreError> {
        Ok(self.library().accounts.revoke(account))
    }

    async fn account_of_card(&self, code: &CardCode) -> Result<Option<Account>, StoreError> {
        let table = &mut self.library().accounts;
        let card = table.cards.iter().find(|card| card.code == *code);
        let Some(account) = card.map(|card| card.account) else { return Ok(None) };
        Ok(table.with_id(account).cloned())
    }

    async fn cards(&self) -> Result<Vec<Card>, StoreError> {
        Ok(self.library().accounts.cards.clone())
    }
}
