//! What a GUI says to an engine, one line at a time.

use std::fmt;

use chess::Quoted;

use crate::position::PositionErrorKind;
use crate::text::{Words, meant, written};
use crate::{Go, PositionCommand};

/// A command from the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Say who you are and which options there are.
    Uci,
    /// Say more than usual, or no more than that.
    Debug(bool),
    /// Answer when all that came before is done.
    IsReady,
    /// Set an option, or press a button when there is no value.
    SetOption {
        /// The name, as it was written: case means nothing, and blanks are single.
        name: String,
        /// The value, empty where the line says so.
        value: Option<String>,
    },
    /// Whatever a program that wants registration is told.
    Register(String),
    /// What follows belongs to another game.
    NewGame,
    /// The position to think about.
    Position(PositionCommand),
    /// Think.
    Go(Go),
    /// Stop thinking and say what you found.
    Stop,
    /// The opponent has played the expected move.
    PonderHit,
    /// End.
    Quit,
}

impl Command {
    /// Reads a line.
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
    /// When the line is no command; the error quotes what stands there.
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
        // A name of no words may be followed by a value; that is nobody's option.
        Some("name") => words.phrase(&["value"]),
        _ => String::new(),
    };
    if name.is_empty() {
        return Err(CommandError::Option(rest.to_owned()));
    }
    let value = words.next().map(|_| meant(words.rest()));
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
                write!(f, "setoption name {name} value {}", written(value))
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

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// The line holds nothing.
    Empty,
    /// The first word is no command.
    Unknown(String),
    /// What follows `debug` is neither `on` nor `off`.
    Debug(String),
    /// What follows `setoption` names no option.
    Option(String),
    /// What follows `position` is neither `startpos` nor a FEN.
    Start(String),
    /// A word among the moves of `position` is none.
    Move(String),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            CommandError::Empty => f.write_str("the line is empty"),
            CommandError::Unknown(word) => write!(f, "'{}' is no command", Quoted(word)),
            CommandError::Debug(text) => {
                write!(f, "'{}' after debug; it must be on or off", Quoted(text))
            }
            CommandError::Option(text) => write!(
                f,
                "'{}' after setoption; it must be a name such as: name Hash value 64",
                Quoted(text)
            ),
            CommandError::Start(text) => {
                write!(f, "'{}' after position; it must be startpos or fen …", Quoted(text))
            }
            CommandError::Move(word) => {
                write!(f, "'{}' is not a move such as e2e4 or e7e8q", Quoted(word))
            }
        }
    }
}

impl std::error::Error for CommandError {}

impl From<PositionErrorKind> for CommandError {
    fn from(fault: PositionErrorKind) -> CommandError {
        match fault {
            PositionErrorKind::Start(text) => CommandError::Start(text),
            PositionErrorKind::Move(word) => CommandError::Move(word),
        }
    }
}
