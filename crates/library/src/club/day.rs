//! Days as the club file writes them, `2024/02/29`.

use std::fmt;
use std::str::FromStr;

use game::Timestamp;

const MS_PER_DAY: u64 = 24 * 3600 * 1000;

/// A day since the beginning of 1970, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Day(u32);

impl From<Day> for Timestamp {
    fn from(day: Day) -> Timestamp {
        Timestamp(u64::from(day.0) * MS_PER_DAY)
    }
}

impl From<Timestamp> for Day {
    fn from(moment: Timestamp) -> Day {
        // The calendar of the file has four digits for the year.
        let last = days_before(10_000) - 1;
        Day(u32::try_from(moment.0 / MS_PER_DAY).unwrap_or(last).min(last))
    }
}

impl FromStr for Day {
    type Err = ();

    fn from_str(text: &str) -> Result<Day, ()> {
        let mut parts = text.split('/').map(|part| part.parse::<u32>().map_err(drop));
        let (year, month, day) =
            (parts.next().ok_or(())??, parts.next().ok_or(())??, parts.next().ok_or(())??);
        let exists = (1970..10_000).contains(&year)
            && (1..=12).contains(&month)
            && (1..=month_length(year, month)).contains(&day);
        if !exists || parts.next().is_some() {
            return Err(());
        }
        let months: u32 = (1..month).map(|month| month_length(year, month)).sum();
        Ok(Day(days_before(year) + months + day - 1))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut year = 1970 + self.0 / 366;
        while days_before(year + 1) <= self.0 {
            year += 1;
        }
        let mut rest = self.0 - days_before(year);
        let mut month = 1;
        while rest >= month_length(year, month) {
            rest -= month_length(year, month);
            month += 1;
        }
        write!(f, "{year:04}/{month:02}/{:02}", rest + 1)
    }
}

/// The days from the beginning of 1970 to that of a later year.
fn days_before(year: u32) -> u32 {
    let leaps = |year: u32| year / 4 - year / 100 + year / 400;
    (year - 1970) * 365 + leaps(year - 1) - leaps(1969)
}

fn month_length(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_calendar_does() {
        for (text, count) in [
            ("1970/01/01", 0),
            ("1970/12/31", 364),
            ("1972/02/29", 789),
            ("2000/03/01", 11_017),
            ("2024/02/29", 19_782),
            ("9999/12/31", 2_932_896),
        ] {
            assert_eq!(text.parse(), Ok(Day(count)), "{text}");
            assert_eq!(Day(count).to_string(), text);
        }
        assert!((0..40_000).all(|day| Day(day).to_string().parse() == Ok(Day(day))));
        assert_eq!(Day::from(Timestamp(u64::MAX)).to_string(), "9999/12/31");
    }

    #[test]
    fn days_that_never_were_are_refused() {
        for text in ["", "2023/02/29", "2024/13/01", "2024/00/01", "2024-01-01", "2024/01/01/01"] {
            assert_eq!(text.parse::<Day>(), Err(()), "{text}");
        }
    }
}
