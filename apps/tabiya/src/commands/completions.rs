//! `tabiya completions`: completion scripts for shells.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use crate::exit::{CliError, ExitStatus};

/// Print a completion script for a shell
///
/// To install for the current user: with bash,
/// `tabiya completions bash > ~/.local/share/bash-completion/completions/tabiya`; with fish,
/// `tabiya completions fish > ~/.config/fish/completions/tabiya.fish`; with zsh, into a file
/// `_tabiya` in a folder of `$fpath`.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Shell
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub(super) fn run(&self) -> Result<ExitStatus, CliError> {
        // Into memory first, because the generator panics when it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "tabiya", &mut script);
        let mut out = io::stdout().lock();
        out.write_all(&script)?;
        out.flush()?;
        Ok(ExitStatus::Success)
    }
}
