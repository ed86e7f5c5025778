//! Legal games of a wanted length. Pieces are kept on the board for as long as there is anything
//! else to do, so that a game lasts as long as moves are needed.

use chess::{CastlingMode, Game, Move, Position};
use random::SplitMix64;

/// After this many plies without progress, progress is made, or the rules would end the game.
const STALE: u32 = 60;
/// How many games are started before a shorter one will do.
const TRIES: u64 = 200;

/// The moves of a game, as UCI writes them.
pub(crate) type Line = Vec<String>;

/// Different games of at least this many half-moves, or as long as they get.
pub(crate) fn lines(count: usize, plies: usize, seed: u64) -> Vec<Line> {
    (0..count as u64).map(|number| longest(plies, seed.wrapping_add(number * TRIES))).collect()
}

fn longest(plies: usize, seed: u64) -> Line {
    let mut longest = Line::new();
    for seed in (seed..).take(TRIES as usize) {
        let line = play(plies, &mut SplitMix64::new(seed));
        if line.len() > longest.len() {
            longest = line;
        }
        if longest.len() >= plies {
            break;
        }
    }
    longest
}

/// Plays until the game is long enough or over. The move that ends it is not part of the line.
fn play(plies: usize, random: &mut SplitMix64) -> Line {
    let mut game = Game::new(Position::default());
    let mut line = Line::new();
    while line.len() < plies {
        let Some(next) = choose(&game, random) else { break };
        if game.play(next).is_err() || game.outcome().is_some() {
            break;
        }
        line.push(next.uci(CastlingMode::Standard).to_string());
    }
    line
}

/// A quiet move, or one that the rules count as progress when it is time.
pub(crate) fn choose(game: &Game, random: &mut SplitMix64) -> Option<Move> {
    let position = game.position();
    let is_progress = |m: &Move| position.play(*m).is_ok_and(|after| after.halfmoves() == 0);
    let wants_progress = u32::from(position.halfmoves()) >= STALE;
    let wanted: Vec<Move> = if wants_progress {
        position.legal_moves().into_iter().filter(is_progress).collect()
    } else {
        position.quiets().into_iter().collect()
    };
    match random.choose(&wanted) {
        Some(&next) => Some(next),
        None => random.choose(&position.legal_moves()).copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_legal_long_enough_and_go_on() {
        for line in lines(4, 400, 7) {
            assert_eq!(line.len(), 400);
            let mut game = Game::new(Position::default());
            for text in &line {
                let next = game.position().parse_uci(text).expect("a legal move");
                game.play(next).expect("a game that is not over");
                assert_eq!(game.outcome(), None);
            }
        }
    }

    #[test]
    fn the_same_seed_brings_the_same_lines() {
        assert_eq!(lines(2, 40, 3), lines(2, 40, 3));
        assert_ne!(lines(1, 40, 3), lines(1, 40, 4));
    }
}
