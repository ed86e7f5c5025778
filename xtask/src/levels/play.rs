//! One game between two levels, from the start of the game.

use chess::{Color, Game, Outcome};
use engine::{HashTooLarge, Root, Search, Settings, Signal, Strength};

/// A game that takes longer is a draw.
const MAX_PLIES: usize = 400;

/// Plays a game; the points of White. The same seed gives the same game.
///
/// # Errors
/// When there is not enough memory for a search.
pub(super) fn white_points(
    white: Strength,
    black: Strength,
    seed: u64,
) -> Result<f64, HashTooLarge> {
    let mut search = Search::new(&Settings { hash_mb: 1, ..Settings::default() })?;
    let mut game = Game::default();
    while game.moves().len() < MAX_PLIES && game.claimable_draw().is_none() {
        let (player, stream) = match game.position().turn() {
            Color::White => (white, 0),
            Color::Black => (black, 1),
        };
        let seed = random::mix(random::mix(seed).wrapping_add(stream));
        let choice = player.choose(&mut search, &Root::from(&game), seed, &Signal::default());
        // Without a move, or after one that ends the game, it is over.
        let Some(m) = choice.chosen else { break };
        if game.play(m).is_err() {
            break;
        }
    }
    Ok(match game.outcome().and_then(Outcome::winner) {
        Some(Color::White) => 1.0,
        Some(Color::Black) => 0.0,
        None => 0.5,
    })
}
