//! Random games: where comparisons and benchmarks take their positions from.
//!
//! A game is told by a seed and a number, so that any run can be repeated on any machine.

use chess::{Move, Position, chess960};
use random::SplitMix64;

/// Games are cut off here; most of those that still go on only shuffle kings.
const LONGEST_GAME: usize = 250;

/// A random game. Iterating plays it: each step gives a position and the move made there, with no
/// move for the last.
pub(crate) struct RandomGame {
    random: SplitMix64,
    /// The position to come, until the last has come.
    next: Option<Position>,
    plies: usize,
    /// Whether captures and promotions are preferred, which leads to endings.
    greedy: bool,
}

impl RandomGame {
    /// The game with a number. Of four in a row, two begin as ordinary chess and two as Chess960,
    /// and one of each is greedy.
    pub(crate) fn new(seed: u64, number: u64) -> RandomGame {
        let mut random = SplitMix64::new(SplitMix64::new(seed).next_u64() ^ number);
        let start = if number.is_multiple_of(2) {
            chess960::STANDARD_START
        } else {
            random.below(chess960::START_POSITIONS.into()) as u16
        };
        let greedy = number / 2 % 2 == 1;
        RandomGame { random, next: chess960::start(start), plies: 0, greedy }
    }

    fn choose(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        let changes = |m: &Move| position.is_capture(*m) || m.promoted().is_some();
        if self.greedy && self.random.below(4) > 0 {
            let changing: Vec<Move> = moves.iter().copied().filter(changes).collect();
            if let Some(&m) = self.random.choose(&changing) {
                return Some(m);
            }
        }
        self.random.choose(&moves).copied()
    }
}

impl Iterator for RandomGame {
    type Item = (Position, Option<Move>);

    fn next(&mut self) -> Option<(Position, Option<Move>)> {
        let position = self.next.take()?;
        if self.plies == LONGEST_GAME || position.outcome().is_some() {
            return Some((position, None));
        }
        let chosen = self.choose(&position);
        self.plies += 1;
        self.next = chosen.map(|m| position.play_unchecked(m));
        Some((position, chosen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_told_by_its_seed_and_number() {
        let text = |seed, number| {
            let last = RandomGame::new(seed, number).last();
            last.map(|(position, _)| position.to_string())
        };
        assert_eq!(text(1, 7), text(1, 7));
        assert_ne!(text(1, 7), text(1, 8));
        assert_ne!(text(1, 7), text(2, 7));
    }

    #[test]
    fn greedy_games_reach_endings() {
        let pieces_left = |number| {
            let last = RandomGame::new(1, number).last();
            last.map_or(32, |(position, _)| position.board().occupied().count())
        };
        let greedy: usize = (0..10).map(|game| pieces_left(4 * game + 2)).sum();
        let plain: usize = (0..10).map(|game| pieces_left(4 * game)).sum();
        assert!(greedy < plain, "{greedy} pieces left in greedy games, {plain} in others");
    }

    #[test]
    fn every_move_is_played() {
        let game: Vec<_> = RandomGame::new(3, 1).collect();
        for pair in game.windows(2) {
            let m = pair[0].1.expect("only the last position has no move");
            assert_eq!(pair[0].0.play(m), Ok(pair[1].0));
        }
        assert!(game.len() > 1);
    }
}
