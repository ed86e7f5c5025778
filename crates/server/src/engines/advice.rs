//! Thoughts as people are told them: with moves they can read, and from White's side.

use chess::{CastlingMode, Color, Move};
use engine::{Value, Wdl};
use wire::advice::{self, Chances, Evaluation, Hint};
use wire::convert::{played, played_line};
use wire::view::PlayedMove;

use super::SearchResult;

impl SearchResult {
    /// The move as a hint about the game at a version.
    pub fn hint(&self, board: &chess::Game, version: u32) -> Hint {
        let mode = CastlingMode::of(board.start());
        Hint { version, play: played(board.position(), self.play, mode) }
    }

    /// The worth of the position at a version of its game; none from an engine that does not say.
    pub fn evaluation(&self, board: &chess::Game, version: u32) -> Option<Evaluation> {
        let turn = board.position().turn();
        Some(Evaluation {
            version,
            value: for_white(self.value?, turn),
            chances: chances(self.chances?, turn),
            depth: self.depth,
            nodes: self.nodes,
            line: told_moves(board, &self.line),
        })
    }
}

/// Moves from the board on in both notations, as far as they are legal.
pub(super) fn told_moves(board: &chess::Game, moves: &[Move]) -> Vec<PlayedMove> {
    played_line(board.position(), moves, CastlingMode::of(board.start()))
}

/// A value for the side to move as one for White.
pub(super) fn for_white(value: Value, turn: Color) -> advice::Value {
    let sign = if turn.is_white() { 1 } else { -1 };
    match value {
        Value::Centipawns(amount) => advice::Value::Centipawns { amount: sign * amount },
        Value::Mate(moves) => advice::Value::Mate { moves: sign * moves },
    }
}

/// Chances of the side to move as those of both sides.
pub(super) fn chances(wdl: Wdl, turn: Color) -> Chances {
    let (white, black) = if turn.is_white() { (wdl.win, wdl.loss) } else { (wdl.loss, wdl.win) };
    Chances { white, draw: wdl.draw, black }
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: B5
    #[test]
    fn what_is_good_for_the_side_to_move_is_told_from_whites_side() {
        for (fen, uci, white, value) in [
            ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", 1000, 1),
            ("r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1", 0, -1),
        ] {
            let board = chess::Game::new(fen.parse().expect("a FEN"));
            let play = board.position().parse_uci(uci).expect("a move");
            let thought = SearchResult {
                play,
                line: vec![play, play],
                value: Some(Value::Mate(1)),
                chances: Some(Wdl { win: 1000, draw: 0, loss: 0 }),
                depth: 3,
                nodes: 9,
            };
            assert!(thought.hint(&board, 4).play.san.ends_with('#'));
            let told = thought.evaluation(&board, 4).expect("it has a value");
            assert_eq!(told.value, advice::Value::Mate { moves: value });
            assert_eq!(told.chances.white, white);
            assert_eq!(told.line.len(), 1, "the second move is not legal");
        }
    }
}
