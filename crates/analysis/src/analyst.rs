//! Whole games, several positions at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use engine::{Search, Settings, Signal, HashTooLarge};
use review::Evaluation;

use crate::{DEFAULT_NODES, MoveSequence, evaluate};

/// How a game is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Nodes for each position.
    pub nodes: u64,
    /// Positions at a time, each in a thread of its own.
    pub threads: usize,
    /// Megabytes of each thread's table.
    pub hash_mb: usize,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { nodes: DEFAULT_NODES, threads: 1, hash_mb: 16 }
    }
}

/// Searches that are ready to look at one game after another.
pub struct Analyst {
    nodes: u64,
    searches: Vec<Search>,
}

impl Analyst {
    /// Makes the searches.
    ///
    /// # Errors
    /// When there is not enough memory for their tables.
    pub fn new(plan: &Plan) -> Result<Analyst, HashTooLarge> {
        let settings = Settings { hash_mb: plan.hash_mb, ..Settings::default() };
        let searches = (0..plan.threads.max(1)).map(|_| Search::new(&settings));
        Ok(Analyst { nodes: plan.nodes, searches: searches.collect::<Result<_, _>>()? })
    }

    /// Looks at the positions of a game that `wanted` names, and tells each evaluation as it
    /// comes. Ends early when the signal is given.
    ///
    /// The last position comes first: a search then finds in its table what it has learnt about
    /// the positions to which its own leads, and agrees with itself from move to move.
    pub fn analyze(
        &mut self,
        course: &MoveSequence,
        wanted: impl Fn(usize) -> bool,
        signal: &Signal,
        mut tell: impl FnMut(usize, Evaluation),
    ) {
        let backwards = (0..course.positions().len()).rev();
        let indices: Vec<usize> = backwards.filter(|&index| wanted(index)).collect();
        let next = AtomicUsize::new(0);
        let (results, arrivals) = mpsc::channel();
        thread::scope(|scope| {
            for search in &mut self.searches {
                let (indices, next, results) = (&indices, &next, results.clone());
                search.clear();
                let work = Work { course, indices, next, nodes: self.nodes, signal };
                scope.spawn(move || work.run(search, &results));
            }
            drop(results);
            for (index, evaluation) in arrivals {
                tell(index, evaluation);
            }
        });
    }
}

/// What the threads share.
struct Work<'a> {
    course: &'a MoveSequence,
    indices: &'a [usize],
    /// The place in `indices` that nobody has taken yet.
    next: &'a AtomicUsize,
    nodes: u64,
    signal: &'a Signal,
}

impl Work<'_> {
    /// Takes one position after another until none is left or the signal is given.
    fn run(&self, search: &mut Search, results: &mpsc::Sender<(usize, Evaluation)>) {
        while let Some(&index) = self.indices.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let Some(root) = self.course.root(index) else { return };
            let evaluation = self
                .course
                .ended(index)
                .or_else(|| evaluate(search, &root, self.nodes, self.signal));
            let Some(evaluation) = evaluation else { return };
            if results.send((index, evaluation)).is_err() {
                return;
            }
        }
    }
}
