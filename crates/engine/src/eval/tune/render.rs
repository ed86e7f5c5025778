//! Writes the weights as `weights.rs`.

use crate::eval::TaperedScore;
use crate::eval::terms::{COUNT, GROUPS};

const HEAD: &str = "\
//! The value of every weight, in centipawns: middlegame, then endgame.
//!
//! `tabiya tune` writes this file.

use super::tapered_score::TaperedScore;
use super::terms::Weights;

const fn s(middle: i32, end: i32) -> TaperedScore {
    TaperedScore::new(middle, end)
}

/// The weights of the classical evaluation.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
";

/// Piece-square tables have four files, so each line has four weights.
const PER_LINE: usize = 4;

/// Writes weights, in the order of the list, as `weights.rs`.
pub fn render(weights: &[TaperedScore; COUNT]) -> String {
    let mut lines = Vec::new();
    let mut rest = &weights[..];
    for (name, length) in GROUPS {
        let (group, after) = rest.split_at(*length);
        rest = after;
        lines.push(format!("    {name}: ["));
        lines.extend(group.chunks(PER_LINE).map(line));
        lines.push("    ],".into());
    }
    format!("{HEAD}{}\n}};\n", lines.join("\n"))
}

fn line(pairs: &[TaperedScore]) -> String {
    let pair = |pair: &TaperedScore| format!("s({:4}, {:4})", pair.middle(), pair.end());
    format!("        {},", pairs.iter().map(pair).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::weights::WEIGHTS;

    #[test]
    fn the_weights_of_the_program_are_written_as_their_file() {
        assert_eq!(render(&WEIGHTS.flatten()), include_str!("../weights.rs"));
    }
}
