//! Published counts of move paths, compared with ours.
//!
//! Two formats: EPD lines with `;D1 20 ;D2 400` after the position, and the blocks of `.perft`
//! files with `epd`, `perft 1 20` and `perft 2 400` on lines of their own.

use chess::{Position, perft};

use super::{Data, Effort, Report};
use crate::error::TaskError;
use crate::parallel;
use crate::table::grouped;

/// A position and how many move paths of some lengths it has.
#[derive(Debug, PartialEq, Eq)]
struct Case {
    fen: String,
    counts: Vec<(u32, u64)>,
}

/// Ordinary positions, to all depths that are worth the time.
pub(crate) fn standard(data: &Data, effort: Effort) -> Result<Report, TaskError> {
    Ok(run(&parse_epd(&data.read("perft/standard.epd")?)?, effort))
}

/// The start positions of Chess960 after a few moves.
pub(crate) fn chess960(data: &Data, effort: Effort) -> Result<Report, TaskError> {
    Ok(run(&parse_epd(&data.read("perft/chess960.epd")?)?, effort))
}

/// Odd castling rights, en passant pins, and positions that no game reaches.
pub(crate) fn tricky(data: &Data, effort: Effort) -> Result<Report, TaskError> {
    Ok(run(&parse_blocks(&data.read("perft/tricky.perft")?)?, effort))
}

impl Effort {
    /// The largest count that is worth counting.
    fn most_nodes(self) -> u64 {
        match self {
            Effort::Quick => 100_000,
            Effort::Full => 20_000_000,
        }
    }
}

fn run(cases: &[Case], effort: Effort) -> Report {
    let results = parallel::map(cases, |case| case.check(effort.most_nodes()));
    Report::from_cases("nodes", results)
}

impl Case {
    /// Counts to every depth of at most `most_nodes`, so that the shallowest failure is reported.
    fn check(&self, most_nodes: u64) -> Result<u64, String> {
        let position: Position = self.fen.parse().map_err(|error| {
            format!("{}: refused, but it has published counts: {error}", self.fen)
        })?;
        let mut checked = 0;
        for &(depth, expected) in self.counts.iter().filter(|(_, nodes)| *nodes <= most_nodes) {
            let counted = perft::count(&position, depth);
            if counted != expected {
                let (counted, expected) = (grouped(counted), grouped(expected));
                let fen = &self.fen;
                return Err(format!(
                    "{fen}: depth {depth}: {counted} counted, {expected} expected"
                ));
            }
            checked += counted;
        }
        Ok(checked)
    }
}

/// Reads the cases of an EPD file, one a line.
fn parse_epd(text: &str) -> Result<Vec<Case>, TaskError> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| parse_epd_line(line).ok_or_else(|| malformed(line))).collect()
}

fn parse_epd_line(line: &str) -> Option<Case> {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next()?.to_string();
    let counts = fields.map(|field| parse_count(field.strip_prefix('D')?));
    Some(Case { fen, counts: counts.collect::<Option<_>>()? })
}

/// Reads the cases of a `.perft` file. A case begins with its `epd` line.
fn parse_blocks(text: &str) -> Result<Vec<Case>, TaskError> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().map(str::trim) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "epd" => cases.push(Case { fen: rest.into(), counts: Vec::new() }),
            "perft" => {
                let count = parse_count(rest).ok_or_else(|| malformed(line))?;
                cases.last_mut().ok_or_else(|| malformed(line))?.counts.push(count);
            }
            "" | "id" => {}
            _ if word.starts_with('#') => {}
            _ => return Err(malformed(line)),
        }
    }
    Ok(cases)
}

/// Reads a depth and its count.
fn parse_count(text: &str) -> Option<(u32, u64)> {
    let (depth, nodes) = text.split_once(' ')?;
    Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
}

fn malformed(line: &str) -> TaskError {
    TaskError::Unable(format!("not a line with counts of move paths: '{line}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn start(counts: &[(u32, u64)]) -> Case {
        Case { fen: START.into(), counts: counts.into() }
    }

    #[test]
    fn counts_follow_the_position_in_epd() {
        let text = format!("{START} ;D1 20 ;D2 400\n\n{START}\n");
        assert_eq!(parse_epd(&text).unwrap(), [start(&[(1, 20), (2, 400)]), start(&[])]);
    }

    #[test]
    fn blocks_have_a_line_for_each_count() {
        let text = format!("# Source\n\nid start\nepd {START}\nperft 1 20\nperft 2 400\n");
        assert_eq!(parse_blocks(&text).unwrap(), [start(&[(1, 20), (2, 400)])]);
    }

    #[test]
    fn malformed_lines_are_named() {
        for text in [";20", "8/8 w - - ;D1", "8/8 w - - ;D1 many", "8/8 w - - ;Dx 20"] {
            let line = format!("fen {text}");
            assert_eq!(parse_epd(&line), Err(malformed(&line)));
        }
        for line in ["perft 1 20", "depth 1 20"] {
            assert_eq!(parse_blocks(line), Err(malformed(line)));
        }
    }

    #[test]
    fn the_shallowest_wrong_count_is_reported() {
        assert_eq!(start(&[(1, 20), (2, 400), (3, 8_902)]).check(500), Ok(420));
        let failure = start(&[(1, 20), (2, 401), (3, 8_903)]).check(10_000).unwrap_err();
        assert!(failure.ends_with("depth 2: 400 counted, 401 expected"), "{failure}");
    }

    #[test]
    fn a_position_that_is_refused_is_a_fault() {
        let case = Case { fen: "8/8/8/8/8/8/8/8 w - - 0 1".into(), counts: vec![] };
        assert!(case.check(1).unwrap_err().contains("refused"));
    }
}
