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
//! Attempts count whether or not they succeed and the name exists.

use std::net::IpAddr;

use governor::Quota;
use store::{AccountId, SecretHash};

use super::ClientKey;
use super::rates::{Limiter, at_least_one};
use crate::ApiError;
use crate::config::Limits;

/// How many times as many attempts unknown browsers at all addresses have for one name, compared
/// with one address.
const ADDRESSES_PER_NAME: u32 = 10;

/// Limits the rate of logins.
pub(crate) struct LoginRates {
    addresses: Limiter<ClientKey>,
    names_and_addresses: Limiter<(String, ClientKey)>,
    names: Limiter<String>,
    devices: Limiter<([u8; 32], AccountId)>,
    cards: Limiter<ClientKey>,
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
    /// Unused rate limiters.
    pub(crate) fn new(limits: &Limits) -> LoginRates {
        let per_minute = |number: u32| Quota::per_minute(at_least_one(number));
        let per_name = per_minute(limits.logins_per_name);
        let everywhere = limits.logins_per_name.saturating_mul(ADDRESSES_PER_NAME);
        LoginRates {
            addresses: Limiter::new(per_minute(limits.logins_per_address)),
            names_and_addresses: Limiter::new(per_name),
            names: Limiter::new(per_minute(everywhere)),
            devices: Limiter::new(per_name),
            cards: Limiter::new(per_minute(limits.card_logins_per_address)),
        }
    }

    /// Counts an attempt to log in under a name, given by its key.
    ///
    /// # Errors
    /// When there were too many.
    pub(crate) fn check(&self, source: LoginSource, name: &str) -> Result<(), ApiError> {
        match source {
            LoginSource::Device(device, account) => self.devices.check(&(device.0, account)),
            LoginSource::Address(None) => self.names.check(&name.to_owned()),
            LoginSource::Address(Some(address)) => {
                let address = ClientKey::from(address);
                self.addresses.check(&address)?;
                self.names_and_addresses.check(&(name.to_owned(), address))?;
                self.names.check(&name.to_owned())
            }
        }
    }

    /// Counts an attempt to log in with a card.
    ///
    /// # Errors
    /// When there were too many.
    pub(crate) fn check_card(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        self.cards.check(&address.map_or(ClientKey::Nobody, ClientKey::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: (u32, u32) = (4, 2);

    fn rates() -> LoginRates {
        let (logins_per_address, logins_per_name) = LIMITS;
        LoginRates::new(&Limits { logins_per_address, logins_per_name, ..Limits::default() })
    }

    fn at(host: u8) -> LoginSource {
        LoginSource::Address(Some([192, 0, 2, host].into()))
    }

    #[test]
    fn logins_are_counted_by_address_and_by_name_and_address_together() {
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
            assert_eq!(rates.check(at(host), name).is_ok(), accepted, "{host} {name}");
        }
    }

    #[test]
    fn guesses_from_many_addresses_end_and_a_known_device_still_gets_in() {
        let rates = rates();
        let guesses = (0..=255).filter(|&host| rates.check(at(host), "admin").is_ok()).count();
        assert_eq!(guesses, (LIMITS.1 * ADDRESSES_PER_NAME) as usize);
        let known = |number| LoginSource::Device(SecretHash([number; 32]), AccountId(1));
        for (number, accepted) in [(1, true), (1, true), (1, false), (2, true)] {
            assert_eq!(rates.check(known(number), "admin").is_ok(), accepted, "{number}");
        }
    }
}
