//! Analysis of whole games, several positions in parallel.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use engine::{HashTooLarge, Search, Settings, Signal};
use review::Evaluation;

use crate::{DEFAULT_NODES, MoveSequence, evaluate};

/// The settings of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisSettings {
    /// Nodes for each position.
    pub nodes: u64,
    /// Threads, each with its own position.
    pub threads: usize,
    /// Megabytes of each thread's transposition table.
    pub hash_mb: usize,
}

impl Default for AnalysisSettings {
    fn default() -> AnalysisSettings {
        AnalysisSettings { nodes: DEFAULT_NODES, threads: 1, hash_mb: 16 }
    }
}

/// Analyzes one game after another.
pub struct GameAnalyzer {
    nodes: u64,
    searches: Vec<Search>,
}

impl GameAnalyzer {
    /// Creates the searches.
    ///
    /// # Errors
    /// When there is not enough memory for their tables.
    pub fn new(settings: &AnalysisSettings) -> Result<GameAnalyzer, HashTooLarge> {
        let engine = Settings { hash_mb: settings.hash_mb, ..Settings::default() };
        let searches = (0..settings.threads.max(1)).map(|_| Search::new(&engine));
        Ok(GameAnalyzer { nodes: settings.nodes, searches: searches.collect::<Result<_, _>>()? })
    }

    /// Analyzes the positions of a game for which `wanted` holds, and reports each evaluation as it
    /// comes. Ends early when the signal stops it.
    ///
    /// The last position comes first: the transposition table then helps with the positions before
    /// it, and evaluations agree from move to move.
    pub fn analyze(
        &mut self,
        sequence: &MoveSequence,
        wanted: impl Fn(usize) -> bool,
        signal: &Signal,
        mut report: impl FnMut(usize, Evaluation),
    ) {
        let backwards = (0..sequence.positions().len()).rev();
        let indices: Vec<usize> = backwards.filter(|&index| wanted(index)).collect();
        let next = AtomicUsize::new(0);
        let (results, arrivals) = mpsc::channel();
        thread::scope(|scope| {
            for search in &mut self.searches {
                let (indices, next, results) = (&indices, &next, results.clone());
                search.clear();
                let work = Work { sequence, indices, next, nodes: self.nodes, signal };
                scope.spawn(move || work.run(search, &results));
            }
            drop(results);
            for (index, evaluation) in arrivals {
                report(index, evaluation);
            }
        });
    }
}

/// The work that the threads share.
struct Work<'a> {
    sequence: &'a MoveSequence,
    indices: &'a [usize],
    /// The next of the `indices`.
    next: &'a AtomicUsize,
    nodes: u64,
    signal: &'a Signal,
}

impl Work<'_> {
    /// Takes one position after another until none is left or the signal stops it.
    fn run(&self, search: &mut Search, results: &mpsc::Sender<(usize, Evaluation)>) {
        while let Some(&index) = self.indices.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let Some(root) = self.sequence.root(index) else { return };
            let evaluation = self
                .sequence
                .final_evaluation(index)
                .or_else(|| evaluate(search, &root, self.nodes, self.signal));
            let Some(evaluation) = evaluation else { return };
            if results.send((index, evaluation)).is_err() {
                return;
            }
        }
    }
}
