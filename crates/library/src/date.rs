//! Dates of PGN (`1972.07.11`) and of the club file (`1972/07/11`), in UTC.

use game::Timestamp;
use jiff::SignedDuration;
use jiff::civil::{Date, DateTime, Time, datetime};

/// Timestamps start here; earlier games count as played at this time.
const EPOCH: DateTime = datetime(1970, 1, 1, 0, 0, 0, 0);

/// A date as PGN writes it.
pub(crate) fn pgn_date(at: Timestamp) -> String {
    civil(at).strftime("%Y.%m.%d").to_string()
}

/// A time of day as PGN writes it, `18:05:59`.
pub(crate) fn pgn_time(at: Timestamp) -> String {
    civil(at).strftime("%H:%M:%S").to_string()
}

/// A date as the club file writes it.
pub(crate) fn club_date(at: Timestamp) -> String {
    civil(at).strftime("%Y/%m/%d").to_string()
}

/// The midnight at which a date of the club file begins; none for an invalid date and one before
/// 1970.
pub(crate) fn parse_club_date(text: &str) -> Option<Timestamp> {
    timestamp(parse_date(text, &['/'])?.to_datetime(Time::midnight()))
}

/// When a game was played, from its PGN tags. An unknown month or day (`1992.??.??`) counts as the
/// first, and the time of day only when the date is complete. Dates before 1970 become the first
/// timestamp. None for an invalid date.
pub(crate) fn parse_pgn_date(date: &str, time: Option<&str>) -> Option<Timestamp> {
    const SEPARATORS: [char; 2] = ['.', '-'];
    let year: i16 = date.split(SEPARATORS).next()?.parse().ok()?;
    if (1..EPOCH.year()).contains(&year) {
        return Some(Timestamp(0));
    }
    let is_complete = !date.contains('?');
    let time = time.filter(|_| is_complete).and_then(parse_time).unwrap_or_default();
    timestamp(parse_date(&date.replace("??", "01"), &SEPARATORS)?.to_datetime(time))
}

fn parse_date(text: &str, separators: &[char]) -> Option<Date> {
    let mut parts = text.split(separators);
    let year = parts.next()?.parse().ok()?;
    let month = parts.next()?.parse().ok()?;
    let day = parts.next()?.parse().ok()?;
    let date = Date::new(year, month, day).ok()?;
    parts.next().is_none().then_some(date)
}

fn parse_time(text: &str) -> Option<Time> {
    let mut parts = text.split(':').map(|part| part.parse::<i8>().ok());
    let [hour, minute, second] = [parts.next()??, parts.next()??, parts.next()??];
    let time = Time::new(hour, minute, second, 0).ok()?;
    parts.next().is_none().then_some(time)
}

/// The latest date that can be written has a year of four digits.
fn civil(at: Timestamp) -> DateTime {
    let since_epoch = i64::try_from(at.0).map(SignedDuration::from_millis);
    let at = since_epoch.ok().and_then(|duration| EPOCH.checked_add(duration).ok());
    at.unwrap_or(DateTime::MAX)
}

fn timestamp(at: DateTime) -> Option<Timestamp> {
    u64::try_from(at.duration_since(EPOCH).as_millis()).map(Timestamp).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS_PER_DAY: u64 = 86_400_000;

    #[test]
    fn pgn_dates_become_timestamps() {
        for (date, time, expected) in [
            ("1970.01.02", None, Some(86_400_000)),
            ("1970.01.02", Some("00:00:02"), Some(86_402_000)),
            ("1970.01.02", Some("24:00:00"), Some(86_400_000)),
            ("1970.??.??", Some("12:00:00"), Some(0)),
            ("2024-02-29", None, Some(19_782 * MS_PER_DAY)),
            ("1851.06.21", Some("12:00:00"), Some(0)),
            ("1910.??.??", None, Some(0)),
            ("2023.02.29", None, None),
            ("0000.00.00", None, None),
            ("????.??.??", None, None),
            ("yesterday", None, None),
            ("", None, None),
        ] {
            assert_eq!(parse_pgn_date(date, time), expected.map(Timestamp), "{date} {time:?}");
        }
        assert_eq!(pgn_date(Timestamp(86_400_000)), "1970.01.02");
        assert_eq!(pgn_time(Timestamp(86_399_999)), "23:59:59");
    }

    #[test]
    fn club_dates_are_read_and_written() {
        for (text, days) in [
            ("1970/01/01", 0),
            ("1970/12/31", 364),
            ("1972/02/29", 789),
            ("2000/03/01", 11_017),
            ("2024/02/29", 19_782),
            ("9999/12/31", 2_932_896),
        ] {
            assert_eq!(parse_club_date(text), Some(Timestamp(days * MS_PER_DAY)), "{text}");
            assert_eq!(club_date(Timestamp((days + 1) * MS_PER_DAY - 1)), text);
        }
        assert_eq!(club_date(Timestamp(u64::MAX)), "9999/12/31");
    }

    #[test]
    fn invalid_club_dates_are_rejected() {
        for text in [
            "",
            "2023/02/29",
            "2024/13/01",
            "2024/00/01",
            "2024-01-01",
            "2024/01/01/01",
            "1969/12/31",
        ] {
            assert_eq!(parse_club_date(text), None, "{text}");
        }
    }
}
