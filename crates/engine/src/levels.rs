//! Levels: opponents for people, from beginner to full strength.
//!
//! A level is a rating. It searches a number of nodes, never for a time, so that it is equally
//! strong on every machine; the levels with names look a few plies ahead instead. All compare
//! several moves and err as people do, the weaker the more: they overlook replies and chances that
//! are hard to see, and do not always choose the best among moves that look nearly equal. They
//! never throw a game away: every move is chosen by its apparent value, even in lost positions. In
//! the first moves of a game even the strongest choose among several, so that openings vary. Random
//! choices follow from a seed, so that a game can be replayed. Full strength always plays its best
//! move.

mod human_choice;
mod move_choice;
mod oversight;
mod parameters;

use std::time::Duration;

use chess::Move;

use self::human_choice::{HumanPlayer, Sees, is_opening};
use self::parameters::NamedLevel;
use crate::{Limits, PvLine, Root, Search, Signal};

/// A rated opponent, or the engine at full strength.
///
/// ```
/// use engine::{Level, Root, Search, Settings, Signal};
///
/// let level = Level::new(800).expect("a rating within the range");
/// let mut search = Search::new(&Settings { hash_mb: 1, ..Settings::default() })?;
/// let choice = level.choose(&mut search, &Root::default(), 7, &Signal::default());
/// assert!(choice.chosen.is_some());
/// # Ok::<(), engine::HashTooLarge>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u16);

/// How strong an opponent is: one of three names, or a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// A beginner who looks 2 plies ahead.
    Easy,
    /// A casual player who looks 4 plies ahead.
    Medium,
    /// A club player who looks 6 plies ahead.
    Hard,
    /// Plays to a rating.
    Rated(Level),
}

/// The move that an opponent chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The move; none when there is no legal move.
    pub chosen: Option<Move>,
    /// The lines that it was chosen from, best first.
    pub lines: Vec<PvLine>,
    /// Why it was chosen.
    pub reason: Reason,
}

/// Why a level plays a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reason {
    /// It is the best move found.
    #[default]
    Best,
    /// It gives mate in one.
    Mate,
    /// It is the best move where a queen hangs.
    HangingQueen,
    /// It looked nearly as good as the best.
    NearlyBest,
    /// This reply to it was overlooked.
    Overlooked(Move),
}

impl Level {
    /// The weakest.
    pub const MIN: Level = Level(400);
    /// The strongest with a rating.
    pub const MAX_RATED: Level = Level(2800);
    /// The engine at full strength.
    pub const FULL_STRENGTH: Level = Level(u16::MAX);

    /// The level of a rating from 400 to 2800.
    pub fn new(rating: u16) -> Option<Level> {
        (Level::MIN.0..=Level::MAX_RATED.0).contains(&rating).then_some(Level(rating))
    }

    /// The rating; none at full strength.
    pub fn rating(self) -> Option<u16> {
        (self != Level::FULL_STRENGTH).then_some(self.0)
    }

    /// The nodes it searches for a move, after the opening.
    pub fn nodes(self) -> u64 {
        match self.rating() {
            Some(rating) => parameters::of_rating(rating).nodes,
            None => parameters::FULL_NODES,
        }
    }

    /// Chooses a move. The same position, game, level and seed give the same move: the search is
    /// cleared first. A transposition table of a few megabytes is plenty, and is cleared sooner.
    pub fn choose(self, search: &mut Search, root: &Root, seed: u64, signal: &Signal) -> Choice {
        self.choose_within(search, root, seed, None, signal)
    }

    /// Chooses a move within a time limit. When that cuts the search short, the move depends on the
    /// machine.
    pub(crate) fn choose_within(
        self,
        search: &mut Search,
        root: &Root,
        seed: u64,
        time_limit: Option<Duration>,
        signal: &Signal,
    ) -> Choice {
        let within = |nodes| Limits { move_time: time_limit, ..Limits::nodes(nodes) };
        let Some(rating) = self.rating() else {
            return best_move(search, root, &within(self.nodes()), signal);
        };
        let usual = parameters::of_rating(rating);
        let parameters = if is_opening(root.position()) { usual.in_opening() } else { usual };
        let player = HumanPlayer {
            limits: within(parameters.nodes),
            errors: parameters.errors,
            sees: Sees::of_rating(rating),
        };
        player.choose(search, root, seed, signal)
    }
}

impl Choice {
    /// The line that begins with the move, as the only one; none when there is no move.
    pub fn line(&self) -> Option<PvLine> {
        let chosen = self.chosen?;
        let known = self.lines.iter().find(|line| line.moves.first() == Some(&chosen));
        Some(known.map_or_else(
            || PvLine::mate(1, vec![chosen]),
            |line| PvLine { multipv: 1, ..line.clone() },
        ))
    }
}

impl Strength {
    /// The plies that a named strength looks ahead.
    pub fn depth(self) -> Option<u32> {
        match self {
            Strength::Easy => Some(parameters::EASY.depth),
            Strength::Medium => Some(parameters::MEDIUM.depth),
            Strength::Hard => Some(parameters::HARD.depth),
            Strength::Rated(_) => None,
        }
    }

    /// The rating, on the scale of the rated levels; none at full strength.
    pub fn rating(self) -> Option<u16> {
        match self {
            Strength::Easy => Some(parameters::EASY.rating),
            Strength::Medium => Some(parameters::MEDIUM.rating),
            Strength::Hard => Some(parameters::HARD.rating),
            Strength::Rated(level) => level.rating(),
        }
    }

    /// Chooses a move, as [`Level::choose`] does.
    pub fn choose(self, search: &mut Search, root: &Root, seed: u64, signal: &Signal) -> Choice {
        let level = match self {
            Strength::Easy => &parameters::EASY,
            Strength::Medium => &parameters::MEDIUM,
            Strength::Hard => &parameters::HARD,
            Strength::Rated(level) => return level.choose(search, root, seed, signal),
        };
        level.player(root).choose(search, root, seed, signal)
    }
}

impl NamedLevel {
    /// How it plays in a position. It gives every mate in one, whatever its rating.
    fn player(&self, root: &Root) -> HumanPlayer {
        let is_opening = is_opening(root.position());
        HumanPlayer {
            limits: Limits::depth(self.depth),
            errors: if is_opening { self.errors.in_opening() } else { self.errors },
            sees: Sees { mates: true, ..Sees::of_rating(self.rating) },
        }
    }
}

/// The best move that a cleared search finds.
fn best_move(search: &mut Search, root: &Root, limits: &Limits, signal: &Signal) -> Choice {
    search.clear();
    let result = search.run(root, limits, signal, &mut |_| {});
    Choice { chosen: result.best(), lines: result.lines, reason: Reason::Best }
}
