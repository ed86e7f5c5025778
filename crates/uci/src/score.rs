//! How good a position is, as an engine says it: for the side to move.

use std::fmt;

use crate::text::{Words, signed_number, small_number};

/// A score and whether it is the truth or a bound of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// The score itself.
    pub value: Value,
    /// What is known about it.
    pub bound: Bound,
}

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves until mate; negative when the side to move is mated, 0 when it is mate already.
    Mate(i32),
}

/// What is known about a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    /// It is what it is.
    #[default]
    Exact,
    /// It is this or better.
    Lower,
    /// It is this or worse.
    Upper,
}

/// The chances of a game in thousandths, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wdl {
    /// To win it.
    pub win: u32,
    /// To draw it.
    pub draw: u32,
    /// To lose it.
    pub loss: u32,
}

impl Score {
    /// Reads what follows the word `score`.
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
    /// Reads what follows the word `wdl`.
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
