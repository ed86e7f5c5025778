//! What a game is called.

use std::fmt;

/// The id of a game: ten letters and digits, as they stand in its address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(String);

impl GameId {
    /// How many characters an id has.
    pub const LENGTH: usize = 10;

    /// An id from text; none when it is not one.
    pub fn new(text: &str) -> Option<GameId> {
        let fits = text.len() == GameId::LENGTH && text.bytes().all(|b| b.is_ascii_alphanumeric());
        fits.then(|| GameId(text.to_owned()))
    }

    /// An id from random numbers; whoever has good ones gets an id that nobody guesses.
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
