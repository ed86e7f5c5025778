//! Positions that belong to no game on the server.

use super::snapshot::{legal, played};
use super::{NULL_MOVE, RequestError};
use crate::position::{PositionView, Variation};
use crate::view::Legal;
use chess::CastlingMode;

/// The most half-moves of a variation. The longest games ever played had fewer.
const MOST_MOVES: usize = 1000;

impl Variation {
    /// The moves on a board. A null move begins a new one, since nothing before it counts for a
    /// repetition after it.
    ///
    /// # Errors
    /// When the start is no position, a move is not legal, or there are too many of them.
    pub fn board(&self) -> Result<chess::Game, RequestError> {
        if self.moves.len() > MOST_MOVES {
            return Err(RequestError::TooManyMoves { seen: self.moves.len(), most: MOST_MOVES });
        }
        let mut board = chess::Game::new(self.start_fen.as_str().parse()?);
        for text in &self.moves {
            if text.as_str() == NULL_MOVE {
                board = chess::Game::new(
                    board.position().null_move().ok_or(RequestError::NullMoveInCheck)?,
                );
                continue;
            }
            let m = board.position().parse_uci(text.as_str())?;
            board.play(m)?;
        }
        Ok(board)
    }
}

impl From<&chess::Game> for PositionView {
    fn from(board: &chess::Game) -> PositionView {
        let mode = CastlingMode::of(board.start());
        let position = board.position();
        let ending = board.outcome();
        let steps = board.positions().iter().zip(board.moves());
        PositionView {
            fen: position.to_string(),
            turn: position.turn().into(),
            check: position.is_check().then(|| position.king(position.turn()).to_string()),
            moves: steps.map(|(before, &m)| played(before, m, mode)).collect(),
            legal: if ending.is_none() { legal(position, mode) } else { Legal::default() },
            ending: ending.map(Into::into),
            table: None,
        }
    }
}
