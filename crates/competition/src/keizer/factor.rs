//! Exact fractions: the factors of the parameters, and scores made of them.

use std::cmp::Ordering;
use std::fmt;

/// A factor of the Keizer system: a fraction that is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    numerator: u16,
    denominator: u16,
}

impl Factor {
    /// Nothing.
    pub const ZERO: Factor = Factor::of(0, 1);

    /// All of it.
    pub const ONE: Factor = Factor::of(1, 1);

    /// The largest denominator. With it the common denominator of all factors fits the integers of
    /// [`Score`].
    pub const MAX_DENOMINATOR: u16 = 100;

    /// The largest numerator.
    pub const MAX_NUMERATOR: u16 = 1000;

    /// A fraction; none when a number is too large or the denominator 0.
    pub fn new(numerator: u16, denominator: u16) -> Option<Factor> {
        let fits = (1..=Factor::MAX_DENOMINATOR).contains(&denominator)
            && numerator <= Factor::MAX_NUMERATOR;
        fits.then_some(Factor { numerator, denominator })
    }

    /// A fraction of small numbers.
    pub(super) const fn of(numerator: u16, denominator: u16) -> Factor {
        Factor { numerator, denominator }
    }

    /// The number above the line.
    pub fn numerator(self) -> u16 {
        self.numerator
    }

    /// The number below the line.
    pub fn denominator(self) -> u16 {
        self.denominator
    }

    /// The least common denominator of the factor and others.
    pub(super) fn common_denominator(self, others: i128) -> i128 {
        let own = i128::from(self.denominator);
        others / common_divisor(others, own) * own
    }

    /// The factor times a value, as the numerator over a common denominator.
    pub(super) fn of_value(self, value: u32, denominator: i128) -> i128 {
        let part = denominator / i128::from(self.denominator) * i128::from(self.numerator);
        part * i128::from(value)
    }
}

/// A score of the Keizer system: a fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    numerator: i128,
    denominator: i128,
}

impl Score {
    /// The fraction of two numbers, neither negative, the second one positive.
    pub(super) fn new(numerator: i128, denominator: i128) -> Score {
        let divisor = common_divisor(numerator, denominator);
        Score { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// The score in tenths, rounded half up, for tables with one decimal.
    pub fn tenths(self) -> i64 {
        let doubled = 20 * self.numerator + self.denominator;
        i64::try_from(doubled / (2 * self.denominator)).unwrap_or(i64::MAX)
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> Ordering {
        compare((self.numerator, self.denominator), (other.numerator, other.denominator))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Whole number and fraction, such as `19 1/2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (whole, rest) = (self.numerator / self.denominator, self.numerator % self.denominator);
        write!(f, "{whole}")?;
        if rest == 0 { Ok(()) } else { write!(f, " {rest}/{}", self.denominator) }
    }
}

/// Compares two fractions by their whole parts, and then what remains of them upside down. Products
/// could be too large.
fn compare(a: (i128, i128), b: (i128, i128)) -> Ordering {
    let (rest_a, rest_b) = (a.0 % a.1, b.0 % b.1);
    let rests = || match (rest_a, rest_b) {
        (0, _) | (_, 0) => rest_a.cmp(&rest_b),
        _ => compare((b.1, rest_b), (a.1, rest_a)),
    };
    (a.0 / a.1).cmp(&(b.0 / b.1)).then_with(rests)
}

fn common_divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a.max(1) } else { common_divisor(b, a % b) }
}
