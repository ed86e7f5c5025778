//! The record of a self-play game.

use chess::{Color, Move, Position, chess960};

use crate::RecordError;

/// A game: its start, moves and scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the start position among the 960; 518 is the ordinary one.
    pub start: u16,
    /// The random moves at the start; their scores say nothing.
    pub opening: u8,
    /// The moves, in order.
    pub moves: Vec<Move>,
    /// The score of each move in centipawns from White's side; mates lie beyond all others.
    pub scores: Vec<i16>,
    /// Whether each move was quiet: not in check, no capture, no promotion.
    pub quiet: Vec<bool>,
    /// Who won.
    pub winner: Winner,
}

/// How a game ended, in the order of White's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// White won.
    White,
}

impl Record {
    /// True for a quiet move, which can be learned from.
    pub(crate) fn is_quiet(position: &Position, m: Move) -> bool {
        !position.is_check() && !position.is_capture(m) && m.promoted().is_none()
    }

    /// Replays the game and visits every position with its ply, the opening included.
    ///
    /// # Errors
    /// When the record is not a legal game, or a quiet flag is wrong.
    pub fn replay(&self, mut visit: impl FnMut(&Position, usize)) -> Result<(), RecordError> {
        let mut position = chess960::start(self.start).ok_or(RecordError::Start(self.start))?;
        if usize::from(self.opening) > self.moves.len() {
            return Err(RecordError::Opening(self.opening));
        }
        for (ply, (&m, &quiet)) in self.moves.iter().zip(&self.quiet).enumerate() {
            if !position.is_legal(m) {
                return Err(RecordError::Illegal(ply));
            }
            if quiet != Record::is_quiet(&position, m) {
                return Err(RecordError::Quiet(ply));
            }
            visit(&position, ply);
            position = position.play_unchecked(m);
        }
        Ok(())
    }
}

impl From<Color> for Winner {
    fn from(color: Color) -> Winner {
        match color {
            Color::White => Winner::White,
            Color::Black => Winner::Black,
        }
    }
}
