//! The positions of a suite, read and checked before any of them is searched.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use chess::{Epd, Position};

use super::goal::Goal;
use crate::exit::CliError;

/// A position to solve.
pub(super) struct Task {
    /// Its `id`, or else its line.
    pub(super) name: String,
    pub(super) position: Position,
    pub(super) goal: Goal,
}

/// A suite that has been read.
pub(super) struct Suite {
    /// The positions to solve.
    pub(super) tasks: Vec<Task>,
    /// The errors of the lines that were skipped.
    pub(super) errors: Vec<String>,
}

/// Reads a suite; empty lines and comments are skipped.
pub(super) fn read(path: &Path) -> Result<Suite, CliError> {
    let name = path.display().to_string();
    let unreadable = |error| CliError::Read(name.clone(), error);
    let input = open(path).map_err(unreadable)?;
    let (mut tasks, mut errors) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(BufReader::new(input).split(b'\n')) {
        let line = line.map_err(unreadable)?;
        let line = String::from_utf8_lossy(&line);
        let is_blank = |letter: char| letter.is_whitespace() || "\0\u{1a}\u{feff}".contains(letter);
        let line = line.trim_matches(is_blank);
        if line.is_empty() || COMMENTS.iter().any(|start| line.starts_with(start)) {
            continue;
        }
        match read_line(line, number) {
            Ok(task) => tasks.push(task),
            Err(error) => errors.push(format!("{name}, line {number}: {error}")),
        }
    }
    match (tasks.is_empty(), errors.is_empty()) {
        (false, _) => Ok(Suite { tasks, errors }),
        (true, true) => Err(CliError::Message(format!("{name} has no positions"))),
        (true, false) => Err(CliError::Message(errors.swap_remove(0))),
    }
}

/// What comment lines begin with.
const COMMENTS: [&str; 4] = ["#", "%", ";", "//"];

fn read_line(line: &str, number: usize) -> Result<Task, String> {
    let epd: Epd = line.parse().map_err(|error: chess::EpdError| error.to_string())?;
    let goal = Goal::read(&epd)?;
    let id = epd.operands("id").map(|operands| operands.join(" "));
    let name = id.filter(|id| !id.is_empty()).unwrap_or_else(|| format!("line {number}"));
    Ok(Task { name, position: epd.position, goal })
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(path)?))
}
