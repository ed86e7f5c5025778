//! A reviewed game as one line of JSON.

use chess::pgn::Tree;
use chess::{ByColor, CastlingMode, Move};
use review::{Phase, Score, SideReport};
use serde_json::{Value, json};

use super::reviewed_game::ReviewedGame;
use super::sentences;

/// The game, its two sides, and every move.
pub(super) fn game(tree: &Tree, reviewed: &ReviewedGame) -> Value {
    let tag = |name| tree.tags().get(name).unwrap_or("?");
    let mode = CastlingMode::of(tree.start());
    let indices = 0..reviewed.report.moves.len();
    let moves: Vec<Value> = indices.map(|index| reviewed_move(reviewed, index, mode)).collect();
    json!({
        "white": tag("White"),
        "black": tag("Black"),
        "result": tree.result().as_str(),
        "start": tree.start().to_string(),
        "score": score(reviewed.evaluations[0].score),
        "sides": sides(&reviewed.report.sides),
        "moments": reviewed.report.moments.iter().map(|moment| moment.index).collect::<Vec<_>>(),
        "summary": sentences::summary(reviewed),
        "moves": moves,
    })
}

fn sides(sides: &ByColor<SideReport>) -> Value {
    let sides = sides.iter().map(|(color, side)| {
        let value = json!({
            "accuracy": side.accuracy,
            "average_centipawn_loss": side.average_centipawn_loss,
            "inaccuracies": side.judgments[0],
            "mistakes": side.judgments[1],
            "blunders": side.judgments[2],
            "phases": Phase::ALL.map(|phase| side.in_phase(phase)),
        });
        (color.to_string().to_lowercase(), value)
    });
    Value::Object(sides.collect())
}

fn reviewed_move(reviewed: &ReviewedGame, index: usize, mode: CastlingMode) -> Value {
    let before = &reviewed.sequence.positions()[index];
    let reviewed_move = &reviewed.report.moves[index];
    let best = reviewed.evaluations[index].best();
    let uci = |m: Move| m.uci(mode).to_string();
    json!({
        "san": before.san(reviewed_move.played).as_str(),
        "uci": uci(reviewed_move.played),
        "best": best.map(uci),
        "score": score(reviewed_move.after),
        "accuracy": reviewed_move.accuracy,
        "centipawn_loss": reviewed_move.centipawn_loss,
        "phase": reviewed.report.phases.at(index).to_string(),
        "judgment": reviewed_move.judgment.map(|judgment| judgment.to_string()),
        "explanation": reviewed.explanation(index).map(|fact| fact.to_string()),
    })
}

/// A score from White's side: centipawns, or moves to mate, which is 0 when it is on the board.
fn score(score: Score) -> Value {
    match score {
        Score::Centipawns(amount) => json!({ "centipawns": amount }),
        Score::Mate { winner, moves } => {
            json!({ "mate": moves, "winner": winner.to_string().to_lowercase() })
        }
    }
}
