//! The root of a search: a position and the game that led to it.

use chess::{Game, Move, Position};

/// A position with the keys of those before it, so that the search sees repetitions.
#[derive(Clone, Debug, Default)]
pub struct Root {
    position: Position,
    /// Keys of earlier positions, oldest first, without the position itself.
    previous_keys: Vec<u64>,
}

impl Root {
    /// A position with no history.
    pub fn new(position: Position) -> Root {
        Root { position, previous_keys: Vec::new() }
    }

    /// The position to search.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The keys of the positions before it, oldest first.
    pub fn previous_keys(&self) -> &[u64] {
        &self.previous_keys
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// When the move is not legal; nothing changes then.
    pub fn play(&mut self, m: Move) -> Result<(), chess::IllegalMove> {
        let next = self.position.play(m)?;
        self.previous_keys.push(self.position.key());
        self.position = next;
        Ok(())
    }
}

impl From<&Game> for Root {
    fn from(game: &Game) -> Root {
        let mut root = Root::new(*game.start());
        for &m in game.moves() {
            // A game holds only legal moves.
            root.previous_keys.push(root.position.key());
            root.position = root.position.play_unchecked(m);
        }
        root
    }
}
