//! Ratings of all participants from all their games: the maximum of the likelihood under the Elo
//! model, in which a draw counts as half a win and half a loss, with one rating fixed.

use super::tally::Tally;

/// The quantile of a 95 % interval.
pub(super) const QUANTILE: f64 = 1.96;

/// The slope of the logistic curve, by points of rating.
const SLOPE: f64 = std::f64::consts::LN_10 / 400.0;

/// How far a rating may be from where it is supposed to be: so far that it changes nothing, unless
/// somebody won or lost every game.
const PRIOR_DEVIATION: f64 = 1_000.0;

/// The games of two participants, by their indices, with the results of the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairing {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) tally: Tally,
}

/// A rating and half its 95 % interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    pub(super) rating: f64,
    pub(super) margin: f64,
}

/// The score that is expected when the opponent's rating is lower by a difference.
pub(super) fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + (-SLOPE * difference).exp())
}

/// The ratings of all participants; `supposed` has what they may be about, and `anchor` is the one
/// whose rating is known to be just that.
pub(super) fn estimate(supposed: &[f64], anchor: usize, pairings: &[Pairing]) -> Vec<Estimate> {
    const STEPS: u32 = 100;
    const LONGEST_STEP: f64 = 100.0;
    let mut ratings = supposed.to_vec();
    for _ in 0..STEPS {
        let inverse = inverted(information(&ratings, anchor, pairings));
        let slopes = log_likelihood_slopes(&ratings, supposed, anchor, pairings);
        for (rating, row) in ratings.iter_mut().zip(&inverse) {
            let step: f64 = row.iter().zip(&slopes).map(|(a, b)| a * b).sum();
            *rating += step.clamp(-LONGEST_STEP, LONGEST_STEP);
        }
    }
    let inverse = inverted(information(&ratings, anchor, pairings));
    let margin = |index: usize| QUANTILE * variance(&inverse[index], anchor, pairings).sqrt();
    ratings
        .iter()
        .enumerate()
        .map(|(index, &rating)| Estimate {
            rating,
            margin: if index == anchor { 0.0 } else { margin(index) },
        })
        .collect()
}

/// The first derivatives of the logarithm of the likelihood.
fn log_likelihood_slopes(
    ratings: &[f64],
    supposed: &[f64],
    anchor: usize,
    pairings: &[Pairing],
) -> Vec<f64> {
    let prior = |(rating, supposed): (&f64, &f64)| (supposed - rating) / PRIOR_DEVIATION.powi(2);
    let mut slopes: Vec<f64> = ratings.iter().zip(supposed).map(prior).collect();
    for &Pairing { first, second, tally } in pairings {
        let expected = expected_score(ratings[first] - ratings[second]);
        let slope = SLOPE * (tally.points() - f64::from(tally.games()) * expected);
        slopes[first] += slope;
        slopes[second] -= slope;
    }
    slopes[anchor] = 0.0;
    slopes
}

/// The Fisher information. The anchor has a row of its own, which nothing else touches.
fn information(ratings: &[f64], anchor: usize, pairings: &[Pairing]) -> Vec<Vec<f64>> {
    let size = ratings.len();
    let mut matrix = vec![vec![0.0; size]; size];
    for (index, row) in matrix.iter_mut().enumerate() {
        row[index] = if index == anchor { 1.0 } else { PRIOR_DEVIATION.powi(-2) };
    }
    for &Pairing { first, second, tally } in pairings {
        let expected = expected_score(ratings[first] - ratings[second]);
        let weight = SLOPE.powi(2) * f64::from(tally.games()) * expected * (1.0 - expected);
        for (row, column, sign) in [
            (first, first, 1.0),
            (second, second, 1.0),
            (first, second, -1.0),
            (second, first, -1.0),
        ] {
            if row != anchor && column != anchor {
                matrix[row][column] += sign * weight;
            }
        }
    }
    matrix
}

/// The variance of a rating, from its row of the inverse information and the points as they varied:
/// draws make them vary less than the model says.
fn variance(row: &[f64], anchor: usize, pairings: &[Pairing]) -> f64 {
    let influence = |index: usize| if index == anchor { 0.0 } else { row[index] };
    pairings
        .iter()
        .map(|pairing| {
            let weight = SLOPE * (influence(pairing.first) - influence(pairing.second));
            weight.powi(2) * pairing.tally.variance()
        })
        .sum()
}

/// The inverse of a positive definite matrix, by Gauss-Jordan elimination.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == index { 1.0 } else { 0.0 }));
    }
    for pivot in 0..size {
        let divisor = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|cell| *cell /= divisor);
        let pivot_row = matrix[pivot].clone();
        for (index, row) in matrix.iter_mut().enumerate() {
            let factor = row[pivot];
            if index != pivot && factor != 0.0 {
                row.iter_mut().zip(&pivot_row).for_each(|(cell, other)| *cell -= factor * other);
            }
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games whose results are those that the ratings make likely.
    fn expected_pairing(ratings: &[f64], first: usize, second: usize, games: u32) -> Pairing {
        let wins = f64::from(games) * expected_score(ratings[first] - ratings[second]);
        let wins = wins.round() as u32;
        Pairing { first, second, tally: Tally { wins, draws: 0, losses: games - wins } }
    }

    #[test]
    fn ratings_are_found_from_games_of_all_with_some_others() {
        let ratings = [1_500.0, 900.0, 1_200.0, 1_700.0, 1_850.0];
        let pairs = [(0, 2), (0, 3), (1, 2), (2, 3), (4, 0), (4, 3)];
        let pairings = pairs.map(|(a, b)| expected_pairing(&ratings, a, b, 100_000));
        let supposed = [1_500.0, 1_300.0, 1_300.0, 1_300.0, 1_300.0];
        let estimates = estimate(&supposed, 0, &pairings);
        for (estimate, expected) in estimates.iter().zip(ratings) {
            assert!((estimate.rating - expected).abs() < 2.0, "{estimates:?}");
        }
        assert!(estimates[0].margin.abs() < 1e-9, "{estimates:?}");
        // Level 900 is known through level 1200 only.
        assert!(estimates[1].margin > estimates[2].margin, "{estimates:?}");
    }

    #[test]
    fn the_margin_is_that_of_a_performance_when_there_is_one_opponent() {
        let decided = Tally { wins: 50, draws: 0, losses: 50 };
        let drawn = Tally { wins: 25, draws: 50, losses: 25 };
        for (tally, expected) in [(decided, 68.1), (drawn, 48.1)] {
            let pairing = Pairing { first: 1, second: 0, tally };
            let found = estimate(&[1_000.0, 1_000.0], 0, &[pairing])[1];
            assert!((found.rating - 1_000.0).abs() < 0.01, "{found:?}");
            assert!((found.margin - expected).abs() < 0.5, "{found:?}");
        }
    }

    #[test]
    fn who_wins_every_game_still_has_a_rating() {
        let tally = Tally { wins: 20, draws: 0, losses: 0 };
        let found = estimate(&[1_500.0, 1_500.0], 0, &[Pairing { first: 1, second: 0, tally }])[1];
        assert!((2_000.0..4_000.0).contains(&found.rating), "{found:?}");
    }
}
