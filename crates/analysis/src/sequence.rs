//! The positions of a game.

use chess::{FIFTY_MOVES, IllegalMove, Move, Position};
use engine::Root;
use review::{Evaluation, Score};

/// How often a position has to stand on the board for the same.
const THREEFOLD: usize = 3;

/// A start, moves, and the position after each of them. Unlike a [`chess::Game`], it goes on where
/// the rules would have ended the game, as games in files do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSequence {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl MoveSequence {
    /// Plays moves from a start.
    ///
    /// # Errors
    /// When one of them is not legal.
    pub fn new(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<MoveSequence, IllegalMove> {
        let mut course = MoveSequence { positions: vec![start], moves: Vec::new() };
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

    /// The evaluation of a position in which the game has ended, which nobody has to search. It
    /// ends by the rules of the position itself; and where the moves end, also by a draw that the
    /// worse side could claim.
    pub fn ended(&self, index: usize) -> Option<Evaluation> {
        let position = self.positions.get(index)?;
        let is_last = index + 1 == self.positions.len();
        let claimed = (is_last && self.can_be_claimed(index)).then_some(Score::DRAW);
        let score = Score::of_ended(position).or(claimed)?;
        Some(Evaluation { score, line: Vec::new(), depth: 0 })
    }

    /// Whether fifty moves have gone by, or the position stands on the board for the third time.
    fn can_be_claimed(&self, index: usize) -> bool {
        let position = &self.positions[index];
        let key = position.key();
        let seen = self.positions[..=index].iter().filter(|earlier| earlier.key() == key).count();
        position.halfmoves() >= FIFTY_MOVES || seen >= THREEFOLD
    }

    /// A number that courses with other positions do not have, but by the rarest chance.
    pub fn fingerprint(&self) -> u64 {
        self.positions.iter().fold(0, |sum, position| sum.rotate_left(5) ^ position.key())
    }

    /// A position with those before it, for a search; nothing beyond the last.
    pub fn root(&self, index: usize) -> Option<Root> {
        let before = self.moves.get(..index)?;
        let mut root = Root::new(self.positions[0]);
        before.iter().try_for_each(|&m| root.play(m)).ok()?;
        Some(root)
    }
}

impl From<&chess::Game> for MoveSequence {
    fn from(game: &chess::Game) -> MoveSequence {
        MoveSequence { positions: game.positions().to_vec(), moves: game.moves().to_vec() }
    }
}
