//! Parallel perft.
//!
//! The tree is split into jobs below the root moves, or below their replies for several threads and
//! a deep tree, since root moves alone are too few and too unequal. Idle threads take the next job
//! from a common list.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use chess::{Move, Position, perft};

/// From this depth on, the subtree of a reply is a job of its own.
const SPLIT_TWICE_DEPTH: u32 = 4;

/// The count below each legal move, in the order of generation; empty at depth 0.
pub(super) fn divide(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let moves = position.legal_moves();
    let jobs = jobs(position, &moves, below, threads);
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let count = perft::count(&job.position, job.depth);
            counts[job.root].fetch_add(count, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(jobs.len()) {
            // If no more threads can be started, the running ones do all the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    moves.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
}

/// A subtree to count, and the root move that it belongs to.
struct Job {
    root: usize,
    position: Position,
    depth: u32,
}

impl Job {
    /// A job for each reply.
    fn split(self) -> impl Iterator<Item = Job> {
        let Job { root, position, depth } = self;
        position.legal_moves().into_iter().map(move |m| Job {
            root,
            position: position.play_unchecked(m),
            depth: depth - 1,
        })
    }
}

fn jobs(position: &Position, moves: &[Move], below: u32, threads: usize) -> Vec<Job> {
    let firsts = moves.iter().enumerate().map(|(root, &m)| Job {
        root,
        position: position.play_unchecked(m),
        depth: below,
    });
    if threads > 1 && below + 1 >= SPLIT_TWICE_DEPTH {
        firsts.flat_map(Job::split).collect()
    } else {
        firsts.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Castling, en passant and promotions; one legal move; mate.
    const POSITIONS: [&str; 4] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "7k/8/8/8/8/8/6q1/7K w - - 0 1",
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    ];

    #[test]
    fn the_counts_do_not_depend_on_the_number_of_threads() {
        for fen in POSITIONS {
            let position: Position = fen.parse().unwrap();
            for depth in 1..=4 {
                let expected = perft::divide(&position, depth);
                for threads in [1, 2, 3, 8, 256] {
                    let found = divide(&position, depth, threads);
                    assert_eq!(found, expected, "{fen} to depth {depth} with {threads} threads");
                }
            }
        }
    }

    #[test]
    fn depth_0_has_no_division() {
        assert_eq!(divide(&Position::default(), 0, 4), []);
    }
}
