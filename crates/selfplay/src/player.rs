//! The engine against itself.

use std::sync::Arc;

use chess::{Game, Move, chess960};
use engine::{Limits, Network, Root, Search, Settings, Signal, HashTooLarge, Value};
use random::SplitMix64;

use crate::block::MOST_PLIES;
use crate::judge::Judge;
use crate::{Record, Terms, Winner};

/// Plies left to chance: so many, or one more.
const RANDOM_PLIES: usize = 8;
/// An opening further from even than this teaches little, and another is tried.
const LOPSIDED: i32 = 600;
/// A further iteration is begun while less than one in so many of the nodes is spent. It is then
/// finished, and takes more than all before it, so that on average the nodes are spent.
const LAST_BEGIN: u64 = 2;
/// No search takes more than so many times its nodes.
const PATIENCE: u64 = 8;
/// A small table is wiped quickly, and the games are short.
const HASH_MB: usize = 4;
/// Mates are recorded as this, less the moves they take.
const MATE: i32 = 32_000;

/// Plays games. Which of several players plays a game makes no difference to it.
pub struct Player {
    terms: Terms,
    search: Search,
}

impl Player {
    /// A player on these terms, with the network that they name.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(terms: &Terms, network: Option<&Arc<Network>>) -> Result<Player, HashTooLarge> {
        debug_assert_eq!(terms.network, network.map(|network| network.checksum()));
        let network = network.map(Arc::clone);
        let settings = Settings { hash_mb: HASH_MB, network, ..Settings::default() };
        Ok(Player { terms: *terms, search: Search::new(&settings)? })
    }

    /// Plays the game of a number; none when the signal to stop came first.
    pub fn play(&mut self, number: u64, signal: &Signal) -> Option<Record> {
        let mut random = SplitMix64::with_stream(self.terms.seed, number);
        loop {
            let start = self.start(&mut random);
            let Some(game) = opening(start, &mut random) else { continue };
            self.search.clear();
            let first = self.think(&game, signal)?;
            if first.score.abs() <= LOPSIDED {
                return self.finish(start, game, first, signal);
            }
        }
    }

    /// The number of a start position.
    fn start(&self, random: &mut SplitMix64) -> u16 {
        if self.terms.chess960 {
            random.below(usize::from(chess960::START_POSITIONS)) as u16
        } else {
            chess960::STANDARD_START
        }
    }

    /// Plays on from an opening until the game is over, or clear enough.
    fn finish(
        &mut self,
        start: u16,
        mut game: Game,
        first: Thought,
        signal: &Signal,
    ) -> Option<Record> {
        let opening = game.moves().len();
        let mut scores = vec![0; opening];
        let mut judge = Judge::default();
        let mut thought = first;
        let winner = loop {
            let ply = game.moves().len();
            let white = if game.position().turn().is_white() { 1 } else { -1 };
            scores.push((white * thought.score) as i16);
            // The search plays legal moves, and the game was not over.
            game.play(thought.play).ok()?;
            if let Some(winner) = over(&game).or_else(|| judge.hear(white * thought.score, ply)) {
                break winner;
            }
            thought = self.think(&game, signal)?;
        };
        let positions = game.positions().iter().zip(game.moves());
        let quiet = positions.map(|(position, &m)| Record::is_quiet(position, m)).collect();
        let moves = game.moves().to_vec();
        Some(Record { start, opening: opening as u8, moves, scores, quiet, winner })
    }

    fn think(&mut self, game: &Game, signal: &Signal) -> Option<Thought> {
        let nodes = u64::from(self.terms.nodes);
        let limits =
            Limits { soft_nodes: Some(nodes / LAST_BEGIN), ..Limits::nodes(PATIENCE * nodes) };
        let verdict = self.search.run(&Root::from(game), &limits, signal, &mut |_| {});
        let line = verdict.lines.first().filter(|_| !signal.is_stopped())?;
        let score = match line.value {
            Value::Centipawns(score) => score,
            Value::Mate(moves) if moves > 0 => MATE - moves,
            Value::Mate(moves) => -MATE - moves,
        };
        Some(Thought { play: verdict.best()?, score })
    }
}

/// A move, and what it is worth to who plays it.
#[derive(Clone, Copy)]
struct Thought {
    play: Move,
    score: i32,
}

/// A game of a few random moves; none when it is over already.
fn opening(start: u16, random: &mut SplitMix64) -> Option<Game> {
    let mut game = Game::new(chess960::start(start)?);
    for _ in 0..RANDOM_PLIES + random.below(2) {
        let legal = game.position().legal_moves();
        let m = *random.choose(&legal)?;
        game.play(m).ok()?;
    }
    over(&game).is_none().then_some(game)
}

/// Who has won by the rules; draws that can be claimed are, and a game that is too long is one.
fn over(game: &Game) -> Option<Winner> {
    if let Some(outcome) = game.outcome() {
        return Some(outcome.winner().map_or(Winner::Nobody, Winner::from));
    }
    let drawn = game.claimable_draw().is_some() || game.moves().len() >= MOST_PLIES;
    drawn.then_some(Winner::Nobody)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{EVEN, WINNING};

    const TERMS: Terms = Terms { nodes: 100, seed: 7, chess960: false, network: None };

    #[test]
    fn a_game_follows_from_its_number_alone() {
        let signal = Signal::new();
        let mut one = Player::new(&TERMS, None).unwrap();
        let games: Vec<_> = (0..3).map(|number| one.play(number, &signal)).collect();
        let mut other = Player::new(&TERMS, None).unwrap();
        for (number, game) in games.iter().enumerate().rev() {
            assert_eq!(&other.play(number as u64, &signal), game);
        }
        assert_ne!(games[0], games[1]);
    }

    #[test]
    fn games_are_by_the_rules_and_end_as_they_say() {
        let mut player = Player::new(&Terms { chess960: true, ..TERMS }, None).unwrap();
        for number in 0..5 {
            let record = player.play(number, &Signal::new()).unwrap();
            assert_eq!(record.moves.len(), record.scores.len());
            assert!((RANDOM_PLIES..RANDOM_PLIES + 2).contains(&usize::from(record.opening)));
            let mut game = Game::new(chess960::start(record.start).unwrap());
            record.replay(|_, _| {}).unwrap();
            record.moves.iter().for_each(|&m| game.play(m).unwrap());
            let last = record.scores.last().copied().map(i32::from).unwrap_or_default();
            match (game.outcome(), record.winner) {
                (Some(outcome), winner) => {
                    assert_eq!(outcome.winner().map_or(Winner::Nobody, Winner::from), winner);
                }
                (None, Winner::White) => assert!(last >= WINNING),
                (None, Winner::Black) => assert!(last <= -WINNING),
                (None, Winner::Nobody) => {
                    assert!(game.claimable_draw().is_some() || last.abs() <= EVEN)
                }
            }
        }
    }

    #[test]
    fn a_stop_ends_a_game_at_once() {
        let signal = Signal::new();
        signal.stop();
        assert_eq!(Player::new(&TERMS, None).unwrap().play(0, &signal), None);
    }
}
