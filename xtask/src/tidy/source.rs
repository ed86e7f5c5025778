//! The files that the rules look at, and which of their lines are code.

use std::fs;
use std::path::Path;

use crate::error::TaskError;

/// The folders that hold what we wrote in Rust.
const FOLDERS: [&str; 3] = ["crates", "apps", "xtask"];

/// The folders that hold tests in Rust or TypeScript.
const TEST_FOLDERS: [&str; 5] = ["crates", "apps", "xtask", "web/src", "web/e2e"];

/// The folders below them that hold what others wrote or a tool made.
const SKIPPED: [&str; 3] = ["target", "node_modules", "dist"];

/// A text file of the project.
pub(crate) struct Source {
    /// Its path from the root, with `/` between folders.
    pub(crate) path: String,
    /// What it says.
    pub(crate) text: String,
}

/// A line that the compiler reads.
pub(crate) struct CodeLine<'a> {
    /// Counted from 1.
    pub(crate) number: usize,
    /// The line without a comment at its end.
    pub(crate) code: &'a str,
    /// True inside an item marked `#[cfg(test)]`.
    pub(crate) in_test: bool,
}

/// Every Rust file and manifest, in the order of their paths.
pub(crate) fn collect(root: &Path) -> Result<Vec<Source>, TaskError> {
    collect_in(root, &FOLDERS, &["rs", "toml"])
}

/// Every file that may hold a test, of the web app too, in the order of their paths.
pub(crate) fn collect_tests(root: &Path) -> Result<Vec<Source>, TaskError> {
    collect_in(root, &TEST_FOLDERS, &["rs", "ts"])
}

fn collect_in(root: &Path, folders: &[&str], kinds: &[&str]) -> Result<Vec<Source>, TaskError> {
    let mut files = Vec::new();
    for folder in folders {
        walk(&root.join(folder), folder, kinds, &mut files)?;
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn walk(
    folder: &Path,
    path: &str,
    kinds: &[&str],
    files: &mut Vec<Source>,
) -> Result<(), TaskError> {
    let unreadable = |error| TaskError::unreadable(folder, &error);
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let (file, path) = (entry.path(), format!("{path}/{name}"));
        if file.is_dir() {
            if !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                walk(&file, &path, kinds, files)?;
            }
        } else if kinds.iter().any(|kind| file.extension().is_some_and(|it| it == *kind)) {
            let text = fs::read_to_string(&file);
            let text = text.map_err(|error| TaskError::unreadable(&file, &error))?;
            files.push(Source { path, text });
        }
    }
    Ok(())
}

impl Source {
    #[cfg(test)]
    pub(crate) fn new(path: &str, text: &str) -> Source {
        Source { path: path.into(), text: text.into() }
    }

    /// True for a file in Rust.
    pub(crate) fn is_rust(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|kind| kind == "rs")
    }

    /// True for the code of a library that others call: not its tests, examples or build script.
    pub(crate) fn is_library(&self) -> bool {
        let mut folders = self.path.split('/').skip(2);
        self.is_rust()
            && self.path.starts_with("crates/")
            && folders.next() == Some("src")
            && !self.path.ends_with("/tests.rs")
            && folders.all(|folder| folder != "tests")
    }

    /// The lines that the compiler reads.
    ///
    /// Knows only what formatted code needs: a comment stands on lines of its own or after the
    /// code, and an item marked `#[cfg(test)]` ends with a brace as far in as its mark, or with
    /// the semicolon of its only line.
    pub(crate) fn code_lines(&self) -> impl Iterator<Item = CodeLine<'_>> {
        let mut test_indent = None;
        (1..).zip(self.text.lines()).filter_map(move |(number, line)| {
            let code = strip_comment(line);
            if code.trim().is_empty() {
                return None;
            }
            let indent = code.len() - code.trim_start().len();
            if code.trim() == "#[cfg(test)]" && test_indent.is_none() {
                test_indent = Some(indent);
            }
            let in_test = test_indent.is_some();
            if test_indent == Some(indent) && ends_item(code.trim()) {
                test_indent = None;
            }
            Some(CodeLine { number, code, in_test })
        })
    }
}

/// True for a line that closes an item whose first column it shares.
fn ends_item(code: &str) -> bool {
    code.starts_with('}') || code.ends_with(';') || (code.ends_with('}') && code.contains('{'))
}

/// The line without the comment that ends it.
fn strip_comment(line: &str) -> &str {
    let comment = line.match_indices("//").find(|(start, _)| !in_string(&line[..*start]));
    comment.map_or(line, |(start, _)| &line[..start])
}

/// True when a line holds a word: the same text outside of strings, with no letter of a name
/// beside it.
pub(crate) fn mentions(line: &str, word: &str) -> bool {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(word).any(|(start, _)| {
        let (before, after) = (&line[..start], &line[start + word.len()..]);
        let apart =
            !before.ends_with(is_name) && (word.ends_with('!') || !after.starts_with(is_name));
        apart && !in_string(before)
    })
}

/// True when the start of a line ends inside a string: after an odd number of quotes, those aside
/// that are escaped or characters on their own.
fn in_string(before: &str) -> bool {
    let quotes = before.replace("\\\"", "").replace("'\"'", "").matches('"').count();
    !quotes.is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Vec<(usize, &str, bool)> {
        let file: &'static Source = Box::leak(Box::new(Source::new("crates/a/src/lib.rs", text)));
        file.code_lines().map(|line| (line.number, line.code, line.in_test)).collect()
    }

    #[test]
    fn comments_are_no_code() {
        assert_eq!(
            code("//! About.\n\nlet a = 1; // one\n/// Says so.\n"),
            [(3, "let a = 1; ", false)]
        );
        assert_eq!(code("let a = \"https://\";"), [(1, "let a = \"https://\";", false)]);
    }

    #[test]
    fn items_for_tests_are_marked_to_their_end() {
        let text = "\
#[cfg(test)]
mod tests {
    fn inner() {
    }
}
fn outer() {}
#[cfg(test)]
use std::fmt;
fn last() {}
";
        let tested: Vec<bool> = code(text).iter().map(|line| line.2).collect();
        assert_eq!(tested, [true, true, true, true, true, false, true, true, false]);
    }

    #[test]
    fn a_word_has_no_letters_beside_it() {
        for (line, word, expected) in [
            ("println!(\"a\")", "println!", true),
            ("eprintln!(\"a\")", "println!", false),
            ("deny(unsafe_code)", "unsafe", false),
            ("std::env::var(\"A\")", "env::var", true),
            ("std::env::vars()", "env::var", false),
            ("let word = \"println!\";", "println!", false),
            ("split('\"'); println!()", "println!", true),
            ("(\"a\\\"\", println!())", "println!", true),
        ] {
            assert_eq!(mentions(line, word), expected, "{word} in {line}");
        }
    }

    #[test]
    fn a_library_is_neither_its_tests_nor_its_build_script() {
        for (path, expected) in [
            ("crates/chess/src/lib.rs", true),
            ("crates/chess/src/notation/fen.rs", true),
            ("crates/chess/src/notation/tests.rs", false),
            ("crates/chess/tests/perft.rs", false),
            ("crates/chess/examples/play.rs", false),
            ("crates/server/build.rs", false),
            ("apps/tabiya/src/main.rs", false),
        ] {
            assert_eq!(Source::new(path, "").is_library(), expected, "{path}");
        }
    }
}
