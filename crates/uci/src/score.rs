//! Scores as engines report them, from the point of view of the side to move.

use std::fmt;

use crate::text::{Words, signed_number, small_number};

/// A score, exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// The score.
    pub value: Value,
    /// Whether it is exact.
    pub bound: Bound,
}

/// A score from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves until mate; negative when the side to move gets mated, 0 when it is checkmate.
    Mate(i32),
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The exact score.
    #[default]
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// Win, draw and loss probabilities in permille, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wdl {
    /// Probability of a win.
    pub win: u32,
    /// Probability of a draw.
    pub draw: u32,
    /// Probability of a loss.
    pub loss: u32,
}

impl Score {
    /// Parses what follows `score`.
    pub(crate) fn read(words: &mut Words) -> Option<Score> {
        let mut score = None;
        let mut bound = Bound::Exact;
        loop {
            match words.peek() {
                Some("cp") => score = value(words, Value::Centipawns).or(score),
                Some("mate") => score = value(words, Value::Mate).or(score),
                Some("lowerbound") => {
                    words.next();
                    bound = Bound::Lower;
                }
                Some("upperbound") => {
                    words.next();
                    bound = Bound::Upper;
                }
                _ => return score.map(|value| Score { value, bound }),
            }
        }
    }
}

fn value(words: &mut Words, make: fn(i32) -> Value) -> Option<Value> {
    words.next();
    let number = words.take_if(signed_number)?;
    Some(make(number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32))
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.value {
            Value::Centipawns(score) => write!(f, "cp {score}")?,
            Value::Mate(moves) => write!(f, "mate {moves}")?,
        }
        match self.bound {
            Bound::Exact => Ok(()),
            Bound::Lower => f.write_str(" lowerbound"),
            Bound::Upper => f.write_str(" upperbound"),
        }
    }
}

impl Wdl {
    /// Parses what follows `wdl`.
    pub(crate) fn read(words: &mut Words) -> Option<Wdl> {
        let win = words.take_if(small_number)?;
        let draw = words.take_if(small_number)?;
        let loss = words.take_if(small_number)?;
        Some(Wdl { win, draw, loss })
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}
