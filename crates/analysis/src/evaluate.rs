//! Analysis of one position.

use chess::{Color, Move};
use engine::{Limits, PvLine, Root, Search, Signal, Value};
use review::{Evaluation, Score};

/// Evaluates a position with a number of nodes; none when stopped before, or without a legal move.
pub fn evaluate(
    search: &mut Search,
    root: &Root,
    nodes: u64,
    signal: &Signal,
) -> Option<Evaluation> {
    let best = best_line(search, root, nodes, signal)?;
    let score = score(best.value, root.position().turn());
    Some(Evaluation { score, line: best.moves, depth: best.depth })
}

/// The best line of a position, long enough to show its point; none when stopped before the nodes
/// were spent, or without a legal move.
pub fn best_line(search: &mut Search, root: &Root, nodes: u64, signal: &Signal) -> Option<PvLine> {
    let result = search.run(root, &Limits::nodes(nodes), signal, &mut |_| {});
    let mut best = result.lines.into_iter().next().filter(|_| !signal.is_stopped())?;
    best.moves = extended(search, root, best.moves, nodes / EXTENSION_DIVISOR, signal);
    Some(best)
}

/// Half-moves that a line should have to show its point.
const LINE_LENGTH: usize = 8;
/// The fraction of the nodes for each extension of a short line, and how many there may be.
const EXTENSION_DIVISOR: u64 = 20;
const ATTEMPTS: usize = 3;

/// A line that transposition table cutoffs have shortened, extended by small searches at its end.
/// They find most of it in the table.
fn extended(
    search: &mut Search,
    root: &Root,
    mut line: Vec<Move>,
    nodes: u64,
    signal: &Signal,
) -> Vec<Move> {
    for _ in 0..ATTEMPTS {
        let mut end = root.clone();
        let is_legal = line.iter().all(|&m| end.play(m).is_ok());
        if line.len() >= LINE_LENGTH || !is_legal || end.position().outcome().is_some() {
            break;
        }
        let result = search.run(&end, &Limits::nodes(nodes), signal, &mut |_| {});
        line.extend(result.lines.into_iter().next().map(|more| more.moves).unwrap_or_default());
    }
    line
}

/// A score from White's side, from the value for the side to move.
pub fn score(value: Value, turn: Color) -> Score {
    match value {
        Value::Centipawns(amount) if turn.is_white() => Score::Centipawns(amount),
        Value::Centipawns(amount) => Score::Centipawns(-amount),
        Value::Mate(moves) => {
            let winner = if moves > 0 { turn } else { !turn };
            Score::Mate { winner, moves: moves.unsigned_abs() }
        }
    }
}
