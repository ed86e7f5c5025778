//! Points as exact tenths, and what each kind of result is worth.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};
use std::str::FromStr;

use crate::{Bye, Entry, GameResult};

/// An amount of points, exact to a tenth as in report files.
///
/// ```
/// use competition::Points;
///
/// let score = Points::ONE + Points::HALF;
/// assert_eq!(score.to_string(), "1.5");
/// assert_eq!("1.5".parse(), Ok(score));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points(i32);

/// The largest amount that text may name: four characters, as in report files.
const LARGEST_TENTHS: i32 = 99_999;

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);
    /// A draw, by default.
    pub const HALF: Points = Points(5);
    /// A win, by default.
    pub const ONE: Points = Points(10);

    /// A number of tenths of a point.
    pub const fn from_tenths(tenths: i32) -> Points {
        Points(tenths)
    }

    /// The amount in tenths of a point.
    pub const fn tenths(self) -> i32 {
        self.0
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.0 += other.0;
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0 - other.0)
    }
}

impl Mul<i32> for Points {
    type Output = Points;

    fn mul(self, factor: i32) -> Points {
        Points(self.0 * factor)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(amounts: I) -> Points {
        amounts.fold(Points::ZERO, Points::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let tenths = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{}", tenths / 10, tenths % 10))
    }
}

/// Text that is no amount of points.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no number of points; expected a number such as 1, 0.5 or 12.5")]
pub struct ParsePointsError(String);

impl FromStr for Points {
    type Err = ParsePointsError;

    fn from_str(text: &str) -> Result<Points, ParsePointsError> {
        parse_tenths(text)
            .map(Points)
            .ok_or_else(|| ParsePointsError(text.chars().take(20).collect()))
    }
}

fn parse_tenths(text: &str) -> Option<i32> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, tenth) = digits.split_once(['.', ',']).unwrap_or((digits, "0"));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(whole)
        || !all_digits(tenth)
        || digits.is_empty()
        || digits == "."
        || digits == ","
    {
        return None;
    }
    let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let tenth = match tenth.trim_end_matches('0') {
        "" => 0,
        digit => digit.parse().ok().filter(|tenth| *tenth < 10)?,
    };
    let tenths = whole.checked_mul(10)?.checked_add(tenth)?;
    let tenths = if negative { -tenths } else { tenths };
    (tenths.abs() <= LARGEST_TENTHS).then_some(tenths)
}

/// What each kind of result is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointValues {
    /// A win, a forfeit win and a full-point bye.
    pub win: Points,
    /// A draw and a half-point bye.
    pub draw: Points,
    /// A loss at the board.
    pub loss: Points,
    /// An absence: a zero-point bye.
    pub absence: Points,
    /// A forfeit loss.
    pub forfeit_loss: Points,
    /// The bye that the pairing gives when the number of players is odd.
    pub pairing_allocated_bye: Points,
}

impl Default for PointValues {
    fn default() -> PointValues {
        PointValues {
            win: Points::ONE,
            draw: Points::HALF,
            loss: Points::ZERO,
            absence: Points::ZERO,
            forfeit_loss: Points::ZERO,
            pairing_allocated_bye: Points::ONE,
        }
    }
}

impl PointValues {
    /// What an entry of the crosstable is worth.
    pub fn of(&self, entry: &Entry) -> Points {
        match entry {
            Entry::Game(game) => self.of_result(game.result),
            Entry::Bye(Bye::Full) => self.win,
            Entry::Bye(Bye::Half) => self.draw,
            Entry::Bye(Bye::Zero) => self.absence,
            Entry::Bye(Bye::PairingAllocated) => self.pairing_allocated_bye,
        }
    }

    fn of_result(&self, result: GameResult) -> Points {
        match result {
            GameResult::Win | GameResult::UnratedWin | GameResult::ForfeitWin => self.win,
            GameResult::Draw | GameResult::UnratedDraw => self.draw,
            GameResult::Loss | GameResult::UnratedLoss => self.loss,
            GameResult::ForfeitLoss => self.forfeit_loss,
            GameResult::Pending => Points::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_and_written() {
        for (text, tenths) in
            [("0", 0), ("0.5", 5), ("10", 100), ("12.5", 125), (".5", 5), ("1.50", 15)]
        {
            assert_eq!(text.parse(), Ok(Points::from_tenths(tenths)), "{text}");
        }
        for text in ["", ".", "x", "1.55", "1e3", "--1", "99999999999", "1.x"] {
            assert!(text.parse::<Points>().is_err(), "{text}");
        }
        assert_eq!(format!("{:>5}", Points::from_tenths(-5)), " -0.5");
    }
}
