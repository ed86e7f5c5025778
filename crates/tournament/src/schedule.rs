//! Which games a match consists of: pairs from the same opening, with colors swapped.

use std::fmt;
use std::str::FromStr;

use chess::{ByColor, Color};

/// One of the two engines of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Competitor {
    /// The first engine; results are from its side.
    A,
    /// The second engine.
    B,
}

impl Competitor {
    /// The opponent.
    pub fn other(self) -> Competitor {
        match self {
            Competitor::A => Competitor::B,
            Competitor::B => Competitor::A,
        }
    }

    /// The index in an array of both.
    pub fn index(self) -> usize {
        match self {
            Competitor::A => 0,
            Competitor::B => 1,
        }
    }
}

/// The number of a game in its match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Round {
    /// The pair, counted from 0.
    pub pair: usize,
    /// Whether it is the second game of the pair, with colors swapped.
    pub is_return: bool,
}

impl Round {
    /// The round of a game counted from 0.
    pub fn from_index(index: usize) -> Round {
        Round { pair: index / 2, is_return: index % 2 == 1 }
    }

    /// The game, counted from 0.
    pub fn index(self) -> usize {
        2 * self.pair + usize::from(self.is_return)
    }

    /// A has White in the first game of a pair, and Black in the second.
    pub fn white(self) -> Competitor {
        if self.is_return { Competitor::B } else { Competitor::A }
    }

    /// What belongs to A and what to B, by the color that they have.
    pub(crate) fn by_color<T>(self, a: T, b: T) -> ByColor<T> {
        match self.white() {
            Competitor::A => ByColor::new(a, b),
            Competitor::B => ByColor::new(b, a),
        }
    }

    /// Who has a color.
    pub fn competitor(self, color: Color) -> Competitor {
        if color.is_white() { self.white() } else { self.white().other() }
    }
}

impl fmt::Display for Round {
    /// Writes `12.2`, both counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}.{}", self.pair + 1, 1 + usize::from(self.is_return))
    }
}

impl FromStr for Round {
    type Err = ();

    fn from_str(text: &str) -> Result<Round, ()> {
        let (pair, game) = text.split_once('.').ok_or(())?;
        let pair = pair.parse::<usize>().ok().and_then(|pair| pair.checked_sub(1)).ok_or(())?;
        let is_return = match game {
            "1" => false,
            "2" => true,
            _ => return Err(()),
        };
        Ok(Round { pair, is_return })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_swaps_the_colors() {
        let rounds: Vec<Round> = (0..4).map(Round::from_index).collect();
        assert!(rounds.iter().enumerate().all(|(index, round)| round.index() == index));
        let whites: Vec<Competitor> = rounds.iter().map(|round| round.white()).collect();
        assert_eq!(whites, [Competitor::A, Competitor::B, Competitor::A, Competitor::B]);
        let texts: Vec<String> = rounds.iter().map(Round::to_string).collect();
        assert_eq!(texts, ["1.1", "1.2", "2.1", "2.2"]);
        for text in texts {
            assert_eq!(text.parse::<Round>().map(|round| round.to_string()), Ok(text));
        }
        for text in ["", "1", "0.1", "1.3", "1.1.1", "a.1", "?"] {
            assert_eq!(text.parse::<Round>(), Err(()), "{text}");
        }
    }
}
