//! What the games say: scores by pairs of games, the Elo difference with its error, and the
//! sequential test.
//!
//! Both games of a pair begin from the same opening with colors swapped, so they are not
//! independent; pairs are. All variances are those of pairs, in five classes by the points that A
//! made in them. That makes errors honest, and smaller than games by themselves would.

/// The points of a pair in each class, as a share of the two that it is worth.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// How many standard deviations hold 95 % of a normal distribution.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Pairs by the half-points that A made: LL, LD, WL and DD, WD, WW.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pairs(pub(super) [u64; 5]);

/// A's strength over B's, in logistic Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) elo: f64,
    /// Half of the interval that holds the truth in 95 of 100 matches.
    pub(super) error: f64,
    /// How likely it is that A is the stronger one.
    pub(super) superiority: f64,
}

impl Pairs {
    pub(super) fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The estimate, where the pairs allow one: not while all of them ended alike.
    pub(super) fn estimate(&self) -> Option<Estimate> {
        let (mean, variance) = moments(&self.0.map(|count| count as f64));
        let deviation = (variance / self.count() as f64).sqrt();
        if deviation.is_nan() || deviation <= 0.0 {
            return None;
        }
        let (low, high) = (mean - NORMAL_95 * deviation, mean + NORMAL_95 * deviation);
        let error = (elo(high) - elo(low)) / 2.0;
        let superiority = normal_below((mean - 0.5) / deviation);
        Some(Estimate { elo: elo(mean), error, superiority })
    }

    /// The logarithm of how much better the pairs fit a difference of `elo1` than one of `elo0`,
    /// whatever their spread: the most likely distribution with the one mean against that with the
    /// other (a generalized sequential probability ratio test).
    pub(super) fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        // A class without pairs would make one of them impossible.
        const FEW: f64 = 1e-3;
        if self.count() == 0 {
            return 0.0;
        }
        let counts = self.0.map(|count| (count as f64).max(FEW));
        let (score0, score1) = (expected_score(elo0), expected_score(elo1));
        let (tilt0, tilt1) = (tilt(&counts, score0), tilt(&counts, score1));
        let ratio = |share: f64| {
            let (less, more) = (tilt0 * (share - score0), tilt1 * (share - score1));
            less.ln_1p() - more.ln_1p()
        };
        counts.iter().zip(SHARES).map(|(count, share)| count * ratio(share)).sum()
    }
}

/// The Elo difference of a score between 0 and 1. At the ends it is kept finite.
pub(super) fn elo(score: f64) -> f64 {
    const EDGE: f64 = 1e-6;
    let score = score.clamp(EDGE, 1.0 - EDGE);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that an Elo difference promises.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Mean and variance of the shares.
fn moments(counts: &[f64; 5]) -> (f64, f64) {
    let total: f64 = counts.iter().sum();
    let average = |value: &dyn Fn(f64) -> f64| {
        counts.iter().zip(SHARES).map(|(count, share)| count * value(share)).sum::<f64>() / total
    };
    let mean = average(&|share| share);
    (mean, average(&|share| (share - mean).powi(2)))
}

/// The most likely distribution with a given mean has frequencies `p / (1 + x (share - mean))`;
/// this finds `x`, the only root of a function that falls all the way between its two poles.
fn tilt(counts: &[f64; 5], mean: f64) -> f64 {
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

/// The share of a normal distribution below a number of standard deviations.
fn normal_below(deviations: f64) -> f64 {
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
        // Worked out apart from this program.
        for (pairs, elo, error, superiority) in [
            ([10, 50, 100, 60, 12], 10.486_153_1, 20.649_826_6, 0.840_633_8),
            ([81, 1218, 2637, 1316, 98], 4.286_338_7, 3.626_974_2, 0.989_737_1),
            ([5, 20, 40, 10, 1], -41.337_649_2, 32.139_560_2, 0.005_350_6),
        ] {
            let estimate = Pairs(pairs).estimate().unwrap();
            near(estimate.elo, elo);
            near(estimate.error, error);
            near(estimate.superiority, superiority);
        }
    }

    #[test]
    fn pairs_that_all_ended_alike_allow_no_estimate() {
        for pairs in [[0; 5], [0, 0, 9, 0, 0], [0, 0, 0, 0, 1]] {
            assert_eq!(Pairs(pairs).estimate(), None, "{pairs:?}");
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
            near(Pairs(pairs).log_likelihood_ratio(elo0, elo1), expected);
        }
        near(Pairs([0; 5]).log_likelihood_ratio(0.0, 5.0), 0.0);
        near(Pairs([7, 9, 4, 9, 7]).log_likelihood_ratio(-5.0, 5.0), 0.0);
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
            near(normal_below(deviations), below);
        }
    }
}
