//! The results of a match, game by game and in total.

use chess::pgn::GameResult;

use crate::game::Forfeit;
use crate::schedule::{Competitor, Round};
use crate::statistics::Pentanomial;

/// How many games A has won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// Games that A won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that B won.
    pub losses: u64,
}

impl WinDrawLoss {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A's points per game, from 0 to 1.
    pub fn rate(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }
}

/// How often an engine forfeited a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forfeits {
    /// By an illegal move.
    pub illegal_moves: u64,
    /// By exceeding its time.
    pub time_losses: u64,
    /// By crashing or not responding.
    pub crashes: u64,
}

/// The results of a match so far.
#[derive(Clone, Debug)]
pub struct Results {
    /// A's half-points in each game that is over.
    games: Vec<Option<u8>>,
    /// The games by their result.
    pub score: WinDrawLoss,
    /// The complete pairs by their result.
    pub pairs: Pentanomial,
    forfeits: [Forfeits; 2],
}

impl Results {
    /// A match of this many games, none of them played yet.
    pub fn new(games: usize) -> Results {
        let (score, pairs) = (WinDrawLoss::default(), Pentanomial::default());
        Results { games: vec![None; games], score, pairs, forfeits: [Forfeits::default(); 2] }
    }

    /// The games that an engine forfeited.
    pub fn forfeits(&self, competitor: Competitor) -> &Forfeits {
        &self.forfeits[competitor.index()]
    }

    /// How many games the match has.
    pub fn total(&self) -> usize {
        self.games.len()
    }

    /// The games that are still to be played, in order.
    pub fn missing(&self) -> Vec<Round> {
        let indices = 0..self.games.len();
        indices.filter(|&index| self.games[index].is_none()).map(Round::from_index).collect()
    }

    /// Counts a game. False when it has no result, is not part of the match, or was counted before.
    pub fn count(&mut self, round: Round, result: GameResult, forfeit: Option<Forfeit>) -> bool {
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
        if let (GameResult::Win(winner), Some(forfeit)) = (result, forfeit) {
            let loser = round.competitor(winner.opposite());
            self.forfeits[loser.index()].count(forfeit);
        }
        true
    }
}

impl Forfeits {
    fn count(&mut self, forfeit: Forfeit) {
        match forfeit {
            Forfeit::IllegalMove => self.illegal_moves += 1,
            Forfeit::TimeLoss => self.time_losses += 1,
            Forfeit::Crash => self.crashes += 1,
        }
    }
}

/// A's half-points.
pub(crate) fn half_points(round: Round, result: GameResult) -> Option<u8> {
    match result {
        GameResult::Win(winner) if round.competitor(winner) == Competitor::A => Some(2),
        GameResult::Win(_) => Some(0),
        GameResult::Draw => Some(1),
        GameResult::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use chess::Color;

    use super::*;

    const WHITE: GameResult = GameResult::Win(Color::White);
    const BLACK: GameResult = GameResult::Win(Color::Black);

    #[test]
    fn games_add_up_to_pairs() {
        let mut results = Results::new(8);
        let played = [WHITE, BLACK, WHITE, WHITE, GameResult::Draw, GameResult::Draw, BLACK];
        for (index, result) in played.into_iter().enumerate() {
            assert!(results.count(Round::from_index(index), result, None));
        }
        assert_eq!(results.score, WinDrawLoss { wins: 3, draws: 2, losses: 2 });
        assert_eq!(results.pairs, Pentanomial([0, 0, 2, 0, 1]));
        assert_eq!(results.missing(), [Round::from_index(7)]);
    }

    #[test]
    fn no_game_counts_twice_or_without_a_result() {
        let mut results = Results::new(2);
        let first = Round::from_index(0);
        assert!(!results.count(first, GameResult::Unknown, None));
        assert!(results.count(first, WHITE, None));
        assert!(!results.count(first, BLACK, None));
        assert!(!results.count(Round::from_index(2), WHITE, None));
        assert_eq!(results.score.games(), 1);
    }

    #[test]
    fn forfeits_count_for_the_loser() {
        let mut results = Results::new(4);
        results.count(Round::from_index(0), BLACK, Some(Forfeit::TimeLoss));
        results.count(Round::from_index(1), BLACK, Some(Forfeit::Crash));
        results.count(Round::from_index(2), WHITE, Some(Forfeit::IllegalMove));
        assert_eq!(results.forfeits(Competitor::A).time_losses, 1);
        let b = Forfeits { illegal_moves: 1, time_losses: 0, crashes: 1 };
        assert_eq!(*results.forfeits(Competitor::B), b);
    }
}
