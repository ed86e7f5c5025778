//! The position that a GUI names: a start and the moves from it, as text and as the rules see it.

use std::fmt;

use chess::{FenError, IllegalMove, Move, Position, Quoted};

use crate::Coordinates;
use crate::text::Words;

/// Where a position starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The ordinary start of a game.
    Startpos,
    /// A FEN, not looked at yet: words with single blanks between them.
    Fen(String),
}

/// The command `position`: a start and the moves from it, not yet known to be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// Where it begins.
    pub start: Start,
    /// What was played from there.
    pub moves: Vec<Coordinates>,
}

impl PositionCommand {
    /// The start and the moves by the rules of chess.
    ///
    /// ```
    /// use uci::{Command, PositionCommand};
    ///
    /// let Command::Position(place) = Command::parse("position startpos moves e2e4 e2e4")? else {
    ///     panic!()
    /// };
    /// let error = place.resolve().unwrap_err();
    /// assert!(error.to_string().starts_with("move 2, e2e4: "));
    /// # Ok::<(), uci::CommandError>(())
    /// ```
    ///
    /// # Errors
    /// When the FEN is no legal position or a move is not legal; the first such move is named.
    pub fn resolve(&self) -> Result<(Position, Vec<Move>), PositionError> {
        let start = match &self.start {
            Start::Startpos => Position::default(),
            Start::Fen(fen) => fen.parse().map_err(PositionError::Fen)?,
        };
        let mut position = start;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (index, &text) in self.moves.iter().enumerate() {
            let refused = |reason| PositionError::Move { number: index + 1, text, reason };
            let m = text.resolve(&position).map_err(refused)?;
            position = position.play_unchecked(m);
            moves.push(m);
        }
        Ok((start, moves))
    }

    /// Reads what follows the word `position`; the error is what was found instead.
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
        // Words before the moves that mean nothing are skipped.
        let moves = words.skip_while(|word| *word != "moves").skip(1);
        let moves = moves
            .map(|word| {
                Coordinates::read(word).ok_or_else(|| PositionErrorKind::Move(word.to_owned()))
            })
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

/// What a line has where a position should be.
pub(crate) enum PositionErrorKind {
    /// Neither `startpos` nor a FEN.
    Start(String),
    /// A word among the moves that is none.
    Move(String),
}

/// Why a named position does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The start is not a legal position.
    Fen(FenError),
    /// A move is not legal; those before it are.
    Move {
        /// Which one, counted from 1.
        number: usize,
        /// The move as it was written.
        text: Coordinates,
        /// The rule that it breaks.
        reason: IllegalMove,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PositionError::Fen(error) => error.fmt(f),
            PositionError::Move { number, text, reason } => {
                write!(f, "move {number}, {}: {reason}", Quoted(&text.to_string()))
            }
        }
    }
}

impl std::error::Error for PositionError {}
