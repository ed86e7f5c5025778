//! Commands: the lines that a GUI sends to an engine.

use std::fmt;

use chess::Quoted;

use crate::position::PositionErrorKind;
use crate::text::{Words, decode_empty, encode_empty};
use crate::{Go, PositionCommand};

/// A command from the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Identify yourself and list the options.
    Uci,
    /// Turn debug output on or off.
    Debug(bool),
    /// Answer `readyok` once everything before it is done.
    IsReady,
    /// Set an option, or press a button, which has no value.
    SetOption {
        /// The name, with single spaces; names are case-insensitive.
        name: String,
        /// The value; `<empty>` is read as an empty string.
        value: Option<String>,
    },
    /// Registration data, which is ignored.
    Register(String),
    /// A new game begins.
    NewGame,
    /// The position to search.
    Position(PositionCommand),
    /// Search.
    Go(Go),
    /// Stop the search and report the best move.
    Stop,
    /// The opponent has played the expected move.
    PonderHit,
    /// Exit.
    Quit,
}

impl Command {
    /// Parses a line.
    ///
    /// ```
    /// use uci::Command;
    ///
    /// let line = "setoption name Clear Hash";
    /// let command = Command::parse(line)?;
    /// assert_eq!(command, Command::SetOption { name: "Clear Hash".into(), value: None });
    /// assert_eq!(command.to_string(), line);
    /// # Ok::<(), uci::CommandError>(())
    /// ```
    ///
    /// # Errors
    /// When the line is not a command; the error quotes it.
    pub fn parse(line: &str) -> Result<Command, CommandError> {
        let mut words = Words::new(line);
        match words.next() {
            None => Err(CommandError::Empty),
            Some("uci") => Ok(Command::Uci),
            Some("debug") => debug(words.rest()),
            Some("isready") => Ok(Command::IsReady),
            Some("setoption") => set_option(words),
            Some("register") => Ok(Command::Register(words.rest().to_owned())),
            Some("ucinewgame") => Ok(Command::NewGame),
            Some("position") => Ok(Command::Position(PositionCommand::read(&mut words)?)),
            Some("go") => Ok(Command::Go(Go::read(&mut words))),
            Some("stop") => Ok(Command::Stop),
            Some("ponderhit") => Ok(Command::PonderHit),
            Some("quit") => Ok(Command::Quit),
            Some(word) => Err(CommandError::Unknown(word.to_owned())),
        }
    }
}

fn debug(mode: &str) -> Result<Command, CommandError> {
    match mode {
        "on" => Ok(Command::Debug(true)),
        "off" => Ok(Command::Debug(false)),
        _ => Err(CommandError::Debug(mode.to_owned())),
    }
}

fn set_option(mut words: Words) -> Result<Command, CommandError> {
    let rest = words.rest();
    let name = match words.next() {
        // `setoption name value x` has an empty name, and no option is called that.
        Some("name") => words.phrase(&["value"]),
        _ => String::new(),
    };
    if name.is_empty() {
        return Err(CommandError::Option(rest.to_owned()));
    }
    let value = words.next().map(|_| decode_empty(words.rest()));
    Ok(Command::SetOption { name, value })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::Debug(true) => f.write_str("debug on"),
            Command::Debug(false) => f.write_str("debug off"),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {}", encode_empty(value))
            }
            Command::Register(text) if text.is_empty() => f.write_str("register"),
            Command::Register(text) => write!(f, "register {text}"),
            Command::NewGame => f.write_str("ucinewgame"),
            Command::Position(place) => place.fmt(f),
            Command::Go(go) => go.fmt(f),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The line is empty.
    #[error("the line is empty")]
    Empty,
    /// The first word is not a command.
    #[error("unknown command '{}'", Quoted(.0))]
    Unknown(String),
    /// What follows `debug` is neither `on` nor `off`.
    #[error("'{}' after debug; expected on or off", Quoted(.0))]
    Debug(String),
    /// What follows `setoption` does not begin with a name.
    #[error("'{}' after setoption; expected, for example, name Hash value 64", Quoted(.0))]
    Option(String),
    /// What follows `position` is neither `startpos` nor a FEN.
    #[error("'{}' after position; expected startpos or fen …", Quoted(.0))]
    Start(String),
    /// A word among the moves of `position` is not a move.
    #[error("'{}' is not a move such as e2e4 or e7e8q", Quoted(.0))]
    Move(String),
}

impl From<PositionErrorKind> for CommandError {
    fn from(kind: PositionErrorKind) -> CommandError {
        match kind {
            PositionErrorKind::Start(text) => CommandError::Start(text),
            PositionErrorKind::Move(word) => CommandError::Move(word),
        }
    }
}
