//! The results of one side of a match.

use std::ops::AddAssign;

/// The variance of half a point.
const LEAST_VARIANCE: f64 = 0.25;

/// Games by their result, from one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
}

impl Tally {
    /// The tally of games by their points: 1, ½ or 0.
    pub(super) fn of_points(points: impl IntoIterator<Item = f64>) -> Tally {
        let mut tally = Tally::default();
        for points in points {
            match points {
                points if points > 0.75 => tally.wins += 1,
                points if points < 0.25 => tally.losses += 1,
                _ => tally.draws += 1,
            }
        }
        tally
    }

    /// The same games from the other side.
    pub(super) fn reversed(self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    pub(super) fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub(super) fn points(self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// The points per game.
    pub(super) fn score(self) -> f64 {
        self.points() / f64::from(self.games())
    }

    /// The variance of the sum of all points, as far as it is known: whoever has won every game
    /// may still lose the next one.
    pub(super) fn variance(self) -> f64 {
        let squares = f64::from(self.wins) + f64::from(self.draws) / 4.0;
        (squares - self.points().powi(2) / f64::from(self.games().max(1))).max(LEAST_VARIANCE)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_counts_points_and_their_variance() {
        let tally = Tally::of_points([1.0, 0.5, 0.0, 1.0]);
        assert_eq!(tally, Tally { wins: 2, draws: 1, losses: 1 });
        assert_eq!(tally.games(), 4);
        for (number, expected) in [
            (tally.points(), 2.5),
            (tally.score(), 0.625),
            (tally.variance(), 0.6875),
            (tally.reversed().points(), 1.5),
            (Tally::of_points([1.0, 1.0]).variance(), LEAST_VARIANCE),
        ] {
            assert!((number - expected).abs() < 1e-9, "{number} instead of {expected}");
        }
    }
}
