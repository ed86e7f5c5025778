//! One search thread: its stack, its histories and its counters.
//!
//! A worker shares the transposition table with all others and keeps everything else to itself.
//! The search itself is in the modules next to this one, each of which adds methods to [`Worker`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use chess::{FIFTY_MOVES, Move, Position};
use nnue::Network;

use super::formulas::Reductions;
use super::root_move::RootMove;
use super::stack::SearchStack;
use crate::correction_history::CorrectionHistory;
use crate::eval::Evaluator;
use crate::history::History;
use crate::score::{DRAW, Score, TABLEBASE_WIN};
use crate::time::Timer;
use crate::tt::TranspositionTable;
use crate::{Bound, Limits, Root, Signal, Tablebase, TablebaseValue};

/// What a thread keeps from one search to the next.
pub(super) struct ThreadData {
    pub(super) history: History,
    pub(super) correction: CorrectionHistory,
    pub(super) evaluator: Evaluator,
}

impl ThreadData {
    pub(super) fn new(network: Option<&Arc<Network>>) -> ThreadData {
        ThreadData {
            history: History::new(),
            correction: CorrectionHistory::new(),
            evaluator: Evaluator::new(network),
        }
    }

    /// Clears the histories, as for a new game.
    pub(super) fn clear(&mut self) {
        self.history.clear();
        self.correction.clear();
    }
}

/// What all threads of one search share.
pub(super) struct SharedState<'a> {
    pub(super) tt: &'a TranspositionTable,
    pub(super) reductions: &'a Reductions,
    pub(super) signal: &'a Signal,
    pub(super) limits: &'a Limits,
    pub(super) timer: Timer,
    /// How many principal variations to find.
    pub(super) multi_pv: usize,
    /// Tablebases to probe inside the tree; none when they know the root already.
    pub(super) tablebase: Option<&'a Tablebase>,
    pub(super) syzygy_50_move_rule: bool,
    /// The tablebase value of the root.
    pub(super) root_value: Option<TablebaseValue>,
    pub(super) counters: &'a [ThreadCounters],
    /// Set by the main thread when the search is over.
    pub(super) finished: AtomicBool,
}

/// One thread's counters, on a cache line of their own so that counting does not slow the others.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct ThreadCounters {
    nodes: AtomicU64,
    tablebase_hits: AtomicU64,
}

impl SharedState<'_> {
    /// Nodes searched by all threads.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.nodes.load(Relaxed)).sum()
    }

    /// Successful tablebase probes of all threads.
    pub(super) fn tablebase_hits(&self) -> u64 {
        self.counters.iter().map(|counter| counter.tablebase_hits.load(Relaxed)).sum()
    }

    /// True while analyzing without a limit or pondering: no answer is due, whatever the clock
    /// says.
    pub(super) fn waits_for_stop(&self) -> bool {
        self.limits.waits_for_stop(self.signal)
    }
}

/// A search thread at work.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a SharedState<'a>,
    pub(super) thread: &'a mut ThreadData,
    /// The main thread checks the limits and reports; the others only help to fill the table.
    pub(super) is_main: bool,
    counter: &'a ThreadCounters,
    pub(super) position: Position,
    pub(super) root_moves: Vec<RootMove>,
    /// The principal variation being searched (`MultiPV`). Root moves before this index belong to
    /// better ones.
    pub(super) pv_index: usize,
    pub(super) stack: SearchStack,
    /// Keys of the game and of the path to the current node, for repetitions.
    pub(super) keys: Vec<u64>,
    pub(super) nodes: u64,
    node_limit: u64,
    /// Nodes between two checks of the limits, a power of two.
    check_interval: u64,
    pub(super) root_depth: i32,
    pub(super) completed_depth: i32,
    pub(super) selective_depth: usize,
    /// No null moves before this ply, while one is being verified.
    pub(super) null_move_min_ply: usize,
    /// Set when the search must end. Scores returned from then on mean nothing.
    pub(super) stopped: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        shared: &'a SharedState<'a>,
        thread: &'a mut ThreadData,
        index: usize,
        root: &Root,
        moves: &[Move],
    ) -> Worker<'a> {
        let single = shared.counters.len() == 1;
        Worker {
            shared,
            thread,
            is_main: index == 0,
            counter: &shared.counters[index],
            position: *root.position(),
            root_moves: moves.iter().map(|&m| RootMove::new(m)).collect(),
            pv_index: 0,
            stack: SearchStack::new(),
            keys: root.previous_keys().iter().copied().chain([root.position().key()]).collect(),
            nodes: 0,
            node_limit: shared.limits.nodes.filter(|_| single).unwrap_or(u64::MAX),
            check_interval: shared.timer.check_interval(),
            root_depth: 0,
            completed_depth: 0,
            selective_depth: 0,
            null_move_min_ply: 0,
            stopped: false,
        }
    }

    /// Counts a node, and checks the limits now and then.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) {
        self.nodes += 1;
        self.counter.nodes.store(self.nodes, Relaxed);
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes & (self.check_interval - 1) == 0 || self.nodes >= self.node_limit {
            self.check_limits();
        }
    }

    /// Stops on request, or when a limit is reached. The first iteration always completes, however
    /// short the clock is: it takes no time, and without it any move might be played.
    fn check_limits(&mut self) {
        let shared = self.shared;
        if shared.signal.is_stopped() || shared.finished.load(Relaxed) {
            self.stopped = true;
        } else if self.is_main && !shared.waits_for_stop() {
            let out_of_nodes = shared.limits.nodes.is_some_and(|limit| shared.nodes() >= limit);
            self.stopped = out_of_nodes || self.root_depth > 1 && shared.timer.hard_limit_reached();
        }
    }

    /// The tablebase score of a node, and whether it is exact or a bound.
    pub(super) fn probe_tablebase(
        &self,
        position: &Position,
        ply: usize,
    ) -> Option<(Score, Bound)> {
        let value = self.shared.tablebase?.wdl(position)?;
        let hits = self.counter.tablebase_hits.load(Relaxed);
        self.counter.tablebase_hits.store(hits + 1, Relaxed);
        let value =
            if self.shared.syzygy_50_move_rule { value } else { value.without_fifty_moves() };
        Some(match value {
            TablebaseValue::Win => (TABLEBASE_WIN - ply as Score, Bound::Lower),
            TablebaseValue::CursedWin => (DRAW + 1, Bound::Exact),
            TablebaseValue::Draw => (DRAW, Bound::Exact),
            TablebaseValue::BlessedLoss => (DRAW - 1, Bound::Exact),
            TablebaseValue::Loss => (ply as Score - TABLEBASE_WIN, Bound::Upper),
        })
    }

    /// A draw score with a jitter of one centipawn, so that the search does not take all draws for
    /// equal and keeps looking for something better.
    pub(super) fn draw_score(&self) -> Score {
        const JITTER: Score = 1;
        let bit = (self.nodes >> 1 & 1) as Score;
        DRAW - JITTER + 2 * JITTER * bit
    }

    /// True when the position at this ply is drawn by the fifty-move rule, by repetition or by
    /// insufficient material.
    pub(super) fn is_draw(&self, position: &Position, ply: usize) -> bool {
        if position.halfmoves() >= FIFTY_MOVES && (!position.is_check() || position.has_moves()) {
            return true;
        }
        self.is_repetition(position, ply) || position.board().is_insufficient_material()
    }

    /// True when the side to move can repeat a position that has occurred on the path since the
    /// root.
    pub(super) fn can_repeat(&self, position: &Position, ply: usize) -> bool {
        let now = self.keys.len() - 1;
        let reversible = usize::from(position.halfmoves()).min(self.stack[ply].plies_from_null);
        // A repetition of the root itself counts only from the second time on.
        let reachable = reversible.min(ply.saturating_sub(1));
        position.can_repeat(&self.keys[now - reachable..now])
    }

    /// True when the position occurred on the path since the root, or twice in the game before.
    fn is_repetition(&self, position: &Position, ply: usize) -> bool {
        /// The shortest way back to the same position, in plies.
        const SHORTEST_CYCLE: usize = 4;
        let now = self.keys.len() - 1;
        let plies_from_null = self.stack[ply].plies_from_null;
        // Only without a null move does the path lead back to the game before.
        let connected = if plies_from_null == ply { now } else { plies_from_null };
        let reversible = usize::from(position.halfmoves()).min(connected);
        let mut seen_before = false;
        for distance in (SHORTEST_CYCLE..=reversible).step_by(2) {
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::history::PieceTo;

    /// A null move among moves in UCI notation.
    const NULL: &str = "0000";

    /// Whether the position after some moves from the root is a repetition, and whether the side to
    /// move can repeat one. The game before the root goes from the starting position to it.
    fn draws_after(game: &[&str], path: &[&str]) -> [bool; 2] {
        let mut root = Root::default();
        for uci in game {
            root.play(root.position().parse_uci(uci).unwrap()).unwrap();
        }
        let (tt, signal, limits) =
            (TranspositionTable::new(1).unwrap(), Signal::new(), Limits::default());
        let counters = [ThreadCounters::default()];
        let shared = SharedState {
            tt: &tt,
            reductions: &Reductions::new(),
            signal: &signal,
            limits: &limits,
            timer: Timer::new(&limits, Duration::ZERO),
            multi_pv: 1,
            tablebase: None,
            syzygy_50_move_rule: true,
            root_value: None,
            counters: &counters,
            finished: AtomicBool::new(false),
        };
        let mut thread = ThreadData::new(None);
        let mut worker = Worker::new(&shared, &mut thread, 0, &root, &[]);
        let mut position = *root.position();
        for (ply, &uci) in path.iter().enumerate() {
            position = if uci == NULL {
                worker.make_null_move(&position, ply).unwrap()
            } else {
                let m = position.parse_uci(uci).unwrap();
                worker.make_move(&position, ply, m, PieceTo::new(&position, m))
            };
        }
        let ply = path.len();
        [worker.is_repetition(&position, ply), worker.can_repeat(&position, ply)]
    }

    // req: D15
    #[test]
    fn repetitions_count_on_the_path_and_twice_in_the_game() {
        let back = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for (game, path, expected) in [
            (&[][..], &[][..], [false, false]),
            // Back at the root, which has occurred once; White can go on repeating.
            (&[], &back[..], [false, true]),
            (&back, &back, [true, true]),
            // Black cannot repeat the root on the path, but a later position.
            (&[], &["g1f3", "g8f6", "f3g1"], [false, false]),
            (&[], &["b1c3", "b8c6", "g1f3", "g8f6", "f3g1"], [false, true]),
            (&[], &["g1f3", "g8f6", "f3g1", "f6g8", "g1f3"], [true, true]),
        ] {
            assert_eq!(draws_after(game, path), expected, "{game:?} {path:?}");
        }
    }

    // req: D15
    #[test]
    fn nothing_is_repeated_across_a_null_move() {
        for path in [
            &["g1f3", "g8f6", NULL, "f6g8", NULL, "g8f6"][..],
            &["g1f3", "g8f6", NULL, "f6g8", NULL],
            &["g1f3", NULL, "f3g1", NULL, "g1f3"],
        ] {
            assert_eq!(draws_after(&[], path), [false, false], "{path:?}");
        }
    }
}
