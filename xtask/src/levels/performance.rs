//! The performance rating of a level: the rating at which its score would be expected.

/// The quantile of a 95 % interval.
const QUANTILE: f64 = 1.96;

/// The points against one opponent.
#[derive(Clone, Debug)]
pub(super) struct Score {
    /// The opponent's rating.
    pub(super) rating: u16,
    /// 1, ½ or 0 for each game.
    pub(super) points: Vec<f64>,
}

impl Score {
    pub(super) fn mean(&self) -> f64 {
        self.points.iter().sum::<f64>() / self.points.len() as f64
    }

    /// The variance of the sum of all points.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.points.iter().map(|points| (points - mean).powi(2)).sum()
    }
}

/// The performance against all opponents together, and half its 95 % interval.
pub(super) fn estimate(scores: &[Score]) -> (f64, f64) {
    const STEPS: u32 = 60;
    let total: f64 = scores.iter().flat_map(|score| &score.points).sum();
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
    let deviation = scores.iter().map(Score::variance).sum::<f64>().sqrt();
    (low, QUANTILE * deviation / slope)
}

/// The points that a rating should make in the same games.
fn expected_points(scores: &[Score], rating: f64) -> f64 {
    let expected = |score: &Score| {
        let difference = rating - f64::from(score.rating);
        score.points.len() as f64 / (1.0 + 10_f64.powf(-difference / 400.0))
    };
    scores.iter().map(expected).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(rating: u16, wins: usize, games: usize) -> Score {
        let points = (0..games).map(|game| if game < wins { 1.0 } else { 0.0 }).collect();
        Score { rating, points }
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
