//! Which games are played: every opening twice with colors swapped, in an order that the seed
//! decides and nothing else does.

use std::fmt;
use std::str::FromStr;

use random::SplitMix64;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Side {
    A,
    B,
}

impl Side {
    pub(super) fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// A's place in a list of two, or B's.
    pub(super) fn index(self) -> usize {
        match self {
            Side::A => 0,
            Side::B => 1,
        }
    }
}

/// A game's place in the match: the pair, counted from 0, and which game of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Round {
    pub(super) pair: usize,
    pub(super) is_return: bool,
}

impl Round {
    /// The place of a game among all games.
    pub(super) fn from_index(index: usize) -> Round {
        Round { pair: index / 2, is_return: index % 2 == 1 }
    }

    pub(super) fn index(self) -> usize {
        2 * self.pair + usize::from(self.is_return)
    }

    /// A begins with White, and has Black in the return game.
    pub(super) fn white(self) -> Side {
        if self.is_return { Side::B } else { Side::A }
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

/// The order of some openings. The same seed gives the same order on every machine.
pub(super) fn order(count: usize, seed: u64) -> Vec<usize> {
    let mut random = SplitMix64::new(seed);
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        // The remainder favors small numbers by less than one in a thousand million.
        let chosen = random.next_u64() % (last as u64 + 1);
        order.swap(last, chosen as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_each_opening_once_and_depends_on_the_seed_alone() {
        let mut sorted = order(1000, 7);
        assert_eq!(sorted, order(1000, 7));
        assert_ne!(sorted, order(1000, 8));
        sorted.sort_unstable();
        assert_eq!(sorted, (0..1000).collect::<Vec<_>>());
        assert_eq!((order(0, 1), order(1, 1)), (vec![], vec![0]));
    }

    #[test]
    fn each_pair_swaps_the_colors() {
        let rounds: Vec<Round> = (0..4).map(Round::from_index).collect();
        assert!(rounds.iter().enumerate().all(|(index, round)| round.index() == index));
        let whites: Vec<Side> = rounds.iter().map(|round| round.white()).collect();
        assert_eq!(whites, [Side::A, Side::B, Side::A, Side::B]);
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
