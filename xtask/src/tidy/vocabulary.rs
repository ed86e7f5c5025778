//! Words of a private dialect that this project once had, and the terms that took their place.
//!
//! The rule looks at the words of comments and the parts of identifiers, such as `men` in `BadMen`
//! and `count_men`, in all Rust code but tests. So a word that no chess programmer or Rust engineer
//! would search for does not come back unnoticed.

use super::source::Source;
use super::{Exception, Finding};

/// Old words, and what to write instead.
const WORDS: [(&str, &str); 12] = [
    ("men", "pieces"),
    ("wish", "request or action"),
    ("wishes", "requests or actions"),
    ("denial", "error"),
    ("trouble", "error"),
    ("keeper", "admin"),
    ("confided", "SecretJson or the like"),
    ("bulky", "LargeJson or the like"),
    ("misdeed", "forfeit"),
    ("ordeal", "test"),
    ("onlooker", "spectator"),
    ("house", "app, library or server"),
];

/// Files that may use an old word.
const EXCEPTIONS: [Exception; 4] = [
    Exception {
        path: "apps/tabiya/src/commands/serve.rs",
        reason: "the former name of the option for the admin's password still works",
    },
    Exception {
        path: "crates/server/src/accounts.rs",
        reason: "libraries with the former name of the admin's account still open",
    },
    Exception {
        path: "crates/server/src/accounts/names.rs",
        reason: "the former name of the admin's account stays reserved",
    },
    Exception { path: "xtask/src/tidy/vocabulary.rs", reason: "the list of the words itself" },
];

/// No identifier or comment uses a word of the old dialect.
pub(crate) fn no_private_dialect(file: &Source) -> Vec<Finding> {
    if EXCEPTIONS.iter().any(|exception| exception.path == file.path) {
        return Vec::new();
    }
    old_words(file)
        .map(|(line, old, term)| {
            Finding::new(&file.path, line, format!("the word '{old}'; use {term}"))
        })
        .collect()
}

/// Each file that may use an old word does.
pub(crate) fn exceptions_are_needed(files: &[Source]) -> Vec<Finding> {
    let is_needed = |exception: &&Exception| {
        let mut listed = files.iter().filter(|file| file.path == exception.path);
        listed.any(|file| old_words(file).next().is_some())
    };
    EXCEPTIONS.iter().filter(|exception| !is_needed(exception)).map(Exception::needless).collect()
}

/// The old words of a file, with their lines and the terms for them.
fn old_words(file: &Source) -> impl Iterator<Item = (usize, &'static str, &'static str)> {
    let is_test = file.path.contains("/tests/") || file.path.ends_with("/tests.rs");
    let is_checked = file.is_rust() && !is_test;
    let lines = (1..).zip(file.text.lines()).filter(move |_| is_checked);
    lines.flat_map(|(number, line)| {
        let parts = parts(line);
        let used = WORDS.iter().filter(move |(old, _)| parts.iter().any(|part| part == old));
        used.map(move |&(old, term)| (number, old, term))
    })
}

/// The words of a line in lower case, with identifiers split at `_` and at capitals.
fn parts(line: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was_lower = false;
    for letter in line.chars() {
        if !letter.is_alphabetic() || was_lower && letter.is_uppercase() {
            parts.push(String::new());
        }
        if letter.is_alphabetic() {
            parts.last_mut().into_iter().for_each(|part| part.extend(letter.to_lowercase()));
        }
        was_lower = letter.is_lowercase();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_words_are_found_in_identifiers_and_comments() {
        for (line, lines) in [
            ("struct BadMen;", vec![1]),
            ("let count_men = 1;", vec![1]),
            ("// The keeper's password.", vec![1]),
            ("let comments = amendment;", vec![]),
            ("fn housed_in() {}", vec![]),
            ("let x;\nlet men = MEN;", vec![2]),
        ] {
            let findings = no_private_dialect(&Source::new("crates/a/src/lib.rs", line));
            let found: Vec<usize> = findings.iter().map(|finding| finding.line).collect();
            assert_eq!(found, lines, "{line}");
        }
    }

    #[test]
    fn exceptions_must_be_needed() {
        let listed = EXCEPTIONS.map(|exception| Source::new(exception.path, "// keeper"));
        assert_eq!(exceptions_are_needed(&listed), []);
        assert_eq!(exceptions_are_needed(&[]).len(), EXCEPTIONS.len());
    }
}
