//! Levels: opponents for people, from beginner to full strength.
//!
//! A level is a rating. It searches a number of nodes, never for a time, so that it is equally
//! strong on every machine. Weaker levels compare many moves and err as people do: they overlook
//! replies that are hard to see, and do not always choose the best among moves that look nearly
//! equal. They never throw a game away: every move is chosen by its apparent value, even in lost
//! positions. Random choices follow from a seed, so that a game can be replayed.

mod move_choice;
mod oversight;
mod parameters;

use std::time::Duration;

use chess::{Move, Position, Role};
use random::SplitMix64;

use self::move_choice::apparent_value;
use crate::eval::Evaluator;
use crate::{Limits, PvLine, Root, Search, Settings, Signal, Value, see};

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
    /// Searches 2 plies.
    Easy,
    /// Searches 4 plies.
    Medium,
    /// Searches 6 plies.
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

    /// The nodes it searches for a move.
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
        let limits = Limits { move_time: time_limit, ..Limits::nodes(self.nodes()) };
        let Some(rating) = self.rating() else {
            return best_move(search, root, &limits, signal);
        };
        let position = root.position();
        if rating >= parameters::NO_BLUNDER_RATING
            && let Some(mate) = mate_in_one(position)
        {
            return Choice { chosen: Some(mate), lines: Vec::new(), reason: Reason::Mate };
        }
        let parameters = parameters::of_rating(rating);
        let multi_pv = parameters.multi_pv.min(position.count_moves());
        let choice =
            with_multi_pv(search, multi_pv, |search| best_move(search, root, &limits, signal));
        if rating >= parameters::NO_BLUNDER_RATING && has_hanging_queen(position) {
            return Choice { reason: Reason::HangingQueen, ..choice };
        }
        let mut random =
            SplitMix64::with_stream(seed ^ position.key(), root.previous_keys().len() as u64);
        choose_humanly(choice, position, &parameters, &mut random)
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
    /// The search depth of a named strength.
    pub fn depth(self) -> Option<u32> {
        match self {
            Strength::Easy => Some(2),
            Strength::Medium => Some(4),
            Strength::Hard => Some(6),
            Strength::Rated(_) => None,
        }
    }

    /// Chooses a move, as [`Level::choose`] does.
    pub fn choose(self, search: &mut Search, root: &Root, seed: u64, signal: &Signal) -> Choice {
        match self {
            Strength::Rated(level) => level.choose(search, root, seed, signal),
            _ => best_move(
                search,
                root,
                &Limits { depth: self.depth(), ..Limits::default() },
                signal,
            ),
        }
    }
}

/// The best move that a cleared search finds.
fn best_move(search: &mut Search, root: &Root, limits: &Limits, signal: &Signal) -> Choice {
    search.clear();
    let result = search.run(root, limits, signal, &mut |_| {});
    Choice { chosen: result.best(), lines: result.lines, reason: Reason::Best }
}

/// Runs a search with `MultiPV` and a single thread, then restores its settings. With several
/// threads the result would depend on timing.
fn with_multi_pv<T>(
    search: &mut Search,
    multi_pv: usize,
    work: impl FnOnce(&mut Search) -> T,
) -> T {
    let before = search.settings().clone();
    let settings = Settings { multi_pv, threads: 1, ..before.clone() };
    // The table keeps its size, so neither change allocates memory.
    let _ = search.set(&settings);
    let result = work(search);
    let _ = search.set(&before);
    result
}

/// A move that gives mate.
fn mate_in_one(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    moves.iter().copied().find(|&m| position.play_unchecked(m).is_checkmate())
}

/// True when a queen can be captured with profit.
fn has_hanging_queen(position: &Position) -> bool {
    let board = position.board();
    let queens = board.pieces(!position.turn(), Role::Queen);
    position.captures().iter().any(|&m| {
        queens.contains(m.to()) && see::wins_at_least(position, m, parameters::HANGING_QUEEN_GAIN)
    })
}

/// Chooses among the lines with human errors.
fn choose_humanly(
    mut choice: Choice,
    position: &Position,
    parameters: &parameters::LevelParameters,
    random: &mut SplitMix64,
) -> Choice {
    let mut overlooked = Vec::new();
    let mut apparent = Vec::new();
    for line in &choice.lines {
        let value = centipawns(line.value);
        let missed = oversight::missed_reply(position, &line.moves, parameters.oversight, random);
        let seen = match (missed, line.moves.first()) {
            (Some(_), Some(&m)) => value.max(static_value(&position.play_unchecked(m))),
            _ => value,
        };
        overlooked.push(missed.filter(|_| seen > value));
        apparent.push(apparent_value(seen));
    }
    let index = move_choice::choose_index(&apparent, parameters.temperature, random);
    if let Some(line) = choice.lines.get(index) {
        choice.chosen = line.moves.first().copied();
        choice.reason = match overlooked[index] {
            Some(reply) if index > 0 => Reason::Overlooked(reply),
            None if index > 0 => Reason::NearlyBest,
            _ => Reason::Best,
        };
    }
    choice
}

/// The classical static evaluation for the side that has just moved.
fn static_value(position: &Position) -> i32 {
    -Evaluator::default().evaluate(position, 0)
}

/// A value in centipawns, mates included.
fn centipawns(value: Value) -> i32 {
    match value {
        Value::Centipawns(centipawns) => centipawns.clamp(-parameters::MATE, parameters::MATE),
        Value::Mate(moves) if moves > 0 => parameters::MATE,
        Value::Mate(_) => -parameters::MATE,
    }
}
