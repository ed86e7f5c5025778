//! `tabiya uci`: the engine as a UCI process on stdin and stdout.
//!
//! One thread reads commands and answers at once; the engine searches in another and reports from
//! there. The `uci` crate parses and writes the protocol; this module connects it to the engine.

mod lag;
mod options;
mod output;
mod perft;
mod strength;
mod translate;

use std::io;

use chess::{Move, Position};
use engine::{Engine, Limits, Root, SearchEvent, SearchResult};
use uci::{BestMove, Command, Go, Line, Lines, PositionCommand, Reply};

use self::lag::{Lag, Stopwatch};
use self::options::Options;
use self::output::Output;
use self::perft::PerftTask;
use crate::exit::{CliError, ExitStatus};

/// Runs until `quit` or the end of the input.
pub(crate) fn run() -> Result<ExitStatus, CliError> {
    let options = Options::default();
    let engine =
        Engine::new(options.settings()).map_err(|error| CliError::Message(error.to_string()))?;
    let mut session = Session {
        engine,
        options,
        output: Output::default(),
        perft: PerftTask::default(),
        lag: Lag::default(),
        clear_hash: false,
    };
    let mut lines = Lines::new(io::stdin().lock());
    while let Some(line) = lines.read().map_err(CliError::Game)? {
        let goes_on = match line {
            Line::Whole(line) => session.execute(&line),
            Line::Truncated(_) => {
                session.output.error("a line was too long and has been ignored");
                true
            }
        };
        if !goes_on || session.output.is_closed() {
            break;
        }
    }
    session.stop_all();
    Ok(ExitStatus::Success)
}

/// The state of the engine process.
struct Session {
    engine: Engine,
    options: Options,
    output: Output,
    perft: PerftTask,
    lag: Lag,
    /// Whether to clear the hash table when the search has stopped.
    clear_hash: bool,
}

impl Session {
    /// Executes a line; false for `quit`.
    fn execute(&mut self, line: &str) -> bool {
        match Command::parse(line) {
            Ok(Command::Quit) => return false,
            Ok(command) => self.run(command),
            Err(uci::CommandError::Empty) => {}
            Err(error) => self.output.error(&error),
        }
        true
    }

    fn run(&mut self, command: Command) {
        match command {
            Command::Uci => self.identify(),
            Command::IsReady => {
                if !self.engine.is_thinking() {
                    self.apply_options();
                }
                self.output.send(&Reply::ReadyOk);
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => {
                self.options.strength().new_game();
                self.lag.new_game();
                self.clear_hash = true;
                self.apply_options();
            }
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.go(&go),
            Command::Stop => {
                self.engine.stop();
                self.perft.stop();
            }
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Debug(_) | Command::Register(_) | Command::Quit => {}
        }
    }

    fn identify(&self) {
        let name = concat!("Tabiya ", env!("CARGO_PKG_VERSION"));
        self.output.send(&Reply::IdName(name.into()));
        self.output.send(&Reply::IdAuthor("the Tabiya authors".into()));
        for option in options::declarations() {
            self.output.send(&Reply::Option(option));
        }
        self.output.send(&Reply::UciOk);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        if name.eq_ignore_ascii_case(options::CLEAR_HASH) {
            self.clear_hash = true;
        } else if let Err(error) = self.options.set(name, value) {
            self.output.error(&error);
        }
    }

    /// Stops everything that is running.
    fn stop_all(&mut self) {
        self.engine.stop();
        self.perft.stop();
        self.engine.wait();
        self.perft.wait();
    }

    /// Applies the options to the engine. Done only between searches, so that setting an option
    /// does not end one.
    fn apply_options(&mut self) {
        if self.options.take_changes()
            && let Err(error) = self.engine.set(self.options.settings())
        {
            self.output.error(&error);
            self.options.revert_hash(self.engine.settings().hash_mb);
            // With the old hash table, the other options cannot fail.
            let _ = self.engine.set(self.options.settings());
        }
        if std::mem::take(&mut self.clear_hash)
            && let Err(error) = self.engine.clear()
        {
            self.output.error(&error);
        }
    }

    /// Sets the position, or keeps the current one if the new one is invalid.
    fn set_position(&mut self, command: &PositionCommand) {
        match command.resolve() {
            Ok((start, moves)) => {
                let mut root = Root::new(start);
                // `resolve` has found the moves legal.
                let played = moves.into_iter().try_for_each(|m| root.play(m));
                if played.is_ok() {
                    self.engine.set_position(root);
                }
            }
            Err(error) => self.output.error(&error),
        }
    }

    fn go(&mut self, go: &Go) {
        let stopwatch = Stopwatch::now();
        self.stop_all();
        self.apply_options();
        let root = self.engine.position().clone();
        if let Some(depth) = go.perft {
            return self.start_perft(root.position(), depth);
        }
        let mut limits = translate::limits(go, root.position());
        limits.start = Some(stopwatch.at);
        let search_time = self.lag.update(&mut limits, root.position().turn());
        let task = self.options.strength().task(limits.clone());
        if let Some(report) = self.options.strength().report(&task) {
            self.output.info_string(&report);
        }
        if let Some(m) = self.book_move(&limits, root.position()) {
            let played = Some(uci::UciMove::new(m, self.options.castling()));
            return self.output.send(&Reply::BestMove(BestMove { played, ponder: None }));
        }
        let (output, castling) = (self.output.clone(), self.options.castling());
        let with_wdl = self.options.shows_wdl();
        self.engine.go(task, move |report| match report {
            SearchEvent::Pv(line) => {
                output.send(&Reply::Info(translate::info(&line, castling, with_wdl)));
            }
            SearchEvent::Done(result) => {
                let position = root.position();
                if !position.has_moves() {
                    output.send(&Reply::Info(translate::game_over(position)));
                } else if result.lines.is_empty() {
                    output.error("the search failed; playing an arbitrary legal move");
                }
                output.send(&Reply::BestMove(best_move(&result, position, castling)));
                search_time.record(&stopwatch);
            }
        });
    }

    /// The move of the opening book, if it is to be used; never for analysis.
    fn book_move(&mut self, limits: &Limits, position: &Position) -> Option<Move> {
        if limits.infinite || limits.ponder || !limits.search_moves.is_empty() {
            return None;
        }
        let random = self.options.strength().book_random(position);
        self.options.book()?.choose(position, random)
    }

    fn start_perft(&mut self, position: &Position, depth: u32) {
        if (1..=perft::MAX_DEPTH).contains(&depth) {
            self.perft.start(*position, depth, self.options.castling(), &self.output);
        } else {
            let max = perft::MAX_DEPTH;
            self.output.error(&format!("perft {depth}: the depth must be 1 to {max}"));
        }
    }
}

/// The best move, and the reply to ponder on unless it ends the game.
fn best_move(result: &SearchResult, root: &Position, castling: chess::CastlingMode) -> BestMove {
    let written = |m: Move| uci::UciMove::new(m, castling);
    let ponder = result.best().zip(result.ponder()).filter(|&(best, ponder)| {
        let end = root.play(best).and_then(|next| next.play(ponder));
        end.is_ok_and(|end| end.outcome().is_none())
    });
    let any = || root.legal_moves().first().copied();
    BestMove {
        played: result.best().or_else(any).map(written),
        ponder: ponder.map(|(_, ponder)| written(ponder)),
    }
}
