//! Accounts and sessions in memory.

use async_trait::async_trait;
use game::{Name, Timestamp};

use super::Memory;
use crate::{
    Account, AccountId, Accounts, Card, NewAccount, PasswordHash, SecretHash, Session, StoreError,
};

/// Accounts and sessions.
#[derive(Clone, Debug, Default)]
pub(super) struct AccountTable {
    last: i64,
    pub(super) accounts: Vec<Account>,
    pub(super) sessions: Vec<Session>,
    /// Cards, ordered by account.
    pub(super) cards: Vec<Card>,
    /// Devices, the last used one first.
    devices: Vec<(SecretHash, AccountId, Timestamp)>,
}

impl AccountTable {
    fn find(&self, name: &Name) -> Option<&Account> {
        let key = name.key();
        self.accounts.iter().find(|account| account.name.key() == key)
    }

    pub(super) fn find_like(&self, name: &Name) -> Vec<Account> {
        let skeleton = name.skeleton();
        let alike = |account: &&Account| account.name.skeleton() == skeleton;
        self.accounts.iter().filter(alike).cloned().collect()
    }

    fn remember(&mut self, device: SecretHash, id: AccountId, at: Timestamp, max: u32) {
        if self.with_id(id).is_none() {
            return;
        }
        self.devices.retain(|(other, account, _)| (*other, *account) != (device, id));
        self.devices.push((device, id, at));
        self.devices.sort_by_key(|(_, _, at)| std::cmp::Reverse(*at));
        let mut left = max;
        self.devices.retain(|(_, account, _)| {
            let stays = *account != id || left > 0;
            left -= u32::from(stays && *account == id);
            stays
        });
    }

    pub(super) fn with_id(&mut self, id: AccountId) -> Option<&mut Account> {
        self.accounts.iter_mut().find(|account| account.id == id)
    }

    fn session(&mut self, token: SecretHash) -> Option<&mut Session> {
        self.sessions.iter_mut().find(|session| session.token == token)
    }

    pub(super) fn sort(&mut self) {
        self.accounts.sort_by_key(|account| account.name.key());
    }

    pub(super) fn add(&mut self, account: NewAccount) -> Result<AccountId, StoreError> {
        if !self.find_like(&account.name).is_empty() {
            return Err(StoreError::NameTaken(account.name));
        }
        self.last += 1;
        let NewAccount { name, role, password, group, rating, created } = account;
        let id = AccountId(self.last);
        self.accounts.push(Account { id, name, role, password, group, rating, created });
        self.sort();
        Ok(id)
    }

    fn begin(&mut self, session: Session, max_sessions: u32) -> bool {
        self.sessions.retain(|other| other.expires > session.created);
        if self.with_id(session.account).is_none() {
            return false;
        }
        let account = session.account;
        self.sessions.push(session);
        self.sessions.sort_by_key(|session| std::cmp::Reverse(session.last_used));
        let mut left = max_sessions;
        self.sessions.retain(|session| {
            let stays = session.account != account || left > 0;
            left -= u32::from(stays && session.account == account);
            stays
        });
        true
    }
}

#[async_trait]
impl Accounts for Memory {
    async fn add_account(&self, account: NewAccount) -> Result<AccountId, StoreError> {
        self.library().accounts.add(account)
    }

    async fn account(&self, name: &Name) -> Result<Option<Account>, StoreError> {
        Ok(self.library().accounts.find(name).cloned())
    }

    async fn accounts_like(&self, name: &Name) -> Result<Vec<Account>, StoreError> {
        Ok(self.library().accounts.find_like(name))
    }

    async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        Ok(self.library().accounts.accounts.clone())
    }

    async fn change_password(
        &self,
        id: AccountId,
        password: PasswordHash,
    ) -> Result<bool, StoreError> {
        let table = &mut self.library().accounts;
        table.sessions.retain(|session| session.account != id);
        table.devices.retain(|(_, account, _)| *account != id);
        let account = table.with_id(id);
        Ok(account.map(|account| account.password = Some(password)).is_some())
    }

    async fn remove_account(&self, id: AccountId) -> Result<bool, StoreError> {
        let table = &mut self.library().accounts;
        table.sessions.retain(|session| session.account != id);
        table.devices.retain(|(_, account, _)| *account != id);
        table.cards.retain(|card| card.account != id);
        let before = table.accounts.len();
        table.accounts.retain(|account| account.id != id);
        Ok(table.accounts.len() < before)
    }

    async fn begin_session(&self, session: Session, max_sessions: u32) -> Result<bool, StoreError> {
        Ok(self.library().accounts.begin(session, max_sessions))
    }

    async fn session(&self, token: SecretHash) -> Result<Option<(Session, Account)>, StoreError> {
        let table = &mut self.library().accounts;
        let Some(session) = table.session(token).cloned() else { return Ok(None) };
        let account = table.with_id(session.account).cloned();
        Ok(account.map(|account| (session, account)))
    }

    async fn extend_session(
        &self,
        token: SecretHash,
        last_used: Timestamp,
        expires: Timestamp,
    ) -> Result<(), StoreError> {
        if let Some(session) = self.library().accounts.session(token) {
            (session.last_used, session.expires) = (last_used, expires);
        }
        Ok(())
    }

    async fn end_session(&self, token: SecretHash) -> Result<bool, StoreError> {
        let sessions = &mut self.library().accounts.sessions;
        let before = sessions.len();
        sessions.retain(|session| session.token != token);
        Ok(sessions.len() < before)
    }

    async fn remember_device(
        &self,
        device: SecretHash,
        account: AccountId,
        at: Timestamp,
        max_devices: u32,
    ) -> Result<(), StoreError> {
        self.library().accounts.remember(device, account, at, max_devices);
        Ok(())
    }

    async fn knows_device(
        &self,
        device: SecretHash,
        account: AccountId,
    ) -> Result<bool, StoreError> {
        let devices = &self.library().accounts.devices;
        Ok(devices.iter().any(|(token, owner, _)| (*token, *owner) == (device, account)))
    }
}
