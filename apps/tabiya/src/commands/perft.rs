//! `tabiya perft`: counts the leaf nodes of the tree of legal moves, and measures the speed.

mod split;

use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

use chess::{CastlingMode, Move, Position};
use clap::Args;

use super::whole_number;
use crate::exit::{CliError, ExitStatus};

/// Deeper counts would take a lifetime.
const MAX_DEPTH: u32 = 32;
const MAX_THREADS: usize = 256;

/// Count the leaf nodes of the move tree, to test and measure the move generator
#[derive(Debug, Args)]
pub(crate) struct Perft {
    /// Depth in plies
    #[arg(value_parser = whole_number(0..=MAX_DEPTH), allow_negative_numbers = true)]
    depth: u32,
    /// Position as FEN, X-FEN or Shredder-FEN
    #[arg(long, default_value_t)]
    fen: Position,
    /// Print the count for each move
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MAX_THREADS))]
    threads: usize,
    /// Write castling as the king taking its rook
    #[arg(long)]
    chess960: bool,
}

impl Perft {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let start = Instant::now();
        let counts = split::divide(&self.fen, self.depth, self.threads);
        // At depth 0 the position itself is the only node.
        let nodes = if self.depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() };
        let time = start.elapsed();

        let mut output = BufWriter::new(io::stdout().lock());
        if self.divide {
            for line in self.division(&counts) {
                writeln!(output, "{line}")?;
            }
        }
        writeln!(output, "{}", summary(nodes, time))?;
        output.flush()?;
        Ok(ExitStatus::Success)
    }

    /// The lines `move: count`, sorted by their text, as other programs print them.
    fn division(&self, counts: &[(Move, u64)]) -> Vec<String> {
        let mode = if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let mut lines: Vec<String> =
            counts.iter().map(|(m, count)| format!("{}: {count}", m.uci(mode))).collect();
        lines.sort_unstable();
        lines
    }
}

/// The last line of the output: nodes, seconds, and millions of nodes per second.
fn summary(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    // The clock may be too coarse to see any time pass.
    let mnps = nodes as f64 / seconds.max(1e-9) / 1e6;
    format!("nodes {nodes}  time {seconds:.3}  Mnps {mnps:.1}")
}
