//! The rows and cells of a file, in whatever way a spreadsheet wrote it.

use std::io::Read;

use chess::pgn::Decoder;
use csv::{ReaderBuilder, StringRecord};

use super::{MAX_ROWS, SheetError};

/// The separators that spreadsheets write.
const SEPARATORS: [char; 4] = [';', '\t', ',', '|'];
/// Separates nothing: no text has it. It is for files with one column.
const NO_SEPARATOR: char = '\u{1f}';

/// A row that is not blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableRow {
    /// The line of the file on which it begins.
    pub(super) line: u32,
    pub(super) cells: Vec<String>,
}

/// Reads the rows of a file. Blank ones are left out.
pub(super) fn read(file: &[u8]) -> Result<Vec<TableRow>, SheetError> {
    let text = decode(file)?;
    let (separator, skipped) = declared_separator(&text);
    let text = if skipped { text.split_once('\n').map_or("", |(_, rest)| rest) } else { &text };
    let separator = separator.unwrap_or_else(|| guess_separator(text));
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(u8::try_from(separator).unwrap_or(b';'))
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let row = row(text, &record.map_err(|_| SheetError::Binary)?, u32::from(skipped));
        if row.cells.iter().any(|cell| !cell.trim().is_empty()) {
            rows.push(row);
        }
        if rows.len() > MAX_ROWS + 1 {
            return Err(SheetError::TooManyRows);
        }
    }
    if rows.is_empty() { Err(SheetError::Empty) } else { Ok(rows) }
}

/// Blank lines before a record count as its beginning for the reader, but not for people.
fn row(text: &str, record: &StringRecord, skipped: u32) -> TableRow {
    let (line, byte) = record.position().map_or((1, 0), |at| (at.line(), at.byte()));
    let rest = usize::try_from(byte).ok().and_then(|byte| text.get(byte..)).unwrap_or_default();
    let blank = rest.bytes().take_while(|byte| *byte == b'\n').count();
    let line = usize::try_from(line).unwrap_or(usize::MAX).saturating_add(blank);
    let line = u32::try_from(line).unwrap_or(u32::MAX).saturating_add(skipped);
    TableRow { line, cells: record.iter().map(ToOwned::to_owned).collect() }
}

/// The text of a file in any encoding, with line feeds alone.
fn decode(file: &[u8]) -> Result<String, SheetError> {
    let mut text = String::new();
    // The decoder makes valid UTF-8 of everything, and a slice never fails.
    Decoder::new(file).read_to_string(&mut text).map_err(|_| SheetError::Binary)?;
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let is_binary = |c: char| c.is_control() && !['\n', '\t'].contains(&c);
    if text.contains(is_binary) { Err(SheetError::Binary) } else { Ok(text) }
}

/// The separator that the file declares in its first line, as in `sep=;`, and whether there is such
/// a line.
fn declared_separator(text: &str) -> (Option<char>, bool) {
    let line = text.split('\n').next().unwrap_or_default().trim_matches([' ', '"']);
    let is_declared = line.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("sep="));
    let declared = line.get(4..).and_then(|rest| rest.chars().next());
    (declared.filter(|_| is_declared).filter(char::is_ascii), is_declared)
}

/// The separator that is most frequent in the first row. A file whose first row has none has one
/// column, however many commas are in its names.
fn guess_separator(text: &str) -> char {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut counts = SEPARATORS.map(|separator| (separator, 0));
    let mut is_quoted = false;
    for c in first.chars() {
        is_quoted ^= c == '"';
        for (separator, count) in &mut counts {
            *count += usize::from(!is_quoted && c == *separator);
        }
    }
    // Of two that are equally frequent, the one that names do not have comes first.
    let best = counts.into_iter().rev().max_by_key(|(_, count)| *count);
    best.filter(|(_, count)| *count > 0).map_or(NO_SEPARATOR, |(separator, _)| separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &[u8], expected: &[(u32, &[&str])]) {
        let rows = read(file).expect("text");
        let seen: Vec<_> = rows.iter().map(|row| (row.line, row.cells.clone())).collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(line, cells)| (*line, cells.iter().map(ToString::to_string).collect()))
            .collect();
        assert_eq!(seen, expected, "{}", String::from_utf8_lossy(file));
    }

    #[test]
    fn every_separator_and_line_end_is_understood() {
        for separator in [",", ";", "\t", "|"] {
            for end in ["\n", "\r\n", "\r"] {
                let file = ["Name,Class", "Anna,5a", ""].join(end).replace(',', separator);
                check(file.as_bytes(), &[(1, &["Name", "Class"]), (2, &["Anna", "5a"])]);
            }
        }
        check(b"Name\nM\xfcller, Anna\n", &[(1, &["Name"]), (2, &["Müller, Anna"])]);
        check(b"sep=|\nA,B|C", &[(2, &["A,B", "C"])]);
        check(b"\"SEP=;\"\r\nA;B", &[(2, &["A", "B"])]);
        check(b"\"a;b;c\",d\n", &[(1, &["a;b;c", "d"])]);
    }

    #[test]
    fn every_encoding_is_understood() {
        let text = "Name;Klasse\nZoë Müller;5ä\n";
        let expected: &[(u32, &[&str])] = &[(1, &["Name", "Klasse"]), (2, &["Zoë Müller", "5ä"])];
        check(text.as_bytes(), expected);
        check(format!("\u{feff}{text}").as_bytes(), expected);
        let latin: Vec<u8> = text.chars().map(|c| u8::try_from(c).expect("Latin-1")).collect();
        check(&latin, expected);
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            for text in [text.to_owned(), format!("\u{feff}{text}")] {
                let wide: Vec<u8> = text.encode_utf16().flat_map(order).collect();
                check(&wide, expected);
            }
        }
    }

    #[test]
    fn quoted_cells_have_separators_and_line_breaks_and_lines_are_those_of_the_file() {
        let file = b"Name,Group\n\n\"Anna\nMaria\",\"a \"\"b\"\", c\"\n,\nBen,x";
        check(
            file,
            &[(1, &["Name", "Group"]), (3, &["Anna\nMaria", "a \"b\", c"]), (6, &["Ben", "x"])],
        );
    }

    #[test]
    fn a_file_that_is_no_table_is_refused() {
        let long = "A\n".repeat(MAX_ROWS + 2);
        for (file, expected) in [
            (&b""[..], SheetError::Empty),
            (b"\xef\xbb\xbf", SheetError::Empty),
            (b" \r\n;;\r\n\t\n", SheetError::Empty),
            (b"sep=;", SheetError::Empty),
            (b"PK\x03\x04\x14\x00\x06\x00\x08\x00", SheetError::Binary),
            (b"%PDF-1.7\n\x00\x01", SheetError::Binary),
            (long.as_bytes(), SheetError::TooManyRows),
        ] {
            assert_eq!(read(file), Err(expected));
        }
    }
}
