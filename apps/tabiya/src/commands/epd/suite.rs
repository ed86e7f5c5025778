//! The positions of a suite, read and checked before any of them is thought about.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use chess::{Epd, Position};

use super::goal::Goal;
use crate::exit::Failure;

/// A position to solve.
pub(super) struct Task {
    /// Its `id`, or else its line.
    pub(super) name: String,
    pub(super) position: Position,
    pub(super) goal: Goal,
}

/// Reads a suite; empty lines and those that begin with `#` are skipped.
pub(super) fn read(path: &Path) -> Result<Vec<Task>, Failure> {
    let name = path.display().to_string();
    let unreadable = |error| Failure::Read(name.clone(), error);
    let input = open(path).map_err(unreadable)?;
    let mut tasks = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(input).split(b'\n')) {
        let line = line.map_err(unreadable)?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let task = read_line(line, number);
        tasks.push(
            task.map_err(|fault| Failure::Unusable(format!("{name}, line {number}: {fault}")))?,
        );
    }
    if tasks.is_empty() {
        return Err(Failure::Unusable(format!("{name} holds no position")));
    }
    Ok(tasks)
}

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
