//! Solving by many hands: each worker has an engine of its own and takes the next position that
//! nobody has taken. Reports come in the order of the suite, whoever is done first.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use engine::{Limits, Root, Search, Settings, Signal, Value, Verdict};

use super::suite::Task;
use crate::exit::CliError;

/// What came of a position.
pub(super) struct Report {
    pub(super) solved: bool,
    /// For a mate: no longer than the suite says.
    pub(super) shortest: bool,
    pub(super) points: u32,
    /// The move in algebraic notation.
    pub(super) best: String,
    pub(super) value: String,
    pub(super) depth: u32,
    pub(super) nodes: u64,
}

/// Thinks about every position and hands each report on, in order. Ends early when `note` fails.
pub(super) fn solve(
    tasks: &[Task],
    settings: &Settings,
    limits: &Limits,
    workers: usize,
    mut note: impl FnMut(usize, &Report) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let too_large = |error: engine::TableTooLarge| CliError::Unusable(error.to_string());
    let searches: Result<Vec<Search>, _> =
        (0..workers.min(tasks.len())).map(|_| Search::new(settings)).collect();
    let next = AtomicUsize::new(0);
    let (sender, reports) = mpsc::channel();
    let work = |mut search: Search, sender: mpsc::Sender<(usize, Report)>| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else { return };
            // A position's result must not depend on those that the worker had before.
            search.clear();
            let root = Root::new(task.position);
            let verdict = search.run(&root, limits, &Signal::default(), &mut |_| {});
            if sender.send((index, report(task, &verdict))).is_err() {
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
        let told = tell_in_order(&reports, &mut note);
        if told.is_err() {
            // Nobody listens any more: the workers find nothing left to do.
            next.store(tasks.len(), Ordering::Relaxed);
        }
        told
    })
}

fn tell_in_order(
    reports: &mpsc::Receiver<(usize, Report)>,
    note: &mut impl FnMut(usize, &Report) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    for (index, report) in reports {
        waiting.insert(index, report);
        while let Some(report) = waiting.remove(&due) {
            note(due, &report)?;
            due += 1;
        }
    }
    Ok(())
}

fn report(task: &Task, verdict: &Verdict) -> Report {
    let line = verdict.lines.first();
    let (best, value) = (verdict.best(), line.map(|line| line.value));
    Report {
        solved: task.goal.is_reached(best, value),
        shortest: task.goal.is_shortest(value),
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
