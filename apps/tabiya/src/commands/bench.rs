//! `tabiya bench`: a fixed search over fixed positions. The number of nodes is a signature of the
//! search: the same on every machine and in every run, unless the engine has changed.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use engine::{Limits, Root, Search, Settings, Signal};

use super::{network, whole_number};
use crate::exit::{CliError, ExitStatus};

/// Measure the speed of the engine and print the node count of a fixed search
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Search depth, in plies
    #[arg(long, default_value_t = 12, value_parser = whole_number(1_u32..=64))]
    depth: u32,
    /// Hash table size, in megabytes
    #[arg(long, default_value_t = 16, value_parser = whole_number(Settings::HASH_MB))]
    hash: usize,
    /// Network file, or `classical` for the hand-written evaluation [default: the built-in network]
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    network: String,
}

/// Positions from the engine's own games after a few random moves, openings to endgames.
const POSITIONS: [&str; 40] = [
    "rnbqkb1r/pppppp1p/8/4n1P1/8/2P2P2/PP1PP3/RNBQKBNR w KQkq - 1 6",
    "r1bqkb1r/pppppn1p/2n2p2/7B/PP2P2p/2N5/2PP1PP1/R1BQK1NR w KQkq - 4 8",
    "r2qk2r/ppp1n1pp/2n5/4pb2/P2pNp2/B2P4/1PP1PPPP/R2QKBNR w KQkq - 2 10",
    "rnb2rk1/pp2pp1p/1qp3p1/4P3/2P5/2N5/PP1Q1PPP/R3KB1R w KQ - 3 12",
    "r1bq1rk1/1pp1bpp1/p1n1p3/3pP1Pp/3P3P/2P2N2/PP1N1PK1/R1BQ1R2 w - - 1 14",
    "r3k2r/pp2bpp1/2p2q1p/8/1P1P3n/1Q1B3P/P4P1P/R1B2RK1 w kq - 1 16",
    "r3k2r/pp1qp1bp/2p1Q1b1/2P3B1/3P4/1B3N2/PP3PPP/5K1R w kq - 1 18",
    "r3r1k1/1p2bp1p/1n4p1/pPpPq3/5P2/5N2/PBPP3P/2K1R1R1 w - - 0 20",
    "1r4k1/4bpp1/b1p2n1p/Bp2pP2/p3P3/P1Nr2PP/1P4K1/3R1R2 w - - 0 23",
    "8/1p1r1kp1/4p2n/3p1p2/3P4/4P1B1/r4PP1/1RR3K1 w - - 0 26",
    "5rk1/p1q2ppp/2p1n3/1p2P3/8/1QP3P1/PP4BP/5R1K w - - 1 29",
    "8/6R1/1p2kn2/7p/4P3/5P2/r2BK1PP/8 w - - 5 32",
    "8/5k2/2R5/4B2p/1P1pP2b/7r/2P5/6K1 w - - 0 36",
    "8/6k1/7p/6B1/P5P1/4Q3/1PP4P/6K1 w - - 1 40",
    "5R2/3r3p/8/8/2P5/P1K1kp2/7P/8 w - - 4 44",
    "8/1pk4r/1p6/1P6/2P2p1R/8/5q1K/8 w - - 6 48",
    "4k3/1p6/2pp4/Pp1b4/8/5q2/1KB3r1/3q4 w - - 0 53",
    "8/8/2R2pk1/7p/7P/6P1/3r2K1/8 w - - 8 58",
    "8/1k6/1P6/2r5/7K/7P/5p2/5R2 w - - 0 63",
    "8/8/8/8/2k5/8/6R1/r6K w - - 12 68",
    "rnbqkbn1/pp1p1p1r/2p1p1p1/7p/1P1PP3/5N1P/P1P2PP1/RNBQKB1R w KQq - 0 6",
    "rnbqkbn1/2pp1ppr/4p3/7p/1p1PP2P/5N2/PP3PPR/RNBQKB2 w Qq - 0 8",
    "r1bqkbnr/ppp1p3/7p/3pnp2/3P2pP/P1N3P1/1PP1PP2/R1BQKB1R w KQ - 0 10",
    "r2q1rk1/pp1b1ppp/2np1n2/8/Q2Pp3/2N1P3/PP3PPP/R1B1KB1R w KQ - 0 12",
    "1rq1k2r/2pnppb1/2Qp2p1/8/2P5/3P4/PP2PP1P/RNB1K1NR w KQk - 1 14",
    "r1b1kb1r/1pp3p1/2n2p1P/4p3/p5q1/2PPB3/2P1NPBP/1R1Q1RK1 w kq - 0 16",
    "r1brk3/pp4p1/2np2Np/4pp2/2P3n1/4B1P1/PP2PPBP/R2R2K1 w - - 1 18",
    "2b1r1k1/p2p1ppp/3n4/1r6/4P3/2P2PP1/P5BP/R1B2RK1 w - - 2 20",
    "3q1rk1/p5bp/4pp2/p1N1n1p1/1P2P3/6Pb/P1P1NR1P/1R2Q1K1 w - - 0 23",
    "r2q1rk1/1ppbbp2/4p3/n3P1p1/p1pP2Pp/3BNN1P/PPQ2PK1/3RR3 w - - 0 26",
    "1r5r/2Np2k1/1pbPpq2/4p3/P3P3/4bPPp/1PQ4P/3R1RK1 w - - 1 29",
    "5bk1/1R5p/6p1/p3p1N1/1P6/KNrr3P/8/1R6 w - - 0 32",
    "3r2k1/2R2pbp/1n4p1/1p1P4/4Q3/5PP1/q5BP/5N1K w - - 2 36",
    "1k6/1p2pb2/8/p6r/P3P3/7p/4KPP1/2R5 w - - 0 40",
    "8/5k2/p6p/P4Np1/1r1p1pP1/3Pb3/2K5/7R w - - 2 44",
    "8/5k2/8/2P2K1p/p5r1/P5R1/8/8 w - - 0 48",
    "8/R7/4b3/4pk2/3p4/1r3P2/3K4/8 w - - 10 53",
    "8/4R3/2kr4/5Q2/P7/1PB5/1K3P2/8 w - - 9 58",
    "8/8/8/1p4pk/1R6/7P/r5K1/8 w - - 10 63",
    "1K6/7k/2p5/2qqpp2/6p1/8/8/8 w - - 2 68",
];

impl Bench {
    /// Searches every position with an empty hash table.
    pub(crate) fn run(&self) -> Result<ExitStatus, CliError> {
        let network = network(&self.network)?;
        let settings = Settings { hash_mb: self.hash, network, ..Settings::default() };
        let mut search =
            Search::new(&settings).map_err(|error| CliError::Message(error.to_string()))?;
        let mut out = io::stdout().lock();
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for (index, fen) in POSITIONS.iter().enumerate() {
            let position = fen.parse().map_err(|error: chess::FenError| {
                CliError::Message(format!("position {}: {error}", index + 1))
            })?;
            search.clear();
            let start = Instant::now();
            let limits = Limits::depth(self.depth);
            let result = search.run(&Root::new(position), &limits, &Signal::new(), &mut |_| {});
            time += start.elapsed();
            let visited = result.lines.first().map_or(0, |line| line.nodes);
            nodes += visited;
            writeln!(out, "{:2}/{}  {visited:>9} nodes  {fen}", index + 1, POSITIONS.len())?;
        }
        let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
        writeln!(out, "bench: {nodes} nodes  {speed:.0} nps")?;
        Ok(ExitStatus::Success)
    }
}
