//! Undo and redo without asking. The clocks are set back to the start of that turn.

use chess::Color;

use crate::{Event, Game, GameError};

impl Game {
    pub(super) fn undo(&self, by: Color) -> Result<Event, GameError> {
        let stride = self.stride(by)?;
        self.check_go_back()?;
        let target = self.ply().checked_sub(stride).ok_or(GameError::NothingToUndo)?;
        Ok(Event::TakenBack { plies: stride as u16, clocks: self.clocks[target] })
    }

    pub(super) fn redo(&self, by: Color) -> Result<Event, GameError> {
        let stride = self.stride(by)?.min(self.board.undone().count());
        Ok(Event::Redone { plies: stride as u16, clocks: self.clocks[self.ply() + stride] })
    }

    /// The number of half-moves to undo or redo: one in pass and play, against an engine as many as
    /// lead to the person's turn.
    fn stride(&self, by: Color) -> Result<usize, GameError> {
        let is_engine = |color: Color| self.terms.seats[color].player.is_engine();
        if self.terms.shared {
            Ok(1)
        } else if is_engine(!by) && !is_engine(by) {
            Ok(self.plies_since_turn_of(by))
        } else {
            Err(GameError::NotAllowed)
        }
    }
}
