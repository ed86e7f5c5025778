//! What an engine can be asked to do: to find the best move, or to play as a rated opponent.

use std::time::Duration;

use crate::{Level, Limits, Line, Root, Search, Settings, Signal, Verdict};

/// Something to think about a position for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Find the best move.
    Search(Limits),
    /// Choose a move as a level does. Of the limits, only those hold that make it wait or hurry:
    /// how long a level thinks is its own affair.
    Play {
        /// The opponent.
        level: Level,
        /// Where its chance comes from: the same seed gives the same game.
        seed: u64,
        /// Whether to wait, and the clock that must not run out.
        limits: Limits,
    },
}

impl From<Limits> for Task {
    fn from(limits: Limits) -> Task {
        Task::Search(limits)
    }
}

impl Task {
    /// Does it with a search, and tells every line as it is found.
    pub(crate) fn perform(
        &self,
        search: &mut Search,
        root: &Root,
        signal: &Signal,
        observer: &mut dyn FnMut(&Line),
    ) -> Verdict {
        match self {
            Task::Search(limits) => search.run(root, limits, signal, observer),
            Task::Play { level, seed, limits } => {
                let line = play(*level, search, root, *seed, limits, signal);
                line.iter().for_each(observer);
                signal.wait_until(|signal| signal.is_stopped() || !limits.is_patient(signal));
                Verdict { lines: line.into_iter().collect() }
            }
        }
    }
}

/// A level wipes its table at every move, so it gets a small one of its own; the large one keeps
/// what it knows. Endgame tables would make a master of a beginner.
fn play(
    level: Level,
    search: &mut Search,
    root: &Root,
    seed: u64,
    limits: &Limits,
    signal: &Signal,
) -> Option<Line> {
    const MEGABYTES: usize = 1;
    let longest = longest(limits);
    let own =
        Settings { hash_mb: MEGABYTES, threads: 1, tables: None, ..search.settings().clone() };
    let choice = match Search::new(&own) {
        Ok(mut own) => level.choose_within(&mut own, root, seed, longest, signal),
        // Where not even that much is to be had, the large table has to do.
        Err(_) => level.choose_within(search, root, seed, longest, signal),
    };
    choice.line()
}

/// The most that a move may take. Levels need some milliseconds, so this matters only to those
/// whose clock has all but run out.
fn longest(limits: &Limits) -> Option<Duration> {
    const SHARE: u32 = 10;
    let clock = limits.clock.map(|clock| clock.remaining / SHARE);
    clock.into_iter().chain(limits.move_time).min()
}
