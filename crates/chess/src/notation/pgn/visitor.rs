//! The interface between a reader and its user.

use super::{GameResult, Location, Nag, PgnError};
use crate::{Move, Position};

/// Receives the parts of a game in file order.
///
/// Every method has an empty default body, so a visitor implements only what it needs. Moves are
/// reported once they are known to be legal; a line with an error is reported up to it. Variations
/// are always closed, even when the file does not close them.
///
/// ```
/// use tabiya_chess::pgn::{Reader, Visitor};
/// use tabiya_chess::{Move, Position};
///
/// #[derive(Default)]
/// struct Castlings(usize);
///
/// impl Visitor for Castlings {
///     fn play(&mut self, m: Move, _after: &Position) {
///         self.0 += usize::from(m.is_castle());
///     }
/// }
///
/// let file = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *";
/// let mut castlings = Castlings::default();
/// let mut reader = Reader::new(file.as_bytes());
/// while reader.read_game(&mut castlings)? {}
/// assert_eq!(castlings.0, 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[expect(unused_variables, reason = "the names tell implementors what they get")]
pub trait Visitor {
    /// A game starts here.
    fn begin_game(&mut self, at: Location) {}

    /// A tag and its unescaped value.
    fn tag(&mut self, name: &str, value: &str) {}

    /// The tags are complete, and the moves start from this position. The return value says whether
    /// to read them. Not called when the start position is invalid.
    fn start(&mut self, position: &Position) -> Movetext {
        Movetext::Read
    }

    /// A legal move and the position after it.
    fn play(&mut self, m: Move, after: &Position) {}

    /// A null move, such as `--`, which only passes the turn.
    fn null_move(&mut self, after: &Position) {}

    /// An annotation of the last move.
    fn nag(&mut self, nag: Nag) {}

    /// A comment, as in [`Comment::as_str`](super::Comment::as_str).
    fn comment(&mut self, text: &str, placement: CommentPlacement) {}

    /// Text of the current line that could not be read, after the [error](Visitor::error) that says
    /// why: the moves from an illegal one on.
    fn skipped(&mut self, text: &str) {}

    /// A variation begins: the next move replaces the last one.
    fn begin_variation(&mut self) {}

    /// A variation ends: the next move follows the one that the variation replaced.
    fn end_variation(&mut self) {}

    /// Something could not be read.
    fn error(&mut self, error: PgnError) {}

    /// The game ends. If the moves give no result, this is the one in the Result tag.
    fn end_game(&mut self, result: GameResult) {}
}

/// Whether to read the moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movetext {
    /// Read and validate them.
    Read,
    /// Skip them, which is much faster.
    Skip,
}

/// What a comment refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentPlacement {
    /// The last move, or the whole game if there is no move yet.
    AfterMove,
    /// The next move: the comment follows a move number or an opening parenthesis.
    BeforeMove,
}
