//! A game: its start position and moves, with undo and redo.
//!
//! Positions are small, so all of them are stored: undo and redo restore every field exactly, and
//! repetitions are counted by comparing. Players, clocks and draw offers are outside this crate.

use crate::{IllegalMove, Move, Outcome, Position};

/// Occurrences of a position for a draw claim, and for an automatic draw.
const CLAIM_REPETITIONS: usize = 3;
const FORCED_REPETITIONS: usize = 5;

/// The fifty-move rule: half-moves without a capture or pawn move before a draw can be claimed.
pub const FIFTY_MOVES: u16 = 100;
/// The seventy-five-move rule: half-moves without progress after which the game ends by itself.
const SEVENTY_FIVE_MOVES: u16 = 150;

/// A game with its history, undo and redo.
///
/// ```
/// use tabiya_chess::{Game, Outcome};
///
/// let mut game = Game::default();
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     game.play(game.position().parse_san(san)?)?;
/// }
/// assert_eq!(game.outcome().map(Outcome::result), Some("0-1"));
///
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// assert!(game.redo().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The start, and the position after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// Undone moves, the next one to redo last.
    undone: Vec<Move>,
}

impl Game {
    /// A game from any position.
    pub fn new(start: Position) -> Game {
        Game { positions: vec![start], moves: Vec::new(), undone: Vec::new() }
    }

    /// The position the game started from.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The moves so far, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The start and the position after each move, in order.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves that can be redone, the next one first.
    pub fn undone(&self) -> impl Iterator<Item = Move> {
        self.undone.iter().rev().copied()
    }

    /// Plays a move. Clears the moves that can be redone, unless this is the first of them.
    ///
    /// # Errors
    /// When the move is illegal or the game is over; nothing changes.
    pub fn play(&mut self, m: Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::GameOver(outcome));
        }
        self.play_on(m).map_err(PlayError::Illegal)
    }

    /// Plays a legal move even after an automatic draw. Recorded games often go on there: fivefold
    /// repetition and the seventy-five-move rule are young, and players overlook dead positions.
    ///
    /// # Errors
    /// When the move is illegal; nothing changes.
    pub fn play_on(&mut self, m: Move) -> Result<(), IllegalMove> {
        let next = self.position().play(m)?;
        match self.undone.pop() {
            Some(undone) if undone == m => {}
            _ => self.undone.clear(),
        }
        self.moves.push(m);
        self.positions.push(next);
        Ok(())
    }

    /// Undoes the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        self.positions.pop();
        self.undone.push(m);
        Some(m)
    }

    /// Redoes the last undone move and returns it.
    pub fn redo(&mut self) -> Option<Move> {
        let m = self.undone.pop()?;
        let next = self.position().play_unchecked(m);
        self.moves.push(m);
        self.positions.push(next);
        Some(m)
    }

    /// How many times the current position has occurred, including now.
    pub fn repetitions(&self) -> usize {
        count(&self.positions[..self.moves.len()], self.position()) + 1
    }

    /// The outcome, if the game is over without a claim. Checkmate takes precedence over draws.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| {
            if self.repetitions() >= FORCED_REPETITIONS {
                Some(Outcome::FivefoldRepetition)
            } else if self.position().halfmoves() >= SEVENTY_FIVE_MOVES {
                Some(Outcome::SeventyFiveMoves)
            } else {
                None
            }
        })
    }

    /// The draw that the side to move can claim now; `None` when the game is over.
    pub fn claimable_draw(&self) -> Option<Outcome> {
        match self.outcome() {
            Some(_) => None,
            None => claim(self.repetitions(), self.position()),
        }
    }

    /// The draw that the side to move can claim by announcing a move, as tournament rules allow;
    /// `None` when the game is over, the move is illegal or it gives checkmate.
    pub fn claimable_draw_with(&self, m: Move) -> Option<Outcome> {
        if self.outcome().is_some() {
            return None;
        }
        let next = self.position().play(m).ok()?;
        let repetitions = count(&self.positions, &next) + 1;
        claim(repetitions, &next).filter(|_| !next.is_checkmate())
    }
}

/// How often a position occurs among earlier ones. Nothing repeats across a capture or pawn move,
/// so the half-move counter limits how far back to look.
fn count(earlier: &[Position], position: &Position) -> usize {
    let reach = usize::from(position.halfmoves());
    earlier.iter().rev().take(reach).filter(|other| other.repeats(position)).count()
}

/// The claim available for a position with this number of occurrences.
fn claim(repetitions: usize, position: &Position) -> Option<Outcome> {
    if repetitions >= CLAIM_REPETITIONS {
        Some(Outcome::ThreefoldRepetition)
    } else if position.halfmoves() >= FIFTY_MOVES {
        Some(Outcome::FiftyMoves)
    } else {
        None
    }
}

impl Default for Game {
    /// A game from the standard start position.
    fn default() -> Game {
        Game::new(Position::default())
    }
}

/// Why a move cannot be played in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The move is illegal.
    Illegal(IllegalMove),
    /// The game is over.
    GameOver(Outcome),
}

impl std::fmt::Display for PlayError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            PlayError::Illegal(reason) => reason.fmt(f),
            PlayError::GameOver(outcome) => write!(f, "The game is over: {outcome}"),
        }
    }
}

impl std::error::Error for PlayError {}
