//! The published keys of Polyglot opening books, compared with ours.

use chess::Position;

use super::{Data, Effort, Report};
use crate::error::TaskError;

/// The nine positions with which the format was published.
pub(crate) fn keys(data: &Data, _: Effort) -> Result<Report, TaskError> {
    let text = data.read("openings/polyglot-key-tests.tsv")?;
    // The first line names the columns.
    Ok(Report::from_cases("keys", text.lines().skip(1).map(check)))
}

fn check(line: &str) -> Result<u64, String> {
    let (fen, expected) =
        line.split_once('\t').ok_or_else(|| format!("not a position and a key: '{line}'"))?;
    let position: Position = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
    let key = format!("{:016x}", position.polyglot_key());
    if key != expected {
        return Err(format!("{fen}: key {key}, {expected} expected"));
    }
    Ok(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_key_must_be_the_published_one() {
        assert_eq!(check(&format!("{START}\t463b96181691fc9c")), Ok(1));
        assert!(check(&format!("{START}\t463b96181691fc9d")).is_err());
        assert!(check(START).is_err());
    }
}
