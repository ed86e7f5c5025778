//! `tabiya perft`: counts the paths that legal moves make, and how fast that goes.

mod split;

use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

use chess::{CastlingMode, Move, Position};
use clap::Args;

use super::whole_number;
use crate::exit::{Answer, CliError};

/// No position with a choice of moves is counted deeper than this in a lifetime.
const DEEPEST: u32 = 32;
const MOST_THREADS: usize = 256;

/// Count the move paths of a length, the yardstick of move generators
#[derive(Debug, Args)]
pub(crate) struct Perft {
    /// The length of the paths in half-moves
    #[arg(value_parser = whole_number(0..=DEEPEST), allow_negative_numbers = true)]
    depth: u32,
    /// The position to count from, as FEN, X-FEN or Shredder-FEN
    #[arg(long, default_value_t)]
    fen: Position,
    /// Print the count below each move
    #[arg(long)]
    divide: bool,
    /// How many threads share the work
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number(1..=MOST_THREADS))]
    threads: usize,
    /// Write castling as the king taking its rook
    #[arg(long)]
    chess960: bool,
}

impl Perft {
    pub(crate) fn run(self) -> Result<Answer, CliError> {
        let start = Instant::now();
        let counts = split::divide(&self.fen, self.depth, self.threads);
        // The path of no moves is a path too, and below no move.
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
        Ok(Answer::Yes)
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

/// The last line of the output: nodes, seconds, and millions of nodes a second.
fn summary(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    // A clock too coarse to see any time pass still gives a number.
    let mnps = nodes as f64 / seconds.max(1e-9) / 1e6;
    format!("nodes {nodes}  time {seconds:.3}  Mnps {mnps:.1}")
}
