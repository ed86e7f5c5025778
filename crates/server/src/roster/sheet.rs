//! A file as names, groups and ratings.

use super::cells;
use super::columns::{self, Columns, NameColumns};
use super::table::{self, TableRow};
use super::{MAX_ROWS, SheetError};

/// The first row in an error has at most this many characters.
const MAX_SHOWN: usize = 80;

/// What a file says about members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sheet {
    pub(super) rows: Vec<SheetRow>,
    /// The headings of columns that are not used.
    pub(crate) ignored: Vec<String>,
}

/// What a row says, unchecked but for the rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SheetRow {
    pub(super) line: u32,
    pub(super) name: String,
    /// Empty when the row does not say.
    pub(super) group: String,
    /// None when the row does not say; an error has the text that is no rating.
    pub(super) rating: Result<Option<u16>, String>,
}

impl Sheet {
    /// Reads a file.
    ///
    /// # Errors
    /// When it is no table with names.
    pub(crate) fn read(file: &[u8]) -> Result<Sheet, SheetError> {
        let rows = table::read(file)?;
        let no_names = || SheetError::NoNameColumn(shown(&rows[0]));
        let columns = columns::find(&rows).ok_or_else(no_names)?;
        let rows = &rows[usize::from(columns.has_headings)..];
        match rows.len() {
            0 => Err(SheetError::Empty),
            1..=MAX_ROWS => {
                let rows = rows.iter().map(|row| sheet_row(&columns, row)).collect();
                Ok(Sheet { rows, ignored: columns.ignored })
            }
            _ => Err(SheetError::TooManyRows),
        }
    }
}

fn shown(row: &TableRow) -> String {
    row.cells.join(" | ").chars().take(MAX_SHOWN).collect()
}

fn sheet_row(columns: &Columns, row: &TableRow) -> SheetRow {
    let cell = |column: usize| row.cells.get(column).map_or("", String::as_str);
    let name = match columns.names {
        NameColumns::One(one) => cells::name(cell(one)),
        NameColumns::Two { first, last } => {
            let [first, last] = [first, last].map(|column| cells::name(cell(column)));
            format!("{first} {last}").trim().to_owned()
        }
    };
    SheetRow {
        line: row.line,
        name,
        group: columns.group.map_or_else(String::new, |column| cells::text(cell(column))),
        rating: columns.rating.map_or(Ok(None), |column| cells::rating(cell(column))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_who_is_in_which_group_at_which_rating() {
        let file = "Nachname;Vorname;Klasse;DWZ;Geburtstag\r\n\
                    Müller;Zoë;5a;812;1.2.2015\r\n\
                    O’Brien;Finn;;;\r\n\
                    ;Kim;5b;nix\r\n";
        let sheet = Sheet::read(file.as_bytes()).expect("a table");
        let row = |line, name: &str, group: &str, rating| SheetRow {
            line,
            name: name.into(),
            group: group.into(),
            rating,
        };
        let expected = [
            row(2, "Zoë Müller", "5a", Ok(Some(812))),
            row(3, "Finn O'Brien", "", Ok(None)),
            row(4, "Kim", "5b", Err("nix".into())),
        ];
        assert_eq!(sheet.rows, expected);
        assert_eq!(sheet.ignored, ["Geburtstag"]);
    }

    #[test]
    fn a_file_without_names_is_refused_with_its_first_row() {
        for (file, expected) in [
            ("Name;Klasse\n", SheetError::Empty),
            ("Klasse;Elo\n5a;900", SheetError::NoNameColumn("Klasse | Elo".into())),
            ("1;2;3;4\n", SheetError::NoNameColumn("1 | 2 | 3 | 4".into())),
        ] {
            assert_eq!(Sheet::read(file.as_bytes()), Err(expected), "{file}");
        }
    }
}
