//! The sequential test: play on until the games have decided between two differences of strength.

use std::fmt;
use std::str::FromStr;

use super::statistics::Pairs;

/// Two hypotheses about A's strength over B's, and how often each may be taken wrongly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What the test has found so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Undecided,
    /// The difference is the smaller one.
    H0,
    /// It is the larger one.
    H1,
}

impl Sprt {
    /// The likelihood ratios at which the test ends.
    pub(super) fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    pub(super) fn ratio(&self, pairs: &Pairs) -> f64 {
        pairs.log_likelihood_ratio(self.elo0, self.elo1)
    }

    pub(super) fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio >= upper => Verdict::H1,
            ratio if ratio <= lower => Verdict::H0,
            _ => Verdict::Undecided,
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
        let sound = elo0 < elo1
            && elo0.abs().max(elo1.abs()) <= MOST_ELO
            && [alpha, beta].iter().all(|error| *error > 0.0 && *error < 0.5);
        if sound {
            Ok(Sprt { elo0, elo1, alpha, beta })
        } else {
            Err("it must be two Elo differences, the smaller first, and perhaps the two chances of \
                 error, such as 0,5 or 0,5,0.05,0.05"
                .into())
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Verdict::Undecided => "undecided",
            Verdict::H0 => "H0 accepted",
            Verdict::H1 => "H1 accepted",
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
        assert_eq!(sprt.verdict(&Pairs([10, 50, 100, 60, 12])), Verdict::Undecided);
        assert_eq!(sprt.verdict(&Pairs([10, 50, 100, 160, 12])), Verdict::H1);
        assert_eq!(sprt.verdict(&Pairs([10, 150, 100, 60, 12])), Verdict::H0);
    }

    #[test]
    fn hypotheses_are_read_with_care() {
        assert!("-3,1".parse::<Sprt>().is_ok());
        assert_eq!("0,5,0.05,0.05".parse::<Sprt>(), "0,5".parse());
        for text in ["", "5", "5,0", "0,0", "0,5,1", "0,5,0,0.05", "0,5,0.6,0.05", "nan,5", "0,inf"]
        {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
