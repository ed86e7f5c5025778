//! Accounts, and the sessions of those who are logged in.
//!
//! A store keeps what it is given: passwords and tokens come hashed, and whether a session is
//! still good is for the caller to say, who knows the time.

use std::fmt;

use async_trait::async_trait;
use game::{Name, Timestamp};

use crate::{SecretHash, StoreError};

/// The number of an account. None is ever given twice, so one that is gone stays nobody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccountId(pub i64);

/// Somebody who can log in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its number.
    pub id: AccountId,
    /// What they are called. No two names are the same but for upper and lower case.
    pub name: Name,
    /// What they are.
    pub role: Role,
    /// What is kept of their password.
    pub password: PasswordHash,
    /// Since when there is the account.
    pub created: Timestamp,
}

/// An account to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccount {
    /// What to call them.
    pub name: Name,
    /// What they are.
    pub role: Role,
    /// What to keep of their password.
    pub password: PasswordHash,
    /// When this happens.
    pub created: Timestamp,
}

/// What somebody with an account is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// One of many who play here.
    Member,
    /// The one who looks after the server.
    Admin,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 2] = [Role::Member, Role::Admin];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Member => "member",
            Role::Admin => "admin",
        }
    }

    /// The role of this word; none when there is no such role.
    pub fn from_word(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.as_str() == word)
    }
}

/// A hashed password, in a form that only the one who hashed it knows.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(pub String);

impl fmt::Debug for PasswordHash {
    /// Keeps the hash out of logs.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

/// Somebody is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// What is kept of the token.
    pub token: SecretHash,
    /// Whose it is.
    pub account: AccountId,
    /// When they logged in.
    pub created: Timestamp,
    /// When it was last of use.
    pub last_used: Timestamp,
    /// From when on it is worth nothing.
    pub expires: Timestamp,
}

/// Keeps accounts and sessions. What holds for [`Store`](crate::Store) holds here.
#[async_trait]
pub trait Accounts: Send + Sync {
    /// Keeps a new account.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] when another has this name.
    async fn add_account(&self, account: NewAccount) -> Result<AccountId, StoreError>;

    /// The account of this name, in any case.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn account(&self, name: &Name) -> Result<Option<Account>, StoreError>;

    /// All accounts, by their names.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn accounts(&self) -> Result<Vec<Account>, StoreError>;

    /// Gives an account another password and ends its sessions, since whoever has one may not
    /// know the new password. False when there is no such account.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn change_password(
        &self,
        id: AccountId,
        password: PasswordHash,
    ) -> Result<bool, StoreError>;

    /// Removes an account with its sessions. False when there is none.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn remove_account(&self, id: AccountId) -> Result<bool, StoreError>;

    /// Keeps a session, and of all sessions of its account no more than `most`: those that were
    /// used last. Sessions of anybody that are over by then go too. False when there is no such
    /// account.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn begin_session(&self, session: Session, most: u32) -> Result<bool, StoreError>;

    /// The session of a token, and whose it is.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn session(&self, token: SecretHash) -> Result<Option<(Session, Account)>, StoreError>;

    /// Notes that a session was of use, and until when it is good. A session that has ended
    /// stays so.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn extend_session(
        &self,
        token: SecretHash,
        last_used: Timestamp,
        expires: Timestamp,
    ) -> Result<(), StoreError>;

    /// Ends a session. False when there was none.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn end_session(&self, token: SecretHash) -> Result<bool, StoreError>;
}
