//! Who has enough pieces left to give mate at all.
//!
//! The question is not whether mate can be forced, but whether any sequence of legal moves, with
//! the other side helping, leads to it. It decides dead positions and what a fallen flag is worth.

use crate::{Bitboard, Board, Color, Role};

impl Board {
    /// True when one side could still give mate if the other helped.
    ///
    /// ```
    /// use tabiya_chess::{Board, Color};
    ///
    /// let board: Board = "8/8/4k3/8/8/3NK3/8/8".parse()?;
    /// assert!(!board.can_mate(Color::White)); // a knight alone cannot
    /// let board: Board = "8/8/4k3/4p3/8/3NK3/8/8".parse()?;
    /// assert!(board.can_mate(Color::White)); // the pawn can take its own king's square
    /// # Ok::<(), tabiya_chess::FenError>(())
    /// ```
    pub fn can_mate(&self, color: Color) -> bool {
        let pieces = self.color(color);
        let role = |role| self.role(role);
        if (pieces & (role(Role::Pawn) | role(Role::Rook) | role(Role::Queen))).any() {
            return true;
        }
        if (pieces & role(Role::Knight)).any() {
            // Two pieces beside the king suffice. A lone knight needs an enemy piece that can stand in
            // its own king's way without guarding every flight square: anything but a queen.
            let helpers = self.color(!color) & !role(Role::King) & !role(Role::Queen);
            return pieces.count() > 2 || helpers.any();
        }
        if (pieces & role(Role::Bishop)).any() {
            // Bishops that all walk on one color need a piece on the other, whoever owns it.
            let bishops = role(Role::Bishop);
            let one_color =
                (bishops & Bitboard::DARK).is_empty() || (bishops & Bitboard::LIGHT).is_empty();
            return !one_color || (role(Role::Pawn) | role(Role::Knight)).any();
        }
        false
    }

    /// True when neither side could ever give mate: king against king, with at most one knight or
    /// with bishops that all stand on squares of one color.
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| !self.can_mate(color))
    }
}
