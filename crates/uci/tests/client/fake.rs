//! Engines for the other tests: each is a test that is ignored unless it is run by name as a
//! program of its own. What the test runner prints around them is nonsense to a client, which has
//! to live with that.

use std::io::{self, Write};
use std::time::Duration;
use std::{process, thread};

use uci::{Command, Line, Lines};

/// Answers each line with others, until it is told to quit.
fn serve(mut answer: impl FnMut(&Command) -> Vec<&'static str>) {
    let mut lines = Lines::new(io::stdin().lock());
    while let Ok(Some(Line::Whole(line))) = lines.read() {
        let Ok(command) = Command::parse(&line) else { continue };
        if command == Command::Quit {
            return;
        }
        for line in answer(&command) {
            say(line);
        }
    }
}

fn say(line: &str) {
    let mut stdout = io::stdout().lock();
    // Whoever does not listen any more has no need of it.
    let _ = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
}

/// What an engine says that has no faults.
fn sound(command: &Command) -> Vec<&'static str> {
    match command {
        Command::Uci => vec![
            "id name Fake 1",
            "id author Nobody",
            "option name Hash type spin default 16 min 1 max 64",
            "option name Clear Hash type button",
            "uciok",
        ],
        Command::IsReady => vec!["readyok"],
        Command::Go(go) if go.infinite => vec!["info depth 1"],
        Command::Stop => vec!["bestmove d2d4"],
        Command::Go(_) => {
            vec!["info depth 1 score cp 20 pv e2e4", "bestmove e2e4 ponder e7e5"]
        }
        _ => vec![],
    }
}

macro_rules! engines {
    ($($(#[doc = $doc:literal])* $name:ident($command:pat) => $answer:expr;)*) => {$(
        $(#[doc = $doc])*
        #[test]
        #[ignore = "an engine for other tests"]
        fn $name() {
            serve(|command| match command {
                $command => $answer,
                _ => sound(command),
            });
        }
    )*};
}

engines! {
    /// Has no faults.
    honest(Command::PonderHit) => vec![];
    /// Never says who it is.
    mute(Command::Uci) => vec!["id name Mute"];
    /// Dies at once.
    stillborn(Command::Uci) => process::exit(3);
    /// Dies when it shall think.
    mortal(Command::Go(_)) => process::exit(7);
    /// Is never ready.
    unready(Command::IsReady) => vec![];
    /// Never names a move.
    thinker(Command::Go(_) | Command::Stop) => vec!["info depth 1"];
    /// Names something that is no move.
    liar(Command::Go(_)) => vec!["bestmove castles"];
    /// Says a lot that nobody understands.
    babbler(Command::Go(_)) => vec!["", "\u{1}\0\u{7f}", "bestmovee2e4", "info", "go", "bestmove a2a3"];
    /// Names two moves for one search.
    doubler(Command::Go(_)) => vec!["bestmove e2e4", "bestmove h7h5"];
}

/// Names its move a while after it was asked to.
#[test]
#[ignore = "an engine for other tests"]
fn late() {
    let mut first = true;
    serve(|command| match command {
        Command::Go(_) if std::mem::take(&mut first) => {
            thread::sleep(Duration::from_millis(300));
            vec!["bestmove a2a3"]
        }
        Command::Stop => vec![],
        _ => sound(command),
    });
}

/// Writes a line that never ends.
#[test]
#[ignore = "an engine for other tests"]
fn endless_line() {
    serve(|command| match command {
        Command::Go(_) => flood(b"info string and so on and so on "),
        _ => sound(command),
    });
}

/// Writes lines without end.
#[test]
#[ignore = "an engine for other tests"]
fn endless_lines() {
    serve(|command| match command {
        Command::Go(_) => flood(b"info string and so on\n"),
        _ => sound(command),
    });
}

/// Says that it is there and never reads again.
#[test]
#[ignore = "an engine for other tests"]
fn deaf() {
    say("uciok");
    thread::sleep(Duration::from_secs(60));
}

fn flood(bytes: &[u8]) -> ! {
    let mut stdout = io::stdout().lock();
    while stdout.write_all(bytes).is_ok() {}
    process::exit(1);
}
