//! A line played out by the rules.

use chess::{Color, Move, Position, Role};

use super::PlacedPiece;
use super::exchange::{balance, best_exchange, captured, captured_square};

/// Half-moves of a line that are believed; what engines add beyond them is not much thought about.
const BELIEVED: usize = 10;

/// A line with the positions on its way.
pub(super) struct Story {
    /// The start, and the position after each move.
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<Move>,
}

/// A piece that is taken in a story.
#[derive(Clone, Copy)]
pub(super) struct Capture {
    /// The move that takes it, counted from 0.
    pub(super) index: usize,
    pub(super) piece: PlacedPiece,
}

impl Story {
    /// Plays a line as far as it is legal.
    pub(super) fn new(start: &Position, line: &[Move]) -> Story {
        let mut story = Story { positions: vec![*start], moves: Vec::new() };
        let mut position = *start;
        for &m in line {
            let Ok(next) = position.play(m) else { break };
            story.moves.push(m);
            story.positions.push(next);
            position = next;
        }
        story
    }

    /// The side that begins.
    pub(super) fn beginner(&self) -> Color {
        self.positions[0].turn()
    }

    /// The same story without what is too far away to be believed.
    pub(super) fn believed(mut self) -> Story {
        self.moves.truncate(BELIEVED);
        self.positions.truncate(BELIEVED + 1);
        self
    }

    pub(super) fn end(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// What the beginner has won, in pawns, from the start to the end, and once whoever is to move
    /// there has taken what can be taken.
    pub(super) fn kept(&self) -> i32 {
        let side = self.beginner();
        let won = balance(self.end().board(), side) - balance(self.positions[0].board(), side);
        let open = best_exchange(self.end());
        if self.end().turn() == side { won + open } else { won - open }
    }

    /// The story from a later move on.
    pub(super) fn from(&self, index: usize) -> Story {
        Story { positions: self.positions[index..].to_vec(), moves: self.moves[index..].to_vec() }
    }

    /// The pieces that the beginner takes, in order.
    pub(super) fn captures(&self) -> impl Iterator<Item = Capture> {
        (0..self.moves.len()).step_by(2).filter_map(|index| {
            let m = self.moves[index];
            let role = captured(&self.positions[index], m)?;
            Some(Capture { index, piece: PlacedPiece { role, square: captured_square(m) } })
        })
    }

    /// The piece that is retaken at once after a move.
    pub(super) fn retaken_after(&self, index: usize) -> Option<Role> {
        let (m, answer) = (self.moves.get(index)?, self.moves.get(index + 1)?);
        let role = captured(&self.positions[index + 1], *answer)?;
        (captured_square(*answer) == m.to()).then_some(role)
    }

    /// The piece that makes the first move, where it lands.
    pub(super) fn first_mover(&self) -> Option<PlacedPiece> {
        let square = self.moves.first()?.destination();
        Some(PlacedPiece { role: self.positions[1].board().role_at(square)?, square })
    }

    /// True when a piece stays where it is from the first move until it takes or is taken.
    pub(super) fn stays(&self, piece: PlacedPiece, color: Color, until: usize) -> bool {
        self.positions[1..=until]
            .iter()
            .all(|position| position.board().piece_at(piece.square) == Some(piece.role.of(color)))
    }

    /// The square from which a pawn of the beginner sets out that promotes in the story.
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
