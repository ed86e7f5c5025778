//! Who holds a seat: whoever has its secret, and the account that may ask for a new one.

use std::fmt;

use chess::ByColor;
use subtle::ConstantTimeEq;

use crate::AccountId;

/// Who holds each seat of a game; none where nobody does, as with engines and imported games.
pub type SeatOwners = ByColor<Option<SeatOwner>>;

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatOwner {
    /// What is kept of the secret of the seat.
    pub secret: SecretHash,
    /// The account of the one who took the seat; none when they were not logged in.
    pub account: Option<AccountId>,
}

impl SeatOwner {
    /// Somebody without an account.
    pub fn anybody(secret: SecretHash) -> SeatOwner {
        SeatOwner { secret, account: None }
    }
}

/// The SHA-256 of a secret, which itself is never stored. Two of them are compared in the same time
/// whether they agree or not, so that the time tells nobody how close a guess was.
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
