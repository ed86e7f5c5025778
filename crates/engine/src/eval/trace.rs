//! Who listens while a position is evaluated. In play nobody does, and nothing of it remains in the
//! compiled code; the tuner counts how often each weight was used.

use super::pair::Pair;
use super::terms::{COUNT, Term};
use chess::Color;

/// Hears of every weight that is added.
pub(super) trait Trace {
    /// A weight was added so many times for White, or taken off when negative.
    fn note(&mut self, term: Term, count: i32);
}

/// Nobody listens.
pub(super) struct Silence;

impl Trace for Silence {
    #[inline(always)]
    fn note(&mut self, _term: Term, _count: i32) {}
}

/// Counts how often each weight was added, White's less Black's.
pub(super) struct Counts(pub(super) [i32; COUNT]);

impl Default for Counts {
    fn default() -> Counts {
        Counts([0; COUNT])
    }
}

impl Trace for Counts {
    fn note(&mut self, term: Term, count: i32) {
        self.0[term.index()] += count;
    }
}

/// A sum of weights, from White's side.
pub(super) struct Tally<'a, T> {
    pub(super) score: Pair,
    pub(super) trace: &'a mut T,
}

impl<'a, T: Trace> Tally<'a, T> {
    pub(super) fn new(trace: &'a mut T) -> Tally<'a, T> {
        Tally { score: Pair::ZERO, trace }
    }

    /// Adds a weight for a side.
    #[inline(always)]
    pub(super) fn add(&mut self, side: Color, term: Term) {
        self.add_times(side, term, 1);
    }

    /// Adds a weight for a side so many times.
    #[inline(always)]
    pub(super) fn add_times(&mut self, side: Color, term: Term, count: i32) {
        let signed = if side.is_white() { count } else { -count };
        self.score += term.weight() * signed;
        self.trace.note(term, signed);
    }
}
