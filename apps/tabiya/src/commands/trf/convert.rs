//! `tabiya trf convert`: a report in the other edition of the format.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use competition::trf::{self, Edition};

use super::super::pgn::output::Output;
use super::Input;
use crate::exit::{CliError, ExitStatus};

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EditionArg {
    /// Format of 2016 with the usual extensions
    Trf16,
    /// Format of 2026
    Trf26,
}

/// Convert a report to TRF16 or TRF26; lines that it does not know are kept
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// Edition to write
    #[arg(value_name = "EDITION")]
    edition: EditionArg,
    #[command(flatten)]
    input: Input,
    /// File to write, replaced only when complete [default: stdout]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

impl Convert {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let report = self.input.report()?;
        let edition = match self.edition {
            EditionArg::Trf16 => Edition::Trf16,
            EditionArg::Trf26 => Edition::Trf26,
        };
        let text = trf::write(&report, edition);
        let mut output = Output::open(self.output.as_deref())?;
        output.write_all(text.as_bytes()).map_err(|error| output.write_error(error))?;
        output.finish()?;
        Ok(ExitStatus::Success)
    }
}
