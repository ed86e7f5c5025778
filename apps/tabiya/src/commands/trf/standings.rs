//! `tabiya trf tiebreaks` and `tabiya trf rank`: the standings.

use std::io::{self, BufWriter, Write};
use std::str::FromStr;

use clap::{Args, ValueEnum};
use competition::tiebreaks::{
    self, Edition, Format, ParseTieBreakError, Rules, Standing, TieBreak, Value,
};

use super::Input;
use crate::exit::{CliError, ExitStatus};

/// The edition of the rules on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum EditionArg {
    /// Rules in force from 1 August 2024
    #[value(name = "2024-08")]
    August2024,
    /// Rules in force from 1 March 2026
    #[value(name = "2026-03")]
    March2026,
}

/// The format of the competition on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArg {
    /// Swiss system
    Swiss,
    /// Round robin
    Rr,
}

/// Tie-breaks in their order.
#[derive(Clone, Debug)]
struct TieBreaks(Vec<TieBreak>);

impl FromStr for TieBreaks {
    type Err = ParseTieBreakError;

    fn from_str(list: &str) -> Result<TieBreaks, ParseTieBreakError> {
        list.split(',').map(str::parse).collect::<Result<_, _>>().map(TieBreaks)
    }
}

/// What both tasks read.
#[derive(Debug, Args)]
struct Options {
    /// Edition of the tie-break rules (FIDE C.07)
    #[arg(value_name = "RULES")]
    edition: EditionArg,
    /// Format of the competition
    #[arg(value_name = "KIND")]
    format: FormatArg,
    /// Tie-breaks separated by commas, such as PTS,BH/C1,BH,SB
    #[arg(value_name = "LIST")]
    list: TieBreaks,
    #[command(flatten)]
    input: Input,
}

impl Options {
    /// Reads the report and ranks its players.
    fn standings(&self) -> Result<Vec<Standing>, CliError> {
        let report = self.input.report()?;
        Ok(tiebreaks::standings(&report.crosstable, self.rules(), &self.list.0))
    }

    fn rules(&self) -> Rules {
        Rules {
            edition: match self.edition {
                EditionArg::August2024 => Edition::August2024,
                EditionArg::March2026 => Edition::March2026,
            },
            format: match self.format {
                FormatArg::Swiss => Format::Swiss,
                FormatArg::Rr => Format::RoundRobin,
            },
        }
    }
}

/// Compute tie-breaks: a line for each player, best first, with number and values
///
/// A dash stands for a value that is not defined. The players are in the order of the list.
#[derive(Debug, Args)]
pub(crate) struct Tiebreaks {
    #[command(flatten)]
    options: Options,
}

impl Tiebreaks {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let standings = self.options.standings()?;
        let mut out = BufWriter::new(io::stdout().lock());
        for standing in standings {
            write!(out, "{}", standing.player)?;
            for value in standing.values {
                write!(out, " {}", value.map_or("-".into(), |value: Value| value.to_string()))?;
            }
            writeln!(out)?;
        }
        out.flush()?;
        Ok(ExitStatus::Success)
    }
}

/// Rank the players by a list of tie-breaks: a line for each, best first, with number and rank
///
/// Players who are equal in all tie-breaks share a rank.
#[derive(Debug, Args)]
pub(crate) struct Rank {
    #[command(flatten)]
    options: Options,
}

impl Rank {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let standings = self.options.standings()?;
        let mut out = BufWriter::new(io::stdout().lock());
        for standing in standings {
            writeln!(out, "{} {}", standing.player, standing.rank)?;
        }
        out.flush()?;
        Ok(ExitStatus::Success)
    }
}
