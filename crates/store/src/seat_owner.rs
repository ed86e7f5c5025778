//! Owners of seats: by secret, and by the account that may request a new one.

use std::fmt;

use chess::ByColor;
use game::GameId;
use subtle::ConstantTimeEq;

use crate::AccountId;

/// The owners of the seats of a game; none for engines and imported games.
pub type SeatOwners = ByColor<Option<SeatOwner>>;

/// The owner of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatOwner {
    /// The hashed secret of the seat.
    pub secret: SecretHash,
    /// The account of the player, if they were logged in.
    pub account: Option<AccountId>,
}

impl SeatOwner {
    /// An owner without an account.
    pub fn without_account(secret: SecretHash) -> SeatOwner {
        SeatOwner { secret, account: None }
    }
}

/// A game with the accounts that own its seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedGame {
    /// Its id.
    pub id: GameId,
    /// The accounts of the players who were logged in.
    pub accounts: ByColor<Option<AccountId>>,
}

/// The SHA-256 of a secret, which itself is never stored. Comparison takes constant time.
#[derive(Clone, Copy)]
pub struct SecretHash(pub [u8; 32]);

impl PartialEq for SecretHash {
    fn eq(&self, other: &SecretHash) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for SecretHash {}

impl fmt::Debug for SecretHash {
    /// Keeps the hash out of logs.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("SecretHash(…)")
    }
}
