//! The `position` command: a starting position and moves, as text and as legal chess.

use std::fmt;

use chess::{FenError, IllegalMove, Move, Position};

use crate::UciMove;
use crate::text::Words;
use crate::uci_move::read_move;

/// The starting position of a `position` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The usual starting position.
    Startpos,
    /// A FEN that has not been parsed; its fields are separated by single spaces.
    Fen(String),
}

/// The `position` command. Its moves have not been checked for legality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The starting position.
    pub start: Start,
    /// The moves from there.
    pub moves: Vec<UciMove>,
}

impl PositionCommand {
    /// The starting position and the legal moves.
    ///
    /// ```
    /// use uci::{Command, PositionCommand};
    ///
    /// let Command::Position(command) = Command::parse("position startpos moves e2e4 e2e4")? else {
    ///     panic!()
    /// };
    /// let error = command.resolve().unwrap_err();
    /// assert!(error.to_string().starts_with("move 2, e2e4: "));
    /// # Ok::<(), uci::CommandError>(())
    /// ```
    ///
    /// # Errors
    /// When the FEN is invalid or a move is illegal; the first such move is named.
    pub fn resolve(&self) -> Result<(Position, Vec<Move>), PositionError> {
        let start = match &self.start {
            Start::Startpos => Position::default(),
            Start::Fen(fen) => fen.parse().map_err(PositionError::Fen)?,
        };
        let mut position = start;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (index, &text) in self.moves.iter().enumerate() {
            let illegal = |reason| PositionError::Move { number: index + 1, text, reason };
            let m = text.to_move(&position).map_err(illegal)?;
            position = position.play_unchecked(m);
            moves.push(m);
        }
        Ok((start, moves))
    }

    /// Parses what follows `position`.
    pub(crate) fn read(words: &mut Words) -> Result<PositionCommand, PositionErrorKind> {
        let rest = words.rest();
        let start = match words.next() {
            Some("startpos") => Start::Startpos,
            Some("fen") => Start::Fen(words.phrase(&["moves"])),
            _ => return Err(PositionErrorKind::Start(rest.to_owned())),
        };
        if matches!(&start, Start::Fen(fen) if fen.is_empty()) {
            return Err(PositionErrorKind::Start(rest.to_owned()));
        }
        // Unknown words before the moves are skipped.
        let moves = words.skip_while(|word| *word != "moves").skip(1);
        let moves = moves
            .map(|word| read_move(word).ok_or_else(|| PositionErrorKind::Move(word.to_owned())))
            .collect::<Result<_, _>>()?;
        Ok(PositionCommand { start, moves })
    }
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.start {
            Start::Startpos => f.write_str("position startpos")?,
            Start::Fen(fen) => write!(f, "position fen {fen}")?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves.iter().try_for_each(|text| write!(f, " {text}"))
    }
}

/// What is wrong with a `position` line.
pub(crate) enum PositionErrorKind {
    /// Neither `startpos` nor a FEN.
    Start(String),
    /// A word among the moves is not a move.
    Move(String),
}

/// Why a `position` command names no legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The FEN is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is illegal; those before it are legal.
    #[error("move {number}, {text}: {reason}")]
    Move {
        /// Its number, counted from 1.
        number: usize,
        /// The move.
        text: UciMove,
        /// The rule it breaks.
        reason: IllegalMove,
    },
}
