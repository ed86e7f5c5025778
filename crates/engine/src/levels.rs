//! Opponents for people: every strength from a first game to all that the engine can do.
//!
//! A level is a rating. It thinks for a number of nodes, never for a time, so that it is as strong
//! on every machine. Weaker levels look at many moves and err as people do: they overlook replies
//! that are hard to see, and among moves that seem nearly as good they do not always take the best.
//! What they never do is throw a game away: every move is chosen for what it seems to be worth,
//! also in positions that are lost. Chance comes from a seed, so that a game can be replayed.

mod chances;
mod oversight;
mod tunables;

use std::time::Duration;

use chess::{Move, Position, Role};
use random::SplitMix64;

use self::chances::seeming;
use crate::eval::Evaluator;
use crate::{Limits, Line, Root, Search, Settings, Signal, Value, see};

/// A rated opponent, or the engine at its best.
///
/// ```
/// use engine::{Level, Root, Search, Settings, Signal};
///
/// let level = Level::new(800).expect("a rating within the range");
/// let mut search = Search::new(&Settings { hash_mb: 1, ..Settings::default() })?;
/// let choice = level.choose(&mut search, &Root::default(), 7, &Signal::default());
/// assert!(choice.play.is_some());
/// # Ok::<(), engine::TableTooLarge>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u16);

/// How strong an opponent is: one of three names, or a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// Looks 2 half-moves ahead.
    Easy,
    /// Looks 4 half-moves ahead.
    Medium,
    /// Looks 6 half-moves ahead.
    Hard,
    /// Plays to a rating.
    Rated(Level),
}

/// What an opponent came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The move to play; none when there is no legal move.
    pub play: Option<Move>,
    /// The lines that it was chosen from, best first.
    pub lines: Vec<Line>,
    /// Why it is this move.
    pub reason: Reason,
}

/// Why a level plays a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reason {
    /// It is the best that was found.
    #[default]
    Best,
    /// It gives mate, and the level sees mates in one.
    Mate,
    /// A queen can be won, and the level does not let that pass.
    Queen,
    /// It seemed nearly as good as the best.
    NearlyBest,
    /// This reply to it was overlooked.
    Overlooked(Move),
}

impl Level {
    /// The weakest.
    pub const MIN: Level = Level(400);
    /// The strongest with a rating.
    pub const TOP: Level = Level(2800);
    /// The engine at its best.
    pub const MAX: Level = Level(u16::MAX);

    /// The level of a rating from 400 to 2800.
    pub fn new(rating: u16) -> Option<Level> {
        (Level::MIN.0..=Level::TOP.0).contains(&rating).then_some(Level(rating))
    }

    /// The rating; none for the engine at its best.
    pub fn rating(self) -> Option<u16> {
        (self != Level::MAX).then_some(self.0)
    }

    /// How many nodes it thinks about a move.
    pub fn nodes(self) -> u64 {
        match self.rating() {
            Some(rating) => tunables::habits(rating).nodes,
            None => tunables::FULL_NODES,
        }
    }

    /// Chooses a move. The same position, history, level and seed give the same move, whatever the
    /// search has done before; it forgets all that. A table of a few megabytes is plenty, and the
    /// smaller it is, the sooner it is wiped.
    pub fn choose(self, search: &mut Search, root: &Root, seed: u64, signal: &Signal) -> Choice {
        self.choose_within(search, root, seed, None, signal)
    }

    /// Chooses a move in no more than a time, if one is given. When that cuts the thought short,
    /// the move depends on the machine.
    pub(crate) fn choose_within(
        self,
        search: &mut Search,
        root: &Root,
        seed: u64,
        longest: Option<Duration>,
        signal: &Signal,
    ) -> Choice {
        let limits = Limits { move_time: longest, ..Limits::nodes(self.nodes()) };
        let Some(rating) = self.rating() else {
            return plain(search, root, &limits, signal);
        };
        let position = root.position();
        if rating >= tunables::ALERT
            && let Some(mate) = mate_in_one(position)
        {
            return Choice { play: Some(mate), lines: Vec::new(), reason: Reason::Mate };
        }
        let habits = tunables::habits(rating);
        let lines = habits.lines.min(position.count_moves());
        let choice = with_lines(search, lines, |search| plain(search, root, &limits, signal));
        if rating >= tunables::ALERT && queen_hangs(position) {
            return Choice { reason: Reason::Queen, ..choice };
        }
        let mut random =
            SplitMix64::with_stream(seed ^ position.key(), root.earlier().len() as u64);
        err(choice, position, &habits, &mut random)
    }
}

impl Choice {
    /// The line that begins with the move, as one that stands alone; none when there is no move.
    pub fn line(&self) -> Option<Line> {
        let play = self.play?;
        let known = self.lines.iter().find(|line| line.moves.first() == Some(&play));
        Some(
            known
                .map_or_else(|| Line::mate(1, vec![play]), |line| Line { rank: 1, ..line.clone() }),
        )
    }
}

impl Strength {
    /// How many half-moves a named opponent looks ahead.
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
            _ => plain(search, root, &Limits { depth: self.depth(), ..Limits::default() }, signal),
        }
    }
}

/// The best move that a fresh search finds.
fn plain(search: &mut Search, root: &Root, limits: &Limits, signal: &Signal) -> Choice {
    search.clear();
    let verdict = search.run(root, limits, signal, &mut |_| {});
    Choice { play: verdict.best(), lines: verdict.lines, reason: Reason::Best }
}

/// Lets a search look for so many lines with one thread, and puts its settings back. Several
/// threads would make the outcome a matter of timing.
fn with_lines<T>(search: &mut Search, lines: usize, work: impl FnOnce(&mut Search) -> T) -> T {
    let before = search.settings().clone();
    let settings = Settings { lines, threads: 1, ..before.clone() };
    // The table keeps its size, so neither change asks for memory.
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

/// True when a queen can be taken with profit.
fn queen_hangs(position: &Position) -> bool {
    let board = position.board();
    let queens = board.pieces(!position.turn(), Role::Queen);
    position.captures().iter().any(|&m| {
        queens.contains(m.to()) && see::wins_at_least(position, m, tunables::QUEEN_PROFIT)
    })
}

/// Chooses among the lines as somebody with these habits would.
fn err(
    mut choice: Choice,
    position: &Position,
    habits: &tunables::Habits,
    random: &mut SplitMix64,
) -> Choice {
    let mut overlooked = Vec::new();
    let mut seem = Vec::new();
    for line in &choice.lines {
        let value = centipawns(line.value);
        let missed = oversight::missed_reply(position, &line.moves, habits.oversight, random);
        let view = match (missed, line.moves.first()) {
            (Some(_), Some(&m)) => value.max(at_first_sight(&position.play_unchecked(m))),
            _ => value,
        };
        overlooked.push(missed.filter(|_| view > value));
        seem.push(seeming(view));
    }
    let chosen = chances::pick(&seem, habits.temperature, random);
    if let Some(line) = choice.lines.get(chosen) {
        choice.play = line.moves.first().copied();
        choice.reason = match overlooked[chosen] {
            Some(reply) if chosen > 0 => Reason::Overlooked(reply),
            None if chosen > 0 => Reason::NearlyBest,
            _ => Reason::Best,
        };
    }
    choice
}

/// A position's worth for the side that has just moved, its pieces counted and nothing looked into.
fn at_first_sight(position: &Position) -> i32 {
    -Evaluator::default().evaluate(position, 0)
}

/// A value as a number, mates among them.
fn centipawns(value: Value) -> i32 {
    match value {
        Value::Centipawns(centipawns) => centipawns.clamp(-tunables::MATE, tunables::MATE),
        Value::Mate(moves) if moves > 0 => tunables::MATE,
        Value::Mate(_) => -tunables::MATE,
    }
}
