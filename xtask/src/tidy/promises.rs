//! The link between `docs/promises.md` and the tests: every test that the page names exists.

use std::collections::HashSet;

use super::Finding;
use super::source::Source;

/// The page with the promises of the server.
pub(crate) const PAGE: &str = "docs/promises.md";

/// Every test that the page names is a function in a test. Commands, which have blanks in them, are
/// not checked.
pub(crate) fn named_tests_exist(page: &str, files: &[Source]) -> Vec<Finding> {
    let known: HashSet<&str> = files.iter().flat_map(|file| functions(&file.text)).collect();
    let rows = (1..).zip(page.lines()).filter(|(_, line)| line.starts_with('|'));
    rows.flat_map(|(line, row)| names(row).map(move |name| (line, name)))
        .filter(|(_, name)| !known.contains(name))
        .map(|(line, name)| Finding::new(PAGE, line, format!("there is no test {name}")))
        .collect()
}

/// The words in backticks in the last cell of a row that look like names of functions.
fn names(row: &str) -> impl Iterator<Item = &str> {
    let cell = row.trim_end().trim_end_matches('|').rsplit(" | ").next().unwrap_or_default();
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted.filter(|name| name.contains('_') && !name.contains(' '))
}

/// The names of the functions in a text.
fn functions(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let (_, rest) = line.trim_start().split_once("fn ")?;
        rest.split(['(', '<']).next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tests_that_exist_may_be_named() {
        let file =
            [Source::new("a.rs", "#[test]\nfn one_rule() {}\npub async fn two_rules(a: u8)")];
        for (page, expected) in [
            ("| promise | `one_rule`, `two_rules` |", vec![]),
            ("| `no_test` here | `one_rule` |", vec![]),
            ("| promise | `cargo xtask load all_of_it` |", vec![]),
            ("\n| promise | `one_rule`, `no_rule` |", vec![(2, "there is no test no_rule")]),
        ] {
            let found = named_tests_exist(page, &file);
            let found: Vec<_> =
                found.iter().map(|finding| (finding.line, finding.message.as_str())).collect();
            assert_eq!(found, expected, "{page}");
        }
    }
}
