//! Plays games on all threads and writes them in the order of their numbers, so that an interrupted
//! file is a prefix of the complete one.

use std::collections::BTreeMap;
use std::io;
use std::mem;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use engine::{Network, Signal};
use selfplay::{Archive, ArchiveError, DatagenSettings, GameStatistics, Player, Record};

use super::super::{interruptible, processors};
use super::archive_error;
use crate::exit::{CliError, ExitStatus};
use crate::progress::Progress;

/// Deep searches need more stack than threads get by default.
const STACK: usize = 32 << 20;

/// Plays until the file has this many games, or until interrupted.
pub(super) fn run(
    path: &Path,
    games: Option<u64>,
    threads: Option<usize>,
    settings: &DatagenSettings,
    network: Option<&Arc<Network>>,
) -> Result<ExitStatus, CliError> {
    let unwritable = |error| CliError::Write(path.display().to_string(), error);
    let mut archive = Archive::open(path, settings).map_err(|error| match error {
        ArchiveError::Io(error) => unwritable(error),
        error => archive_error(path, error),
    })?;
    let threads = threads.unwrap_or_else(processors);
    let players: Result<Vec<Player>, _> =
        (0..threads).map(|_| Player::new(settings, network)).collect();
    let players = players.map_err(|error| CliError::Message(error.to_string()))?;
    let signal = interruptible();

    let next = AtomicU64::new(archive.games());
    let last = games.unwrap_or(u64::MAX);
    let (sender, finished) = channel();
    thread::scope(|scope| {
        let workers = players.into_iter().map(|mut player| {
            let (next, signal, sender) = (&next, &*signal, sender.clone());
            let play = move |number| player.play(number, signal);
            (STACK, move || work(play, next, last, signal, &sender))
        });
        start_all(scope, workers)
            .map_err(|error| CliError::Message(format!("cannot start a thread: {error}")))?;
        drop(sender);
        let written = record_all(&mut archive, &finished, Report::new(games));
        // When the disk is full, there is no need to play on.
        signal.stop();
        written.map_err(unwritable)
    })?;
    Ok(ExitStatus::Success)
}

/// Starts a thread with this stack size for every worker. None of them works before all threads
/// exist, so that a machine without memory for them is noticed before any game.
fn start_all<'scope, W: FnOnce() + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    mut workers: impl Iterator<Item = (usize, W)>,
) -> io::Result<()> {
    let all_exist = Arc::new(OnceLock::new());
    let start = |(stack_size, worker): (usize, W)| {
        let all_exist = Arc::clone(&all_exist);
        let wait_and_work = move || {
            if *all_exist.wait() {
                worker();
            }
        };
        thread::Builder::new().stack_size(stack_size).spawn_scoped(scope, wait_and_work)?;
        Ok(())
    };
    let started = workers.try_for_each(start);
    all_exist.set(started.is_ok()).expect("set once");
    started
}

/// Plays one game after the other and sends them to the recording thread.
fn work(
    mut play: impl FnMut(u64) -> Option<Record>,
    next: &AtomicU64,
    last: u64,
    signal: &Signal,
    finished: &Sender<(u64, Record)>,
) {
    let stop_all = StopOnDrop(signal);
    loop {
        let number = next.fetch_add(1, Relaxed);
        if number >= last {
            // The other threads are still playing.
            mem::forget(stop_all);
            return;
        }
        let Some(record) = play(number) else { return };
        if finished.send((number, record)).is_err() {
            return;
        }
    }
}

/// Stops all threads when it is dropped, even by a panic: after a missing game, no other can be
/// written.
struct StopOnDrop<'a>(&'a Signal);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Writes games in the order of their numbers. Those that come after a gap at the end are dropped,
/// to be played again by the next run.
fn record_all(
    archive: &mut Archive,
    finished: &Receiver<(u64, Record)>,
    mut report: Report,
) -> io::Result<()> {
    let mut early = BTreeMap::new();
    for (number, record) in finished {
        report.statistics += GameStatistics::from(&record);
        early.insert(number, record);
        while let Some(record) = early.remove(&archive.games()) {
            archive.push(record)?;
        }
        report.update(archive.games());
    }
    archive.flush()?;
    report.finish(archive.games());
    Ok(())
}

/// How often a line is written where there is no terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(30);

/// What the user sees: a progress bar, or a line now and then in a log, and a last line.
struct Report {
    progress: Progress,
    goal: Option<u64>,
    started: Instant,
    /// When the next line is due in a log.
    due: Instant,
    /// What this run has played.
    statistics: GameStatistics,
}

impl Report {
    fn new(goal: Option<u64>) -> Report {
        let started = Instant::now();
        let (progress, due) = (Progress::new("datagen", goal), started + LOG_INTERVAL);
        Report { progress, goal, started, due, statistics: GameStatistics::default() }
    }

    fn update(&mut self, games: u64) {
        if !self.progress.is_visible() && Instant::now() >= self.due {
            self.due = Instant::now() + LOG_INTERVAL;
            self.progress.log(&self.line(games));
        }
        self.progress.update(games, || self.line(games));
    }

    fn finish(&self, games: u64) {
        self.progress.log(&self.line(games));
    }

    fn line(&self, games: u64) -> String {
        let goal = self.goal.map(|goal| format!("/{goal}")).unwrap_or_default();
        let speed = self.statistics.usable as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        let GameStatistics { positions, usable, .. } = self.statistics;
        format!("{games}{goal} games  {positions} positions  {usable} usable  {speed:.0}/s")
    }
}

#[cfg(test)]
mod tests {
    use std::panic;

    use selfplay::Winner;

    use super::*;

    fn game() -> Record {
        let (moves, scores, quiet) = (Vec::new(), Vec::new(), Vec::new());
        Record { start: 518, opening: 0, moves, scores, quiet, winner: Winner::Draw }
    }

    /// Whether a worker that plays three games like this stops the others.
    fn is_stopped_by(play: impl FnMut(u64) -> Option<Record>) -> bool {
        let (signal, (sender, _finished)) = (Signal::new(), channel());
        let work = || work(play, &AtomicU64::new(0), 3, &signal, &sender);
        // One of the cases panics.
        let _ = panic::catch_unwind(panic::AssertUnwindSafe(work));
        signal.is_stopped()
    }

    #[test]
    fn workers_begin_when_all_threads_exist_or_never() {
        let begun = AtomicU64::new(0);
        let worker = || {
            begun.fetch_add(1, Relaxed);
        };
        let start = |stacks: [usize; 3]| {
            thread::scope(|scope| start_all(scope, stacks.map(|stack| (stack, worker)).into_iter()))
        };
        // No memory has room for the second stack.
        assert!(start([STACK, usize::MAX / 4, STACK]).is_err());
        assert_eq!(begun.load(Relaxed), 0);
        assert!(start([STACK; 3]).is_ok());
        assert_eq!(begun.load(Relaxed), 3);
    }

    #[test]
    fn an_unfinished_game_stops_all_workers() {
        assert!(!is_stopped_by(|_| Some(game())));
        assert!(is_stopped_by(|number| (number != 1).then(game)));
        assert!(is_stopped_by(|number| if number == 1 {
            panic!("in a search")
        } else {
            Some(game())
        }));
    }
}
