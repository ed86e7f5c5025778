//! Mating material.
//!
//! The question is not whether mate can be forced, but whether any sequence of legal moves leads to
//! it. It decides dead positions and the result when a flag falls.

use crate::{Bitboard, Board, Color, Role};

impl Board {
    /// True when some sequence of legal moves lets this side give mate.
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
            // Two pieces besides the king suffice. A lone knight needs an enemy piece that can
            // block its own king without guarding every flight square: anything except a queen.
            let helpers = self.color(!color) & !role(Role::King) & !role(Role::Queen);
            return pieces.count() > 2 || helpers.any();
        }
        if (pieces & role(Role::Bishop)).any() {
            // Bishops on squares of one color need a piece that can block the others, of either
            // side.
            let bishops = role(Role::Bishop);
            let one_color =
                (bishops & Bitboard::DARK).is_empty() || (bishops & Bitboard::LIGHT).is_empty();
            return !one_color || (role(Role::Pawn) | role(Role::Knight)).any();
        }
        false
    }

    /// True when neither side can ever give mate: king against king, with at most one knight or
    /// with all bishops on squares of one color.
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| !self.can_mate(color))
    }
}
