//! Project rules that no compiler knows: dependencies, printing, layout, words.
//!
//! Each rule is a function with the rule's name that takes a file or the manifests and returns its
//! findings. Exceptions are listed beside the rules.

mod arrows;
mod dependencies;
mod layout;
mod manifests;
mod promises;
mod requirements;
mod source;
mod vocabulary;
mod words;

use std::{fmt, fs};

use crate::error::TaskError;
use crate::workspace;

use self::source::Source;

/// What `cargo xtask tidy` is asked to do.
#[derive(clap::Args, Default)]
pub(crate) struct Options {
    /// Report how many tests name each requirement
    #[arg(long)]
    requirements: bool,
}

/// A place that breaks a rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    path: String,
    line: usize,
    message: String,
}

impl Finding {
    fn new(path: &str, line: usize, message: impl Into<String>) -> Finding {
        Finding { path: path.into(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
    }
}

/// A file to which a rule does not apply, with the reason.
struct Exception {
    path: &'static str,
    reason: &'static str,
}

impl Exception {
    /// The finding for an exception that is not needed any more.
    fn needless(&self) -> Finding {
        let message = format!("is an exception to a rule that it does not break: {}", self.reason);
        Finding::new(self.path, 1, message)
    }
}

/// The rules for a single file.
const FILE_RULES: [fn(&Source) -> Vec<Finding>; 10] = [
    layout::opens_with_a_paragraph,
    layout::lines_fit_the_width,
    layout::file_is_not_too_long,
    layout::no_trailing_space,
    layout::ends_with_one_newline,
    words::libraries_do_not_print,
    words::libraries_do_not_read_the_environment,
    words::unsafe_only_where_listed,
    words::nothing_unfinished,
    vocabulary::no_private_dialect,
];

/// Checks the whole workspace and prints what breaks a rule.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let files = source::collect(workspace::root())?;
    let tests = source::collect_tests(workspace::root())?;
    let page = workspace::root().join(requirements::PAGE);
    let page = fs::read_to_string(&page).map_err(|error| TaskError::unreadable(&page, &error))?;
    if options.requirements {
        println!("{}", requirements::report(&page, &tests));
    }
    let mut findings: Vec<Finding> =
        files.iter().flat_map(|file| FILE_RULES.iter().flat_map(move |rule| rule(file))).collect();
    findings.extend(layout::exceptions_are_needed(&files));
    findings.extend(words::exceptions_are_needed(&files));
    findings.extend(vocabulary::exceptions_are_needed(&files));
    findings.extend(requirements::ids_are_known(&page, &tests));
    let promises = workspace::read(promises::PAGE)?;
    findings.extend(promises::named_tests_exist(&promises, &tests));
    let packages = workspace::packages()?;
    findings.extend(manifests::check(&packages)?);
    let document = workspace::read(arrows::DOCUMENT)?;
    findings.extend(arrows::arrows_match_the_manifests(&document, &packages));
    findings.extend(dependencies::check(&packages)?);
    for finding in &findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => Ok(()),
        count => Err(TaskError::No(format!("{count} places break a project rule"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_reads_like_a_compiler_message() {
        let finding = Finding::new("crates/chess/src/lib.rs", 7, "a line of 101 columns");
        assert_eq!(finding.to_string(), "crates/chess/src/lib.rs:7: a line of 101 columns");
    }
}
