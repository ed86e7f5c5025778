//! Pentanomial statistics: the Elo difference with its error, and the log-likelihood ratio of the
//! sequential test.
//!
//! The two games of a pair begin from the same opening with colors swapped, so they are not
//! independent; pairs are. All variances are therefore those of pairs, in five classes by the score
//! of A. This makes the error bars honest, and smaller than those of single games.

/// The score of a pair in each class, from 0 to 1.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The standard deviations around the mean that cover 95 % of a normal distribution.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Pairs of games by the half-points that A scored: LL, LD, WL and DD, WD, WW.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// The estimated strength of A relative to B, in logistic Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The difference.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
    /// The likelihood of superiority: how likely it is that A is the stronger engine.
    pub los: f64,
}

impl Pentanomial {
    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The estimated Elo difference; none while all pairs are in one class.
    pub fn estimate(&self) -> Option<EloEstimate> {
        let (mean, variance) = moments(&self.0.map(|count| count as f64));
        let deviation = (variance / self.count() as f64).sqrt();
        if deviation.is_nan() || deviation <= 0.0 {
            return None;
        }
        let (low, high) = (mean - NORMAL_95 * deviation, mean + NORMAL_95 * deviation);
        let error = (elo(high) - elo(low)) / 2.0;
        let los = normal_cdf((mean - 0.5) / deviation);
        Some(EloEstimate { elo: elo(mean), error, los })
    }

    /// The log-likelihood ratio of a difference of `elo1` against one of `elo0`. The variance is
    /// unknown, so each likelihood is that of the most likely distribution with the mean of the
    /// hypothesis (a generalized sequential probability ratio test).
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        // An empty class would make one of the hypotheses impossible.
        const FEW: f64 = 1e-3;
        if self.count() == 0 {
            return 0.0;
        }
        let counts = self.0.map(|count| (count as f64).max(FEW));
        let (score0, score1) = (expected_score(elo0), expected_score(elo1));
        let (multiplier0, multiplier1) = (multiplier(&counts, score0), multiplier(&counts, score1));
        let ratio = |share: f64| {
            let (less, more) = (multiplier0 * (share - score0), multiplier1 * (share - score1));
            less.ln_1p() - more.ln_1p()
        };
        counts.iter().zip(SHARES).map(|(count, share)| count * ratio(share)).sum()
    }
}

/// The Elo difference of a score between 0 and 1, kept finite at both ends.
fn elo(score: f64) -> f64 {
    const EDGE: f64 = 1e-6;
    let score = score.clamp(EDGE, 1.0 - EDGE);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The expected score for an Elo difference.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Mean and variance of the score of a pair.
fn moments(counts: &[f64; 5]) -> (f64, f64) {
    let total: f64 = counts.iter().sum();
    let average = |value: &dyn Fn(f64) -> f64| {
        counts.iter().zip(SHARES).map(|(count, share)| count * value(share)).sum::<f64>() / total
    };
    let mean = average(&|share| share);
    (mean, average(&|share| (share - mean).powi(2)))
}

/// The Lagrange multiplier `x` of the most likely distribution with a given mean, whose frequencies
/// are `p / (1 + x (share - mean))`: the only root of a function that falls monotonically between
/// its two poles, found by bisection.
fn multiplier(counts: &[f64; 5], mean: f64) -> f64 {
    const STEPS: usize = 200;
    let excess = |x: f64| -> f64 {
        let terms = counts.iter().zip(SHARES).map(|(count, share)| (count, share - mean));
        terms.map(|(count, distance)| count * distance / (1.0 + x * distance)).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The cumulative distribution function of the standard normal distribution.
fn normal_cdf(deviations: f64) -> f64 {
    // Abramowitz and Stegun 26.2.17; the error is below 1e-7.
    const SCALE: f64 = 0.231_641_9;
    const COEFFICIENTS: [f64; 5] =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + SCALE * deviations.abs());
    let series = COEFFICIENTS.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let density = (-deviations * deviations / 2.0).exp() / std::f64::consts::TAU.sqrt();
    let above = density * series;
    if deviations < 0.0 { above } else { 1.0 - above }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
    }

    #[test]
    fn elo_and_its_error_come_from_the_variance_of_pairs() {
        // Computed independently of this program.
        for (pairs, elo, error, los) in [
            ([10, 50, 100, 60, 12], 10.486_153_1, 20.649_826_6, 0.840_633_8),
            ([81, 1218, 2637, 1316, 98], 4.286_338_7, 3.626_974_2, 0.989_737_1),
            ([5, 20, 40, 10, 1], -41.337_649_2, 32.139_560_2, 0.005_350_6),
        ] {
            let estimate = Pentanomial(pairs).estimate().unwrap();
            near(estimate.elo, elo);
            near(estimate.error, error);
            near(estimate.los, los);
        }
    }

    #[test]
    fn pairs_of_one_class_allow_no_estimate() {
        for pairs in [[0; 5], [0, 0, 9, 0, 0], [0, 0, 0, 0, 1]] {
            assert_eq!(Pentanomial(pairs).estimate(), None, "{pairs:?}");
        }
    }

    #[test]
    fn the_likelihood_ratio_is_that_of_the_most_likely_distributions() {
        for (pairs, elo0, elo1, expected) in [
            ([10, 50, 100, 60, 12], 0.0, 10.0, 0.494_056_5),
            ([81, 1218, 2637, 1316, 98], 0.0, 5.0, 2.607_807_8),
            ([5, 20, 40, 10, 1], 0.0, 10.0, -1.586_857_7),
            ([0, 3, 10, 8, 0], -5.0, 5.0, 0.546_887_1),
        ] {
            near(Pentanomial(pairs).log_likelihood_ratio(elo0, elo1), expected);
        }
        near(Pentanomial([0; 5]).log_likelihood_ratio(0.0, 5.0), 0.0);
        near(Pentanomial([7, 9, 4, 9, 7]).log_likelihood_ratio(-5.0, 5.0), 0.0);
    }

    #[test]
    fn scores_and_elo_are_inverse() {
        near(elo(0.5), 0.0);
        near(elo(0.75), 190.848_501_9);
        near(expected_score(400.0), 10.0 / 11.0);
        assert!(elo(0.0).is_finite() && elo(1.0).is_finite());
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (deviations, below) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9)] {
            near(normal_cdf(deviations), below);
        }
    }
}
