//! A game: a start, the moves so far, and the way back and forth between them.
//!
//! Positions are small, so every one of them is kept: undo and redo restore each field exactly,
//! and repetition is counted by looking. The game knows no players, clocks or offers.

use crate::{IllegalMove, Move, Outcome, Position};

/// Positions that must occur for a draw to be claimed, and for the game to end by itself.
const CLAIM_REPETITIONS: usize = 3;
const FORCED_REPETITIONS: usize = 5;

/// The fifty-move rule: half-moves without a capture or pawn move after which a draw can be claimed.
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
    /// Moves taken back, the next to redo at the end.
    undone: Vec<Move>,
}

impl Game {
    /// A game from a position of one's choice.
    pub fn new(start: Position) -> Game {
        Game { positions: vec![start], moves: Vec::new(), undone: Vec::new() }
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Where the game stands.
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

    /// The moves that could be redone, the next one first.
    pub fn undone(&self) -> impl Iterator<Item = Move> {
        self.undone.iter().rev().copied()
    }

    /// Plays a move. Moves that were taken back can no longer be redone, unless this is the first
    /// of them.
    ///
    /// # Errors
    /// When the move is not legal or the game is over by rule; nothing changes.
    pub fn play(&mut self, m: Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::GameOver(outcome));
        }
        let next = self.position().play(m).map_err(PlayError::Illegal)?;
        match self.undone.pop() {
            Some(undone) if undone == m => {}
            _ => self.undone.clear(),
        }
        self.moves.push(m);
        self.positions.push(next);
        Ok(())
    }

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        self.positions.pop();
        self.undone.push(m);
        Some(m)
    }

    /// Plays the move that was taken back last and returns it.
    pub fn redo(&mut self) -> Option<Move> {
        let m = self.undone.pop()?;
        let next = self.position().play_unchecked(m);
        self.moves.push(m);
        self.positions.push(next);
        Some(m)
    }

    /// How often the position on the board has occurred, this time included.
    pub fn repetitions(&self) -> usize {
        count(&self.positions[..self.moves.len()], self.position()) + 1
    }

    /// The end that the game has come to by itself. Mate comes before any draw.
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

    /// The draw that the side to move may claim now; none when the game is over.
    pub fn claimable_draw(&self) -> Option<Outcome> {
        match self.outcome() {
            Some(_) => None,
            None => claim(self.repetitions(), self.position()),
        }
    }

    /// The draw that the side to move may claim by announcing a move, as tournament rules allow;
    /// none when the game is over, the move is illegal or it gives mate.
    pub fn claimable_draw_with(&self, m: Move) -> Option<Outcome> {
        if self.outcome().is_some() {
            return None;
        }
        let next = self.position().play(m).ok()?;
        let repetitions = count(&self.positions, &next) + 1;
        claim(repetitions, &next).filter(|_| !next.is_checkmate())
    }
}

/// How often a position occurs among earlier ones. Nothing repeats across a capture or a pawn
/// move, so the count of half-moves says how far back to look.
fn count(earlier: &[Position], position: &Position) -> usize {
    let reach = usize::from(position.halfmoves());
    earlier.iter().rev().take(reach).filter(|other| other.repeats(position)).count()
}

/// The claim that a position allows which has occurred so often.
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
    /// A game from the ordinary start.
    fn default() -> Game {
        Game::new(Position::default())
    }
}

/// Why a game takes no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The move breaks a rule.
    Illegal(IllegalMove),
    /// The game has ended.
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
