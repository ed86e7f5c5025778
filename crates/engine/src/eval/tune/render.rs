//! The weights as the text of the file that holds them.

use crate::eval::Pair;
use crate::eval::terms::{COUNT, GROUPS};

const HEAD: &str = "\
//! The value of every weight, in centipawns: its middlegame half, then its endgame half.
//!
//! `tabiya tune` writes this file.

use super::pair::Pair;
use super::terms::Weights;

const fn s(middle: i32, end: i32) -> Pair {
    Pair::new(middle, end)
}

/// The weights with which the program plays.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
";

/// The tables of squares have four files, so four weights stand on a line.
const A_LINE: usize = 4;

/// Writes weights, in the order of the list, as `weights.rs`.
pub fn render(weights: &[Pair; COUNT]) -> String {
    let mut lines = Vec::new();
    let mut rest = &weights[..];
    for (name, length) in GROUPS {
        let (group, after) = rest.split_at(*length);
        rest = after;
        lines.push(format!("    {name}: ["));
        lines.extend(group.chunks(A_LINE).map(line));
        lines.push("    ],".into());
    }
    format!("{HEAD}{}\n}};\n", lines.join("\n"))
}

fn line(pairs: &[Pair]) -> String {
    let pair = |pair: &Pair| format!("s({:4}, {:4})", pair.middle(), pair.end());
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
