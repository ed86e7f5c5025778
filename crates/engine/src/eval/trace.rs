//! Traces of the evaluation. In play there is none, and nothing of it is left in the compiled code;
//! the tuner counts how often each weight is used.

use super::tapered_score::TaperedScore;
use super::terms::{COUNT, Term};
use chess::Color;

/// Receives every weight that is added.
pub(super) trait Trace {
    /// A weight was added this many times for White, or subtracted when negative.
    fn record(&mut self, term: Term, count: i32);
}

/// No trace.
pub(super) struct NoTrace;

impl Trace for NoTrace {
    #[inline(always)]
    fn record(&mut self, _term: Term, _count: i32) {}
}

/// Counts how often each weight is added, White's less Black's.
pub(super) struct TermCounts(pub(super) [i32; COUNT]);

impl Default for TermCounts {
    fn default() -> TermCounts {
        TermCounts([0; COUNT])
    }
}

impl Trace for TermCounts {
    fn record(&mut self, term: Term, count: i32) {
        self.0[term.index()] += count;
    }
}

/// A sum of weights, from White's side.
pub(super) struct TermSum<'a, T> {
    pub(super) score: TaperedScore,
    pub(super) trace: &'a mut T,
}

impl<'a, T: Trace> TermSum<'a, T> {
    pub(super) fn new(trace: &'a mut T) -> TermSum<'a, T> {
        TermSum { score: TaperedScore::ZERO, trace }
    }

    /// Adds a weight for a side.
    #[inline(always)]
    pub(super) fn add(&mut self, side: Color, term: Term) {
        self.add_times(side, term, 1);
    }

    /// Adds a weight for a side a number of times.
    #[inline(always)]
    pub(super) fn add_times(&mut self, side: Color, term: Term, count: i32) {
        let signed = if side.is_white() { count } else { -count };
        self.score += term.weight() * signed;
        self.trace.record(term, signed);
    }
}
