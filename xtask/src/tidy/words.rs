//! Rules about words that may not stand in the code, or only in some places.

use super::source::{CodeLine, Source, mentions};
use super::{Exception, Finding};

const PRINTING: [&str; 4] = ["print!", "println!", "eprint!", "eprintln!"];

const ENVIRONMENT: [&str; 6] =
    ["env::args", "env::args_os", "env::var", "env::var_os", "env::vars", "env::vars_os"];

const UNFINISHED: [&str; 6] = ["TODO", "FIXME", "XXX", "todo!", "unimplemented!", "dbg!"];

/// Files that may hold unsafe code.
const UNSAFE_FILES: [Exception; 8] = [
    Exception {
        path: "apps/tabiya/src/allocator.rs",
        reason: "a setting of the C library's allocator",
    },
    Exception {
        path: "crates/chess/src/attacks/sliders.rs",
        reason: "slider lookups without a bounds check and with PEXT, the hottest loads of all",
    },
    Exception {
        path: "crates/engine/src/tt/memory.rs",
        reason: "the mapping of the transposition table viewed as atomic words, and its prefetch",
    },
    Exception {
        path: "crates/nnue/src/simd.rs",
        reason: "calls of functions compiled for instructions that the machine was seen to have",
    },
    Exception { path: "crates/nnue/src/simd/avx2.rs", reason: "loads of vectors" },
    Exception { path: "crates/nnue/src/simd/avx512.rs", reason: "loads of vectors" },
    Exception {
        path: "crates/server/src/listen/tcp_info.rs",
        reason: "a system call that no crate wraps: the round-trip time of a connection",
    },
    Exception {
        path: "crates/store/src/simulation/vfs.rs",
        reason: "the functions that SQLite calls to reach a simulated disk",
    },
];

/// Libraries return; only apps print.
pub(crate) fn libraries_do_not_print(file: &Source) -> Vec<Finding> {
    library_words(file, &PRINTING, "a library prints with")
}

/// Arguments and environment are read by apps and handed down.
pub(crate) fn libraries_do_not_read_the_environment(file: &Source) -> Vec<Finding> {
    library_words(file, &ENVIRONMENT, "a library reads")
}

/// Unsafe code stands in few files, each listed with its reason.
pub(crate) fn unsafe_only_where_listed(file: &Source) -> Vec<Finding> {
    if UNSAFE_FILES.iter().any(|exception| exception.path == file.path) {
        return Vec::new();
    }
    let message = "unsafe code in a file that is not listed for it";
    unsafe_lines(file).map(|line| Finding::new(&file.path, line.number, message)).collect()
}

/// Each file that may hold unsafe code does.
pub(crate) fn exceptions_are_needed(files: &[Source]) -> Vec<Finding> {
    UNSAFE_FILES
        .iter()
        .filter(|exception| {
            let mut listed = files.iter().filter(|file| file.path == exception.path);
            !listed.any(|file| unsafe_lines(file).next().is_some())
        })
        .map(Exception::needless)
        .collect()
}

/// What is in the repository is finished; what is not belongs in an issue.
pub(crate) fn nothing_unfinished(file: &Source) -> Vec<Finding> {
    if !file.is_rust() {
        return Vec::new();
    }
    (1..)
        .zip(file.text.lines())
        .filter_map(|(number, line)| {
            let word = UNFINISHED.iter().find(|word| mentions(line, word))?;
            Some(Finding::new(&file.path, number, format!("unfinished or left behind: {word}")))
        })
        .collect()
}

fn unsafe_lines(file: &Source) -> impl Iterator<Item = CodeLine<'_>> {
    file.code_lines().filter(|line| file.is_rust() && mentions(line.code, "unsafe"))
}

/// Where a library, its tests aside, holds one of some words.
fn library_words(file: &Source, words: &[&str], message: &str) -> Vec<Finding> {
    if !file.is_library() {
        return Vec::new();
    }
    file.code_lines()
        .filter(|line| !line.in_test)
        .filter_map(|line| {
            let word = words.iter().find(|word| mentions(line.code, word))?;
            Some(Finding::new(&file.path, line.number, format!("{message} {word}")))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIBRARY: &str = "crates/chess/src/lib.rs";

    fn lines(findings: &[Finding]) -> Vec<usize> {
        findings.iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn a_library_that_prints_is_found() {
        for (line, expected) in [
            ("    println!(\"a\");", vec![1]),
            ("    eprint!(\"a\");", vec![1]),
            ("    writeln!(f, \"a\")", vec![]),
            ("    // println!(\"a\");", vec![]),
            ("/// println!(\"a\");", vec![]),
            ("#[cfg(test)]\nmod tests {\n    println!();\n}\nprintln!();", vec![5]),
        ] {
            let file = Source::new(LIBRARY, line);
            assert_eq!(lines(&libraries_do_not_print(&file)), expected, "{line}");
            let app = Source::new("apps/tabiya/src/main.rs", line);
            assert_eq!(libraries_do_not_print(&app), []);
        }
    }

    #[test]
    fn a_library_that_reads_the_environment_is_found() {
        for (line, expected) in [
            ("let home = std::env::var(\"HOME\");", vec![1]),
            ("let words = env::args();", vec![1]),
            ("let version = env!(\"CARGO_PKG_VERSION\");", vec![]),
            ("let name = std::env::consts::OS;", vec![]),
        ] {
            let file = Source::new(LIBRARY, line);
            assert_eq!(lines(&libraries_do_not_read_the_environment(&file)), expected, "{line}");
        }
    }

    #[test]
    fn code_that_is_unsafe_stands_only_in_listed_files() {
        let text = "unsafe { }\n// unsafe\n#![deny(unsafe_code)]\n";
        assert_eq!(lines(&unsafe_only_where_listed(&Source::new(LIBRARY, text))), [1]);
        let listed = UNSAFE_FILES.map(|exception| Source::new(exception.path, text));
        assert!(listed.iter().all(|file| unsafe_only_where_listed(file).is_empty()));
        assert_eq!(exceptions_are_needed(&listed), []);
        assert_eq!(exceptions_are_needed(&[]).len(), UNSAFE_FILES.len());
    }

    #[test]
    fn unfinished_work_is_found_in_code_and_comments() {
        for word in UNFINISHED {
            let file = Source::new(LIBRARY, &format!("let a;\n// {word} later\n"));
            assert_eq!(lines(&nothing_unfinished(&file)), [2], "{word}");
        }
        assert_eq!(nothing_unfinished(&Source::new(LIBRARY, "let todos = 0;")), []);
    }
}
