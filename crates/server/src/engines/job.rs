//! Jobs for engines, and their results.

use std::time::Duration;

use chess::Move;
use engine::{Value, Wdl};
use game::{GameId, Strength};

use super::{AnalysisUpdate, EngineError, StopHandle};
use crate::security::ClientKey;

/// A position to search.
#[derive(Clone, Debug)]
pub struct Job {
    /// The game that the job is for. A game has one job at a time.
    pub game: GameId,
    /// Whose share of the engines it uses.
    pub client: ClientKey,
    /// The moves so far.
    pub board: chess::Game,
    /// What the search is for.
    pub kind: JobKind,
}

/// What a search is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// A move of an opponent of some strength.
    Play {
        /// The strength.
        strength: Strength,
        /// The seed of its randomness: the same seed gives the same game.
        seed: u64,
        /// The time left on its clock; none without one.
        remaining: Option<Duration>,
    },
    /// A move of an external engine.
    PlayExternal {
        /// The name of the engine in the configuration.
        name: String,
        /// The time left on its clock; none without one.
        remaining: Option<Duration>,
    },
    /// A hint for a person.
    Hint,
    /// An evaluation of the position, always the same for the same position.
    Evaluate,
    /// An evaluation of a position in a game that is being reviewed.
    Review {
        /// The number of nodes to search.
        nodes: u64,
    },
    /// Live analysis: lines of increasing depth, reported as they are found.
    Analyze {
        /// The number of lines.
        lines: usize,
        /// The name of an external engine; none for Tabiya itself.
        engine: Option<String>,
        /// The time to search.
        time: Duration,
    },
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobResult {
    /// The move to play.
    pub play: Move,
    /// The principal variation, which starts with this move.
    pub line: Vec<Move>,
    /// The value for the side to move, if the engine reports one.
    pub value: Option<Value>,
    /// Win, draw and loss probabilities, if the engine reports them.
    pub chances: Option<Wdl>,
    /// The search depth in half-moves.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
}

/// Called with every update of a live analysis.
pub type OnUpdate<'a> = &'a mut dyn FnMut(AnalysisUpdate);

/// An engine that searches. A thread owns it, so it may block.
pub trait Thinker: Send {
    /// Searches until it is done or stopped.
    ///
    /// Updates of a live analysis go to `on_update`.
    ///
    /// # Errors
    /// When it cannot do the job.
    fn think(
        &mut self,
        job: &Job,
        stop: &StopHandle,
        on_update: OnUpdate,
    ) -> Result<JobResult, EngineError>;
}

/// The priority of a job, highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Priority {
    /// A game waits for the move.
    Move,
    /// A person waits for advice.
    Advice,
    /// A review can wait and be preempted.
    Review,
    /// Live analysis uses engines that nobody else needs.
    Analysis,
}

impl Priority {
    /// True for jobs of which a game has only one at a time.
    pub(super) fn is_exclusive(self) -> bool {
        matches!(self, Priority::Move | Priority::Advice)
    }
}

impl JobKind {
    pub(super) fn priority(&self) -> Priority {
        match self {
            JobKind::Play { .. } | JobKind::PlayExternal { .. } => Priority::Move,
            JobKind::Hint | JobKind::Evaluate => Priority::Advice,
            JobKind::Review { .. } => Priority::Review,
            JobKind::Analyze { .. } => Priority::Analysis,
        }
    }

    /// True when the search may end early with what it has found. An evaluation or a review would
    /// say something else than usual.
    pub(super) fn may_end_early(&self) -> bool {
        !matches!(self, JobKind::Evaluate | JobKind::Review { .. })
    }

    /// The number of lines to search.
    pub(super) fn lines(&self) -> usize {
        if let JobKind::Analyze { lines, .. } = self { *lines } else { 1 }
    }

    /// The time limit of the job, where `max` is that of any job. A move takes at most a tenth of
    /// the clock; live analysis keeps nobody waiting and has its own limit.
    pub(super) fn time_limit(&self, max: Duration) -> Duration {
        const CLOCK_SHARE: u32 = 10;
        match self {
            JobKind::Play { remaining: Some(remaining), .. }
            | JobKind::PlayExternal { remaining: Some(remaining), .. } => {
                max.min(*remaining / CLOCK_SHARE)
            }
            JobKind::Analyze { time, .. } => *time,
            _ => max,
        }
    }
}
