//! Days as PGN writes them, `1972.07.11`, with `?` for what is not known.

use game::Timestamp;

use crate::club::Day;

const MS_PER_SECOND: u64 = 1_000;

/// The year in which moments begin.
const FIRST_YEAR: u32 = 1970;

/// The day of a moment as PGN writes it.
pub(crate) fn pgn_date(moment: Timestamp) -> String {
    Day::from(moment).to_string().replace('/', ".")
}

/// The time of day of a moment, `18:05:59`, in coordinated universal time.
pub(crate) fn pgn_time(moment: Timestamp) -> String {
    let seconds = moment.0 / MS_PER_SECOND;
    let [hours, minutes] = [seconds / 3_600 % 24, seconds / 60 % 60];
    format!("{hours:02}:{minutes:02}:{:02}", seconds % 60)
}

/// The moment at which a game was played, by its date and its time of day where both are known. A
/// month or day that is not known is the first, and days before 1970 are the first day of it, at
/// which moments begin. None for what is no date.
pub(crate) fn moment(date: &str, time: Option<&str>) -> Option<Timestamp> {
    let year: u32 = date.split(['.', '-']).next()?.parse().ok()?;
    let known = date.replace("??", "01").replace(['.', '-'], "/");
    if (1..FIRST_YEAR).contains(&year) {
        return Some(Timestamp(0));
    }
    let Timestamp(midnight) = known.parse::<Day>().ok()?.into();
    let is_exact = !date.contains('?');
    let seconds = time.filter(|_| is_exact).and_then(seconds_of_day).unwrap_or(0);
    Some(Timestamp(midnight + seconds * MS_PER_SECOND))
}

fn seconds_of_day(time: &str) -> Option<u64> {
    let mut parts = time.split(':').map(|part| part.parse::<u64>().ok());
    let [hours, minutes, seconds] = [parts.next()??, parts.next()??, parts.next()??];
    let exists = hours < 24 && minutes < 60 && seconds < 60 && parts.next().is_none();
    exists.then_some(hours * 3_600 + minutes * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_become_moments() {
        for (date, time, expected) in [
            ("1970.01.02", None, Some(86_400_000)),
            ("1970.01.02", Some("00:00:02"), Some(86_402_000)),
            ("1970.01.02", Some("24:00:00"), Some(86_400_000)),
            ("1970.??.??", Some("12:00:00"), Some(0)),
            ("2024-02-29", None, Some(19_782 * 86_400_000)),
            ("1851.06.21", Some("12:00:00"), Some(0)),
            ("1910.??.??", None, Some(0)),
            ("0000.00.00", None, None),
            ("????.??.??", None, None),
            ("yesterday", None, None),
            ("", None, None),
        ] {
            assert_eq!(moment(date, time), expected.map(Timestamp), "{date} {time:?}");
        }
        assert_eq!(pgn_date(Timestamp(86_400_000)), "1970.01.02");
        assert_eq!(pgn_time(Timestamp(86_399_999)), "23:59:59");
    }
}
