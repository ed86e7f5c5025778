//! What is in a cell, and how it is written so that no spreadsheet takes it for a formula.

use std::ops::RangeInclusive;

use wire::roster::{MAX_RATING, MIN_RATING};

/// The ratings that members may have.
const RATINGS: RangeInclusive<u16> = MIN_RATING..=MAX_RATING;
/// What a spreadsheet takes for the beginning of a formula.
const FORMULA: [char; 4] = ['=', '+', '-', '@'];
/// Written before a cell that would be a formula, and removed when it is read.
const GUARD: char = '\'';
/// What stands for no rating in lists of players.
const UNRATED: [&str; 5] = ["", "0", "-", "–", "—"];

/// The rating, if members may have it.
pub(crate) fn rating_in_range(rating: u16) -> Option<u16> {
    Some(rating).filter(|rating| RATINGS.contains(rating))
}

/// A cell that no spreadsheet calculates.
pub(super) fn defused(text: &str) -> String {
    if is_formula(text) { format!("{GUARD}{text}") } else { text.to_owned() }
}

/// The text of a cell that may have been [`defused`], in one line.
pub(super) fn text(cell: &str) -> String {
    let line = cell.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.strip_prefix(GUARD) {
        Some(rest) if is_formula(rest) => rest.to_owned(),
        _ => line,
    }
}

/// Guards in front count as well, or one that belongs to the text would be removed.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches(GUARD).starts_with(FORMULA)
}

/// A name with the apostrophes and hyphens of a keyboard. `Last, First` becomes `First Last`.
pub(super) fn name(cell: &str) -> String {
    let typed = |c| match c {
        '’' | '‘' | 'ʼ' | '´' | '`' => '\'',
        '‐' | '‑' | '–' => '-',
        other => other,
    };
    let name: String = text(cell).chars().map(typed).collect();
    match name.split_once(',') {
        Some((last, first)) if !first.contains(',') => {
            format!("{} {}", first.trim(), last.trim()).trim().to_owned()
        }
        _ => name,
    }
}

/// The rating in a cell.
///
/// # Errors
/// The text that is not a rating in range.
pub(super) fn rating(cell: &str) -> Result<Option<u16>, String> {
    let text = text(cell);
    if UNRATED.contains(&text.as_str()) {
        return Ok(None);
    }
    let rating = text.parse().ok().and_then(rating_in_range);
    rating.map(Some).ok_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_never_a_formula_and_reads_back() {
        for (text, written) in [
            ("Anna", "Anna"),
            ("=1+1", "'=1+1"),
            ("+49", "'+49"),
            ("-x", "'-x"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("'-x", "''-x"),
            ("''=", "'''="),
            ("'t Hooft", "'t Hooft"),
            ("", ""),
        ] {
            let cell = defused(text);
            assert_eq!(cell, written);
            assert_eq!(super::text(&cell), text);
        }
    }

    #[test]
    fn a_name_is_written_as_people_say_it() {
        for (cell, expected) in [
            (" Anna  Maria\nMüller ", "Anna Maria Müller"),
            ("Müller, Anna", "Anna Müller"),
            ("Müller,", "Müller"),
            ("O’Brien", "O'Brien"),
            ("Jean–Luc", "Jean-Luc"),
            ("a, b, c", "a, b, c"),
        ] {
            assert_eq!(name(cell), expected, "{cell:?}");
        }
    }

    #[test]
    fn a_rating_is_a_number_from_100_to_4000_or_missing() {
        for (cell, expected) in [
            ("", Ok(None)),
            (" 0 ", Ok(None)),
            ("-", Ok(None)),
            ("100", Ok(Some(100))),
            (" 1500 ", Ok(Some(1500))),
            ("4000", Ok(Some(4000))),
            ("99", Err("99")),
            ("4001", Err("4001")),
            ("-1200", Err("-1200")),
            ("99999999999", Err("99999999999")),
            ("12.5", Err("12.5")),
            ("abc", Err("abc")),
        ] {
            assert_eq!(
                rating(cell).as_ref().map_err(String::as_str),
                expected.as_ref().map_err(|e| *e)
            );
        }
    }
}
