//! Opening books in the Polyglot format.
//!
//! A book is a list of 64-bit position keys, each with a move and its weight. It is read whole,
//! validated once, and searched by bisection. The random number for a choice is an argument, so
//! that the same number finds the same move.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chess::{Move, Position, Role, Square};

/// The bytes of one entry: key, move, weight, and four bytes of learning data.
const ENTRY: usize = 16;

/// A validated book.
///
/// ```no_run
/// use chess::Position;
/// use engine::Book;
///
/// let book = Book::open("openings.bin".as_ref())?;
/// let reply = book.choose(&Position::default(), 0x5eed);
/// # Ok::<(), engine::BookError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// Sorted by key.
    entries: Vec<Entry>,
    /// Positions from this half-move on are not looked up.
    max_plies: Option<usize>,
}

/// A book move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookMove {
    /// The move, legal in the position.
    pub m: Move,
    /// How often it should be played, in proportion to the others.
    pub weight: u16,
}

/// The bytes of a regular file. Devices and pipes may have no end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() {
        fs::read(path)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
    }
}

/// One row of the file.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    code: u16,
    weight: u16,
}

impl Book {
    /// Reads a book from a file.
    ///
    /// # Errors
    /// When the file cannot be read or is not a Polyglot book; the error names the file.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let failed = |reason| BookError { path: path.to_owned(), reason };
        let bytes = read(path).map_err(|error| failed(BookErrorKind::Unreadable(error)))?;
        Book::from_bytes(&bytes).map_err(failed)
    }

    /// Reads a book that is already in memory.
    ///
    /// # Errors
    /// When the bytes are not a Polyglot book.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookErrorKind> {
        let (rows, []) = bytes.as_chunks::<ENTRY>() else {
            return Err(BookErrorKind::BadLength(bytes.len()));
        };
        if rows.is_empty() {
            return Err(BookErrorKind::Empty);
        }
        let entries: Vec<Entry> = rows.iter().map(Entry::read).collect();
        match entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
            Some(index) => Err(BookErrorKind::Unsorted(index + 1)),
            None => Ok(Book { entries, max_plies: None }),
        }
    }

    /// The same book, used only for the first half-moves of a game.
    pub fn up_to(self, max_plies: usize) -> Book {
        Book { max_plies: Some(max_plies), ..self }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True for [`Book::default`]; a book from a file has entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The book moves of a position in their order. Illegal ones are left out: keys collide, and
    /// books have errors.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        if self.max_plies.is_some_and(|plies| position.ply() >= plies) {
            return Vec::new();
        }
        let key = position.polyglot_key();
        let first = self.entries.partition_point(|entry| entry.key < key);
        let entries = self.entries[first..].iter().take_while(|entry| entry.key == key);
        entries
            .filter_map(|entry| {
                Some(BookMove { m: entry.resolve(position)?, weight: entry.weight })
            })
            .collect()
    }

    /// One of the moves, chosen by weight: a uniform random number finds each as often as its
    /// weight says. Moves of weight 0 are found only where all have it.
    pub fn choose(&self, position: &Position, random: u64) -> Option<Move> {
        let mut moves = self.moves(position);
        if moves.iter().all(|candidate| candidate.weight == 0) {
            for candidate in &mut moves {
                candidate.weight = 1;
            }
        }
        let total: u64 = moves.iter().map(|candidate| u64::from(candidate.weight)).sum();
        let mut left = ((u128::from(random) * u128::from(total)) >> 64) as u64;
        for candidate in moves {
            match left.checked_sub(u64::from(candidate.weight)) {
                Some(rest) => left = rest,
                None => return Some(candidate.m),
            }
        }
        None
    }
}

impl Entry {
    fn read(row: &[u8; ENTRY]) -> Entry {
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, ..] = *row;
        Entry {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            code: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
        }
    }

    /// The legal move of the entry. Its code holds the target square in the lowest six bits, the
    /// origin in the next six, then the promotion; castling is the king capturing its rook.
    fn resolve(self, position: &Position) -> Option<Move> {
        let square = |shift: u16| Square::from_index(usize::from(self.code >> shift & 63));
        let promotion = match self.code >> 12 {
            0 => None,
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            _ => return None,
        };
        position.find_move(square(6)?, square(0)?, promotion).ok()
    }
}

/// Why a book cannot be opened.
#[derive(Debug, thiserror::Error)]
#[error("the book '{}' {reason}", path.display())]
pub struct BookError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: BookErrorKind,
}

/// What is wrong with a book.
#[derive(Debug, thiserror::Error)]
pub enum BookErrorKind {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// It has no entries.
    #[error("is empty")]
    Empty,
    /// It ends in the middle of an entry, after this many bytes.
    #[error("is {0} bytes long; a Polyglot book has {ENTRY} bytes for each entry")]
    BadLength(usize),
    /// The entry of this number, from 0, has a smaller key than the one before it.
    #[error("is not sorted: entry {0} has a smaller key than the one before it")]
    Unsorted(usize),
}
