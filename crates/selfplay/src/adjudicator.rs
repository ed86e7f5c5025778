//! Adjudication: ends games whose result is clear to the engine, to save time.

use chess::Color;

use crate::Winner;

/// A score this far from zero wins after this many plies. Games that were played on from there
/// scored
/// 99.8 % of the points, and a network seldom says much more.
pub(crate) const WINNING: i32 = 1000;
const WINNING_PLIES: u32 = 4;
/// A score this close to zero draws after this many plies, but not right after the opening, where
/// much can still happen.
pub(crate) const EVEN: i32 = 4;
const EVEN_PLIES: u32 = 12;
const EVEN_FROM: usize = 40;

/// Adjudicates one game by its scores.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adjudicator {
    even: u32,
    winning: Option<(Color, u32)>,
}

impl Adjudicator {
    /// Takes the next score, from White's side, and returns the result once it is clear.
    pub(crate) fn adjudicate(&mut self, score: i32, ply: usize) -> Option<Winner> {
        self.even = if score.abs() <= EVEN { self.even + 1 } else { 0 };
        let better = if score > 0 { Color::White } else { Color::Black };
        self.winning = match self.winning {
            _ if score.abs() < WINNING => None,
            Some((color, plies)) if color == better => Some((color, plies + 1)),
            _ => Some((better, 1)),
        };
        if self.even >= EVEN_PLIES && ply >= EVEN_FROM {
            return Some(Winner::Draw);
        }
        match self.winning {
            Some((color, WINNING_PLIES..)) => Some(Winner::from(color)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The index of the score that decides, and how.
    fn decided(scores: &[i32], first: usize) -> Option<(usize, Winner)> {
        let mut adjudicator = Adjudicator::default();
        let mut scores = scores.iter().enumerate();
        scores.find_map(|(index, &score)| {
            Some((index, adjudicator.adjudicate(score, first + index)?))
        })
    }

    #[test]
    fn a_score_decides_when_it_lasts() {
        assert_eq!(decided(&[1000, 3000, 1100, 9999], 0), Some((3, Winner::White)));
        assert_eq!(decided(&[-1000; 9], 0), Some((3, Winner::Black)));
        assert_eq!(decided(&[1000, 1000, 999, 1000, 1000, 1000], 0), None);
        assert_eq!(decided(&[1000, 1000, 1000, -1000, -1000], 0), None);
    }

    #[test]
    fn an_even_score_draws_late_in_the_game() {
        assert_eq!(decided(&[4; 12], 40), Some((11, Winner::Draw)));
        assert_eq!(decided(&[-4; 60], 0), Some((40, Winner::Draw)));
        assert_eq!(decided(&[4; 11], 90), None);
        assert_eq!(decided(&[5; 99], 0), None);
    }
}
