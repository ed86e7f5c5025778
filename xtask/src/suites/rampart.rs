//! Published moves: for each position every legal move in SAN with the FEN that it leads to,
//! compared with ours as sets.

use std::collections::BTreeSet;
use std::fs;

use chess::Position;
use serde::Deserialize;

use super::{Data, Effort, Report};
use crate::error::TaskError;
use crate::parallel;

/// Positions whose published FENs name an en passant square after every double step, although no
/// pawn can capture there; everywhere else the collection names one only where a pawn can.
const NEEDLESS_EN_PASSANT: [&str; 1] =
    ["rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"];

/// The moves of a position, each with where it leads.
type Moves = BTreeSet<(String, String)>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    test_cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    start: Start,
    expected: Vec<Expected>,
}

#[derive(Deserialize)]
struct Start {
    fen: String,
}

#[derive(Deserialize)]
struct Expected {
    #[serde(rename = "move")]
    san: String,
    fen: String,
}

/// All files of the collection.
pub(crate) fn moves(data: &Data, _: Effort) -> Result<Report, TaskError> {
    let cases = read(data)?;
    let mut report = Report::from_cases("moves", parallel::map(&cases, Case::check));
    report.slips = cases.iter().filter(|case| case.is_slip()).count();
    Ok(report)
}

fn read(data: &Data) -> Result<Vec<Case>, TaskError> {
    let folder = data.path("perft/rampart");
    let unreadable = |error| TaskError::unreadable(&folder, &error);
    let mut cases = Vec::new();
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|kind| kind == "json") {
            let text = fs::read(&path).map_err(|error| TaskError::unreadable(&path, &error))?;
            let file: File = serde_json::from_slice(&text)
                .map_err(|error| TaskError::Unable(format!("{}: {error}", path.display())))?;
            cases.extend(file.test_cases);
        }
    }
    Ok(cases)
}

impl Case {
    fn check(&self) -> Result<u64, String> {
        let fen = &self.start.fen;
        let position: Position = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
        let (ours, published) = (moves_of(&position), self.published());
        if ours == published {
            return Ok(ours.len() as u64);
        }
        let only_ours: Vec<_> = ours.difference(&published).collect();
        let only_published: Vec<_> = published.difference(&ours).collect();
        Err(format!("{fen}: only ours: {only_ours:?}; only published: {only_published:?}"))
    }

    /// The published moves, with the known slips put right.
    fn published(&self) -> Moves {
        let moves = self.expected.iter();
        moves.map(|Expected { san, fen }| (san.clone(), self.put_right(fen))).collect()
    }

    /// A published FEN; for a slip without the needless square, which reading it drops.
    fn put_right(&self, fen: &str) -> String {
        match fen.parse::<Position>() {
            Ok(position) if self.is_slip() => position.to_string(),
            _ => fen.into(),
        }
    }

    fn is_slip(&self) -> bool {
        NEEDLESS_EN_PASSANT.contains(&self.start.fen.as_str())
    }
}

fn moves_of(position: &Position) -> Moves {
    let moves = position.legal_moves().into_iter();
    moves.map(|m| (position.san(m).to_string(), position.play_unchecked(m).to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(fen: &str, expected: &[(&str, &str)]) -> Case {
        let entry = |&(san, fen): &(&str, &str)| Expected { san: san.into(), fen: fen.into() };
        Case { start: Start { fen: fen.into() }, expected: expected.iter().map(entry).collect() }
    }

    #[test]
    fn moves_are_compared_as_sets_of_san_and_fen() {
        let fen = "8/8/8/8/8/2k5/8/K7 w - - 0 1";
        let moves =
            [("Kb1", "8/8/8/8/8/2k5/8/1K6 b - - 1 1"), ("Ka2", "8/8/8/8/8/2k5/K7/8 b - - 1 1")];
        assert_eq!(case(fen, &moves).check(), Ok(2));
        let failure = case(fen, &moves[..1]).check().unwrap_err();
        assert!(failure.contains("only ours: [(\"Ka2\""), "{failure}");
    }

    #[test]
    fn a_needless_en_passant_square_is_dropped_only_in_a_known_slip() {
        let needless = "rnbq1k1r/pp1Pbppp/2p5/8/P1B5/8/1PP1NnPP/RNBQK2R b KQ a3 0 8";
        assert!(case(NEEDLESS_EN_PASSANT[0], &[]).put_right(needless).contains(" KQ - "));
        assert_eq!(case("another", &[]).put_right(needless), needless);
    }
}
