//! How much levels vary their openings: the different first moves of one side in several games, in
//! which the other side plays from the same seed.

use std::collections::BTreeSet;

use chess::{ByColor, Color, Game, Move};
use engine::{Level, Root, Signal};

use super::{Options, new_search, rated, unable};
use crate::error::TaskError;
use crate::parallel;
use crate::table::Table;

/// The levels whose openings are counted.
const LEVELS: [u16; 7] = [400, 800, 1200, 1600, 2000, 2400, 2800];

/// The games of each color, and the moves of each side that count.
const GAMES: u64 = 20;
const MOVES: usize = 5;

/// Plays the openings and prints how many are different.
pub(super) fn measure(options: &Options) -> Result<(), TaskError> {
    let mut table = Table::new(["level", "with White", "with Black"]);
    for rating in LEVELS {
        let white = count(rating, Color::White, options.seed)?;
        let black = count(rating, Color::Black, options.seed)?;
        table.row([rating, white as u16, black as u16].map(|number| number.to_string()));
    }
    println!("different first {MOVES} moves in {GAMES} games");
    print!("{table}");
    Ok(())
}

/// The different first moves of one side.
fn count(rating: u16, color: Color, seed: u64) -> Result<usize, TaskError> {
    let level = rated(rating)?;
    let numbers: Vec<u64> = (1..=GAMES).collect();
    let openings = parallel::map(&numbers, |&number| {
        let seed = random::mix(seed);
        let seeds =
            ByColor::from_fn(|side| if side == color { seed.wrapping_add(number) } else { seed });
        first_moves(level, color, seeds)
    });
    Ok(openings.into_iter().collect::<Result<BTreeSet<String>, _>>()?.len())
}

/// The first moves of one side in a game of a level against itself.
fn first_moves(level: Level, color: Color, seeds: ByColor<u64>) -> Result<String, TaskError> {
    let mut search = new_search()?;
    let mut game = Game::default();
    while game.moves().len() < 2 * MOVES && game.outcome().is_none() {
        let seed = seeds[game.position().turn()];
        let choice = level.choose(&mut search, &Root::from(&game), seed, &Signal::default());
        let Some(m) = choice.chosen else { break };
        game.play(m).map_err(unable)?;
    }
    let own = game.moves().iter().skip(usize::from(!color.is_white())).step_by(2);
    Ok(format!("{:?}", own.collect::<Vec<&Move>>()))
}
