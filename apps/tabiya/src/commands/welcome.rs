//! `tabiya` alone: a short page for someone who has just built the program. It promises nothing
//! that is not there.

use std::env;
use std::io::{self, Write};

use crate::exit::{Answer, Failure};

/// What can be done today: the words to type after the program's name, and what they do.
const TODAY: [(&str, &str); 13] = [
    ("text", "play a game for two people at this terminal"),
    ("uci", "be a UCI engine for other programs"),
    ("bench", "measure the engine's speed"),
    ("pipe", "let another program play, one command a line"),
    ("epd FILE", "let the engine solve a test suite"),
    ("perft 5", "count the games of five half-moves"),
    ("perft 4 --divide", "the same for four, move by move"),
    ("pgn check FILE", "find every fault in a file of games"),
    ("pgn convert FILE", "write it anew, clean and in standard form"),
    ("pgn stats FILE", "sum up its results, players and openings"),
    ("match A B --nodes 9999", "let two UCI engines play each other"),
    ("tune FILE -o OUT", "fit the evaluation to the results of games"),
    ("help", "list every command and its options"),
];

/// Prints the page. The program is named as it was called, so that each line works when it is
/// copied.
pub(crate) fn run() -> Result<Answer, Failure> {
    let program = env::args_os().next().map_or("tabiya".into(), |name| name.display().to_string());
    let mut output = io::stdout().lock();
    writeln!(output, "Tabiya {}: chess for one, two and many", env!("CARGO_PKG_VERSION"))?;
    writeln!(output, "\nThe board in the browser is not here yet. What works today:\n")?;
    let width = TODAY.iter().map(|(words, _)| words.len()).max().unwrap_or(0);
    for (words, meaning) in TODAY {
        writeln!(output, "  {program} {words:width$}  {meaning}")?;
    }
    Ok(Answer::Yes)
}
