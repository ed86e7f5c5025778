//! `tabiya text`: the plain text game on stdin and stdout.

use std::io;

use crate::exit::{CliError, ExitStatus};

/// Plays one game. A closed output ends it like a confirmed quit.
pub(crate) fn run() -> Result<ExitStatus, CliError> {
    terminal::text::play(io::stdin().lock(), io::stdout().lock()).map_err(CliError::Game)?;
    Ok(ExitStatus::Success)
}
