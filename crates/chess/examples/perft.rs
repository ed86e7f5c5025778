//! Counts the positions that legal moves lead to, and how fast.
//!
//! Perft is how move generators are tested: the counts for well-known positions are published, so a
//! single wrong or missing move shows. `divide` splits the count by first move, which narrows an
//! error down to one branch.

use std::time::Instant;

use tabiya_chess::{CastlingMode, FenError, Position, perft};

/// The published counts for depths 1 to 4.
const SUITE: [(&str, [u64; 4]); 2] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8_902, 197_281]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        [48, 2_039, 97_862, 4_085_603],
    ),
];

fn main() -> Result<(), FenError> {
    for (fen, expected) in SUITE {
        let position: Position = fen.parse()?;
        println!("{fen}");
        for (depth, expected) in (1..).zip(expected) {
            let begin = Instant::now();
            let count = perft::count(&position, depth);
            println!("  depth {depth}: {count:>9} in {:?}", begin.elapsed());
            assert_eq!(count, expected);
        }
    }
    for (m, count) in perft::divide(&Position::default(), 2) {
        print!("{}: {count}  ", m.uci(CastlingMode::Standard));
    }
    println!();
    Ok(())
}
