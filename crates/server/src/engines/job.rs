//! What an engine is asked, and what it answers.

use std::time::Duration;

use chess::Move;
use engine::{Value, Wdl};
use game::{GameId, Strength};

use super::{EngineError, Insight, Stop};

/// Something to think about.
#[derive(Clone, Debug)]
pub struct Job {
    /// The game that it is for. A game has one job at a time.
    pub game: GameId,
    /// The moves so far.
    pub board: chess::Game,
    /// What is wanted.
    pub wish: JobKind,
}

/// What is wanted from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// A move of an opponent of some strength.
    Play {
        /// How strong.
        strength: Strength,
        /// Where its chance comes from: the same seed gives the same game.
        seed: u64,
        /// What is left on its clock; none without one.
        remaining: Option<Duration>,
    },
    /// A move of an engine of others.
    PlayExternal {
        /// The name that the server knows it under.
        name: String,
        /// What is left on its clock; none without one.
        remaining: Option<Duration>,
    },
    /// A good move for a person.
    Hint,
    /// The worth of the position.
    Evaluate,
    /// The worth of a position of a game that is over, with so many nodes.
    Review {
        /// How many.
        nodes: u64,
    },
    /// Ever better lines of a position that somebody studies, told as they are found.
    Study {
        /// How many lines.
        lines: usize,
        /// The name of an engine of others; none for our own.
        engine: Option<String>,
        /// How long to think.
        time: Duration,
    },
}

/// What an engine came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play.
    pub play: Move,
    /// Best play for both sides, this move first.
    pub line: Vec<Move>,
    /// The worth for the side to move; not every engine says.
    pub value: Option<Value>,
    /// The same as chances.
    pub chances: Option<Wdl>,
    /// How many half-moves were looked ahead.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// Takes what is found on the way.
pub type Tell<'a> = &'a mut dyn FnMut(Insight);

/// Something that can think. One thread has it for itself, so it may block.
pub trait Thinker: Send {
    /// Thinks until it is done or told to stop.
    ///
    /// What it finds on the way in a study goes to `tell`.
    ///
    /// # Errors
    /// When it cannot do what is wanted.
    fn think(&mut self, job: &Job, stop: &Stop, tell: Tell) -> Result<SearchResult, EngineError>;
}

/// Who goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Urgency {
    /// A game waits for it.
    Move,
    /// A person waits for it.
    Advice,
    /// It can wait, and be interrupted.
    Review,
    /// It fills the time of engines that nobody else needs.
    Study,
}

impl Urgency {
    /// True for what a game has only once at a time.
    pub(super) fn is_of_a_game(self) -> bool {
        matches!(self, Urgency::Move | Urgency::Advice)
    }
}

impl JobKind {
    pub(super) fn urgency(&self) -> Urgency {
        match self {
            JobKind::Play { .. } | JobKind::PlayExternal { .. } => Urgency::Move,
            JobKind::Hint | JobKind::Evaluate => Urgency::Advice,
            JobKind::Review { .. } => Urgency::Review,
            JobKind::Study { .. } => Urgency::Study,
        }
    }

    /// How many lines are wanted.
    pub(super) fn lines(&self) -> usize {
        if let JobKind::Study { lines, .. } = self { *lines } else { 1 }
    }

    /// The longest that it may take, when no job may take longer than `most`. A tenth of the clock
    /// is enough for any move; a study keeps nobody waiting, and has its own time.
    pub(super) fn longest(&self, most: Duration) -> Duration {
        const SHARE: u32 = 10;
        match self {
            JobKind::Play { remaining: Some(remaining), .. }
            | JobKind::PlayExternal { remaining: Some(remaining), .. } => {
                most.min(*remaining / SHARE)
            }
            JobKind::Study { time, .. } => *time,
            _ => most,
        }
    }
}
