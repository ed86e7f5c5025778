//! Reading games one after the other.
//!
//! The reader turns tokens into a [`Visitor`]'s calls: first the tags, then the moves, each found
//! legal and played. It holds one window of the file and one position for each open variation,
//! whatever the size of the file, and it never recurses.

use std::io::{self, Read};

use super::lexer::{Lexer, Token};
use super::parser::{Parser, Scratch};
use super::{Decoder, Limits, Location, Record, Visitor};

/// Reads the games of a file, as large as it may be.
///
/// Any [`Read`] will do; it is read in large pieces, so there is no need to buffer it.
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

    /// A reader that takes no more than the limits allow.
    pub fn with_limits(input: R, limits: Limits) -> Reader<R> {
        Reader(Games::new(Decoder::new(input), limits))
    }

    /// Reads the next game and tells the visitor about it. False when there is none.
    ///
    /// # Errors
    /// When the input fails. What is wrong with the game itself is told as
    /// [`PgnError`](super::PgnError)s.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<bool> {
        self.0.read(visitor).map(|game| game.is_some())
    }

    /// Reads the next game into a record, whose memory is used again. False when there is none.
    ///
    /// # Errors
    /// When the input fails.
    pub fn read_record(&mut self, record: &mut Record) -> io::Result<bool> {
        self.read_game(&mut record.builder())
    }

    /// The games as trees, one after the other.
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

/// The games of a text, which is UTF-8.
pub(super) struct Games<R> {
    lexer: Lexer<R>,
    limits: Limits,
    count: usize,
    scratch: Scratch,
}

/// Where a game was, and how it ended.
pub(super) struct Extent {
    /// The byte with which it begins.
    pub(super) begin: usize,
    /// The place of that byte.
    pub(super) at: Location,
    /// The text ended before the game had an Event tag or anything after its tags. Had the text
    /// gone on with one, that would have belonged to this game.
    pub(super) lacks_event: bool,
}

impl<R: Read> Games<R> {
    pub(super) fn new(input: R, limits: Limits) -> Games<R> {
        let lexer = Lexer::new(input, limits.text);
        Games { lexer, limits, count: 0, scratch: Scratch::default() }
    }

    /// Reads the next game and tells the visitor about it. None when there is none.
    pub(super) fn read<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<Option<Extent>> {
        if self.count >= self.limits.games || self.lexer.next()? == Token::End {
            return Ok(None);
        }
        self.count += 1;
        let (at, begin) = (self.lexer.location(), self.lexer.offset());
        visitor.begin_game(at);
        self.lexer.hold();
        let is_last = self.count == self.limits.games;
        let parser = Parser::new(&mut self.lexer, &mut self.scratch, visitor, &self.limits);
        Ok(Some(Extent { begin, at, lacks_event: parser.game(is_last)? }))
    }
}
