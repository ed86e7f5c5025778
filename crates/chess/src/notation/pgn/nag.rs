//! Numeric annotation glyphs (NAGs).

use std::fmt;

/// A numeric annotation glyph, `$0` to `$255`. The first six also have symbols.
///
/// ```
/// use tabiya_chess::pgn::Nag;
///
/// assert_eq!(Nag::from_symbol("!?"), Some(Nag::SPECULATIVE));
/// assert_eq!(Nag::BLUNDER.symbol(), Some("??"));
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

    /// The symbols of `$1` to `$6`.
    const SYMBOLS: [&'static str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

    /// The symbol, for the NAGs that have one.
    pub fn symbol(self) -> Option<&'static str> {
        Nag::SYMBOLS.get(usize::from(self.0).wrapping_sub(1)).copied()
    }

    /// The NAG of a symbol such as `!?`.
    pub fn from_symbol(symbol: &str) -> Option<Nag> {
        Nag::from_bytes(symbol.as_bytes())
    }

    /// The NAG of a symbol or of a number after `$`.
    pub(super) fn from_bytes(text: &[u8]) -> Option<Nag> {
        if let [b'$', digits @ ..] = text {
            return std::str::from_utf8(digits).ok()?.parse().ok().map(Nag);
        }
        let index = Nag::SYMBOLS.iter().position(|symbol| symbol.as_bytes() == text)?;
        Some(Nag(index as u8 + 1))
    }
}

impl fmt::Display for Nag {
    /// Writes the standard form, `$1`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
