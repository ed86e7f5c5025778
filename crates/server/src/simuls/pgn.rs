//! All games of a simul as PGN.

use chess::pgn::Tree;
use store::Simul;

use crate::routes::game_pgn;
use crate::{ApiError, App};

/// The games in the order of the boards.
///
/// # Errors
/// When a game cannot be loaded.
pub(crate) async fn pgn(app: &App, simul: &Simul) -> Result<String, ApiError> {
    let mut text = String::new();
    for (index, board) in simul.boards.iter().enumerate() {
        let game: Result<Tree, _> = game_pgn(app, &board.game).await?.parse();
        let mut tree =
            game.map_err(|error| ApiError::Internal(format!("an exported game: {error}")))?;
        for (tag, value) in [("Event", simul.name.clone()), ("Board", (index + 1).to_string())] {
            // Fails only for an invalid tag name.
            let _ = tree.tags_mut().set(tag, &value);
        }
        text.push_str(&tree.to_string());
        text.push('\n');
    }
    Ok(text)
}
