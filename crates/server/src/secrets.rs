//! Secrets of seats and sessions. The client has the secret, the server its hash, and neither is
//! ever printed.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use store::SecretHash;

/// The secret of a seat: 128 random bits.
pub type Secret = RandomToken<16>;

/// The token of a session: 256 random bits.
pub type Token = RandomToken<32>;

/// A secret of random bytes.
#[derive(Clone)]
pub struct RandomToken<const BYTES: usize>([u8; BYTES]);

impl<const BYTES: usize> RandomToken<BYTES> {
    /// A new random secret.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn random() -> Result<RandomToken<BYTES>, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(RandomToken(bytes))
    }

    /// Parses a secret; none when the text is not one.
    pub fn parse(text: &str) -> Option<RandomToken<BYTES>> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        Some(RandomToken(bytes.try_into().ok()?))
    }

    /// The secret as text, for its owner.
    pub fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// The hash to store. The secret cannot be guessed, so a fast hash is enough.
    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0).into())
    }
}

impl<const BYTES: usize> fmt::Debug for RandomToken<BYTES> {
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
