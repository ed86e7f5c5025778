//! Self-play.

use std::sync::Arc;

use chess::{Game, Move, chess960};
use engine::{HashTooLarge, Limits, Network, Root, Search, Settings, Signal, Value};
use random::SplitMix64;

use crate::adjudicator::Adjudicator;
use crate::block::MOST_PLIES;
use crate::{DatagenSettings, Record, Winner};

/// Random plies of the opening: this many, or one more.
const RANDOM_PLIES: usize = 8;
/// Openings with a score beyond this teach little and are replaced.
const MAX_OPENING_SCORE: i32 = 600;
/// The soft limit is this fraction of the nodes. The iteration that reaches it is completed and
/// takes more than all before it, so that on average the nodes are spent.
const SOFT_LIMIT_DIVISOR: u64 = 2;
/// The hard limit is this multiple of the nodes.
const HARD_LIMIT_FACTOR: u64 = 8;
/// A small table is cleared quickly, and the games are short.
const HASH_MB: usize = 4;
/// Mates are recorded as this, less the moves they take.
const MATE: i32 = 32_000;

/// Plays games. It makes no difference which of several players plays a game.
pub struct Player {
    settings: DatagenSettings,
    search: Search,
}

impl Player {
    /// A player with these settings and the network that they name.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(
        settings: &DatagenSettings,
        network: Option<&Arc<Network>>,
    ) -> Result<Player, HashTooLarge> {
        debug_assert_eq!(settings.network, network.map(|network| network.checksum()));
        let network = network.map(Arc::clone);
        let engine = Settings { hash_mb: HASH_MB, network, ..Settings::default() };
        Ok(Player { settings: *settings, search: Search::new(&engine)? })
    }

    /// Plays the game of a number; none when stopped.
    pub fn play(&mut self, number: u64, signal: &Signal) -> Option<Record> {
        let mut random = SplitMix64::with_stream(self.settings.seed, number);
        loop {
            let start = self.start(&mut random);
            let Some(game) = opening(start, &mut random) else { continue };
            self.search.clear();
            let first = self.think(&game, signal)?;
            if first.score.abs() <= MAX_OPENING_SCORE {
                return self.finish(start, game, first, signal);
            }
        }
    }

    /// The number of a start position.
    fn start(&self, random: &mut SplitMix64) -> u16 {
        if self.settings.chess960 {
            random.below(usize::from(chess960::START_POSITIONS)) as u16
        } else {
            chess960::STANDARD_START
        }
    }

    /// Plays on from an opening until the game is over or adjudicated.
    fn finish(
        &mut self,
        start: u16,
        mut game: Game,
        first: ScoredMove,
        signal: &Signal,
    ) -> Option<Record> {
        let opening = game.moves().len();
        let mut scores = vec![0; opening];
        let mut adjudicator = Adjudicator::default();
        let mut best = first;
        let winner = loop {
            let ply = game.moves().len();
            let white = if game.position().turn().is_white() { 1 } else { -1 };
            scores.push((white * best.score) as i16);
            // The search plays legal moves, and the game was not over.
            game.play(best.m).ok()?;
            let adjudicated = || adjudicator.adjudicate(white * best.score, ply);
            if let Some(winner) = over(&game).or_else(adjudicated) {
                break winner;
            }
            best = self.think(&game, signal)?;
        };
        let positions = game.positions().iter().zip(game.moves());
        let quiet = positions.map(|(position, &m)| Record::is_quiet(position, m)).collect();
        let moves = game.moves().to_vec();
        Some(Record { start, opening: opening as u8, moves, scores, quiet, winner })
    }

    fn think(&mut self, game: &Game, signal: &Signal) -> Option<ScoredMove> {
        let nodes = u64::from(self.settings.nodes);
        let limits = Limits {
            soft_nodes: Some(nodes / SOFT_LIMIT_DIVISOR),
            ..Limits::nodes(HARD_LIMIT_FACTOR * nodes)
        };
        let result = self.search.run(&Root::from(game), &limits, signal, &mut |_| {});
        let line = result.lines.first().filter(|_| !signal.is_stopped())?;
        let score = match line.value {
            Value::Centipawns(score) => score,
            Value::Mate(moves) if moves > 0 => MATE - moves,
            Value::Mate(moves) => -MATE - moves,
        };
        Some(ScoredMove { m: result.best()?, score })
    }
}

/// A move with its score for the mover.
#[derive(Clone, Copy)]
struct ScoredMove {
    m: Move,
    score: i32,
}

/// A game of a few random moves; none when they end it.
fn opening(start: u16, random: &mut SplitMix64) -> Option<Game> {
    let mut game = Game::new(chess960::start(start)?);
    for _ in 0..RANDOM_PLIES + random.below(2) {
        let legal = game.position().legal_moves();
        let m = *random.choose(&legal)?;
        game.play(m).ok()?;
    }
    over(&game).is_none().then_some(game)
}

/// The result by the rules, claimable draws included; a game that is too long is a draw.
fn over(game: &Game) -> Option<Winner> {
    if let Some(outcome) = game.outcome() {
        return Some(outcome.winner().map_or(Winner::Draw, Winner::from));
    }
    let drawn = game.claimable_draw().is_some() || game.moves().len() >= MOST_PLIES;
    drawn.then_some(Winner::Draw)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjudicator::{EVEN, WINNING};

    const SETTINGS: DatagenSettings =
        DatagenSettings { nodes: 100, seed: 7, chess960: false, network: None };

    #[test]
    fn a_game_follows_from_its_number_alone() {
        let signal = Signal::new();
        let mut one = Player::new(&SETTINGS, None).unwrap();
        let games: Vec<_> = (0..3).map(|number| one.play(number, &signal)).collect();
        let mut other = Player::new(&SETTINGS, None).unwrap();
        for (number, game) in games.iter().enumerate().rev() {
            assert_eq!(&other.play(number as u64, &signal), game);
        }
        assert_ne!(games[0], games[1]);
    }

    #[test]
    fn games_are_by_the_rules_and_end_as_they_say() {
        let mut player =
            Player::new(&DatagenSettings { chess960: true, ..SETTINGS }, None).unwrap();
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
                    assert_eq!(outcome.winner().map_or(Winner::Draw, Winner::from), winner);
                }
                (None, Winner::White) => assert!(last >= WINNING),
                (None, Winner::Black) => assert!(last <= -WINNING),
                (None, Winner::Draw) => {
                    assert!(game.claimable_draw().is_some() || last.abs() <= EVEN);
                }
            }
        }
    }

    #[test]
    fn a_stop_ends_a_game_at_once() {
        let signal = Signal::new();
        signal.stop();
        assert_eq!(Player::new(&SETTINGS, None).unwrap().play(0, &signal), None);
    }
}
