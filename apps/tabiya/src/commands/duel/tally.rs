//! The results of a match, game by game, and what they add up to.

use chess::Color;
use chess::pgn::GameResult;

use super::play::Misdeed;
use super::schedule::{Round, Side};
use super::statistics::Pairs;

/// Games that A has won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Score {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
}

impl Score {
    pub(super) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A's points as a share of all.
    pub(super) fn share(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }
}

/// How often a player lost apart from the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Misdeeds {
    pub(super) illegal_moves: u64,
    pub(super) time_losses: u64,
    pub(super) crashes: u64,
}

/// All results so far.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    /// A's half-points in each game that is over.
    games: Vec<Option<u8>>,
    pub(super) score: Score,
    pub(super) pairs: Pairs,
    misdeeds: [Misdeeds; 2],
}

impl Tally {
    /// A match of so many games, none of them played.
    pub(super) fn new(games: usize) -> Tally {
        let (score, pairs) = (Score::default(), Pairs::default());
        Tally { games: vec![None; games], score, pairs, misdeeds: [Misdeeds::default(); 2] }
    }

    pub(super) fn misdeeds(&self, side: Side) -> &Misdeeds {
        &self.misdeeds[side.index()]
    }

    /// The games that are still to be played, in their order.
    pub(super) fn missing(&self) -> Vec<Round> {
        let indices = 0..self.games.len();
        indices.filter(|&index| self.games[index].is_none()).map(Round::from_index).collect()
    }

    /// Takes the result of a game. False when it is none, when the match has no such game, or when
    /// the game was counted before.
    pub(super) fn count(
        &mut self,
        round: Round,
        result: GameResult,
        misdeed: Option<Misdeed>,
    ) -> bool {
        let Some(points) = half_points(round, result) else { return false };
        let Some(game @ None) = self.games.get_mut(round.index()) else { return false };
        *game = Some(points);
        match points {
            2 => self.score.wins += 1,
            1 => self.score.draws += 1,
            _ => self.score.losses += 1,
        }
        if let Some(Some(other)) = self.games.get(round.index() ^ 1) {
            self.pairs.0[usize::from(points + other)] += 1;
        }
        if let (GameResult::Win(winner), Some(misdeed)) = (result, misdeed) {
            let loser = player(round, winner.opposite());
            self.misdeeds[loser.index()].count(misdeed);
        }
        true
    }
}

impl Misdeeds {
    fn count(&mut self, misdeed: Misdeed) {
        match misdeed {
            Misdeed::IllegalMove => self.illegal_moves += 1,
            Misdeed::TimeLoss => self.time_losses += 1,
            Misdeed::Crash => self.crashes += 1,
        }
    }
}

/// Who has a color in a game.
pub(super) fn player(round: Round, color: Color) -> Side {
    if color.is_white() { round.white() } else { round.white().other() }
}

/// A's half-points.
fn half_points(round: Round, result: GameResult) -> Option<u8> {
    match result {
        GameResult::Win(winner) if player(round, winner) == Side::A => Some(2),
        GameResult::Win(_) => Some(0),
        GameResult::Draw => Some(1),
        GameResult::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: GameResult = GameResult::Win(Color::White);
    const BLACK: GameResult = GameResult::Win(Color::Black);

    #[test]
    fn games_add_up_to_pairs() {
        let mut tally = Tally::new(8);
        let results = [WHITE, BLACK, WHITE, WHITE, GameResult::Draw, GameResult::Draw, BLACK];
        for (index, result) in results.into_iter().enumerate() {
            assert!(tally.count(Round::from_index(index), result, None));
        }
        assert_eq!(tally.score, Score { wins: 3, draws: 2, losses: 2 });
        assert_eq!(tally.pairs, Pairs([0, 0, 2, 0, 1]));
        assert_eq!(tally.missing(), [Round::from_index(7)]);
    }

    #[test]
    fn no_game_counts_twice_or_without_a_result() {
        let mut tally = Tally::new(2);
        let first = Round::from_index(0);
        assert!(!tally.count(first, GameResult::Unknown, None));
        assert!(tally.count(first, WHITE, None));
        assert!(!tally.count(first, BLACK, None));
        assert!(!tally.count(Round::from_index(2), WHITE, None));
        assert_eq!(tally.score.games(), 1);
    }

    #[test]
    fn misdeeds_are_the_losers() {
        let mut tally = Tally::new(4);
        tally.count(Round::from_index(0), BLACK, Some(Misdeed::TimeLoss));
        tally.count(Round::from_index(1), BLACK, Some(Misdeed::Crash));
        tally.count(Round::from_index(2), WHITE, Some(Misdeed::IllegalMove));
        assert_eq!(tally.misdeeds(Side::A).time_losses, 1);
        let b = Misdeeds { illegal_moves: 1, time_losses: 0, crashes: 1 };
        assert_eq!(*tally.misdeeds(Side::B), b);
    }
}
