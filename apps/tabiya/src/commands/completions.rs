//! `tabiya completions`: what a shell needs to complete the words of a command line.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use crate::exit::{Answer, CliError};

/// Print the completions of this program for a shell
///
/// For the present user: with bash,
/// `tabiya completions bash > ~/.local/share/bash-completion/completions/tabiya`; with fish,
/// `tabiya completions fish > ~/.config/fish/completions/tabiya.fish`; with zsh, into a file
/// `_tabiya` in a folder of `$fpath`.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub(super) fn run(&self) -> Result<Answer, CliError> {
        // Into memory first, since the generator takes any failure to write for a fault of its own.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "tabiya", &mut script);
        let mut out = io::stdout().lock();
        out.write_all(&script)?;
        out.flush()?;
        Ok(Answer::Yes)
    }
}
