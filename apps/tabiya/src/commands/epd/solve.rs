//! Searches the positions of a suite on several threads, each with an engine of its own. Solutions
//! are reported in the order of the suite.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use engine::{Limits, Root, Search, SearchResult, Settings, Signal, Value};

use super::suite::Task;
use crate::exit::CliError;

/// What the engine found in a position.
pub(super) struct Solution {
    pub(super) is_solved: bool,
    /// For a mate: no longer than in the suite.
    pub(super) is_shortest: bool,
    pub(super) points: u32,
    /// The move in algebraic notation.
    pub(super) best: String,
    pub(super) value: String,
    pub(super) depth: u32,
    pub(super) nodes: u64,
}

/// Searches every position and passes on each solution, in order. Ends early when `on_solution`
/// fails.
pub(super) fn solve(
    tasks: &[Task],
    settings: &Settings,
    limits: &Limits,
    workers: usize,
    mut on_solution: impl FnMut(usize, &Solution) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let too_large = |error: engine::HashTooLarge| CliError::Message(error.to_string());
    let searches: Result<Vec<Search>, _> =
        (0..workers.min(tasks.len())).map(|_| Search::new(settings)).collect();
    let next = AtomicUsize::new(0);
    let (sender, solutions) = mpsc::channel();
    let work = |mut search: Search, sender: mpsc::Sender<(usize, Solution)>| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else { return };
            // A result must not depend on earlier positions.
            search.clear();
            let root = Root::new(task.position);
            let result = search.run(&root, limits, &Signal::default(), &mut |_| {});
            if sender.send((index, solution(task, &result))).is_err() {
                return;
            }
        }
    };
    let searches = searches.map_err(too_large)?;
    thread::scope(|scope| {
        for search in searches {
            let sender = sender.clone();
            scope.spawn(|| work(search, sender));
        }
        drop(sender);
        let reported = report_in_order(&solutions, &mut on_solution);
        if reported.is_err() {
            // Nobody needs the rest, so nothing is left for the workers.
            next.store(tasks.len(), Ordering::Relaxed);
        }
        reported
    })
}

fn report_in_order(
    solutions: &mpsc::Receiver<(usize, Solution)>,
    on_solution: &mut impl FnMut(usize, &Solution) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    for (index, solution) in solutions {
        waiting.insert(index, solution);
        while let Some(solution) = waiting.remove(&due) {
            on_solution(due, &solution)?;
            due += 1;
        }
    }
    Ok(())
}

fn solution(task: &Task, result: &SearchResult) -> Solution {
    let line = result.lines.first();
    let (best, value) = (result.best(), line.map(|line| line.value));
    Solution {
        is_solved: task.goal.is_reached(best, value),
        is_shortest: task.goal.is_shortest(value),
        points: task.goal.points(best),
        best: best.map_or("none".into(), |m| task.position.san(m).to_string()),
        value: value.map_or(String::new(), text),
        depth: line.map_or(0, |line| line.depth),
        nodes: line.map_or(0, |line| line.nodes),
    }
}

/// A value in pawns, or the length of a mate.
fn text(value: Value) -> String {
    match value {
        Value::Centipawns(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        Value::Mate(moves) => format!("#{moves}"),
    }
}
