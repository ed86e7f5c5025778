//! Playing games on all threads and writing them down in the order of their numbers, so that a file
//! that was broken off is the beginning of the whole one.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::mem;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Network, Signal};
use selfplay::{Archive, ArchiveError, Player, Record, Survey, Terms};

use super::super::{interruptible, processors};
use super::named;
use crate::exit::{Answer, CliError};

/// Deep lines need more stack than threads get by default.
const STACK: usize = 32 << 20;

/// Plays until the file holds so many games, or until somebody interrupts.
pub(super) fn run(
    path: &Path,
    games: Option<u64>,
    threads: Option<usize>,
    terms: &Terms,
    network: Option<&Arc<Network>>,
) -> Result<Answer, CliError> {
    let unwritable = |error| CliError::Write(path.display().to_string(), error);
    let mut archive = Archive::open(path, terms).map_err(|error| match error {
        ArchiveError::Io(error) => unwritable(error),
        fault => named(path, fault),
    })?;
    let threads = threads.unwrap_or_else(processors);
    let players: Result<Vec<Player>, _> =
        (0..threads).map(|_| Player::new(terms, network)).collect();
    let players = players.map_err(|error| CliError::Unusable(error.to_string()))?;
    let signal = interruptible();

    let next = AtomicU64::new(archive.games());
    let last = games.unwrap_or(u64::MAX);
    let (sender, finished) = channel();
    thread::scope(|scope| {
        for mut player in players {
            let (next, signal, sender) = (&next, &*signal, sender.clone());
            let play = move |number| player.play(number, signal);
            let started = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || work(play, next, last, signal, &sender));
            if let Err(error) = started {
                // Those that were started would play on, and nobody would keep their games.
                signal.stop();
                return Err(CliError::Unusable(format!("cannot start a thread: {error}")));
            }
        }
        drop(sender);
        let written = keep(&mut archive, &finished, Progress::new(games));
        // When the disk is full, nobody needs to play on.
        signal.stop();
        written.map_err(unwritable)
    })?;
    Ok(Answer::Yes)
}

/// Plays one game after the other and hands them in.
fn work(
    mut play: impl FnMut(u64) -> Option<Record>,
    next: &AtomicU64,
    last: u64,
    signal: &Signal,
    finished: &Sender<(u64, Record)>,
) {
    let broken_off = BrokenOff(signal);
    loop {
        let number = next.fetch_add(1, Relaxed);
        if number >= last {
            // Others are still playing.
            mem::forget(broken_off);
            return;
        }
        let Some(record) = play(number) else { return };
        if finished.send((number, record)).is_err() {
            return;
        }
    }
}

/// Stops everybody when it goes away, even by a panic: after a game that is missing, no other can
/// be written.
struct BrokenOff<'a>(&'a Signal);

impl Drop for BrokenOff<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Writes games in the order of their numbers as they come in. What comes after a gap when all is
/// over will be played again another time.
fn keep(
    archive: &mut Archive,
    finished: &Receiver<(u64, Record)>,
    mut progress: Progress,
) -> io::Result<()> {
    let mut early = BTreeMap::new();
    for (number, record) in finished {
        progress.survey += Survey::from(&record);
        early.insert(number, record);
        while let Some(record) = early.remove(&archive.games()) {
            archive.push(record)?;
        }
        progress.tick(archive.games());
    }
    archive.flush()?;
    progress.finish(archive.games());
    Ok(())
}

/// Says on stderr how far it has come: often on a terminal, seldom in a log.
struct Progress {
    goal: Option<u64>,
    begun: Instant,
    due: Instant,
    is_terminal: bool,
    /// What this run has played.
    survey: Survey,
}

impl Progress {
    fn new(goal: Option<u64>) -> Progress {
        let now = Instant::now();
        let is_terminal = io::stderr().is_terminal();
        let progress =
            Progress { goal, begun: now, due: now, is_terminal, survey: Survey::default() };
        Progress { due: now + progress.pulse(), ..progress }
    }

    /// How often it speaks.
    fn pulse(&self) -> Duration {
        Duration::from_secs(if self.is_terminal { 1 } else { 30 })
    }

    fn tick(&mut self, games: u64) {
        if Instant::now() >= self.due {
            self.due = Instant::now() + self.pulse();
            self.say(games, if self.is_terminal { "" } else { "\n" });
        }
    }

    fn finish(&self, games: u64) {
        self.say(games, "\n");
    }

    fn say(&self, games: u64, end: &str) {
        /// Back to the first column, and erase to the end of the line.
        const ERASE: &str = "\r\x1b[K";
        let start = if self.is_terminal { ERASE } else { "" };
        let goal = self.goal.map(|goal| format!("/{goal}")).unwrap_or_default();
        let speed = self.survey.usable as f64 / self.begun.elapsed().as_secs_f64().max(1e-3);
        let Survey { positions, usable, .. } = self.survey;
        // Nobody misses a line of progress that cannot be written.
        let _ = write!(
            io::stderr(),
            "{start}{games}{goal} games  {positions} positions  {usable} usable  {speed:.0}/s{end}"
        );
    }
}

#[cfg(test)]
mod tests {
    use std::panic;

    use selfplay::Winner;

    use super::*;

    fn game() -> Record {
        let (moves, scores, quiet) = (Vec::new(), Vec::new(), Vec::new());
        Record { start: 518, opening: 0, moves, scores, quiet, winner: Winner::Nobody }
    }

    /// Whether all are stopped by one who plays three games like this.
    fn is_stopped_by(play: impl FnMut(u64) -> Option<Record>) -> bool {
        let (signal, (sender, _finished)) = (Signal::new(), channel());
        let work = || work(play, &AtomicU64::new(0), 3, &signal, &sender);
        // A panic is one of the cases.
        let _ = panic::catch_unwind(panic::AssertUnwindSafe(work));
        signal.is_stopped()
    }

    #[test]
    fn a_game_that_is_not_finished_stops_everybody() {
        assert!(!is_stopped_by(|_| Some(game())));
        assert!(is_stopped_by(|number| (number != 1).then(game)));
        assert!(is_stopped_by(|number| if number == 1 {
            panic!("in a search")
        } else {
            Some(game())
        }));
    }
}
