//! `tabiya man`: manual pages, generated from the command line help.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory};

use super::Cli;
use crate::exit::{CliError, ExitStatus};

/// Print the manual page, or write the pages of all commands
///
/// To install for the current user: `tabiya man --out ~/.local/share/man/man1`, then `man tabiya`
/// or `man tabiya-serve`.
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Folder to write the pages to, created if missing
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    /// Prints or writes the pages.
    pub(super) fn run(&self) -> Result<ExitStatus, CliError> {
        let mut program = Cli::command().disable_help_subcommand(true);
        // Gives every command its full name.
        program.build();
        if let Some(directory) = &self.out {
            let unwritable = |error| CliError::Write(directory.display().to_string(), error);
            fs::create_dir_all(directory).map_err(unwritable)?;
            write_pages(&program, directory)?;
        } else {
            let mut out = io::stdout().lock();
            out.write_all(&page(&program)?)?;
            out.flush()?;
        }
        Ok(ExitStatus::Success)
    }
}

/// Writes the page of a command and those of the commands below it.
fn write_pages(command: &Command, directory: &Path) -> Result<(), CliError> {
    // As in `tabiya-pgn-check.1`.
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let file = directory.join(format!("{name}.1"));
    fs::write(&file, page(command)?)
        .map_err(|error| CliError::Write(file.display().to_string(), error))?;
    let below = command.get_subcommands().filter(|command| !command.is_hide_set());
    below.into_iter().try_for_each(|command| write_pages(command, directory))
}

/// The page of a command, as the source that `man` reads.
fn page(command: &Command) -> Result<Vec<u8>, CliError> {
    let mut page = Vec::new();
    let source = concat!("Tabiya ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(command.clone()).source(source).render(&mut page)?;
    Ok(page)
}
