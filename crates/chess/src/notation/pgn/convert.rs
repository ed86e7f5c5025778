//! Conversion between a [`Tree`], which has variations and annotations, and a [`Game`], which knows
//! the rules for its end.

use super::Tree;
use crate::{Game, PlayError};

impl From<&Game> for Tree {
    /// The moves of the game as a main line, with its outcome as the result. Undone moves are left
    /// out.
    ///
    /// ```
    /// use tabiya_chess::Game;
    /// use tabiya_chess::pgn::Tree;
    ///
    /// let mut game = Game::default();
    /// for san in ["f3", "e5", "g4", "Qh4#"] {
    ///     game.play(game.position().parse_san(san)?)?;
    /// }
    /// let tree = Tree::from(&game);
    /// assert!(tree.to_string().contains("1. f3 e5 2. g4 Qh4# 0-1"));
    /// assert_eq!(Game::try_from(&tree)?, game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from(game: &Game) -> Tree {
        let mut tree = Tree::new(*game.start());
        game.moves().iter().fold(Tree::ROOT, |node, &m| tree.push(node, Some(m)));
        tree.set_result(game.outcome().map(Into::into).unwrap_or_default());
        tree
    }
}

impl TryFrom<&Tree> for Game {
    type Error = PlayError;

    /// The main line as a game, up to the first null move.
    ///
    /// # Errors
    /// When the moves go on after the game is over by rule, as after a fivefold repetition.
    fn try_from(tree: &Tree) -> Result<Game, PlayError> {
        let mut game = Game::new(*tree.start());
        tree.moves().try_for_each(|m| game.play(m))?;
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

    #[test]
    fn the_main_line_becomes_a_game_and_comes_back() {
        let tree: Tree = "1. e4 (1. d4) 1... e5 {Open.} 2. -- Nc6 *".parse().unwrap();
        let mut game = Game::try_from(&tree).unwrap();
        assert_eq!(Tree::from(&game), "1. e4 e5 *".parse().unwrap());
        game.undo();
        assert_eq!(Tree::from(&game), "1. e4 *".parse().unwrap());
    }

    #[test]
    fn moves_after_the_end_are_an_error() {
        let shuffles = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
        let over: Tree = format!("{shuffles} *").parse().unwrap();
        assert_eq!(Game::try_from(&over).unwrap().outcome(), Some(Outcome::FivefoldRepetition));
        let longer: Tree = format!("{shuffles} e4 *").parse().unwrap();
        let error = Game::try_from(&longer).unwrap_err();
        assert_eq!(error, PlayError::GameOver(Outcome::FivefoldRepetition));
    }
}
