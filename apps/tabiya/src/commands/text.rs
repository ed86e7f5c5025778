//! `tabiya text`: the plain text game on stdin and stdout.

use std::io;

use crate::exit::{Answer, CliError};

/// Plays one game. A closed output ends it like a confirmed quit.
pub(crate) fn run() -> Result<Answer, CliError> {
    terminal::text::play(io::stdin().lock(), io::stdout().lock()).map_err(CliError::Game)?;
    Ok(Answer::Yes)
}
