//! Our rules against those of shakmaty, on the positions of random games.
//!
//! Both libraries are asked for the same [`Facts`] about the same position; the first position on
//! which they differ is printed with how the game came there. Games are compared in batches by all
//! workers and looked at in order, so that the same seed finds the same first difference.

mod facts;

use std::fmt;

use chess::{CastlingMode, Move, Position};
use clap::Args;
use shakmaty::Chess;
use shakmaty::Position as _;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;

use crate::error::TaskError;
use crate::games::RandomGame;
use crate::parallel;
use crate::table::grouped;

use self::facts::Facts;

/// How many games are handed to the workers at once.
const BATCH: u64 = 64;

/// What `cargo xtask differ` accepts.
#[derive(Args)]
pub(crate) struct Options {
    /// How many positions to compare, at least
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: u64,
    /// Which random games to play
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Compares positions until there are enough or two answers differ.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let (mut compared, mut moves, mut shown) = (0, 0, 0);
    let mut first_game = 0;
    while compared < options.positions {
        let games: Vec<u64> = (first_game..first_game + BATCH).collect();
        for game in parallel::map(&games, |number| compare_game(options.seed, *number)) {
            let tally = game.map_err(|difference| TaskError::No(difference.to_string()))?;
            compared += tally.positions;
            moves += tally.moves;
        }
        first_game += BATCH;
        let tenths = (10 * compared / options.positions.max(1)).min(10);
        if tenths > shown {
            shown = tenths;
            println!("{:>3} %: {} positions compared", 10 * tenths, grouped(compared));
        }
    }
    let (games, compared, moves) = (grouped(first_game), grouped(compared), grouped(moves));
    println!("no difference in {compared} positions and {moves} moves of {games} games");
    Ok(())
}

/// How much of a game was compared.
#[derive(Default)]
struct Tally {
    positions: u64,
    moves: u64,
}

/// A position on which the answers differ.
struct Difference {
    seed: u64,
    game: u64,
    /// How many moves of the game lead to the position.
    ply: u64,
    /// The lines on which the answers differ.
    what: String,
}

impl fmt::Display for Difference {
    /// Replays the game, to report the position and the moves to it.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "a difference in game {} of seed {}", self.game, self.seed)?;
        for (ply, (position, chosen)) in (0..=self.ply).zip(RandomGame::new(self.seed, self.game)) {
            match chosen {
                _ if ply == self.ply => writeln!(f, "\nposition: {position}")?,
                Some(m) if ply == 0 => write!(f, "start: {position}\nmoves: {}", uci(m))?,
                Some(m) => write!(f, " {}", uci(m))?,
                None => {}
            }
        }
        f.write_str(&self.what)
    }
}

fn compare_game(seed: u64, game: u64) -> Result<Tally, Difference> {
    let mut tally = Tally::default();
    let mut theirs = None;
    for (position, chosen) in RandomGame::new(seed, game) {
        let ply = tally.positions;
        let (moves, next) = compare_step(&position, chosen, theirs).map_err(|what| Difference {
            seed,
            game,
            ply,
            what,
        })?;
        tally.positions += 1;
        tally.moves += moves;
        theirs = next;
    }
    Ok(tally)
}

/// Compares one position, which is set up for shakmaty if it is the first, and plays the move.
fn compare_step(
    position: &Position,
    chosen: Option<Move>,
    theirs: Option<Chess>,
) -> Result<(u64, Option<Chess>), String> {
    let theirs = match theirs {
        Some(theirs) => theirs,
        None => shakmaty_position(position)?,
    };
    let moves = compare(position, &theirs)?;
    let next = chosen.map(|m| shakmaty_play(theirs, &uci(m)));
    Ok((moves, next.transpose()?))
}

fn uci(m: Move) -> String {
    m.uci(CastlingMode::Chess960).to_string()
}

/// Compares all that is asked about a position, and counts its moves.
fn compare(position: &Position, other: &Chess) -> Result<u64, String> {
    let (ours, theirs) = (Facts::ours(position), Facts::shakmaty(other));
    if ours != theirs {
        return Err(ours.differences(&theirs));
    }
    facts::read_back(position)?;
    Ok(ours.moves.len() as u64)
}

fn shakmaty_position(position: &Position) -> Result<Chess, String> {
    let fen = position.to_string();
    let fen = Fen::from_ascii(fen.as_bytes()).map_err(|error| error.to_string())?;
    fen.into_position(shakmaty::CastlingMode::Chess960).map_err(|error| error.to_string())
}

fn shakmaty_play(position: Chess, uci: &str) -> Result<Chess, String> {
    let m = UciMove::from_ascii(uci.as_bytes()).map_err(|error| error.to_string())?;
    let m = m.to_move(&position).map_err(|error| format!("{uci}: {error}"))?;
    position.play(m).map_err(|error| format!("{uci}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_libraries_agree_on_a_few_games() {
        for number in 0..4 {
            if let Err(difference) = compare_game(9, number) {
                panic!("{difference}");
            }
        }
    }

    #[test]
    fn a_difference_is_told_with_the_way_there() {
        let start = Position::default();
        let after = start.play(start.parse_san("e4").unwrap()).unwrap();
        let what = compare(&after, &Chess::default()).unwrap_err();
        assert!(what.contains("e7e5: ours e5 to "), "{what}");
        assert!(what.contains("e2e4: ours no such move, "), "{what}");
        let text = Difference { seed: 1, game: 2, ply: 3, what }.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "a difference in game 2 of seed 1");
        assert!(lines[1].starts_with("start: rnbqkbnr/pppppppp/"), "{text}");
        assert_eq!(lines[2].split(' ').count(), 4, "{text}");
        assert!(lines[3].starts_with("position: ") && lines[3].contains(" b KQkq "), "{text}");
    }
}
