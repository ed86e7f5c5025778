//! Move generation against published counts.

use std::fs;

use tabiya_chess::{Position, perft};

const SUITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/perft.epd");

/// The lines of the suite: a FEN, and the count for each listed depth.
fn suite() -> Vec<(Position, Vec<(u32, u64)>)> {
    let text = fs::read_to_string(SUITE).expect("the suite is part of the repository");
    text.lines().map(|line| parse(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

fn parse(line: &str) -> Option<(Position, Vec<(u32, u64)>)> {
    let mut fields = line.split(';').map(str::trim);
    let position = fields.next()?.parse().ok()?;
    let counts = fields.map(|field| {
        let (depth, count) = field.strip_prefix('D')?.split_once(' ')?;
        Some((depth.parse().ok()?, count.parse().ok()?))
    });
    Some((position, counts.collect::<Option<_>>()?))
}

#[test]
fn counts_are_those_published() {
    let suite = suite();
    assert_eq!(suite.len(), 26);
    for (position, counts) in suite {
        for (depth, count) in counts {
            assert_eq!(perft::count(&position, depth), count, "{position} at depth {depth}");
        }
    }
}

#[test]
fn all_ways_to_count_agree() {
    for (position, counts) in suite() {
        let (depth, count) = counts[0];
        assert_eq!(perft::count_by_playing(&position, depth), count, "{position}");
        let divided: u64 = perft::divide(&position, depth).iter().map(|(_, count)| count).sum();
        assert_eq!(divided, count, "{position}");
    }
}
