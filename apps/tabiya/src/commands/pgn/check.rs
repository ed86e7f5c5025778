//! `tabiya pgn check`: is the file as it should be, and if not, where?

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use chess::pgn::{Fault, Visitor};
use chess::{Move, Position};
use clap::Args;

use super::games::Games;
use crate::exit::{Answer, Failure};

/// List every fault of a file with its line and column; the status is 1 if there are any
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The file to check; - for stdin
    file: PathBuf,
}

impl Check {
    pub(crate) fn run(self) -> Result<Answer, Failure> {
        let mut faults = 0;
        match self.list(&mut faults) {
            // A reader who leaves after the first fault has had the answer.
            Err(failure) if !failure.is_closed_pipe() || faults == 0 => Err(failure),
            _ if faults > 0 => Ok(Answer::No),
            _ => Ok(Answer::Yes),
        }
    }

    /// Prints the faults and the last line, and counts the former.
    fn list(&self, faults: &mut u64) -> Result<(), Failure> {
        let mut games = Games::open(&self.file)?;
        let mut output = BufWriter::new(io::stdout().lock());
        let mut findings = Findings::default();
        while games.show_next(&mut findings)? {
            if findings.faults.is_empty() {
                continue;
            }
            games.make_way();
            for fault in findings.faults.drain(..) {
                *faults += 1;
                writeln!(output, "{}:{fault}", games.name())?;
            }
            // At once, lest it land in the middle of a line of progress.
            output.flush()?;
        }
        games.make_way();
        writeln!(output, "games {}  moves {}  faults {faults}", games.count(), findings.moves)?;
        output.flush()?;
        Ok(())
    }
}

/// The moves of all games so far, those of variations included, and the faults of the last one.
#[derive(Default)]
struct Findings {
    moves: u64,
    faults: Vec<Fault>,
}

impl Visitor for Findings {
    fn play(&mut self, _: Move, _: &Position) {
        self.moves += 1;
    }

    fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }
}
