//! Numeric annotation glyphs: judgments of a move or a position as small numbers.

use std::fmt;

/// A numeric annotation glyph, `$0` to `$255`. The first six have signs of their own.
///
/// ```
/// use tabiya_chess::pgn::Nag;
///
/// assert_eq!(Nag::from_sign("!?"), Some(Nag::SPECULATIVE));
/// assert_eq!(Nag::BLUNDER.sign(), Some("??"));
/// assert_eq!(Nag(16).to_string(), "$16");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nag(pub u8);

impl Nag {
    /// A good move, `!`.
    pub const GOOD: Nag = Nag(1);
    /// A mistake, `?`.
    pub const MISTAKE: Nag = Nag(2);
    /// A brilliant move, `!!`.
    pub const BRILLIANT: Nag = Nag(3);
    /// A blunder, `??`.
    pub const BLUNDER: Nag = Nag(4);
    /// A speculative move, `!?`.
    pub const SPECULATIVE: Nag = Nag(5);
    /// A dubious move, `?!`.
    pub const DUBIOUS: Nag = Nag(6);

    /// The signs of the first six glyphs, in their order from 1.
    const SIGNS: [&'static str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

    /// The sign that people write, for the glyphs that have one.
    pub fn sign(self) -> Option<&'static str> {
        Nag::SIGNS.get(usize::from(self.0).wrapping_sub(1)).copied()
    }

    /// The glyph of a sign such as `!?`.
    pub fn from_sign(sign: &str) -> Option<Nag> {
        Nag::from_bytes(sign.as_bytes())
    }

    /// The glyph of a sign or of a number after its `$`.
    pub(super) fn from_bytes(text: &[u8]) -> Option<Nag> {
        if let [b'$', digits @ ..] = text {
            return std::str::from_utf8(digits).ok()?.parse().ok().map(Nag);
        }
        let index = Nag::SIGNS.iter().position(|sign| sign.as_bytes() == text)?;
        Some(Nag(index as u8 + 1))
    }
}

impl fmt::Display for Nag {
    /// Writes the form of the PGN standard, `$1`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
