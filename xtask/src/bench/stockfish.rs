//! Stockfish as a counter of move paths, if it is installed.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Where to look for it: on the path, and where Debian puts games.
const PROGRAMS: [&str; 2] = ["stockfish", "/usr/games/stockfish"];

/// A running Stockfish. It ends when this is dropped.
pub(crate) struct Stockfish {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Stockfish {
    /// Starts it; nothing when it is not installed.
    pub(crate) fn start() -> Option<Stockfish> {
        PROGRAMS.into_iter().find_map(|program| Stockfish::start_program(program).ok())
    }

    fn start_program(program: &str) -> io::Result<Stockfish> {
        let mut process =
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        match (input, output) {
            (Some(input), Some(output)) => {
                Ok(Stockfish { process, input, output: BufReader::new(output) })
            }
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Sets a position up, and waits until that is done.
    pub(crate) fn set_position(&mut self, fen: &str, chess960: bool) -> io::Result<()> {
        writeln!(self.input, "setoption name UCI_Chess960 value {chess960}")?;
        writeln!(self.input, "position fen {fen}\nisready")?;
        self.answer("readyok").map(|_| ())
    }

    /// Counts the move paths of the position that is set up.
    pub(crate) fn count(&mut self, depth: u32) -> io::Result<u64> {
        writeln!(self.input, "go perft {depth}")?;
        let nodes = self.answer("Nodes searched: ")?;
        nodes.parse().map_err(|_| io::Error::other(format!("not a number of nodes: '{nodes}'")))
    }

    /// Reads on until a line begins with a word, and returns what follows it.
    fn answer(&mut self, word: &str) -> io::Result<String> {
        let mut line = String::new();
        while self.output.read_line(&mut line)? > 0 {
            if let Some(rest) = line.trim_end().strip_prefix(word) {
                return Ok(rest.into());
            }
            line.clear();
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        // A process that is gone already cannot be told to quit, and need not be.
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}
