//! Accounts and sessions, and who is behind a request.
//!
//! A session is a random token in a cookie; the store has its hash. Every request has a [`Caller`],
//! and one table says what a caller may do. A server that is reachable only from its own computer
//! and has no administrator's account needs no login: the browser of its [`owner`] is the admin.

mod audit;
mod caller;
mod cards;
mod cookie;
mod names;
mod owner;
mod password;
mod roster;
mod weak_password;

use std::sync::Arc;
use std::time::Duration;

use game::{Name, Timestamp};
use store::{Account, NewAccount, Role, Session, Store};
use tokio::sync::Mutex;
use wire::RequestError;

pub(crate) use audit::Audited;
pub(crate) use caller::{Caller, identify};
pub(crate) use cards::printed;
pub(crate) use cookie::Cookie;
pub(crate) use names::is_reserved;
pub use owner::OwnerAccess;
use password::Passwords;
pub use password::{Password, PasswordError};
pub(crate) use roster::{NewMember, parse_details};

use crate::security::{LoginRates, LoginSource};
use crate::{ApiError, Config, StartError, Token};

/// The names reserved for the administrator. A new account gets the first one that is free; in
/// databases from before the role was called admin, the account is named `keeper`.
const ADMIN_NAMES: [&str; 2] = ["admin", "keeper"];
/// How long an unused session lasts.
pub(crate) const SESSION_TIME: Duration = Duration::from_hours(30 * 24);
/// How long a session lasts at most, however much it is used.
const MAX_SESSION_TIME: Duration = Duration::from_hours(90 * 24);
/// How long a session lasts that was begun with a card: an afternoon at a shared device, however
/// much it is used.
const CARD_SESSION_TIME: Duration = Duration::from_hours(12);
/// A session is extended at most this often.
const EXTENSION_INTERVAL: Duration = Duration::from_hours(24);
/// The maximum number of sessions of one account. Logging in on more devices ends the oldest.
const MAX_SESSIONS: u32 = 16;
/// The maximum number of browsers that are remembered for one account.
const MAX_DEVICES: u32 = 32;

/// The accounts of a server.
pub(crate) struct Accounts {
    store: Arc<dyn Store>,
    passwords: Passwords,
    rates: LoginRates,
    /// The owner, who is the admin without logging in.
    owner: Option<OwnerAccess>,
    /// Held while the roster is compared with what it should become, and changed.
    roster: Mutex<()>,
}

/// A login.
pub(crate) struct LoggedIn {
    pub(crate) account: Account,
    pub(crate) token: Token,
    /// The session was extended, and so must be the cookie.
    pub(crate) is_extended: bool,
    /// The session was begun with a card.
    pub(crate) is_by_card: bool,
}

impl LoggedIn {
    /// How long its cookie lasts.
    pub(crate) fn lifetime(&self) -> Duration {
        if self.is_by_card { CARD_SESSION_TIME } else { SESSION_TIME }
    }
}

impl Accounts {
    /// The accounts in a store. The administrator's gets the configured password.
    ///
    /// # Errors
    /// When the store fails, or the password cannot be hashed.
    pub(crate) async fn open(
        config: &Config,
        store: Arc<dyn Store>,
        now: Timestamp,
    ) -> Result<Accounts, StartError> {
        let failed = |error: ApiError| StartError::Accounts(error.to_string());
        let passwords = Passwords::new().await.map_err(failed)?;
        let rates = LoginRates::new(&config.limits, Arc::clone(&store));
        let roster = Mutex::new(());
        let mut accounts = Accounts { store, passwords, rates, owner: None, roster };
        if let Some(password) = &config.admin {
            accounts.set_admin_password(password, now).await.map_err(failed)?;
        }
        let admin = accounts.admin().await.map_err(failed)?;
        let is_home = !config.is_reachable() && admin.is_none();
        accounts.owner = config.owner.clone().filter(|_| is_home);
        Ok(accounts)
    }

    /// Sets the password of the administrator's account, whatever its name, or creates one. A
    /// password that stays the same leaves the administrator logged in.
    async fn set_admin_password(
        &self,
        password: &Password,
        now: Timestamp,
    ) -> Result<(), ApiError> {
        let Some(account) = self.admin().await? else {
            let name = self.free_admin_name().await?;
            let password = self.passwords.hash(password).await?;
            let admin = NewAccount {
                name,
                role: Role::Admin,
                password: Some(password),
                group: None,
                rating: None,
                created: now,
            };
            return self.store.add_account(admin).await.map(drop).map_err(ApiError::from);
        };
        let kept = account.password;
        if !self.passwords.verify(password.reveal(), kept).await? {
            tracing::info!("the admin has a new password, and has to log in again");
            let hash = self.passwords.hash(password).await?;
            self.store.change_password(account.id, hash).await?;
        }
        Ok(())
    }

    async fn admin(&self) -> Result<Option<Account>, ApiError> {
        let accounts = self.store.accounts().await?;
        Ok(accounts.into_iter().find(|account| account.role == Role::Admin))
    }

    /// A member may be called `admin` where the name was not reserved yet.
    async fn free_admin_name(&self) -> Result<Name, ApiError> {
        for text in ADMIN_NAMES {
            let name = Name::new(text).map_err(RequestError::Name)?;
            if self.store.account(&name).await?.is_none() {
                return Ok(name);
            }
        }
        Err(ApiError::Internal("all names for the admin are taken by members".to_owned()))
    }

    /// The owner of a server that is reachable only from its own computer.
    pub(crate) fn owner(&self) -> Option<&OwnerAccess> {
        self.owner.as_ref()
    }

    /// The number of passwords checked.
    pub(crate) fn checks(&self) -> u64 {
        self.passwords.checks()
    }

    /// Counts an attempt to log in under a name as it was typed.
    ///
    /// # Errors
    /// When there were too many, or the store fails.
    pub(crate) async fn check_rate(&self, caller: &Caller, typed: &str) -> Result<(), ApiError> {
        let name = Name::new(typed).ok();
        let key = name.as_ref().map_or_else(|| typed.trim().to_lowercase(), Name::key);
        let account = match name.filter(|_| caller.device().is_some()) {
            Some(name) => self.store.account(&name).await?,
            None => None,
        };
        let source = match (self.known_device(caller, account.as_ref()).await?, account) {
            (Some(device), Some(account)) => LoginSource::Device(device.hash(), account.id),
            _ => LoginSource::Address(caller.address()),
        };
        self.rates.check(source, &key).await
    }

    /// The token of the caller's browser, if the owner of the account has logged in from there.
    async fn known_device(
        &self,
        caller: &Caller,
        account: Option<&Account>,
    ) -> Result<Option<Token>, ApiError> {
        let (Some(device), Some(account)) = (caller.device(), account) else { return Ok(None) };
        let is_known = self.store.knows_device(device.hash(), account.id).await?;
        Ok(is_known.then(|| device.clone()))
    }

    /// Remembers the browser of a caller who has just logged in. The result is its token: a new one
    /// if the browser did not have one of this account. Others may know what was there before.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn remember_device(
        &self,
        caller: &Caller,
        account: &Account,
        now: Timestamp,
    ) -> Result<Token, ApiError> {
        let device = match self.known_device(caller, Some(account)).await? {
            Some(device) => device,
            None => Token::random()?,
        };
        self.store.remember_device(device.hash(), account.id, now, MAX_DEVICES).await?;
        Ok(device)
    }

    /// Logs in with a new token, which replaces the previous one. A wrong name takes as long as a
    /// wrong password and gets the same answer.
    ///
    /// # Errors
    /// [`ApiError::WrongLogin`], and when the server is overloaded.
    pub(crate) async fn log_in(
        &self,
        name: Option<&Name>,
        password: &str,
        before: Option<&Token>,
        now: Timestamp,
    ) -> Result<LoggedIn, ApiError> {
        let found = match name {
            Some(name) => self.store.account(name).await?,
            None => None,
        };
        let kept = found.as_ref().and_then(|account| account.password.clone());
        let is_right = self.passwords.verify(password, kept).await?;
        let account = found.filter(|_| is_right).ok_or(ApiError::WrongLogin)?;
        if let Some(before) = before {
            self.store.end_session(before.hash()).await?;
        }
        self.begin_session(account, false, now).await
    }

    async fn begin_session(
        &self,
        account: Account,
        is_by_card: bool,
        now: Timestamp,
    ) -> Result<LoggedIn, ApiError> {
        let token = Token::random()?;
        let logged_in = LoggedIn { account, token, is_extended: false, is_by_card };
        let session = Session {
            token: logged_in.token.hash(),
            account: logged_in.account.id,
            created: now,
            last_used: now,
            expires: now.after(logged_in.lifetime()),
            is_by_card,
        };
        let is_still_there = self.store.begin_session(session, MAX_SESSIONS).await?;
        is_still_there.then_some(logged_in).ok_or(ApiError::WrongLogin)
    }

    /// Changes a member's password. All other sessions of the account end.
    ///
    /// # Errors
    /// [`ApiError::WrongPassword`], and for the administrator, whose password the next start would
    /// set back.
    pub(crate) async fn change_own(
        &self,
        account: &Account,
        current: &str,
        chosen: &Password,
        now: Timestamp,
    ) -> Result<LoggedIn, ApiError> {
        if account.role == Role::Admin {
            return Err(ApiError::AdminPassword);
        }
        let kept = account.password.clone();
        if !self.passwords.verify(current, kept).await? {
            return Err(ApiError::WrongPassword);
        }
        chosen.check_for(&account.name)?;
        let hash = self.passwords.hash(chosen).await?;
        self.store.change_password(account.id, hash).await?;
        self.begin_session(account.clone(), false, now).await
    }

    /// The login of a token; none when it is invalid or has expired.
    ///
    /// # Errors
    /// When the store fails.
    async fn session(&self, token: Token, now: Timestamp) -> Result<Option<LoggedIn>, ApiError> {
        let Some((session, account)) = self.store.session(token.hash()).await? else {
            return Ok(None);
        };
        let end = session.created.after(MAX_SESSION_TIME);
        if session.expires.min(end) <= now {
            self.store.end_session(session.token).await?;
            return Ok(None);
        }
        let is_by_card = session.is_by_card;
        if is_by_card && !cards::may_open(&account) {
            return Ok(None);
        }
        let is_extended = !is_by_card && now.since(session.last_used) >= EXTENSION_INTERVAL;
        if is_extended {
            let expires = now.after(SESSION_TIME).min(end);
            self.store.extend_session(session.token, now, expires).await?;
        }
        Ok(Some(LoggedIn { account, token, is_extended, is_by_card }))
    }

    /// Ends a session.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn log_out(&self, token: &Token) -> Result<(), ApiError> {
        self.store.end_session(token.hash()).await?;
        Ok(())
    }

    /// The account of this name; none when there is none.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn find(&self, name: &Name) -> Result<Option<Account>, ApiError> {
        Ok(self.store.account(name).await?)
    }
}

#[cfg(test)]
mod tests;
