//! Rules about how a file looks.

use super::source::Source;
use super::{Exception, Finding};

const WIDEST_LINE: usize = 100;

const LONGEST_FILE: usize = 600;

/// Files that may be longer than [`LONGEST_FILE`].
const LONG_FILES: [Exception; 0] = [];

/// A Rust file begins by saying what it is for.
pub(crate) fn opens_with_a_paragraph(file: &Source) -> Vec<Finding> {
    if !file.is_rust() || file.text.starts_with("//!") {
        return Vec::new();
    }
    vec![Finding::new(&file.path, 1, "the file does not open with a paragraph of `//!`")]
}

/// No line is wider than a page.
pub(crate) fn lines_fit_the_width(file: &Source) -> Vec<Finding> {
    lines_that(file, |line| {
        let columns = line.chars().count();
        (columns > WIDEST_LINE).then(|| format!("a line of {columns} columns; {WIDEST_LINE} fit"))
    })
}

/// No line ends with white space.
pub(crate) fn no_trailing_space(file: &Source) -> Vec<Finding> {
    lines_that(file, |line| {
        (line.trim_end() != line).then(|| "white space at the end of the line".into())
    })
}

/// The last line ends, and no empty one follows it.
pub(crate) fn ends_with_one_newline(file: &Source) -> Vec<Finding> {
    let last = file.text.lines().count().max(1);
    if !file.text.ends_with('\n') {
        vec![Finding::new(&file.path, last, "the last line has no newline")]
    } else if file.text.ends_with("\n\n") {
        vec![Finding::new(&file.path, last, "an empty line at the end of the file")]
    } else {
        Vec::new()
    }
}

/// A file that grows past the limit holds two things.
pub(crate) fn file_is_not_too_long(file: &Source) -> Vec<Finding> {
    let lines = file.text.lines().count();
    let listed = LONG_FILES.iter().any(|exception| exception.path == file.path);
    if listed || !is_too_long(file) {
        return Vec::new();
    }
    let message = format!("{lines} lines in one file; past {LONGEST_FILE}, split it");
    vec![Finding::new(&file.path, LONGEST_FILE + 1, message)]
}

/// Each file that may be too long is.
pub(crate) fn exceptions_are_needed(files: &[Source]) -> Vec<Finding> {
    LONG_FILES
        .iter()
        .filter(|exception| {
            !files.iter().any(|file| file.path == exception.path && is_too_long(file))
        })
        .map(Exception::needless)
        .collect()
}

fn is_too_long(file: &Source) -> bool {
    file.is_rust() && file.text.lines().count() > LONGEST_FILE
}

/// The lines about which `fault` has something to say. Splits at `\n` alone, so that a carriage
/// return counts as trailing white space.
fn lines_that(file: &Source, fault: impl Fn(&str) -> Option<String>) -> Vec<Finding> {
    (1..)
        .zip(file.text.split('\n'))
        .filter_map(|(number, line)| Some(Finding::new(&file.path, number, fault(line)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rule = fn(&Source) -> Vec<Finding>;

    /// Checks the lines on which a rule finds fault with a Rust file.
    fn check(rule: Rule, text: &str, lines: &[usize]) {
        let findings = rule(&Source::new("crates/a/src/lib.rs", text));
        let found: Vec<usize> = findings.iter().map(|finding| finding.line).collect();
        assert_eq!(found, lines, "{text:?}: {findings:?}");
    }

    #[test]
    fn a_file_without_an_opening_paragraph_is_found() {
        check(opens_with_a_paragraph, "//! About.\n", &[]);
        check(opens_with_a_paragraph, "use std::fmt;\n", &[1]);
        check(opens_with_a_paragraph, "", &[1]);
        assert_eq!(opens_with_a_paragraph(&Source::new("xtask/Cargo.toml", "[package]")), []);
    }

    #[test]
    fn a_wide_line_is_found_by_columns_and_not_by_bytes() {
        check(lines_fit_the_width, &format!("{}\n", "é".repeat(100)), &[]);
        check(lines_fit_the_width, &format!("\n{}\n", "x".repeat(101)), &[2]);
    }

    #[test]
    fn white_space_at_the_end_of_a_line_is_found() {
        check(no_trailing_space, "let a;\n\nlet b;\n", &[]);
        check(no_trailing_space, "let a; \n\t\nlet b;\r\n", &[1, 2, 3]);
    }

    #[test]
    fn a_file_ends_with_exactly_one_newline() {
        check(ends_with_one_newline, "let a;\n", &[]);
        check(ends_with_one_newline, "let a;", &[1]);
        check(ends_with_one_newline, "let a;\n\n", &[2]);
    }

    #[test]
    fn a_long_file_is_found() {
        check(file_is_not_too_long, &"\n".repeat(600), &[]);
        check(file_is_not_too_long, &"\n".repeat(601), &[601]);
    }
}
