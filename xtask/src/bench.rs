//! Benchmarks: our code and that of others at the same work, in one run on one machine.

mod eval;
mod peers;
mod perft;
mod pgn;
mod race;
mod rules;
mod sample;
mod stockfish;

use clap::Subcommand;

use crate::error::TaskError;

/// What can be measured.
#[derive(Subcommand)]
pub(crate) enum Subject {
    /// The rules library beside its peers: move paths, SAN, FEN and PGN
    Rules(rules::Options),
    /// The evaluation by hand and by a network
    Eval(eval::Options),
}

/// Measures a subject and prints the result.
pub(crate) fn run(subject: &Subject) -> Result<(), TaskError> {
    match subject {
        Subject::Rules(options) => rules::run(options),
        Subject::Eval(options) => {
            eval::run(options);
            Ok(())
        }
    }
}
