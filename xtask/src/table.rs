//! Tables for the terminal that are valid Markdown too, so that a result can be pasted as it is.

use std::fmt;

/// Rows of text under a line of headings. The first column leans left, all others right.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with headings and no rows.
    pub(crate) fn new<S: Into<String>>(headings: impl IntoIterator<Item = S>) -> Table {
        Table { rows: vec![headings.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row; cells that it does not name stay empty.
    pub(crate) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        (0..columns)
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column));
                cells.map(|cell| cell.chars().count()).max().unwrap_or(0).max(2)
            })
            .collect()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let widths = self.widths();
        for (number, row) in self.rows.iter().enumerate() {
            for (column, &width) in widths.iter().enumerate() {
                let cell = row.get(column).map_or("", String::as_str);
                match column {
                    0 => write!(f, "| {cell:<width$} |")?,
                    _ => write!(f, " {cell:>width$} |")?,
                }
            }
            writeln!(f)?;
            if number == 0 {
                write_rule(f, &widths)?;
            }
        }
        Ok(())
    }
}

/// The line between headings and rows, which also tells Markdown how columns lean.
fn write_rule(f: &mut fmt::Formatter, widths: &[usize]) -> fmt::Result {
    for (column, &width) in widths.iter().enumerate() {
        match column {
            0 => write!(f, "|{}|", "-".repeat(width + 2))?,
            _ => write!(f, "{}:|", "-".repeat(width + 1))?,
        }
    }
    writeln!(f)
}

/// A number with its digits in groups of three.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(["suite", "cases"]);
        table.row(["standard.epd", "127"]);
        table.row(["none"]);
        let expected = "\
| suite        | cases |
|--------------|------:|
| standard.epd |   127 |
| none         |       |
";
        assert_eq!(table.to_string(), expected);
    }

    #[test]
    fn digits_stand_in_groups_of_three() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
