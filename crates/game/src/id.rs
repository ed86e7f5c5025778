//! Ids of games, and of the requests that clients send.

use std::fmt;

/// The id of a game: ten letters and digits, as they stand in its address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(String);

impl GameId {
    /// The number of characters in an id.
    pub const LENGTH: usize = 10;

    /// Parses an id; none when the text is not one.
    pub fn new(text: &str) -> Option<GameId> {
        let fits = text.len() == GameId::LENGTH && text.bytes().all(|b| b.is_ascii_alphanumeric());
        fits.then(|| GameId(text.to_owned()))
    }

    /// An id from random bytes. It is as hard to guess as they are.
    pub fn from_random(random: [u8; GameId::LENGTH]) -> GameId {
        const ALPHABET: &[u8; 62] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let letter = |byte: u8| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]);
        GameId(random.into_iter().map(letter).collect())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The id that a client gives to a request, so that sending it again has no further effect: 1 to
/// [`RequestId::MAX_LENGTH`] visible ASCII characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(String);

impl RequestId {
    /// The maximum number of characters in an id.
    pub const MAX_LENGTH: usize = 64;

    /// Parses an id; none when the text is not one.
    pub fn new(text: &str) -> Option<RequestId> {
        let fits = (1..=RequestId::MAX_LENGTH).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| RequestId(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}
