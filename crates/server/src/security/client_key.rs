//! Whose share of the server a request uses: that of an account, or else that of an address. Every
//! queue, cap and quota tells clients apart by this key alone.

use std::net::{IpAddr, Ipv6Addr};

use sha2::{Digest, Sha256};
use store::AccountId;

/// A client, as far as the server can tell clients apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClientKey {
    /// A member or the admin, from any address.
    Account(AccountId),
    /// A visitor: see [`ClientKey::from`].
    Address(IpAddr),
    /// Nobody in particular, such as the players of a game whose clock runs while both are away.
    Nobody,
}

impl ClientKey {
    /// A hash by which servers that share a store tell each other of a client.
    pub(crate) fn hash(self) -> u128 {
        let text = match self {
            ClientKey::Account(AccountId(number)) => format!("account {number}"),
            ClientKey::Address(address) => format!("address {address}"),
            ClientKey::Nobody => "nobody".to_owned(),
        };
        let hash: [u8; 32] = Sha256::digest(text).into();
        hash.iter().take(16).fold(0, |number, byte| number << 8 | u128::from(*byte))
    }
}

impl From<IpAddr> for ClientKey {
    /// The client at an address. An IPv6 customer gets a whole /64 network, so the rest of the
    /// address says nothing.
    fn from(address: IpAddr) -> ClientKey {
        ClientKey::Address(match address.to_canonical() {
            IpAddr::V6(address) => {
                IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)))
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_addresses_of_one_customer_are_one_client() {
        for (one, other, same) in [
            ("2001:db8::1", "2001:db8::ffff:2", true),
            ("2001:db8::1", "2001:db8:0:1::1", false),
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
        ] {
            let of = |text: &str| ClientKey::from(text.parse::<IpAddr>().expect("an address"));
            assert_eq!(of(one) == of(other), same, "{one} {other}");
        }
    }
}
