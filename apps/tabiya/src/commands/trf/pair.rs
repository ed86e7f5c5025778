//! `tabiya trf pair`: the next round.

use std::io::{self, Write};

use clap::Args;
use competition::dutch::{self, PairingError, RoundPairing};

use super::Input;
use crate::exit::{CliError, ExitStatus};

/// Pair the next round of a Swiss tournament (FIDE Dutch, rules of 2026)
///
/// Prints the number of lines, then a line with White and Black for every board, and at last the
/// player with the bye and 0. If no pairing is legal, the exit status is 1 and nothing is printed.
#[derive(Debug, Args)]
pub(crate) struct Pair {
    #[command(flatten)]
    input: Input,
}

impl Pair {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let report = self.input.report()?;
        match dutch::pair(&report.crosstable) {
            Ok(pairing) => {
                print(&pairing)?;
                Ok(ExitStatus::Success)
            }
            Err(error @ PairingError::NoLegalPairing) => {
                // The exit status counts even when stderr is closed.
                let _ = writeln!(io::stderr(), "tabiya: {error}");
                Ok(ExitStatus::Failure)
            }
            Err(error) => Err(CliError::Message(error.to_string())),
        }
    }
}

fn print(pairing: &RoundPairing) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", pairing.boards.len() + usize::from(pairing.bye.is_some()))?;
    for board in &pairing.boards {
        writeln!(out, "{} {}", board.white, board.black)?;
    }
    if let Some(player) = pairing.bye {
        writeln!(out, "{player} 0")?;
    }
    out.flush()
}
