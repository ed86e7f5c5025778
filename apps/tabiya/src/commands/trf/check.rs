//! `tabiya trf check`: whether a tournament was paired by the rules.

use std::io::{self, BufWriter, Write};

use clap::Args;
use competition::dutch::{self, Difference};

use super::Input;
use crate::exit::{CliError, ExitStatus};

/// Pair every round of a report again and list the differences; the exit status is 1 if any
///
/// A line names the round, whether the pair is in the report (-) or expected (+), and the pair:
/// White and Black, or the player with the bye and 0.
#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    input: Input,
}

impl Check {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let table = self.input.report()?.crosstable;
        let differences = dutch::check(&table);
        let mut out = BufWriter::new(io::stdout().lock());
        for difference in &differences {
            print(&mut out, difference)?;
        }
        let rounds = table.paired_rounds();
        writeln!(out, "rounds {rounds}, equal {}", rounds - differences.len())?;
        out.flush()?;
        Ok(if differences.is_empty() { ExitStatus::Success } else { ExitStatus::Failure })
    }
}

fn print(out: &mut impl Write, difference: &Difference) -> io::Result<()> {
    let round = difference.round;
    let recorded = &difference.recorded;
    for (white, black) in recorded.pairs.iter().chain(&recorded.uncolored) {
        writeln!(out, "round {round} - {white} {black}")?;
    }
    for player in &recorded.byes {
        writeln!(out, "round {round} - {player} 0")?;
    }
    match &difference.expected {
        Ok(expected) => {
            for board in &expected.boards {
                writeln!(out, "round {round} + {} {}", board.white, board.black)?;
            }
            if let Some(player) = expected.bye {
                writeln!(out, "round {round} + {player} 0")?;
            }
        }
        Err(error) => writeln!(out, "round {round}: {error}")?,
    }
    Ok(())
}
