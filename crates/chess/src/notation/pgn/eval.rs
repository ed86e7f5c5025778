//! Engine evaluations in comments: `[%eval 0.35]`, `[%eval #-3]`.

use std::fmt;
use std::str::FromStr;

use crate::notation::Quoted;

/// An engine's evaluation of a position, from White's point of view.
///
/// ```
/// use tabiya_chess::pgn::{Eval, Score};
///
/// let eval: Eval = "-0.35,24".parse()?;
/// assert_eq!(eval, Eval { score: Score::Centipawns(-35), depth: Some(24) });
/// assert_eq!("#-3".parse::<Eval>()?.score, Score::Mate(-3));
/// # Ok::<(), tabiya_chess::pgn::ParseEvalError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Eval {
    /// The score.
    pub score: Score,
    /// The search depth, if given.
    pub depth: Option<u32>,
}

/// The score of an [`Eval`], positive when White is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves until mate, negative when Black mates.
    Mate(i32),
}

/// The text is not an [`Eval`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseEvalError {
    /// The text that was read.
    pub text: String,
}

impl fmt::Display for ParseEvalError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "'{}' is not an evaluation such as 0.35, #-3 or 0.35,24", Quoted(&self.text))
    }
}

impl std::error::Error for ParseEvalError {}

impl FromStr for Eval {
    type Err = ParseEvalError;

    fn from_str(text: &str) -> Result<Eval, ParseEvalError> {
        let parse = || {
            let (score, depth) = match text.split_once(',') {
                Some((score, depth)) => (score, Some(depth.trim().parse().ok()?)),
                None => (text, None),
            };
            Some(Eval { score: parse_score(score.trim())?, depth })
        };
        parse().ok_or_else(|| ParseEvalError { text: text.to_owned() })
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.score {
            Score::Mate(moves) => write!(f, "#{moves}")?,
            Score::Centipawns(score) => {
                let sign = if score < 0 { "-" } else { "" };
                let size = score.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)?;
            }
        }
        self.depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))
    }
}

fn parse_score(text: &str) -> Option<Score> {
    if let Some(moves) = text.strip_prefix('#') {
        return moves.parse().ok().map(Score::Mate);
    }
    let pawns: f64 = text.parse().ok()?;
    let centipawns = (pawns * 100.0).round();
    let fits = centipawns.abs() <= f64::from(i32::MAX);
    fits.then_some(Score::Centipawns(centipawns as i32))
}
