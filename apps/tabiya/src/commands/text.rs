//! `tabiya text`: hands the terminal to the plain text game.

use std::io;

use crate::exit::{Answer, Failure};

/// Plays one game. A screen that nobody looks at any more ends it like a confirmed quit.
pub(crate) fn run() -> Result<Answer, Failure> {
    terminal::text::play(io::stdin().lock(), io::stdout().lock()).map_err(Failure::Game)?;
    Ok(Answer::Yes)
}
