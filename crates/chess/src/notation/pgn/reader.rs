//! Reads games one after another.
//!
//! The reader turns tokens into calls of a [`Visitor`]: first the tags, then the moves, each
//! validated and played. It holds one window of the file and one position per open variation,
//! regardless of the size of the file, and never recurses.

use std::io::{self, Read};

use super::lexer::{Lexer, Token};
use super::parser::{Buffers, Parser};
use super::{Decoder, Limits, Location, Record, Visitor};

/// Reads the games of a file of any size.
///
/// Any [`Read`] will do; it is read in large chunks, so buffering is unnecessary.
///
/// ```
/// use tabiya_chess::pgn::Reader;
///
/// let file = "[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 d6 *\n\n1. d4 d5 1/2-1/2\n";
/// let mut plies = Vec::new();
/// for record in Reader::new(file.as_bytes()).records() {
///     plies.push(record?.tree.main_line().count());
/// }
/// assert_eq!(plies, [4, 2]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R>(Games<Decoder<R>>);

impl<R: Read> Reader<R> {
    /// A reader with the [default limits](Limits::LOCAL).
    pub fn new(input: R) -> Reader<R> {
        Reader::with_limits(input, Limits::default())
    }

    /// A reader with the given limits.
    pub fn with_limits(input: R, limits: Limits) -> Reader<R> {
        Reader(Games::new(Decoder::new(input), limits))
    }

    /// Reads the next game and reports it to the visitor. False at the end of the file.
    ///
    /// # Errors
    /// When the input fails. Errors in the game itself are reported as
    /// [`PgnError`](super::PgnError)s.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<bool> {
        self.0.read(visitor).map(|game| game.is_some())
    }

    /// Reads the next game into a record, reusing its memory. False at the end of the file.
    ///
    /// # Errors
    /// When the input fails.
    pub fn read_record(&mut self, record: &mut Record) -> io::Result<bool> {
        self.read_game(&mut record.builder())
    }

    /// An iterator over the games as trees.
    pub fn records(mut self) -> impl Iterator<Item = io::Result<Record>> {
        let mut failed = false;
        std::iter::from_fn(move || {
            let mut record = Record::default();
            let more = if failed { Ok(false) } else { self.read_record(&mut record) };
            failed = more.is_err();
            more.map(|more| more.then_some(record)).transpose()
        })
    }
}

/// The games of UTF-8 text.
pub(super) struct Games<R> {
    lexer: Lexer<R>,
    limits: Limits,
    count: usize,
    buffers: Buffers,
}

/// Where a game is in the text, and whether it is complete.
pub(super) struct GameSpan {
    /// The offset of its first byte.
    pub(super) begin: usize,
    /// The location of that byte.
    pub(super) at: Location,
    /// The text ended before the game had an Event tag or anything after its tags. If an Event tag
    /// followed, it would belong to this game.
    pub(super) lacks_event: bool,
}

impl<R: Read> Games<R> {
    pub(super) fn new(input: R, limits: Limits) -> Games<R> {
        let lexer = Lexer::new(input, limits.text);
        Games { lexer, limits, count: 0, buffers: Buffers::default() }
    }

    /// Reads the next game and reports it to the visitor. `None` at the end of the text.
    pub(super) fn read<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<Option<GameSpan>> {
        if self.count >= self.limits.games || self.lexer.next()? == Token::End {
            return Ok(None);
        }
        self.count += 1;
        let (at, begin) = (self.lexer.location(), self.lexer.offset());
        visitor.begin_game(at);
        self.lexer.unread();
        let is_last = self.count == self.limits.games;
        let parser = Parser::new(&mut self.lexer, &mut self.buffers, visitor, &self.limits);
        Ok(Some(GameSpan { begin, at, lacks_event: parser.game(is_last)? }))
    }
}
