//! The positions of a game.

use chess::{FIFTY_MOVES, IllegalMove, Move, Position};
use engine::Root;
use review::{Evaluation, Score};

/// How often a position must occur for a draw claim.
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
        let mut sequence = MoveSequence { positions: vec![start], moves: Vec::new() };
        let mut position = start;
        for m in moves {
            position = position.play(m)?;
            sequence.moves.push(m);
            sequence.positions.push(position);
        }
        Ok(sequence)
    }

    /// The start and the position after each move.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The evaluation of a position in which the game is over, which needs no search: by the rules,
    /// and at the last position also by a draw that can be claimed.
    pub fn final_evaluation(&self, index: usize) -> Option<Evaluation> {
        let position = self.positions.get(index)?;
        let is_last = index + 1 == self.positions.len();
        let claimed = (is_last && self.is_claimable_draw(index)).then_some(Score::DRAW);
        let score = Score::of_ended(position).or(claimed)?;
        Some(Evaluation { score, line: Vec::new(), depth: 0 })
    }

    /// True for a draw by the fifty-move rule or threefold repetition.
    fn is_claimable_draw(&self, index: usize) -> bool {
        let position = &self.positions[index];
        let key = position.key();
        let seen = self.positions[..=index].iter().filter(|earlier| earlier.key() == key).count();
        position.halfmoves() >= FIFTY_MOVES || seen >= THREEFOLD
    }

    /// A hash of all positions.
    pub fn fingerprint(&self) -> u64 {
        self.positions.iter().fold(0, |sum, position| sum.rotate_left(5) ^ position.key())
    }

    /// A position with those before it, as the root of a search; none beyond the last.
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
