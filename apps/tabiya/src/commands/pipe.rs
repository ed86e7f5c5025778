//! `tabiya pipe`: the line protocol on stdin and stdout, with the engine.

use std::io;

use chess::{Game, Move};
use engine::{Limits, Root, Search, Settings, Signal};

use crate::exit::{CliError, ExitStatus};

/// Ends a search that would take too long to reach its depth. Nodes rather than time, so that the
/// same game gets the same replies on every machine.
const MAX_NODES: u64 = 20_000_000;

/// Serves one client. A closed output ends it like `QUIT`.
pub(crate) fn run() -> Result<ExitStatus, CliError> {
    let mut search =
        Search::new(&Settings::default()).map_err(|error| CliError::Message(error.to_string()))?;
    let think = |game: &Game, depth: u32| think(&mut search, game, depth);
    terminal::pipe::serve(io::stdin().lock(), io::stdout().lock(), think)
        .map_err(CliError::Game)?;
    Ok(ExitStatus::Success)
}

/// The move to play, the same for the same game.
fn think(search: &mut Search, game: &Game, depth: u32) -> Option<Move> {
    search.clear();
    let limits = Limits { nodes: Some(MAX_NODES), ..Limits::depth(depth) };
    search.run(&Root::from(game), &limits, &Signal::default(), &mut |_| {}).best()
}
