//! One thread's walk through the tree.
//!
//! [`deepen`] goes deeper iteration by iteration. [`node`] holds the search of a node as numbered
//! steps, with [`cuts`] and [`learn`] for two of them; [`quiescence`] settles captures at the
//! leaves, and [`formulas`] has the named formulas that the steps decide by. A worker shares the
//! table with all others and keeps everything else to itself.

mod cuts;
mod deepen;
mod formulas;
mod frame;
mod learn;
mod node;
mod quiescence;
mod rootmove;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use chess::{FIFTY_MOVES, Move, Position};
use nnue::Network;

use self::formulas::Reductions;
use self::frame::Frames;
pub(crate) use self::rootmove::RootMove;
use crate::correction::Correction;
use crate::eval::Evaluator;
use crate::history::History;
use crate::score::{DRAW, Score, TABLE_WIN};
use crate::table::Table;
use crate::time::Timer;
use crate::{Bound, Limits, Root, Signal, TableValue, Tablebase};

/// What a thread remembers from one search to the next.
pub(crate) struct Memory {
    history: History,
    correction: Correction,
    evaluator: Evaluator,
}

impl Memory {
    pub(crate) fn new(network: Option<&Arc<Network>>) -> Memory {
        Memory {
            history: History::new(),
            correction: Correction::new(),
            evaluator: Evaluator::new(network),
        }
    }

    /// Forgets what was learnt, as for a new game.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
        self.correction.clear();
    }
}

/// What all threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) signal: &'a Signal,
    pub(crate) limits: &'a Limits,
    pub(crate) timer: Timer,
    pub(crate) lines: usize,
    /// Endgame tables to ask inside the tree; none when they have spoken about the root already.
    pub(crate) tables: Option<&'a Tablebase>,
    pub(crate) fifty_move_rule: bool,
    /// What the endgame tables say about the root.
    pub(crate) root_value: Option<TableValue>,
    pub(crate) counters: &'a [Counter],
    /// Set by the first thread when the search is over.
    pub(crate) over: AtomicBool,
}

/// One thread's count, on a cache line of its own so that counting does not slow the others.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Counter {
    nodes: AtomicU64,
    table_hits: AtomicU64,
}

impl Shared<'_> {
    /// Nodes visited by all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.nodes.load(Relaxed)).sum()
    }

    /// Endgame tables asked by all threads.
    pub(crate) fn table_hits(&self) -> u64 {
        self.counters.iter().map(|counter| counter.table_hits.load(Relaxed)).sum()
    }

    /// True while the answer is not wanted yet, whatever the clock says.
    pub(crate) fn is_patient(&self) -> bool {
        self.limits.is_patient(self.signal)
    }
}

/// One thread at work.
pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    memory: &'a mut Memory,
    /// The first thread watches the limits and reports; the others only help to fill the table.
    is_first: bool,
    counter: &'a Counter,
    position: Position,
    pub(crate) root_moves: Vec<RootMove>,
    /// The root moves from here on are being searched; those before belong to better lines.
    line: usize,
    frames: Frames,
    /// Keys of the game and of the path to the present node.
    keys: Vec<u64>,
    reductions: Reductions,
    nodes: u64,
    node_limit: u64,
    /// Nodes between two looks at the limits, a power of two.
    interval: u64,
    root_depth: i32,
    pub(crate) completed_depth: i32,
    selective_depth: usize,
    /// No null moves above this ply, while one is being verified.
    null_floor: usize,
    stopped: bool,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        index: usize,
        root: &Root,
        moves: &[Move],
    ) -> Worker<'a> {
        let single = shared.counters.len() == 1;
        Worker {
            shared,
            memory,
            is_first: index == 0,
            counter: &shared.counters[index],
            position: *root.position(),
            root_moves: moves.iter().map(|&m| RootMove::new(m)).collect(),
            line: 0,
            frames: Frames::new(),
            keys: root.earlier().iter().copied().chain([root.position().key()]).collect(),
            reductions: Reductions::new(),
            nodes: 0,
            node_limit: shared.limits.nodes.filter(|_| single).unwrap_or(u64::MAX),
            interval: shared.timer.interval(),
            root_depth: 0,
            completed_depth: 0,
            selective_depth: 0,
            null_floor: 0,
            stopped: false,
        }
    }

    /// Counts a node, and looks at the limits now and then.
    #[inline]
    fn enter(&mut self, ply: usize) {
        self.nodes += 1;
        self.counter.nodes.store(self.nodes, Relaxed);
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes & (self.interval - 1) == 0 || self.nodes >= self.node_limit {
            self.check_limits();
        }
    }

    /// Stops when told to, or when a limit is reached. However short the clock is, every move is
    /// looked at once: that takes no time, and the first one that comes to mind may lose a queen.
    fn check_limits(&mut self) {
        let shared = self.shared;
        if shared.signal.is_stopped() || shared.over.load(Relaxed) {
            self.stopped = true;
        } else if self.is_first && !shared.is_patient() {
            let spent = shared.limits.nodes.is_some_and(|limit| shared.nodes() >= limit);
            self.stopped = spent || self.root_depth > 1 && shared.timer.is_over();
        }
    }

    /// What the endgame tables say about a node, and how far that binds.
    fn ask_tables(&self, position: &Position, ply: usize) -> Option<(Score, Bound)> {
        let tables = self.shared.tables?;
        let value = tables.wdl(position)?;
        let hits = self.counter.table_hits.load(Relaxed);
        self.counter.table_hits.store(hits + 1, Relaxed);
        let value = if self.shared.fifty_move_rule { value } else { value.without_fifty_moves() };
        Some(match value {
            TableValue::Win => (TABLE_WIN - ply as Score, Bound::Lower),
            TableValue::CursedWin => (DRAW + 1, Bound::Exact),
            TableValue::Draw => (DRAW, Bound::Exact),
            TableValue::BlessedLoss => (DRAW - 1, Bound::Exact),
            TableValue::Loss => (ply as Score - TABLE_WIN, Bound::Upper),
        })
    }

    /// A draw, sometimes a grain better or worse, so that the search does not take all draws for
    /// the same and looks for another way.
    fn draw(&self) -> Score {
        DRAW - 1 + (self.nodes & 2) as Score
    }

    /// True when the position at this ply is drawn by the fifty moves, by repetition, or because
    /// nobody can mate.
    fn is_draw(&self, position: &Position, ply: usize) -> bool {
        if position.halfmoves() >= FIFTY_MOVES && (!position.is_check() || position.has_moves()) {
            return true;
        }
        self.repeats(position, ply) || position.board().is_insufficient_material()
    }

    /// True when the position was on the path since the root, or twice in the game before.
    fn repeats(&self, position: &Position, ply: usize) -> bool {
        let reach = usize::from(position.halfmoves()).min(self.keys.len() - 1);
        let now = self.keys.len() - 1;
        let mut seen_before = false;
        for distance in (4..=reach).step_by(2) {
            if self.keys[now - distance] == position.key() {
                if distance < ply || seen_before {
                    return true;
                }
                seen_before = true;
            }
        }
        false
    }
}
