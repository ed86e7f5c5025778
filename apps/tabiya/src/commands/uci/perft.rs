//! `go perft`: runs in the background, so that a long count can be stopped like a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};

use chess::{CastlingMode, Position, perft};

use super::output::Output;

/// Deeper counts would take too long.
pub(super) const MAX_DEPTH: u32 = 20;

/// A perft that may be running.
#[derive(Default)]
pub(super) struct PerftTask {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl PerftTask {
    /// Starts a count, after stopping the one before.
    pub(super) fn start(
        &mut self,
        position: Position,
        depth: u32,
        castling: CastlingMode,
        output: &Output,
    ) {
        self.stop();
        self.wait();
        let stop = Arc::new(AtomicBool::new(false));
        self.stop = Arc::clone(&stop);
        let thread_output = output.clone();
        let work = move || divide(&position, depth, castling, &thread_output, &stop);
        match thread::Builder::new().spawn(work) {
            Ok(thread) => self.thread = Some(thread),
            Err(error) => output.error(&format!("cannot start a thread: {error}")),
        }
    }

    /// Tells the count to stop.
    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Waits until it has stopped.
    pub(super) fn wait(&mut self) {
        // A panic has been printed on stderr.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Prints the count below every move as soon as it is known, then the total.
fn divide(
    position: &Position,
    depth: u32,
    castling: CastlingMode,
    output: &Output,
    stop: &AtomicBool,
) {
    let mut total = 0;
    for m in position.legal_moves() {
        let Some(nodes) = count(&position.play_unchecked(m), depth - 1, stop) else {
            return output.info_string(&format!("perft stopped after {total} nodes"));
        };
        total += nodes;
        output.write(&format_args!("{}: {nodes}", m.uci(castling)));
    }
    output.write(&format_args!("\nNodes searched: {total}"));
}

/// Counts in parts of a few milliseconds, checking for the signal before each.
fn count(position: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    const PART: u32 = 3;
    if stop.load(Relaxed) {
        None
    } else if depth <= PART {
        Some(perft::count(position, depth))
    } else {
        let moves = position.legal_moves();
        moves.iter().map(|&m| count(&position.play_unchecked(m), depth - 1, stop)).sum()
    }
}
