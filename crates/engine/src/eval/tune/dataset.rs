//! Positions as the tuner needs them: which weights they use and how often.

use chess::Position;

use crate::eval::trace::TermCounts;
use crate::eval::{FULL_PHASE, endgame, sum_terms};

/// One game in this many is used for validation only.
const VALIDATION_INTERVAL: usize = 10;

/// Many positions in little memory, all from White's side.
#[derive(Default)]
pub struct Dataset {
    labels: Vec<Label>,
    /// Where the weights of each position end.
    ends: Vec<u32>,
    terms: Vec<u16>,
    counts: Vec<i8>,
    games: usize,
}

/// What is known about a position besides its weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Label {
    /// How much the middlegame sum counts, and how much the endgame sum.
    pub(super) blend: [f32; 2],
    /// 1 when White won, 0 when Black did.
    pub(super) result: f32,
    /// A recorded evaluation in centipawns.
    pub(super) score: Option<i16>,
    /// True for a position of the validation set.
    pub(super) is_validation: bool,
}

/// A position in a dataset.
pub(super) struct Sample<'a> {
    pub(super) label: Label,
    terms: &'a [u16],
    counts: &'a [i8],
}

impl Sample<'_> {
    /// The weights that the position uses, and how often White does more than Black.
    pub(super) fn uses(&self) -> impl Iterator<Item = (usize, f64)> {
        let terms = self.terms.iter().map(|&term| usize::from(term));
        terms.zip(self.counts.iter().map(|&count| f64::from(count)))
    }
}

impl Dataset {
    /// Starts the next game.
    pub fn begin_game(&mut self) {
        self.games += 1;
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// True when there is no position.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Adds a position with the result of its game, 1 when White won, and White's score in
    /// centipawns if one was recorded. Known endgames are left out: they use no weights.
    pub fn push(&mut self, position: &Position, result: f32, score: Option<i32>) {
        if endgame::known(position).is_some() {
            return;
        }
        let mut counts = TermCounts::default();
        let sum = sum_terms(position, None, &mut counts);
        for (term, &count) in counts.0.iter().enumerate().filter(|&(_, &count)| count != 0) {
            self.terms.push(term as u16);
            self.counts.push(count.clamp(i8::MIN.into(), i8::MAX.into()) as i8);
        }
        self.ends.push(self.terms.len() as u32);
        let phase = sum.phase as f32 / FULL_PHASE as f32;
        let scale = sum.scale as f32 / endgame::SCALE_NORMAL as f32;
        self.labels.push(Label {
            blend: [phase, (1.0 - phase) * scale],
            result,
            score: score.map(|score| score.clamp(i16::MIN.into(), i16::MAX.into()) as i16),
            is_validation: self.games % VALIDATION_INTERVAL == VALIDATION_INTERVAL - 1,
        });
    }

    /// The position with this number.
    pub(super) fn sample(&self, index: usize) -> Sample<'_> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        let span = start..self.ends[index] as usize;
        Sample {
            label: self.labels[index],
            terms: &self.terms[span.clone()],
            counts: &self.counts[span],
        }
    }
}
