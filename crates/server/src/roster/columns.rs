//! Which column of a spreadsheet has what, by the words in its first row or, without such a row, by
//! what is in the columns.

use super::table::TableRow;

/// What a column is for, and the words for it in English, German and French.
const HEADINGS: [(Heading, &[&str]); 5] = [
    (
        Heading::Name,
        &[
            "name",
            "names",
            "full name",
            "player",
            "player name",
            "pupil",
            "student",
            "member",
            "last name, first name",
            "spieler",
            "spielername",
            "schüler",
            "schülerin",
            "schüler/in",
            "schüler*in",
            "schüler:in",
            "mitglied",
            "vor- und nachname",
            "vorname nachname",
            "vorname und nachname",
            "name, vorname",
            "nachname, vorname",
            "nom",
            "noms",
            "nom complet",
            "nom et prénom",
            "nom prénom",
            "prénom et nom",
            "prénom nom",
            "élève",
            "joueur",
            "joueuse",
            "membre",
        ],
    ),
    (
        Heading::LastName,
        &[
            "last name",
            "lastname",
            "last",
            "surname",
            "family name",
            "nachname",
            "familienname",
            "zuname",
            "nom de famille",
            "nom de naissance",
        ],
    ),
    (
        Heading::FirstName,
        &[
            "first name",
            "firstname",
            "first",
            "given name",
            "forename",
            "vorname",
            "rufname",
            "prénom",
            "prénoms",
            "prenom",
        ],
    ),
    (
        Heading::Group,
        &[
            "group",
            "class",
            "team",
            "form",
            "grade",
            "gruppe",
            "klasse",
            "mannschaft",
            "team/klasse",
            "kurs",
            "groupe",
            "classe",
            "équipe",
            "equipe",
            "division",
        ],
    ),
    (
        Heading::Rating,
        &[
            "rating",
            "elo",
            "elo rating",
            "fide elo",
            "fide",
            "dwz",
            "dwz/elo",
            "elo/dwz",
            "wertung",
            "wertungszahl",
            "spielstärke",
            "classement elo",
            "classement",
            "cote",
            "cote elo",
        ],
    ),
];

/// How many columns a file without headings may have.
const MAX_WITHOUT_HEADINGS: usize = 3;

/// What a column is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heading {
    Name,
    LastName,
    FirstName,
    Group,
    Rating,
}

/// Where the names are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameColumns {
    One(usize),
    Two { first: usize, last: usize },
}

/// What is in which column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) names: NameColumns,
    pub(super) group: Option<usize>,
    pub(super) rating: Option<usize>,
    /// Whether the first row has the headings.
    pub(super) has_headings: bool,
    /// The headings of all other columns.
    pub(super) ignored: Vec<String>,
}

/// The columns of a table; none when no column has names.
pub(super) fn find(rows: &[TableRow]) -> Option<Columns> {
    let first = &rows.first()?.cells;
    let headings: Vec<_> = first.iter().map(|cell| heading(cell)).collect();
    if headings.iter().any(Option::is_some) {
        by_headings(first, &headings)
    } else {
        by_contents(rows)
    }
}

fn heading(cell: &str) -> Option<Heading> {
    let word = cell.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let word = word.trim_end_matches([':', '.', '*']).trim_end();
    let has = |(_, words): &&(Heading, &[&str])| words.contains(&word);
    HEADINGS.iter().find(has).map(|(heading, _)| *heading)
}

/// Beside first names, a column of names has last names.
fn by_headings(cells: &[String], headings: &[Option<Heading>]) -> Option<Columns> {
    let at = |wanted| headings.iter().position(|heading| *heading == Some(wanted));
    let [name, last, first] = [Heading::Name, Heading::LastName, Heading::FirstName].map(at);
    let names = match (name, last.or(name), first) {
        (_, Some(last), Some(first)) => NameColumns::Two { first, last },
        (Some(one), ..) | (None, Some(one), None) | (None, None, Some(one)) => {
            NameColumns::One(one)
        }
        (None, None, None) => return None,
    };
    let (group, rating) = (at(Heading::Group), at(Heading::Rating));
    let is_used = |column: usize| {
        let is_name = match names {
            NameColumns::One(one) => one == column,
            NameColumns::Two { first, last } => [first, last].contains(&column),
        };
        is_name || [group, rating].contains(&Some(column))
    };
    let ignored = cells.iter().enumerate().filter(|(column, _)| !is_used(*column));
    let ignored = ignored.map(|(_, cell)| cell.trim().to_owned()).filter(|cell| !cell.is_empty());
    Some(Columns { names, group, rating, has_headings: true, ignored: ignored.collect() })
}

/// Without headings, names come first, and ratings are what looks like them.
fn by_contents(rows: &[TableRow]) -> Option<Columns> {
    let width = rows.iter().map(|row| row.cells.len()).max()?;
    if width > MAX_WITHOUT_HEADINGS {
        return None;
    }
    let are_ratings = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.cells.get(column)).map(|cell| cell.trim());
        let mut cells = cells.filter(|cell| !cell.is_empty()).peekable();
        let is_rating = |cell: &str| cell.len() > 2 && cell.parse::<u32>().is_ok();
        cells.peek().is_some() && cells.all(is_rating)
    };
    let (group, rating) = match width {
        1 => (None, None),
        2 if are_ratings(1) => (None, Some(1)),
        2 => (Some(1), None),
        _ if are_ratings(1) && !are_ratings(2) => (Some(2), Some(1)),
        _ => (Some(1), Some(2)),
    };
    let names = NameColumns::One(0);
    Some(Columns { names, group, rating, has_headings: false, ignored: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<TableRow> {
        let cells = |line: &str| line.split(';').map(ToOwned::to_owned).collect();
        (1..).zip(text.lines()).map(|(line, row)| TableRow { line, cells: cells(row) }).collect()
    }

    #[test]
    fn headings_in_three_languages_name_the_columns_in_any_order() {
        use NameColumns::{One, Two};
        for (text, names, group, rating, ignored) in [
            ("Name;Group;Rating", One(0), Some(1), Some(2), ""),
            ("Elo;Klasse;NAME", One(2), Some(1), Some(0), ""),
            ("Nom;Classe;Elo", One(0), Some(1), Some(2), ""),
            ("Nom;Prénom;Groupe", Two { first: 1, last: 0 }, Some(2), None, ""),
            ("Vorname;Nachname;DWZ", Two { first: 0, last: 1 }, None, Some(2), ""),
            ("Name;Vorname", Two { first: 1, last: 0 }, None, None, ""),
            ("First name;Last  name:", Two { first: 0, last: 1 }, None, None, ""),
            ("Vorname;Klasse", One(0), Some(1), None, ""),
            ("No.;Student;Born;Class", One(1), Some(3), None, "No.|Born"),
            ("Name;Elo;DWZ", One(0), None, Some(1), "DWZ"),
        ] {
            let found = find(&rows(text)).expect(text);
            assert_eq!((found.names, found.group, found.rating), (names, group, rating), "{text}");
            assert_eq!(found.ignored.join("|"), ignored, "{text}");
            assert!(found.has_headings);
        }
    }

    #[test]
    fn without_headings_names_come_first_and_ratings_are_recognized() {
        for (text, group, rating) in [
            ("Anna\nBen", None, None),
            ("Anna;5a\nBen;5b", Some(1), None),
            ("Anna;5\nBen;6", Some(1), None),
            ("Anna;1200\nBen;", None, Some(1)),
            ("Anna;5a;1200\nBen;5b", Some(1), Some(2)),
            ("Anna;1200;5a", Some(2), Some(1)),
        ] {
            let found = find(&rows(text)).expect(text);
            assert_eq!((found.group, found.rating), (group, rating), "{text}");
            assert_eq!((found.names, found.has_headings), (NameColumns::One(0), false));
        }
    }

    #[test]
    fn a_table_without_names_has_no_columns() {
        for text in ["Klasse;Elo\n5a;1200", "a;b;c;d\n1;2;3;4"] {
            assert_eq!(find(&rows(text)), None, "{text}");
        }
    }
}
