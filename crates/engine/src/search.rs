//! The search: a position and limits in, a result out. Blocks until it is done;
//! [`Engine`](crate::Engine) runs it in the background.
//!
//! [`worker`] is one thread of it, [`iterative_deepening`] its main loop and [`negamax`] the search
//! of a node in numbered steps. Larger steps have their own modules: [`node_pruning`],
//! [`move_pruning`], [`extensions`], [`late_move_reductions`] and [`history_update`]; the
//! [`quiescence`] search settles captures at the leaves. [`formulas`] has the margins and
//! reductions.

mod extensions;
mod formulas;
mod history_update;
mod iterative_deepening;
mod late_move_reductions;
mod move_pruning;
mod negamax;
mod node;
mod node_pruning;
mod pv_report;
mod quiescence;
mod root_move;
mod stack;
mod worker;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use chess::Move;

use self::formulas::Reductions;
use self::worker::{SharedState, ThreadCounters, ThreadData, Worker};
use crate::mate::{self, Proof};
use crate::time::Timer;
use crate::tt::TranspositionTable;
use crate::{HashTooLarge, Limits, PvLine, Root, SearchResult, Settings, Signal, TablebaseValue};

/// The transposition table and the histories of all threads, kept from search to search.
pub struct Search {
    settings: Settings,
    tt: TranspositionTable,
    threads: Vec<ThreadData>,
    reductions: Reductions,
}

/// The input of one search.
struct SearchInput<'a> {
    root: &'a Root,
    moves: Vec<Move>,
    /// The tablebase value of the root.
    value: Option<TablebaseValue>,
    limits: &'a Limits,
    timer: Timer,
}

/// Deep lines need more stack than threads get by default.
const STACK_SIZE: usize = 16 << 20;

impl Search {
    /// A search with an empty transposition table.
    ///
    /// # Errors
    /// When there is not enough memory for the table.
    pub fn new(settings: &Settings) -> Result<Search, HashTooLarge> {
        let tt = TranspositionTable::new(settings.hash_mb)?;
        let (settings, threads) = (settings.clone(), thread_data(settings));
        Ok(Search { settings, tt, threads, reductions: Reductions::new() })
    }

    /// The current settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings.
    ///
    /// # Errors
    /// When there is not enough memory for the new table; nothing changes then.
    pub fn set(&mut self, settings: &Settings) -> Result<(), HashTooLarge> {
        if settings.hash_mb != self.settings.hash_mb {
            self.tt = TranspositionTable::new(settings.hash_mb)?;
        }
        let is_same = match (&settings.network, &self.settings.network) {
            (Some(new), Some(old)) => Arc::ptr_eq(new, old),
            (new, old) => new.is_none() && old.is_none(),
        };
        let network = settings.network.as_ref();
        self.threads.resize_with(settings.threads.max(1), || ThreadData::new(network));
        self.settings = settings.clone();
        if !is_same {
            // Scores of another evaluation are not comparable.
            self.threads = thread_data(settings);
            self.clear();
        }
        Ok(())
    }

    /// Clears the table and the histories, as for a new game.
    pub fn clear(&mut self) {
        self.tt.clear(self.settings.threads);
        self.threads.iter_mut().for_each(ThreadData::clear);
    }

    /// Searches a position until a limit is reached or the signal stops it, and reports every
    /// principal variation as it is found. The last one reported as best begins with the move of
    /// the result.
    pub fn run(
        &mut self,
        root: &Root,
        limits: &Limits,
        signal: &Signal,
        observer: &mut dyn FnMut(&PvLine),
    ) -> SearchResult {
        let timer = Timer::new(limits, self.settings.move_overhead);
        let mut moves = root_moves(root, limits);
        let value = self.filter_by_tablebase(root, &mut moves);
        if moves.is_empty() {
            signal.wait_until(|signal| signal.is_stopped() || !limits.waits_for_stop(signal));
            return SearchResult::default();
        }
        let Some(max_moves) = limits.mate else {
            return self.search(
                &SearchInput { root, moves, value, limits, timer },
                signal,
                observer,
            );
        };
        let is_stopped = || signal.is_stopped() || timer.hard_limit_reached();
        let proof = mate::prove(root.position(), &moves, max_moves, &is_stopped);
        let limits = &mate::limits(limits, max_moves, &proof);
        match proof {
            Proof::Mate(distance, line) if self.settings.multi_pv <= 1 => {
                let line = PvLine { time: timer.elapsed(), ..PvLine::mate(distance, line) };
                observer(&line);
                signal.wait_until(|signal| signal.is_stopped() || !limits.waits_for_stop(signal));
                SearchResult { lines: vec![line] }
            }
            _ => self.search(&SearchInput { root, moves, value, limits, timer }, signal, observer),
        }
    }

    /// Searches with all threads.
    fn search(
        &mut self,
        input: &SearchInput,
        signal: &Signal,
        observer: &mut dyn FnMut(&PvLine),
    ) -> SearchResult {
        self.tt.new_search();
        // They change only while they are tuned.
        if cfg!(feature = "tuning") {
            self.reductions = Reductions::new();
        }
        let counters: Vec<ThreadCounters> =
            self.threads.iter().map(|_| ThreadCounters::default()).collect();
        let shared = SharedState {
            tt: &self.tt,
            reductions: &self.reductions,
            signal,
            limits: input.limits,
            timer: input.timer,
            multi_pv: self.settings.multi_pv.max(1),
            tablebase: self.settings.tablebase.as_deref().filter(|_| input.value.is_none()),
            syzygy_50_move_rule: self.settings.syzygy_50_move_rule,
            root_value: input.value,
            counters: &counters,
            finished: AtomicBool::new(false),
        };
        let threads = self.threads.iter_mut().enumerate();
        let mut workers: Vec<Worker> = threads
            .map(|(index, thread)| Worker::new(&shared, thread, index, input.root, &input.moves))
            .collect();
        let mut last_reported = None;
        let mut report = |line: &PvLine| {
            if line.multipv == 1 {
                last_reported = line.moves.first().copied();
            }
            observer(line);
        };
        run_workers(&mut workers, &mut report);
        let result = SearchResult { lines: best_worker(&workers).lines() };
        // An aborted iteration, or another thread, may have found another move.
        if last_reported != result.best() {
            result.lines.iter().for_each(observer);
        }
        result
    }

    /// Keeps the moves that preserve the tablebase value of the root.
    fn filter_by_tablebase(&self, root: &Root, moves: &mut Vec<Move>) -> Option<TablebaseValue> {
        let tablebase = self.settings.tablebase.as_ref()?;
        let ranked = tablebase.root_moves(root, self.settings.syzygy_50_move_rule)?;
        let preserves = |m: &Move| ranked.iter().any(|ranked| ranked.m == *m);
        if !moves.iter().any(preserves) {
            // The limits allow only other moves; the search has to compare them.
            return None;
        }
        moves.retain(preserves);
        ranked.first().map(|best| best.value)
    }
}

/// Runs the main worker in this thread and the others in their own, until all have finished.
fn run_workers(workers: &mut [Worker], observer: &mut dyn FnMut(&PvLine)) {
    let Some((main, helpers)) = workers.split_first_mut() else {
        unreachable!("there is always one thread")
    };
    thread::scope(|scope| {
        for helper in helpers {
            let spawned = thread::Builder::new()
                .stack_size(STACK_SIZE)
                .spawn_scoped(scope, || helper.iterative_deepening(None));
            // Without a helper the search is only slower.
            drop(spawned);
        }
        stacker::maybe_grow(STACK_SIZE / 4, STACK_SIZE, || {
            main.iterative_deepening(Some(observer));
        });
    });
}

/// Empty histories for each thread.
fn thread_data(settings: &Settings) -> Vec<ThreadData> {
    let network = settings.network.as_ref();
    (0..settings.threads.max(1)).map(|_| ThreadData::new(network)).collect()
}

/// The legal moves that the limits allow; all of them when they name none that is legal.
fn root_moves(root: &Root, limits: &Limits) -> Vec<Move> {
    let legal = root.position().legal_moves();
    let allowed: Vec<Move> =
        legal.iter().copied().filter(|m| limits.search_moves.contains(m)).collect();
    if allowed.is_empty() { legal.to_vec() } else { allowed }
}

/// The worker whose result counts: the main one, unless another searched deeper and scored better.
fn best_worker<'a, 'b>(workers: &'a [Worker<'b>]) -> &'a Worker<'b> {
    workers.iter().skip(1).fold(&workers[0], |best, worker| {
        let (old, new) = (best.best_score(), worker.best_score());
        let deeper = worker.completed_depth > best.completed_depth;
        let as_deep = worker.completed_depth == best.completed_depth;
        if deeper && new >= old || as_deep && new > old { worker } else { best }
    })
}
