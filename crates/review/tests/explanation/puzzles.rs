//! Sentences about the first moves of puzzles, with their solutions as the engine's lines.

use std::path::Path;

use chess::{Color, Move, Position};
use review::explanation::{BadMove, explain};
use review::{Evaluation, Score};

use super::checker;

/// Where the puzzles are, seen from this crate.
const PUZZLES: &str = "../../testdata/puzzles.csv";
/// How many of the 334 puzzles must be explained for the test to mean much.
const LEAST_SAID: usize = 67;

#[test]
fn what_is_said_about_puzzles_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PUZZLES);
    let text = std::fs::read_to_string(path).expect("the puzzles of testdata");
    let mut said = 0;
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let position: Position = fields[0].parse().expect("a position");
        let line = moves(&position, fields[1]);
        let next = position.play(line[0]).expect("a legal move");
        let before = Evaluation { score: Score::DRAW, line: Vec::new(), depth: 0 };
        let after = solution(&next, &line[1..]);
        let bad_move =
            BadMove { position: &position, played: line[0], before: &before, after: &after };
        let Some(fact) = explain(&bad_move) else { continue };
        said += 1;
        if let Err(objection) = checker::check(fact, &bad_move) {
            panic!("{row}: {fact}: {objection}");
        }
    }
    assert!(said >= LEAST_SAID, "only {said} puzzles were explained");
}

fn moves(start: &Position, text: &str) -> Vec<Move> {
    let mut position = *start;
    let play = |uci| {
        let m = position.parse_uci(uci).expect("a move");
        position = position.play(m).expect("a legal move");
        m
    };
    text.split(' ').map(play).collect()
}

/// The solution as an engine would tell it.
fn solution(start: &Position, line: &[Move]) -> Evaluation {
    let end = line.iter().fold(*start, |position, &m| position.play(m).expect("a legal move"));
    let winner = start.turn();
    let sign = if winner == Color::White { 1 } else { -1 };
    let score = if end.is_checkmate() {
        Score::Mate { winner, moves: line.len().div_ceil(2) as u32 }
    } else {
        Score::Centipawns(300 * sign)
    };
    Evaluation { score, line: line.to_vec(), depth: 0 }
}
