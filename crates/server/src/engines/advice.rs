//! Search results for clients: moves in both notations, values from White's point of view.

use chess::{CastlingMode, Color, Move};
use engine::{Value, Wdl};
use wire::advice::{self, Chances, Evaluation, Hint};
use wire::convert::{played, played_line};
use wire::view::NotatedMove;

use super::JobResult;

impl JobResult {
    /// The move as a hint for the game at this version.
    pub fn hint(&self, board: &chess::Game, version: u32) -> Hint {
        let mode = CastlingMode::of(board.start());
        Hint { version, play: played(board.position(), self.play, mode) }
    }

    /// The evaluation of the game at this version; none if the engine reports no value.
    pub fn evaluation(&self, board: &chess::Game, version: u32) -> Option<Evaluation> {
        let turn = board.position().turn();
        Some(Evaluation {
            version,
            value: for_white(self.value?, turn),
            chances: chances(self.chances?, turn),
            depth: self.depth,
            nodes: self.nodes,
            line: moves_to_wire(board, &self.line),
        })
    }
}

/// A line from the board on in both notations, up to the first illegal move.
pub(super) fn moves_to_wire(board: &chess::Game, moves: &[Move]) -> Vec<NotatedMove> {
    played_line(board.position(), moves, CastlingMode::of(board.start()))
}

/// A value from White's point of view.
pub(super) fn for_white(value: Value, turn: Color) -> advice::Value {
    let sign = if turn.is_white() { 1 } else { -1 };
    match value {
        Value::Centipawns(amount) => advice::Value::Centipawns { amount: sign * amount },
        Value::Mate(moves) => advice::Value::Mate { moves: sign * moves },
    }
}

/// Probabilities from White's point of view.
pub(super) fn chances(wdl: Wdl, turn: Color) -> Chances {
    let (white, black) = if turn.is_white() { (wdl.win, wdl.loss) } else { (wdl.loss, wdl.win) };
    Chances { white, draw: wdl.draw, black }
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: B5
    #[test]
    fn evaluations_are_from_whites_point_of_view() {
        for (fen, uci, white, value) in [
            ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", 1000, 1),
            ("r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1", 0, -1),
        ] {
            let board = chess::Game::new(fen.parse().expect("a FEN"));
            let play = board.position().parse_uci(uci).expect("a move");
            let result = JobResult {
                play,
                line: vec![play, play],
                value: Some(Value::Mate(1)),
                chances: Some(Wdl { win: 1000, draw: 0, loss: 0 }),
                depth: 3,
                nodes: 9,
            };
            assert!(result.hint(&board, 4).play.san.ends_with('#'));
            let evaluation = result.evaluation(&board, 4).expect("it has a value");
            assert_eq!(evaluation.value, advice::Value::Mate { moves: value });
            assert_eq!(evaluation.chances.white, white);
            assert_eq!(evaluation.line.len(), 1, "the second move is not legal");
        }
    }
}
