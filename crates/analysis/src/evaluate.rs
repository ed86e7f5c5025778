//! One position.

use chess::{Color, Move};
use engine::{Limits, PvLine, Root, Search, Signal, Value};
use review::{Evaluation, Score};

/// Evaluates a position with so many nodes; nothing when the signal came before they were spent,
/// or where there is no move.
pub fn evaluate(
    search: &mut Search,
    root: &Root,
    nodes: u64,
    signal: &Signal,
) -> Option<Evaluation> {
    let best = think(search, root, nodes, signal)?;
    let score = score(best.value, root.position().turn());
    Some(Evaluation { score, line: best.moves, depth: best.depth })
}

/// The best line of a position, long enough to show what it is about; nothing when the signal came
/// before the nodes were spent, and none where there is no move.
pub fn think(search: &mut Search, root: &Root, nodes: u64, signal: &Signal) -> Option<PvLine> {
    let verdict = search.run(root, &Limits::nodes(nodes), signal, &mut |_| {});
    let mut best = verdict.lines.into_iter().next().filter(|_| !signal.is_stopped())?;
    best.moves = lengthened(search, root, best.moves, nodes / LENGTHENING, signal);
    Some(best)
}

/// Half-moves that a line should have, for what it shows to be seen.
const TELLING: usize = 8;
/// The part of the nodes that may be spent to make a short line longer, and how often.
const LENGTHENING: u64 = 20;
const ATTEMPTS: usize = 3;

/// A line that the table has cut short, taken further by small searches at its end. They find most
/// of their way in the table.
fn lengthened(
    search: &mut Search,
    root: &Root,
    mut line: Vec<Move>,
    nodes: u64,
    signal: &Signal,
) -> Vec<Move> {
    for _ in 0..ATTEMPTS {
        let mut end = root.clone();
        let is_legal = line.iter().all(|&m| end.play(m).is_ok());
        if line.len() >= TELLING || !is_legal || end.position().outcome().is_some() {
            break;
        }
        let verdict = search.run(&end, &Limits::nodes(nodes), signal, &mut |_| {});
        line.extend(verdict.lines.into_iter().next().map(|more| more.moves).unwrap_or_default());
    }
    line
}

/// The score of a position from its value for the side to move.
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
