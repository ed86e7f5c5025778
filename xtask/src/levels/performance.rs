//! The performance rating of a level: the rating at which its score would be expected.

use super::ratings::{QUANTILE, expected_score};
use super::tally::Tally;

/// The results against opponents of one rating.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    /// The opponents' rating.
    pub(super) rating: u16,
    pub(super) tally: Tally,
}

/// The performance against all opponents together, and half its 95 % interval.
pub(super) fn estimate(scores: &[Score]) -> (f64, f64) {
    const STEPS: u32 = 60;
    let total: f64 = scores.iter().map(|score| score.tally.points()).sum();
    let (mut low, mut high) = (-2_000.0, 5_000.0);
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if expected_points(scores, middle) < total {
            low = middle;
        } else {
            high = middle;
        }
    }
    let slope = expected_points(scores, low + 0.5) - expected_points(scores, low - 0.5);
    let deviation = scores.iter().map(|score| score.tally.variance()).sum::<f64>().sqrt();
    (low, QUANTILE * deviation / slope)
}

/// The points that a rating should make in the same games.
pub(super) fn expected_points(scores: &[Score], rating: f64) -> f64 {
    let expected = |score: &Score| {
        f64::from(score.tally.games()) * expected_score(rating - f64::from(score.rating))
    };
    scores.iter().map(expected).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(rating: u16, wins: u32, games: u32) -> Score {
        Score { rating, tally: Tally { wins, draws: 0, losses: games - wins } }
    }

    #[test]
    fn a_performance_is_the_rating_at_which_the_score_is_expected() {
        for (scores, expected) in [
            (vec![score(1_000, 50, 100)], 1_000.0),
            (vec![score(1_000, 10, 11)], 1_400.0),
            (vec![score(1_000, 64, 100), score(1_200, 36, 100)], 1_100.0),
        ] {
            let (performance, _) = estimate(&scores);
            assert!((performance - expected).abs() < 1.0, "{performance} instead of {expected}");
        }
    }

    #[test]
    fn four_times_the_games_halve_the_margin() {
        let (_, few) = estimate(&[score(1_000, 50, 100)]);
        let (_, many) = estimate(&[score(1_000, 200, 400)]);
        assert!((few - 68.1).abs() < 0.5, "{few}");
        assert!((few / many - 2.0).abs() < 0.01, "{many}");
    }
}
