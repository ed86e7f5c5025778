//! Games and matches between participants.

use chess::{Color, Game, Outcome};
use engine::{Search, Strength};

use super::participant::Participant;
use super::tally::Tally;
use super::{new_search, rated, unable};
use crate::error::TaskError;
use crate::parallel;

/// A game that takes longer is a draw.
const MAX_PLIES: usize = 400;

/// The plies of an opening that is set, and the level that plays them for both sides.
const OPENING_PLIES: usize = 6;
const OPENING_LEVEL: u16 = 1_500;

/// A match, with colors alternating from game to game. Everything follows from the seed.
///
/// Levels vary their openings by themselves. Programs always play the same moves: in a match with
/// one, two games after another begin with the same moves, which a level has chosen.
///
/// # Errors
/// When a game cannot be played.
pub(super) fn play_match(
    first: Participant,
    second: Participant,
    games: u64,
    seed: u64,
) -> Result<Tally, TaskError> {
    let is_level = |participant| matches!(participant, Participant::Level(_));
    let has_set_opening = !(is_level(first) && is_level(second));
    let numbers: Vec<u64> = (0..games).collect();
    let points = parallel::map(&numbers, |&number| {
        let opening = has_set_opening.then(|| random::mix(seed.wrapping_add(number / 2)));
        let seed = random::mix(seed).wrapping_add(number);
        if number % 2 == 0 {
            white_points(first, second, seed, opening)
        } else {
            white_points(second, first, seed, opening).map(|points| 1.0 - points)
        }
    });
    Ok(Tally::of_points(points.into_iter().collect::<Result<Vec<f64>, _>>()?))
}

/// Plays a game; the points of White. The same seed and opening give the same game.
fn white_points(
    white: Participant,
    black: Participant,
    seed: u64,
    opening: Option<u64>,
) -> Result<f64, TaskError> {
    let mut search = new_search()?;
    let mut game = Game::default();
    if let Some(seed) = opening {
        play_opening(&mut game, &mut search, seed)?;
    }
    // Without a move, or after one that ends the game, it is over.
    while game.outcome().is_none()
        && game.claimable_draw().is_none()
        && game.moves().len() < MAX_PLIES
    {
        let (participant, stream) = match game.position().turn() {
            Color::White => (white, 0),
            Color::Black => (black, 1),
        };
        let seed = random::mix(random::mix(seed).wrapping_add(stream));
        let Some(m) = participant.choose(&mut search, &game, seed)? else { break };
        game.play(m).map_err(unable)?;
    }
    Ok(match game.outcome().and_then(Outcome::winner) {
        Some(Color::White) => 1.0,
        Some(Color::Black) => 0.0,
        None => 0.5,
    })
}

/// Plays the first moves of both sides.
fn play_opening(game: &mut Game, search: &mut Search, seed: u64) -> Result<(), TaskError> {
    let level = Participant::Level(Strength::Rated(rated(OPENING_LEVEL)?));
    for _ in 0..OPENING_PLIES {
        let m = level.choose(search, game, seed)?;
        let m = m.ok_or_else(|| unable("the game is over in the opening"))?;
        game.play(m).map_err(unable)?;
    }
    Ok(())
}
