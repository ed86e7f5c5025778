//! Engines for the matches of other tests: each is a test that is ignored unless it is run by name
//! as a program of its own. What the test runner prints around them means nothing in UCI.

use std::io::{self, Write};
use std::time::Duration;
use std::{env, process, thread};

use chess::{CastlingMode, Move, Position};
use uci::{Command, Line, Lines};

/// The command that starts one of these engines.
pub(crate) fn engine(name: &str) -> String {
    let program = env::current_exe().expect("the test's own program");
    format!("{} --exact fake::{name} --ignored --nocapture", program.display())
}

/// Plays as `choose` says, until it is told to quit.
fn serve(name: &str, mut choose: impl FnMut(&Position) -> String) {
    let mut lines = Lines::new(io::stdin().lock());
    let mut position = Position::default();
    while let Ok(Some(Line::Whole(line))) = lines.read() {
        match Command::parse(&line) {
            Ok(Command::Uci) => {
                say(&format!("id name {name}"));
                say("option name Hash type spin default 1 min 1 max 9");
                say("option name UCI_Chess960 type check default false");
                say("uciok");
            }
            Ok(Command::IsReady) => say("readyok"),
            Ok(Command::Position(place)) => {
                let (start, moves) = place.resolve().expect("the runner names legal positions");
                position = moves.into_iter().fold(start, |position, m| position.play_unchecked(m));
            }
            Ok(Command::Go(_)) => {
                say("info depth 3 score cp 12");
                say(&format!("bestmove {}", choose(&position)));
            }
            Ok(Command::Quit) => return,
            _ => {}
        }
    }
}

fn say(line: &str) {
    let mut stdout = io::stdout().lock();
    // A runner that is gone has no need of it.
    let _ = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
}

/// The legal move that comes first by its text.
fn first(position: &Position) -> String {
    let text = |m: Move| m.uci(CastlingMode::Standard).to_string();
    position.legal_moves().into_iter().map(text).min().expect("the game is not over")
}

/// A move that mates, or else the first.
fn mate(position: &Position) -> String {
    let mates = |m: &Move| position.play_unchecked(*m).is_checkmate();
    let mate = position.legal_moves().into_iter().find(mates);
    mate.map_or_else(|| first(position), |m| m.uci(CastlingMode::Standard).to_string())
}

#[test]
#[ignore = "an engine for other tests"]
fn simple() {
    serve("Simple", first);
}

#[test]
#[ignore = "an engine for other tests"]
fn mater() {
    serve("Mater", mate);
}

/// Plays a move that nobody may play.
#[test]
#[ignore = "an engine for other tests"]
fn cheat() {
    serve("Cheat", |_| "a1a1".into());
}

/// Dies when it has to move.
#[test]
#[ignore = "an engine for other tests"]
fn mortal() {
    serve("Mortal", |_| process::exit(9));
}

/// Takes its time.
#[test]
#[ignore = "an engine for other tests"]
fn sleeper() {
    serve("Sleeper", |position| {
        thread::sleep(Duration::from_millis(400));
        first(position)
    });
}
