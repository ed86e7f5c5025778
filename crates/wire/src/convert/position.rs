//! Positions on the analysis board.

use super::snapshot::{legal, played};
use super::{NULL_MOVE, RequestError};
use crate::position::{PositionPath, PositionView};
use crate::view::LegalMoves;
use chess::CastlingMode;

/// The maximum number of half-moves in a variation. The longest games ever played had fewer.
const MAX_MOVES: usize = 1000;

impl PositionPath {
    /// Plays the moves on a board. A null move starts a new board, because no position before it
    /// counts as a repetition.
    ///
    /// # Errors
    /// When the start is not a legal position, a move is illegal, or there are too many.
    pub fn board(&self) -> Result<chess::Game, RequestError> {
        if self.moves.len() > MAX_MOVES {
            return Err(RequestError::TooManyMoves { seen: self.moves.len(), most: MAX_MOVES });
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
            legal: if ending.is_none() { legal(position, mode) } else { LegalMoves::default() },
            ending: ending.map(Into::into),
            table: None,
        }
    }
}
