//! A search from the outside: a position and limits in, a verdict out. Blocks until it is done;
//! [`Engine`](crate::Engine) runs it in the background.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use chess::Move;

use crate::mate::{self, Proof};
use crate::table::Table;
use crate::time::Timer;
use crate::tree::{Counter, Memory, Shared, Worker};
use crate::{Limits, Line, Root, Settings, Signal, TableTooLarge, TableValue, Verdict};

/// The table, the threads' memories, and the settings they were made for.
pub struct Search {
    settings: Settings,
    table: Table,
    memories: Vec<Memory>,
}

/// What one search is about.
struct Job<'a> {
    root: &'a Root,
    moves: Vec<Move>,
    /// What the endgame tables say about the root.
    value: Option<TableValue>,
    limits: &'a Limits,
    timer: Timer,
}

/// Deep lines need more stack than threads get by default.
const STACK: usize = 16 << 20;

impl Search {
    /// A search that knows nothing yet.
    ///
    /// # Errors
    /// When there is not enough memory for the table.
    pub fn new(settings: &Settings) -> Result<Search, TableTooLarge> {
        let table = Table::new(settings.hash_mb)?;
        Ok(Search { settings: settings.clone(), table, memories: memories(settings) })
    }

    /// What it works with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Works with other settings from now on.
    ///
    /// # Errors
    /// When there is not enough memory for the new table; then nothing has changed.
    pub fn set(&mut self, settings: &Settings) -> Result<(), TableTooLarge> {
        if settings.hash_mb != self.settings.hash_mb {
            self.table = Table::new(settings.hash_mb)?;
        }
        let is_same = match (&settings.network, &self.settings.network) {
            (Some(new), Some(old)) => Arc::ptr_eq(new, old),
            (new, old) => new.is_none() && old.is_none(),
        };
        let network = settings.network.as_ref();
        self.memories.resize_with(settings.threads.max(1), || Memory::new(network));
        self.settings = settings.clone();
        if !is_same {
            // What was found with another judge is no longer true.
            self.memories = memories(settings);
            self.clear();
        }
        Ok(())
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.table.clear(self.settings.threads);
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Thinks about a position until a limit is reached or the signal is given, and tells every
    /// line to the observer as it is found. The best line that was told last begins with the move
    /// of the verdict.
    pub fn run(
        &mut self,
        root: &Root,
        limits: &Limits,
        signal: &Signal,
        observer: &mut dyn FnMut(&Line),
    ) -> Verdict {
        let timer = Timer::new(limits, self.settings.move_overhead);
        let mut moves = root_moves(root, limits);
        let value = self.keep_what_tables_advise(root, &mut moves);
        if moves.is_empty() {
            signal.wait_until(|signal| signal.is_stopped() || !limits.is_patient(signal));
            return Verdict::default();
        }
        let Some(within) = limits.mate else {
            return self.walk(&Job { root, moves, value, limits, timer }, signal, observer);
        };
        let is_stopped = || signal.is_stopped() || timer.is_over();
        let proof = mate::prove(root.position(), &moves, within, &is_stopped);
        let limits = &mate::limits(limits, within, &proof);
        match proof {
            Proof::Mate(distance, line) if self.settings.lines <= 1 => {
                let line = Line { time: timer.elapsed(), ..Line::mate(distance, line) };
                observer(&line);
                signal.wait_until(|signal| signal.is_stopped() || !limits.is_patient(signal));
                Verdict { lines: vec![line] }
            }
            _ => self.walk(&Job { root, moves, value, limits, timer }, signal, observer),
        }
    }

    /// Lets all threads walk through the tree.
    fn walk(&mut self, job: &Job, signal: &Signal, observer: &mut dyn FnMut(&Line)) -> Verdict {
        self.table.next_search();
        let counters: Vec<Counter> = self.memories.iter().map(|_| Counter::default()).collect();
        let shared = Shared {
            table: &self.table,
            signal,
            limits: job.limits,
            timer: job.timer,
            lines: self.settings.lines.max(1),
            tables: self.settings.tables.as_deref().filter(|_| job.value.is_none()),
            fifty_move_rule: self.settings.fifty_move_rule,
            root_value: job.value,
            counters: &counters,
            over: AtomicBool::new(false),
        };
        let workers = self.memories.iter_mut().enumerate();
        let mut workers: Vec<Worker> = workers
            .map(|(index, memory)| Worker::new(&shared, memory, index, job.root, &job.moves))
            .collect();
        let mut last = None;
        let mut tell = |line: &Line| {
            if line.rank == 1 {
                last = line.moves.first().copied();
            }
            observer(line);
        };
        let_them_work(&mut workers, &mut tell);
        let verdict = Verdict { lines: best_worker(&workers).lines() };
        // An iteration that was broken off, or another thread, may have found another move.
        if last != verdict.best() {
            verdict.lines.iter().for_each(observer);
        }
        verdict
    }

    /// Keeps the moves that do not give away what the endgame tables say the root is worth.
    fn keep_what_tables_advise(&self, root: &Root, moves: &mut Vec<Move>) -> Option<TableValue> {
        let tables = self.settings.tables.as_ref()?;
        let ranked = tables.root(root, self.settings.fifty_move_rule)?;
        let advised = |m: &Move| ranked.iter().any(|ranked| ranked.play == *m);
        if !moves.iter().any(advised) {
            // Only other moves were asked about; the search has to judge them.
            return None;
        }
        moves.retain(advised);
        ranked.first().map(|best| best.value)
    }
}

/// The first worker in this thread, the others in threads of their own, until all have finished.
fn let_them_work(workers: &mut [Worker], observer: &mut dyn FnMut(&Line)) {
    let Some((first, helpers)) = workers.split_first_mut() else {
        unreachable!("there is always one thread")
    };
    thread::scope(|scope| {
        for helper in helpers {
            let spawned = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, || helper.deepen(None));
            // With a helper less the search is slower and nothing else.
            drop(spawned);
        }
        stacker::maybe_grow(STACK / 4, STACK, || first.deepen(Some(observer)));
    });
}

/// A memory for each thread.
fn memories(settings: &Settings) -> Vec<Memory> {
    let network = settings.network.as_ref();
    (0..settings.threads.max(1)).map(|_| Memory::new(network)).collect()
}

/// The legal moves that the limits allow; all of them when they name none that is legal.
fn root_moves(root: &Root, limits: &Limits) -> Vec<Move> {
    let legal = root.position().legal_moves();
    let wanted: Vec<Move> = legal.iter().copied().filter(|m| limits.moves.contains(m)).collect();
    if wanted.is_empty() { legal.to_vec() } else { wanted }
}

/// The worker whose word counts: the first, unless another has gone deeper and found better.
fn best_worker<'a, 'b>(workers: &'a [Worker<'b>]) -> &'a Worker<'b> {
    workers.iter().skip(1).fold(&workers[0], |best, worker| {
        let (old, new) = (best.best_score(), worker.best_score());
        let deeper = worker.completed_depth > best.completed_depth;
        let as_deep = worker.completed_depth == best.completed_depth;
        if deeper && new >= old || as_deep && new > old { worker } else { best }
    })
}
