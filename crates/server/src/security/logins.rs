//! Rate limits for logins. They slow down guessing, and cannot be used to lock somebody out.
//!
//! A limit for a name alone is a weapon: whoever guesses at the name of the admin keeps the admin
//! out. So attempts are counted separately:
//!
//! - A browser from which the owner of an account has logged in before has a cookie that proves it
//!   (a device cookie), and its own limit for that account. Nothing that others do counts.
//! - Everybody else is limited by address, and by name and address together.
//! - Unknown browsers at all addresses together are limited by name, but only far above that: a
//!   guesser with many addresses stays slow, and keeps out nobody who uses a known browser.
//!
//! A card has no name to guess at, and codes are too many to be tried: its limit is by address
//! alone, and high enough for a class that arrives from one.
//!
//! Attempts count whether or not they succeed and the name exists, on all servers that share the
//! store together: a guesser gains nothing by their number. What is counted is a hash, because what
//! is typed as a name may be a password.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};
use store::{AccountId, AttemptKey, AttemptLimit, SecretHash, Store};

use super::ClientKey;
use crate::ApiError;
use crate::config::Limits;

/// How many times as many attempts unknown browsers at all addresses have for one name, compared
/// with one address.
const ADDRESSES_PER_NAME: u32 = 10;

/// Limits the rate of logins.
pub(crate) struct LoginRates {
    store: Arc<dyn Store>,
    per_address: AttemptLimit,
    per_name: AttemptLimit,
    per_name_everywhere: AttemptLimit,
    cards_per_address: AttemptLimit,
}

/// Where a login comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LoginSource {
    /// A browser from which the owner of the account has logged in before.
    Device(SecretHash, AccountId),
    /// Any other browser, at this address where it is known.
    Address(Option<IpAddr>),
}

impl LoginRates {
    /// The rates of logins, counted in this store.
    pub(crate) fn new(limits: &Limits, store: Arc<dyn Store>) -> LoginRates {
        let everywhere = limits.logins_per_name.saturating_mul(ADDRESSES_PER_NAME);
        LoginRates {
            store,
            per_address: per_minute(limits.logins_per_address),
            per_name: per_minute(limits.logins_per_name),
            per_name_everywhere: per_minute(everywhere),
            cards_per_address: per_minute(limits.card_logins_per_address),
        }
    }

    /// Counts an attempt to log in under a name, given by its key.
    ///
    /// # Errors
    /// When there were too many, or the store fails.
    pub(crate) async fn check(&self, source: LoginSource, name: &str) -> Result<(), ApiError> {
        match source {
            LoginSource::Device(device, AccountId(account)) => {
                let key = key("device", &[&device.0, &account.to_be_bytes()]);
                self.count(key, self.per_name).await
            }
            LoginSource::Address(None) => self.check_name(name).await,
            LoginSource::Address(Some(address)) => {
                let address = address_bytes(ClientKey::from(address));
                self.count(key("address", &[&address]), self.per_address).await?;
                let both = key("name and address", &[name.as_bytes(), &address]);
                self.count(both, self.per_name).await?;
                self.check_name(name).await
            }
        }
    }

    /// Counts an attempt to log in with a card.
    ///
    /// # Errors
    /// When there were too many, or the store fails.
    pub(crate) async fn check_card(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        let client = address.map_or(ClientKey::Nobody, ClientKey::from);
        self.count(key("card", &[&address_bytes(client)]), self.cards_per_address).await
    }

    async fn check_name(&self, name: &str) -> Result<(), ApiError> {
        self.count(key("name", &[name.as_bytes()]), self.per_name_everywhere).await
    }

    async fn count(&self, key: AttemptKey, limit: AttemptLimit) -> Result<(), ApiError> {
        match self.store.count_attempt(key, limit).await? {
            Some(retry_after) => Err(ApiError::TooManyRequests { retry_after }),
            None => Ok(()),
        }
    }
}

fn per_minute(attempts: u32) -> AttemptLimit {
    AttemptLimit { attempts: attempts.max(1), time: Duration::from_mins(1) }
}

/// A hash of these parts, none of which can be mistaken for a part of another.
fn key(kind: &str, parts: &[&[u8]]) -> AttemptKey {
    let mut hash = Sha256::new();
    for part in [kind.as_bytes()].iter().chain(parts) {
        hash.update(part.len().to_be_bytes());
        hash.update(part);
    }
    AttemptKey(hash.finalize().into())
}

fn address_bytes(client: ClientKey) -> Vec<u8> {
    match client {
        ClientKey::Address(IpAddr::V4(address)) => address.octets().to_vec(),
        ClientKey::Address(IpAddr::V6(address)) => address.octets().to_vec(),
        ClientKey::Account(AccountId(number)) => number.to_be_bytes().to_vec(),
        ClientKey::Nobody => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use store::Memory;

    use super::*;

    const LIMITS: (u32, u32) = (4, 2);

    fn rates() -> LoginRates {
        let (logins_per_address, logins_per_name) = LIMITS;
        let limits = Limits { logins_per_address, logins_per_name, ..Limits::default() };
        LoginRates::new(&limits, Arc::new(Memory::new()))
    }

    fn at(host: u8) -> LoginSource {
        LoginSource::Address(Some([192, 0, 2, host].into()))
    }

    #[tokio::test]
    async fn logins_are_counted_by_address_and_by_name_and_address_together() {
        let rates = rates();
        for (host, name, accepted) in [
            (1, "anna", true),
            (1, "anna", true),
            (1, "anna", false),
            (2, "anna", true),
            (1, "ben", true),
            (1, "ben", false),
            (3, "ben", true),
        ] {
            assert_eq!(rates.check(at(host), name).await.is_ok(), accepted, "{host} {name}");
        }
    }

    #[tokio::test]
    async fn guesses_from_many_addresses_end_and_a_known_device_still_gets_in() {
        let rates = rates();
        let mut guesses = 0;
        for host in 0..=255 {
            guesses += u32::from(rates.check(at(host), "admin").await.is_ok());
        }
        assert_eq!(guesses, LIMITS.1 * ADDRESSES_PER_NAME);
        let known = |number| LoginSource::Device(SecretHash([number; 32]), AccountId(1));
        for (number, accepted) in [(1, true), (1, true), (1, false), (2, true)] {
            assert_eq!(rates.check(known(number), "admin").await.is_ok(), accepted, "{number}");
        }
    }
}
