//! `tabiya uci`: the engine for other programs, over stdin and stdout.
//!
//! One thread reads commands and answers at once; the engine thinks in another and tells its lines
//! from there. Text becomes types in the `uci` crate, and this module is the wiring between those
//! and the engine's.

mod lag;
mod opponent;
mod options;
mod paths;
mod screen;
mod translate;

use std::io;

use chess::{Move, Position};
use engine::{Engine, Limits, Report, Root, Verdict};
use uci::{BestMove, Command, Go, Line, Lines, PositionCommand, Reply};

use self::lag::{Begin, Lag};
use self::options::Options;
use self::paths::Paths;
use self::screen::Screen;
use crate::exit::{Answer, CliError};

/// Listens until told to quit or until the input ends.
pub(crate) fn run() -> Result<Answer, CliError> {
    let options = Options::default();
    let engine =
        Engine::new(options.settings()).map_err(|error| CliError::Unusable(error.to_string()))?;
    let mut session = Session {
        engine,
        options,
        screen: Screen::default(),
        paths: Paths::default(),
        lag: Lag::default(),
        is_to_forget: false,
    };
    let mut lines = Lines::new(io::stdin().lock());
    while let Some(line) = lines.read().map_err(CliError::Game)? {
        let going_on = match line {
            Line::Whole(line) => session.obey(&line),
            Line::Truncated(_) => {
                session.screen.complain("a line is too long and was passed over");
                true
            }
        };
        if !going_on || session.screen.is_gone() {
            break;
        }
    }
    session.rest();
    Ok(Answer::Yes)
}

/// A conversation with one program.
struct Session {
    engine: Engine,
    options: Options,
    screen: Screen,
    paths: Paths,
    lag: Lag,
    /// True when the table is to be cleared as soon as the engine is at rest.
    is_to_forget: bool,
}

impl Session {
    /// Does what a line says; false when it says to quit.
    fn obey(&mut self, line: &str) -> bool {
        match Command::parse(line) {
            Ok(Command::Quit) => return false,
            Ok(command) => self.run(command),
            Err(uci::CommandError::Empty) => {}
            Err(error) => self.screen.complain(&error),
        }
        true
    }

    fn run(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => {
                if !self.engine.is_thinking() {
                    self.apply_options();
                }
                self.screen.say(&Reply::ReadyOk);
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => {
                self.options.opponent().new_game();
                self.lag.new_game();
                self.is_to_forget = true;
                self.apply_options();
            }
            Command::Position(place) => self.set_position(&place),
            Command::Go(go) => self.go(&go),
            Command::Stop => {
                self.engine.stop();
                self.paths.stop();
            }
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Debug(_) | Command::Register(_) | Command::Quit => {}
        }
    }

    fn introduce(&self) {
        let name = concat!("Tabiya ", env!("CARGO_PKG_VERSION"));
        self.screen.say(&Reply::IdName(name.into()));
        self.screen.say(&Reply::IdAuthor("the Tabiya authors".into()));
        for option in options::declarations() {
            self.screen.say(&Reply::Option(option));
        }
        self.screen.say(&Reply::UciOk);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        if name.eq_ignore_ascii_case(options::CLEAR_HASH) {
            self.is_to_forget = true;
        } else if let Err(error) = self.options.set(name, value) {
            self.screen.complain(&error);
        }
    }

    /// Ends whatever is running.
    fn rest(&mut self) {
        self.engine.stop();
        self.paths.stop();
        self.engine.wait();
        self.paths.wait();
    }

    /// Lets the engine work with the options as they are now. Left until it is at rest, so that an
    /// option set during a search does not end it.
    fn apply_options(&mut self) {
        if self.options.take_changes()
            && let Err(error) = self.engine.set(self.options.settings())
        {
            self.screen.complain(&error);
            self.options.keep_table(self.engine.settings().hash_mb);
            // With the table that it has, the engine takes the other options in any case.
            let _ = self.engine.set(self.options.settings());
        }
        if std::mem::take(&mut self.is_to_forget)
            && let Err(error) = self.engine.clear()
        {
            self.screen.complain(&error);
        }
    }

    /// A position with a bad move is refused whole, and the one before stays.
    fn set_position(&mut self, place: &PositionCommand) {
        match place.resolve() {
            Ok((start, moves)) => {
                let mut root = Root::new(start);
                // The moves were found legal just now.
                let played = moves.into_iter().try_for_each(|m| root.play(m));
                if played.is_ok() {
                    self.engine.set_position(root);
                }
            }
            Err(error) => self.screen.complain(&error),
        }
    }

    fn go(&mut self, go: &Go) {
        let begin = Begin::now();
        self.rest();
        self.apply_options();
        let root = self.engine.position().clone();
        if let Some(depth) = go.perft {
            return self.count_paths(root.position(), depth);
        }
        let mut limits = translate::limits(go, root.position());
        limits.start = Some(begin.at);
        let work = self.lag.update(&mut limits, root.position().turn());
        let task = self.options.opponent().task(limits.clone());
        if let Some(news) = self.options.opponent().news(&task) {
            self.screen.remark(&news);
        }
        if let Some(m) = self.book_move(&limits, root.position()) {
            let played = Some(uci::UciMove::new(m, self.options.castling()));
            return self.screen.say(&Reply::BestMove(BestMove { played, ponder: None }));
        }
        let (screen, castling) = (self.screen.clone(), self.options.castling());
        let with_wdl = self.options.shows_wdl();
        self.engine.go(task, move |report| match report {
            Report::Line(line) => {
                screen.say(&Reply::Info(translate::info(&line, castling, with_wdl)));
            }
            Report::Done(verdict) => {
                let position = root.position();
                if !position.has_moves() {
                    screen.say(&Reply::Info(translate::game_over(position)));
                } else if verdict.lines.is_empty() {
                    screen.complain("the search broke down; the move is any that is legal");
                }
                screen.say(&Reply::BestMove(answer(&verdict, position, castling)));
                work.note(&begin);
            }
        });
    }

    /// The book's move, when one is wanted: not for analysis, which waits or asks for some moves.
    fn book_move(&mut self, limits: &Limits, position: &Position) -> Option<Move> {
        if limits.infinite || limits.ponder || !limits.moves.is_empty() {
            return None;
        }
        let lot = self.options.opponent().lot(position);
        self.options.book()?.choose(position, lot)
    }

    fn count_paths(&mut self, position: &Position, depth: u32) {
        if (1..=paths::DEEPEST).contains(&depth) {
            self.paths.start(*position, depth, self.options.castling(), &self.screen);
        } else {
            let deepest = paths::DEEPEST;
            self.screen.complain(&format!("perft {depth}; the depth must be 1 to {deepest}"));
        }
    }
}

/// The move to play and the reply to think about, if that does not end the game.
fn answer(verdict: &Verdict, root: &Position, castling: chess::CastlingMode) -> BestMove {
    let written = |m: Move| uci::UciMove::new(m, castling);
    let ponder = verdict.best().zip(verdict.ponder()).filter(|&(best, ponder)| {
        let end = root.play(best).and_then(|next| next.play(ponder));
        end.is_ok_and(|end| end.outcome().is_none())
    });
    let any = || root.legal_moves().first().copied();
    BestMove {
        played: verdict.best().or_else(any).map(written),
        ponder: ponder.map(|(_, ponder)| written(ponder)),
    }
}
