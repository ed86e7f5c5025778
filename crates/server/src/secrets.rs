//! What proves that somebody sits on a seat. The client keeps the secret, the server its hash, and
//! neither is ever printed.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

const BYTES: usize = 16;

/// A secret of 128 random bits.
#[derive(Clone)]
pub struct Secret([u8; BYTES]);

impl Secret {
    /// A new secret that nobody can guess.
    ///
    /// # Errors
    /// When the system has no random numbers to give.
    pub fn random() -> Result<Secret, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(bytes))
    }

    /// A secret as a client sent it; none when it is not one.
    pub fn parse(text: &str) -> Option<Secret> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        Some(Secret(bytes.try_into().ok()?))
    }

    /// The text to give to the one who may have it.
    pub fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// What to keep of it.
    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0).into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The SHA-256 of a secret. A secret is too random to be guessed from it, so a fast hash does.
#[derive(Clone)]
pub struct SecretHash([u8; 32]);

impl SecretHash {
    /// A hash that was kept.
    pub fn from_bytes(bytes: [u8; 32]) -> SecretHash {
        SecretHash(bytes)
    }

    /// The bytes to keep.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0
    }

    /// Whether this is the hash of a secret. Takes as long for a wrong one as for the right one.
    pub fn matches(&self, secret: &Secret) -> bool {
        self.0.ct_eq(&secret.hash().0).into()
    }
}

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("SecretHash(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_reads_back_and_matches_only_its_own_hash() {
        let (mine, other) = (Secret::random().expect("chance"), Secret::random().expect("chance"));
        let read = Secret::parse(&mine.reveal()).expect("what was revealed");
        assert!(mine.hash().matches(&read));
        assert!(!mine.hash().matches(&other));
        assert!(SecretHash::from_bytes(mine.hash().to_bytes()).matches(&mine));
    }

    #[test]
    fn text_that_is_no_secret_is_not_read() {
        for text in ["", "abc", "AAAAAAAAAAAAAAAAAAAAAA==", "????????????????????????", "AAAA AAAA"]
        {
            assert!(Secret::parse(text).is_none(), "{text:?}");
        }
        assert!(Secret::parse("AAAAAAAAAAAAAAAAAAAAAA").is_some());
    }

    #[test]
    fn a_secret_is_never_printed() {
        let secret = Secret::parse("QUJDREVGR0hJSktMTU5PUA").expect("16 bytes");
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert_eq!(format!("{:?}", secret.hash()), "SecretHash(…)");
    }
}
