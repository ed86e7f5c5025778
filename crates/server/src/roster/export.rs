//! Writes the roster as a spreadsheet.

use store::{Account, GroupName};
use wire::roster::RosterLanguage;

use super::cells::defused;

/// By this mark, spreadsheets recognize UTF-8.
const MARK: &str = "\u{feff}";

/// The headings of a language, and the separator of its spreadsheets.
fn dialect(language: RosterLanguage) -> ([&'static str; 3], char) {
    match language {
        RosterLanguage::En => (["Name", "Group", "Rating"], ','),
        RosterLanguage::De => (["Name", "Gruppe", "Wertung"], ';'),
        RosterLanguage::Fr => (["Nom", "Groupe", "Elo"], ';'),
    }
}

/// The roster as CSV, which an import reads back as it was.
pub(crate) fn write(accounts: &[Account], language: RosterLanguage) -> String {
    let (headings, separator) = dialect(language);
    let mut text = format!("{MARK}{}\r\n", row(headings.map(ToOwned::to_owned), separator));
    for account in accounts {
        let group = account.group.as_ref().map_or("", GroupName::as_str);
        let rating = account.rating.map(|rating| rating.to_string()).unwrap_or_default();
        let cells = [defused(account.name.as_str()), defused(group), rating];
        text.push_str(&row(cells, separator));
        text.push_str("\r\n");
    }
    text
}

fn row(cells: [String; 3], separator: char) -> String {
    cells.map(|cell| quoted(cell, separator)).join(&separator.to_string())
}

fn quoted(cell: String, separator: char) -> String {
    let needs_quotes = cell.contains(['"', '\n', '\r', separator]);
    if needs_quotes { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}
