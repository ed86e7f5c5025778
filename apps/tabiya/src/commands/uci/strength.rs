//! Limited strength, and the random seed that goes with it.
//!
//! The strength is limited only for moves that are played. Analysis is always at full strength: `go
//! infinite`, `go mate`, `go searchmoves` and everything under `UCI_AnalyseMode`. Every game has a
//! seed, random unless the option `Seed` sets one, and printed, so that the game can be repeated.

use chess::Position;
use engine::{Level, Limits, Task};

use super::options::random_number;

/// The largest seed, which fits the integers of every GUI.
pub(super) const MAX_SEED: u64 = i32::MAX as u64;
/// The default rating: a club player.
pub(super) const DEFAULT_RATING: u16 = 1500;

/// The options that limit the strength, and the seed of the game.
pub(super) struct Strength {
    /// Whether the strength is limited.
    pub(super) is_limited: bool,
    /// The rating to play at.
    pub(super) rating: u16,
    /// Whether every search is analysis.
    pub(super) is_analysis_mode: bool,
    /// The seed set by the option.
    chosen_seed: Option<u64>,
    /// The seed of this game, once there is one.
    seed: Option<u64>,
    /// The rating and seed printed last.
    reported: Option<(u16, u64)>,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength {
            is_limited: false,
            rating: DEFAULT_RATING,
            is_analysis_mode: false,
            chosen_seed: None,
            seed: None,
            reported: None,
        }
    }
}

impl Strength {
    /// Sets the seed; 0 stands for a random one.
    pub(super) fn set_seed(&mut self, seed: u64) {
        self.chosen_seed = (seed != 0).then_some(seed);
        self.seed = None;
    }

    /// A new game gets a new seed, unless one was set.
    pub(super) fn new_game(&mut self) {
        self.seed = None;
        self.reported = None;
    }

    /// The task for a move within limits.
    pub(super) fn task(&mut self, limits: Limits) -> Task {
        let is_analysis = self.is_analysis_mode
            || limits.infinite
            || limits.mate.is_some()
            || !limits.search_moves.is_empty();
        match Level::new(self.rating).filter(|_| self.is_limited && !is_analysis) {
            Some(level) => Task::Play { level, seed: self.seed(), limits },
            None => Task::Search(limits),
        }
    }

    /// The rating and seed of a task, if they have changed since the last report.
    pub(super) fn report(&mut self, task: &Task) -> Option<String> {
        let &Task::Play { seed, .. } = task else { return None };
        let current = Some((self.rating, seed));
        let is_new = std::mem::replace(&mut self.reported, current) != current;
        is_new.then(|| format!("level {} seed {seed}", self.rating))
    }

    /// A random number to choose a book move with. In a game with a seed it depends only on the
    /// position.
    pub(super) fn book_random(&mut self, position: &Position) -> u64 {
        if self.is_limited || self.chosen_seed.is_some() {
            random::mix(self.seed() ^ position.key())
        } else {
            random_number()
        }
    }

    fn seed(&mut self) -> u64 {
        let chosen = self.chosen_seed;
        *self.seed.get_or_insert_with(|| chosen.unwrap_or_else(|| random_number() % MAX_SEED + 1))
    }
}
