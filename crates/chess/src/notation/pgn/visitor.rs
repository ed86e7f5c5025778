//! What a reader tells while it reads.

use super::{GameResult, Location, Nag, PgnError};
use crate::{Move, Position};

/// Receives the parts of a game in the order in which the file has them.
///
/// Every method has a body that does nothing, so a visitor names only what it wants to know. A
/// move is told when it has been found legal; a line that breaks off at an error is told as far as
/// it goes. Variations are always closed, in files that forget to do so too.
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
    /// A game begins here.
    fn begin_game(&mut self, at: Location) {}

    /// A tag and its value, its escapes undone.
    fn tag(&mut self, name: &str, value: &str) {}

    /// The tags are over, and the moves begin in this position. The answer says whether to read
    /// them. When the start cannot be read, this is not called.
    fn start(&mut self, position: &Position) -> Movetext {
        Movetext::Read
    }

    /// A legal move and the position after it.
    fn play(&mut self, m: Move, after: &Position) {}

    /// A null move, such as `--`: nothing is moved, and the turn passes.
    fn null_move(&mut self, after: &Position) {}

    /// A judgment of the last move.
    fn nag(&mut self, nag: Nag) {}

    /// A comment, as in [`Comment::as_str`](super::Comment::as_str).
    fn comment(&mut self, text: &str, place: CommentPlacement) {}

    /// What follows replaces the last move.
    fn begin_variation(&mut self) {}

    /// What follows continues after the move that the variation replaced.
    fn end_variation(&mut self) {}

    /// Something is wrong.
    fn error(&mut self, error: PgnError) {}

    /// The game is over. Without a result of its own it has that of its Result tag.
    fn end_game(&mut self, result: GameResult) {}
}

/// What is to be done with the moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movetext {
    /// They are read.
    Read,
    /// They are passed over unread, which is much faster.
    Skip,
}

/// What a comment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentPlacement {
    /// The last move, or the whole game before its first move.
    After,
    /// The next move: the comment follows its number, or the parenthesis of a variation.
    Before,
}
