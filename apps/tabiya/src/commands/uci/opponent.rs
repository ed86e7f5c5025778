//! Whether to play at a strength for people, and the chance that goes with it.
//!
//! A level is for moves that are played. Analysis gets all that the engine can do: `go infinite`,
//! `go mate`, `go searchmoves` and everything under `UCI_AnalyseMode`. Every game has a seed, drawn
//! by lot unless the option `Seed` names one, and told, so that the game can be replayed.

use chess::Position;
use engine::{Level, Limits, Task};

use super::options::chance;

/// The largest seed: what every program's numbers can hold.
pub(super) const LARGEST_SEED: u64 = i32::MAX as u64;
/// A club player, until the other program says otherwise.
pub(super) const FIRST_RATING: u16 = 1500;

/// What the options say about strength, and what that means for the game.
pub(super) struct Opponent {
    /// Whether to play at a rating at all.
    pub(super) limited: bool,
    /// The rating to play at.
    pub(super) rating: u16,
    /// True while everything asked is analysis.
    pub(super) analyses: bool,
    /// The seed that was asked for.
    wanted: Option<u64>,
    /// The seed of this game, once there is one.
    seed: Option<u64>,
    /// What the other program was told last.
    told: Option<(u16, u64)>,
}

impl Default for Opponent {
    fn default() -> Opponent {
        Opponent {
            limited: false,
            rating: FIRST_RATING,
            analyses: false,
            wanted: None,
            seed: None,
            told: None,
        }
    }
}

impl Opponent {
    /// Takes a seed from now on; 0 stands for one by lot.
    pub(super) fn set_seed(&mut self, seed: u64) {
        self.wanted = (seed != 0).then_some(seed);
        self.seed = None;
    }

    /// Another game: another seed, unless one was asked for.
    pub(super) fn new_game(&mut self) {
        self.seed = None;
        self.told = None;
    }

    /// What to do for a move within limits.
    pub(super) fn task(&mut self, limits: Limits) -> Task {
        let is_analysis =
            self.analyses || limits.infinite || limits.mate.is_some() || !limits.moves.is_empty();
        match Level::new(self.rating).filter(|_| self.limited && !is_analysis) {
            Some(level) => Task::Play { level, seed: self.seed(), limits },
            None => Task::Search(limits),
        }
    }

    /// What there is to tell about a task: the level and its seed, whenever they are others.
    pub(super) fn news(&mut self, task: &Task) -> Option<String> {
        let &Task::Play { seed, .. } = task else { return None };
        let news = Some((self.rating, seed));
        let is_new = std::mem::replace(&mut self.told, news) != news;
        is_new.then(|| format!("level {} seed {seed}", self.rating))
    }

    /// A number by lot for a position, to choose a move of the book with. In a game with a seed it
    /// is always the same.
    pub(super) fn lot(&mut self, position: &Position) -> u64 {
        if self.limited || self.wanted.is_some() {
            random::mix(self.seed() ^ position.key())
        } else {
            chance()
        }
    }

    fn seed(&mut self) -> u64 {
        let wanted = self.wanted;
        *self.seed.get_or_insert_with(|| wanted.unwrap_or_else(|| chance() % LARGEST_SEED + 1))
    }
}
