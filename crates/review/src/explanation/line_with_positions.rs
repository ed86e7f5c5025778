//! A line of moves with its positions.

use chess::{Color, Move, Position, Role};

use super::PlacedPiece;
use super::exchange::{best_exchange, captured, captured_square, material_balance, settled_gain};

/// Half-moves of a line that are trusted; engines search the moves beyond them little.
const TRUSTED_PLIES: usize = 10;

/// A line with the position after each move.
pub(super) struct LineWithPositions {
    /// The start, and the position after each move.
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<Move>,
}

/// A capture in a line.
#[derive(Clone, Copy)]
pub(super) struct Capture {
    /// The index of the capturing move.
    pub(super) index: usize,
    pub(super) piece: PlacedPiece,
}

impl LineWithPositions {
    /// Plays a line up to the first illegal move.
    pub(super) fn new(start: &Position, line: &[Move]) -> LineWithPositions {
        let mut played = LineWithPositions { positions: vec![*start], moves: Vec::new() };
        for (before, m) in start.walk(line) {
            played.moves.push(m);
            played.positions.push(before.play_unchecked(m));
        }
        played
    }

    /// The side that moves first.
    pub(super) fn first_side(&self) -> Color {
        self.positions[0].turn()
    }

    /// The trusted part of the line.
    pub(super) fn trusted(mut self) -> LineWithPositions {
        self.moves.truncate(TRUSTED_PLIES);
        self.positions.truncate(TRUSTED_PLIES + 1);
        self
    }

    pub(super) fn end(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The material that the first side wins by the end of the line, in pawns, after the best
    /// exchange of the side to move there.
    pub(super) fn material_gain(&self) -> i32 {
        self.gain_with(best_exchange)
    }

    /// The same after all captures that pay, on whatever squares.
    pub(super) fn settled_gain(&self) -> i32 {
        self.gain_with(settled_gain)
    }

    /// The material that the first side wins, with what the side to move can win at the end.
    fn gain_with(&self, open: fn(&Position) -> i32) -> i32 {
        let side = self.first_side();
        let won = material_balance(self.end().board(), side)
            - material_balance(self.positions[0].board(), side);
        let open = open(self.end());
        if self.end().turn() == side { won + open } else { won - open }
    }

    /// The line from a later move on.
    pub(super) fn from(&self, index: usize) -> LineWithPositions {
        LineWithPositions {
            positions: self.positions[index..].to_vec(),
            moves: self.moves[index..].to_vec(),
        }
    }

    /// The captures of the first side, in order.
    pub(super) fn captures(&self) -> impl Iterator<Item = Capture> {
        (0..self.moves.len()).step_by(2).filter_map(|index| {
            let m = self.moves[index];
            let role = captured(&self.positions[index], m)?;
            Some(Capture { index, piece: PlacedPiece { role, square: captured_square(m) } })
        })
    }

    /// The piece that is recaptured right after a move.
    pub(super) fn recaptured_after(&self, index: usize) -> Option<Role> {
        let (m, answer) = (self.moves.get(index)?, self.moves.get(index + 1)?);
        let role = captured(&self.positions[index + 1], *answer)?;
        (captured_square(*answer) == m.to()).then_some(role)
    }

    /// The piece that makes the first move, on its target square.
    pub(super) fn first_mover(&self) -> Option<PlacedPiece> {
        let square = self.moves.first()?.destination();
        Some(PlacedPiece { role: self.positions[1].board().role_at(square)?, square })
    }

    /// True when a piece stays on its square from the first move until it captures or is captured.
    pub(super) fn stays(&self, piece: PlacedPiece, color: Color, until: usize) -> bool {
        self.positions[1..=until]
            .iter()
            .all(|position| position.board().piece_at(piece.square) == Some(piece.role.of(color)))
    }

    /// The origin of a pawn of the first side that promotes in the line.
    pub(super) fn promoting_pawn(&self) -> Option<chess::Square> {
        let promotes = |index: &usize| self.moves[*index].promoted().is_some();
        let last = (0..self.moves.len()).step_by(2).find(promotes)?;
        let mut square = self.moves[last].from();
        for index in (0..last).rev().filter(|index| index % 2 == 0) {
            if self.moves[index].to() == square {
                square = self.moves[index].from();
            }
        }
        let is_pawn = self.positions[0].board().role_at(square) == Some(Role::Pawn);
        is_pawn.then_some(square)
    }
}
