//! `tabiya text`: hands the terminal to the plain text game.

use std::io;

use crate::exit::{Answer, CliError};

/// Plays one game. A screen that nobody looks at any more ends it like a confirmed quit.
pub(crate) fn run() -> Result<Answer, CliError> {
    terminal::text::play(io::stdin().lock(), io::stdout().lock()).map_err(CliError::Game)?;
    Ok(Answer::Yes)
}
