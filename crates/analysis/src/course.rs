//! The positions of a game.

use chess::{IllegalMove, Move, Position};
use engine::Root;

/// A start, moves, and the position after each of them. Unlike a [`chess::Game`], it goes on where
/// the rules would have ended the game, as games in files do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Course {
    /// Plays moves from a start.
    ///
    /// # Errors
    /// When one of them is not legal.
    pub fn new(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Course, IllegalMove> {
        let mut course = Course { positions: vec![start], moves: Vec::new() };
        let mut position = start;
        for m in moves {
            position = position.play(m)?;
            course.moves.push(m);
            course.positions.push(position);
        }
        Ok(course)
    }

    /// The start and the position after each move.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// A position with those before it, for a search; nothing beyond the last.
    pub fn root(&self, index: usize) -> Option<Root> {
        let before = self.moves.get(..index)?;
        let mut root = Root::new(self.positions[0]);
        before.iter().try_for_each(|&m| root.play(m)).ok()?;
        Some(root)
    }
}

impl From<&chess::Game> for Course {
    fn from(game: &chess::Game) -> Course {
        Course { positions: game.positions().to_vec(), moves: game.moves().to_vec() }
    }
}
