//! `go perft`: counts move paths in the background, so that a count that would take days can be
//! stopped like a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};

use chess::{CastlingMode, Position, perft};

use super::screen::Screen;

/// Nobody waits for the end of more.
pub(super) const DEEPEST: u32 = 20;

/// A count that may be running.
#[derive(Default)]
pub(super) struct Paths {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Paths {
    /// Starts to count; what ran before is stopped.
    pub(super) fn start(
        &mut self,
        position: Position,
        depth: u32,
        castling: CastlingMode,
        screen: &Screen,
    ) {
        self.stop();
        self.wait();
        let stop = Arc::new(AtomicBool::new(false));
        self.stop = Arc::clone(&stop);
        let voice = screen.clone();
        let work = move || divide(&position, depth, castling, &voice, &stop);
        match thread::Builder::new().spawn(work) {
            Ok(thread) => self.thread = Some(thread),
            Err(error) => screen.complain(&format!("nobody can count: {error}")),
        }
    }

    /// Asks the count to end.
    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Waits for its end.
    pub(super) fn wait(&mut self) {
        // A count that broke down has said so on stderr.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Tells the count below every move as soon as it is known, then their sum.
fn divide(
    position: &Position,
    depth: u32,
    castling: CastlingMode,
    screen: &Screen,
    stop: &AtomicBool,
) {
    let mut total = 0;
    for m in position.legal_moves() {
        let Some(nodes) = count(&position.play_unchecked(m), depth - 1, stop) else {
            return screen.remark(&format!("perft stopped after {total} nodes"));
        };
        total += nodes;
        screen.write(&format_args!("{}: {nodes}", m.uci(castling)));
    }
    screen.write(&format_args!("\nNodes searched: {total}"));
}

/// Counts in parts of some milliseconds, with a look at the signal before each.
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
