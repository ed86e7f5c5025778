//! Runs the examples of the rules library. They have input of their own and end by themselves.

use std::fs;
use std::process::Stdio;

use crate::error::TaskError;
use crate::workspace::{cargo, root};

const FOLDER: &str = "crates/chess/examples";

/// Runs every example and fails with the output of the first that does.
pub(crate) fn run() -> Result<(), TaskError> {
    let names = names()?;
    for name in &names {
        run_example(name)?;
    }
    println!("ran {} examples: {}", names.len(), names.join(", "));
    Ok(())
}

/// The names of the examples, sorted.
fn names() -> Result<Vec<String>, TaskError> {
    let folder = root().join(FOLDER);
    let unreadable = |error| TaskError::unreadable(&folder, &error);
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

fn run_example(name: &str) -> Result<(), TaskError> {
    let arguments = ["run", "--quiet", "--package", "tabiya-chess", "--example", name];
    let output = cargo().args(arguments).stdin(Stdio::null()).output();
    let output =
        output.map_err(|error| TaskError::Unable(format!("cargo cannot be run: {error}")))?;
    if output.status.success() && !output.stdout.is_empty() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(TaskError::No(format!("the example {name} ended with {}\n{errors}", output.status)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_examples() {
        assert_eq!(names().unwrap().len(), 10);
    }
}
