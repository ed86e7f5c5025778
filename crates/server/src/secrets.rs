//! What proves that somebody sits on a seat, or is logged in. The client keeps the secret, the
//! server its hash, and neither is ever printed.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use store::SecretHash;

/// What proves that somebody sits on a seat: 128 random bits.
pub type Secret = Chance<16>;

/// What proves that somebody is logged in: 256 random bits.
pub type Token = Chance<32>;

/// Random bytes that only those know who may.
#[derive(Clone)]
pub struct Chance<const BYTES: usize>([u8; BYTES]);

impl<const BYTES: usize> Chance<BYTES> {
    /// A new secret that nobody can guess.
    ///
    /// # Errors
    /// When the system has no random numbers to give.
    pub fn random() -> Result<Chance<BYTES>, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Chance(bytes))
    }

    /// A secret as a client sent it; none when it is not one.
    pub fn parse(text: &str) -> Option<Chance<BYTES>> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        Some(Chance(bytes.try_into().ok()?))
    }

    /// The text to give to the one who may have it.
    pub fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// What to keep of it. It is too random to be guessed from its hash, so a fast hash does.
    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0).into())
    }
}

impl<const BYTES: usize> fmt::Debug for Chance<BYTES> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_reads_back_and_matches_only_its_own_hash() {
        let (mine, other) = (Secret::random().expect("chance"), Secret::random().expect("chance"));
        let read = Secret::parse(&mine.reveal()).expect("what was revealed");
        assert_eq!(mine.hash(), read.hash());
        assert_ne!(mine.hash(), other.hash());
    }

    #[test]
    fn text_that_is_no_secret_is_not_read() {
        for text in ["", "abc", "AAAAAAAAAAAAAAAAAAAAAA==", "????????????????????????", "AAAA AAAA"]
        {
            assert!(Secret::parse(text).is_none(), "{text:?}");
        }
        assert!(Secret::parse("AAAAAAAAAAAAAAAAAAAAAA").is_some());
        assert!(Token::parse("AAAAAAAAAAAAAAAAAAAAAA").is_none(), "a token is longer");
    }

    #[test]
    fn a_secret_is_never_printed() {
        let secret = Secret::parse("QUJDREVGR0hJSktMTU5PUA").expect("16 bytes");
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert_eq!(format!("{:?}", secret.hash()), "SecretHash(…)");
    }
}
