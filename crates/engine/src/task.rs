//! What an engine can be asked to do: find the best move, or play at a level.

use std::time::Duration;

use crate::{Level, Limits, PvLine, Root, Search, SearchResult, Settings, Signal};

/// A task for the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Find the best move.
    Search(Limits),
    /// Choose a move at a level. Of the limits only waiting and the clock apply: a level sets its
    /// own search limits.
    Play {
        /// The level.
        level: Level,
        /// The seed of its random choices: the same seed gives the same game.
        seed: u64,
        /// Whether to wait for the stop, and the clock that must not run out.
        limits: Limits,
    },
}

impl From<Limits> for Task {
    fn from(limits: Limits) -> Task {
        Task::Search(limits)
    }
}

impl Task {
    /// Runs the task with a search, reporting every line as it is found.
    pub(crate) fn perform(
        &self,
        search: &mut Search,
        root: &Root,
        signal: &Signal,
        observer: &mut dyn FnMut(&PvLine),
    ) -> SearchResult {
        match self {
            Task::Search(limits) => search.run(root, limits, signal, observer),
            Task::Play { level, seed, limits } => {
                let line = play(*level, search, root, *seed, limits, signal);
                line.iter().for_each(observer);
                signal.wait_until(|signal| signal.is_stopped() || !limits.waits_for_stop(signal));
                SearchResult { lines: line.into_iter().collect() }
            }
        }
    }
}

/// The move of a level. It clears its table at every move, so it gets a small one of its own; the
/// large one keeps its entries. Tablebases would be too strong for a beginner.
fn play(
    level: Level,
    search: &mut Search,
    root: &Root,
    seed: u64,
    limits: &Limits,
    signal: &Signal,
) -> Option<PvLine> {
    const HASH_MB: usize = 1;
    let time_limit = time_limit(limits);
    let settings =
        Settings { hash_mb: HASH_MB, threads: 1, tablebase: None, ..search.settings().clone() };
    let choice = match Search::new(&settings) {
        Ok(mut small) => level.choose_within(&mut small, root, seed, time_limit, signal),
        // If even that cannot be allocated, fall back to the large table.
        Err(_) => level.choose_within(search, root, seed, time_limit, signal),
    };
    choice.line()
}

/// The longest that a move may take. Levels need some milliseconds, so this matters only when the
/// clock has all but run out.
fn time_limit(limits: &Limits) -> Option<Duration> {
    const CLOCK_DIVISOR: u32 = 10;
    let clock = limits.clock.map(|clock| clock.remaining / CLOCK_DIVISOR);
    clock.into_iter().chain(limits.move_time).min()
}
