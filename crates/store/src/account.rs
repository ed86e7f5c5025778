//! Accounts and login sessions.
//!
//! Passwords and tokens arrive hashed. Whether a session is still valid is decided by the caller,
//! who knows the time.

use std::fmt;

use async_trait::async_trait;
use game::{Name, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{GroupName, SecretHash, StoreError};

/// The number of an account. Numbers of removed accounts are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AccountId(pub i64);

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its number.
    pub id: AccountId,
    /// The name, unique by its [`key`](Name::key).
    pub name: Name,
    /// The role.
    pub role: Role,
    /// The hashed password; none when the account is entered with a card alone.
    pub password: Option<PasswordHash>,
    /// A class, a team or another group.
    pub group: Option<GroupName>,
    /// The rating before the first rated game.
    pub rating: Option<u16>,
    /// When it was created.
    pub created: Timestamp,
}

/// A new account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccount {
    /// The name.
    pub name: Name,
    /// The role.
    pub role: Role,
    /// The hashed password, if there is one.
    pub password: Option<PasswordHash>,
    /// A class, a team or another group.
    pub group: Option<GroupName>,
    /// The rating before the first rated game.
    pub rating: Option<u16>,
    /// When it is created.
    pub created: Timestamp,
}

/// The role of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A player.
    Member,
    /// Somebody who manages the members and organizes competitions.
    Organizer,
    /// The administrator of the server.
    Admin,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 3] = [Role::Member, Role::Organizer, Role::Admin];

    /// The role as a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Member => "member",
            Role::Organizer => "organizer",
            Role::Admin => "admin",
        }
    }

    /// Parses a role.
    pub fn from_word(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.as_str() == word)
    }
}

/// A hashed password, in the format of the caller.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(pub String);

impl fmt::Debug for PasswordHash {
    /// Keeps the hash out of logs.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

/// A login session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The hashed token.
    pub token: SecretHash,
    /// Its account.
    pub account: AccountId,
    /// When it began.
    pub created: Timestamp,
    /// When it was last used.
    pub last_used: Timestamp,
    /// When it expires.
    pub expires: Timestamp,
    /// Whether it was begun with a card, and ends with that.
    pub is_by_card: bool,
}

/// Storage of accounts and sessions, with the guarantees of [`Store`](crate::Store).
#[async_trait]
pub trait Accounts: Send + Sync {
    /// Stores a new account.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] when an account has the same name, or one that looks the same.
    async fn add_account(&self, account: NewAccount) -> Result<AccountId, StoreError>;

    /// The account with this name, regardless of case, width and composition.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn account(&self, name: &Name) -> Result<Option<Account>, StoreError>;

    /// The accounts whose names look the same as this one.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn accounts_like(&self, name: &Name) -> Result<Vec<Account>, StoreError>;

    /// All accounts, ordered by name.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn accounts(&self) -> Result<Vec<Account>, StoreError>;

    /// Changes a password, ends all sessions of the account and forgets its devices. False when
    /// there is no such account.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn change_password(
        &self,
        id: AccountId,
        password: PasswordHash,
    ) -> Result<bool, StoreError>;

    /// Removes an account and its sessions. False when there is no such account.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn remove_account(&self, id: AccountId) -> Result<bool, StoreError>;

    /// Stores a session. Of all sessions of the account, the `max_sessions` last used ones stay,
    /// and expired sessions of all accounts are removed. False when there is no such account.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn begin_session(&self, session: Session, max_sessions: u32) -> Result<bool, StoreError>;

    /// The session of a token, and its account.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn session(&self, token: SecretHash) -> Result<Option<(Session, Account)>, StoreError>;

    /// Updates the times of a session. A session that has ended stays ended.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn extend_session(
        &self,
        token: SecretHash,
        last_used: Timestamp,
        expires: Timestamp,
    ) -> Result<(), StoreError>;

    /// Ends a session. False when there is none.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn end_session(&self, token: SecretHash) -> Result<bool, StoreError>;

    /// Remembers that the owner of an account uses a device. Of all devices of the account, the
    /// `max_devices` last used ones are remembered.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn remember_device(
        &self,
        device: SecretHash,
        account: AccountId,
        at: Timestamp,
        max_devices: u32,
    ) -> Result<(), StoreError>;

    /// Whether the owner of an account uses a device.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn knows_device(
        &self,
        device: SecretHash,
        account: AccountId,
    ) -> Result<bool, StoreError>;
}
