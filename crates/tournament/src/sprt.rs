//! The sequential probability ratio test: play until the games decide between two Elo differences.

use std::fmt;
use std::str::FromStr;

use crate::statistics::Pentanomial;

/// Two hypotheses about the Elo difference, and the error rate allowed for each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The null hypothesis: A is stronger by this much.
    pub elo0: f64,
    /// The alternative hypothesis.
    pub elo1: f64,
    alpha: f64,
    beta: f64,
}

/// The state of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// More games are needed.
    Undecided,
    /// The null hypothesis is accepted.
    H0,
    /// The alternative hypothesis is accepted.
    H1,
}

impl Sprt {
    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of some pairs.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        pairs.log_likelihood_ratio(self.elo0, self.elo1)
    }

    /// What some pairs decide.
    pub fn decision(&self, pairs: &Pentanomial) -> SprtDecision {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= upper => SprtDecision::H1,
            llr if llr <= lower => SprtDecision::H0,
            _ => SprtDecision::Undecided,
        }
    }
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        const DEFAULT_ERROR: f64 = 0.05;
        const MOST_ELO: f64 = 1000.0;
        let numbers: Option<Vec<f64>> =
            text.split(',').map(|number| number.trim().parse().ok()).collect();
        let (elo0, elo1, alpha, beta) = match numbers.as_deref() {
            Some(&[elo0, elo1]) => (elo0, elo1, DEFAULT_ERROR, DEFAULT_ERROR),
            Some(&[elo0, elo1, alpha, beta]) => (elo0, elo1, alpha, beta),
            _ => (0.0, 0.0, 0.0, 0.0),
        };
        let is_sound = elo0 < elo1
            && elo0.abs().max(elo1.abs()) <= MOST_ELO
            && [alpha, beta].iter().all(|error| *error > 0.0 && *error < 0.5);
        if is_sound {
            Ok(Sprt { elo0, elo1, alpha, beta })
        } else {
            Err("expected two Elo differences, smaller first, and optionally two error rates, such \
                 as 0,5 or 0,5,0.05,0.05"
                .into())
        }
    }
}

impl fmt::Display for SprtDecision {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            SprtDecision::Undecided => "undecided",
            SprtDecision::H0 => "H0 accepted",
            SprtDecision::H1 => "H1 accepted",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_ends_at_its_bounds() {
        let sprt: Sprt = "0,10".parse().unwrap();
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
        assert_eq!(sprt.decision(&Pentanomial([10, 50, 100, 60, 12])), SprtDecision::Undecided);
        assert_eq!(sprt.decision(&Pentanomial([10, 50, 100, 160, 12])), SprtDecision::H1);
        assert_eq!(sprt.decision(&Pentanomial([10, 150, 100, 60, 12])), SprtDecision::H0);
    }

    #[test]
    fn unsound_hypotheses_are_rejected() {
        assert!("-3,1".parse::<Sprt>().is_ok());
        assert_eq!("0,5,0.05,0.05".parse::<Sprt>(), "0,5".parse());
        for text in ["", "5", "5,0", "0,0", "0,5,1", "0,5,0,0.05", "0,5,0.6,0.05", "nan,5", "0,inf"]
        {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
