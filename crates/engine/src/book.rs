//! Opening books in the Polyglot format.
//!
//! A book is a list of positions, by their 64-bit keys, with the moves that somebody thought worth
//! playing there and how much each is worth. It is read whole, checked once, and searched by
//! halving. Chance comes from outside, as a number, so that the same number finds the same move.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chess::{Move, Position, Role, Square};

/// The bytes of one entry: key, move, weight, and four bytes for programs that learn.
const ENTRY: usize = 16;

/// A book that has been read and checked.
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
    plies: Option<usize>,
}

/// A move that a book has for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookMove {
    /// The move, legal in the position that was asked about.
    pub play: Move,
    /// How often it should be played, in proportion to the others.
    pub weight: u16,
}

/// The bytes of a file. A device or a pipe is none: it may have no end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() {
        fs::read(path)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file"))
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
    /// When the file cannot be read or is no Polyglot book; the error names the file and its fault.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let failed = |fault| BookError { path: path.to_owned(), fault };
        let bytes = read(path).map_err(|error| failed(BookFault::Unreadable(error)))?;
        Book::from_bytes(&bytes).map_err(failed)
    }

    /// Reads a book that is already in memory.
    ///
    /// # Errors
    /// When the bytes are no Polyglot book.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookFault> {
        let (rows, []) = bytes.as_chunks::<ENTRY>() else {
            return Err(BookFault::BrokenLength(bytes.len()));
        };
        if rows.is_empty() {
            return Err(BookFault::Empty);
        }
        let entries: Vec<Entry> = rows.iter().map(Entry::read).collect();
        match entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
            Some(index) => Err(BookFault::Unsorted(index + 1)),
            None => Ok(Book { entries, plies: None }),
        }
    }

    /// The same book, closed after so many half-moves of a game.
    pub fn up_to(self, plies: usize) -> Book {
        Book { plies: Some(plies), ..self }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True for the book of no entries, which [`Book::default`] is and no file can be.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The legal moves that the book has for a position, in its own order. Entries that are not
    /// legal there are left out: keys collide, and books have errors.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        if self.plies.is_some_and(|plies| position.ply() >= plies) {
            return Vec::new();
        }
        let key = position.polyglot_key();
        let first = self.entries.partition_point(|entry| entry.key < key);
        let entries = self.entries[first..].iter().take_while(|entry| entry.key == key);
        entries
            .filter_map(|entry| {
                Some(BookMove { play: entry.resolve(position)?, weight: entry.weight })
            })
            .collect()
    }

    /// One of the moves, by weight: a number drawn evenly from all of `u64` finds each as often as
    /// its weight says. A move without weight is found only where no move has any.
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
                None => return Some(candidate.play),
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

    /// The legal move that the entry stands for. Its code holds the square where the piece lands in
    /// the lowest six bits, the square that it leaves in the next six, and then the promotion;
    /// castling is the king taking its rook.
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

/// A file that is no book.
#[derive(Debug)]
pub struct BookError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: BookFault,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the book '{}' {}", self.path.display(), self.fault)
    }
}

impl std::error::Error for BookError {}

/// What is wrong with a book.
#[derive(Debug)]
pub enum BookFault {
    /// It cannot be read at all.
    Unreadable(io::Error),
    /// It holds nothing.
    Empty,
    /// It ends in the middle of an entry; so many bytes are there.
    BrokenLength(usize),
    /// The entry of this number, counted from 0, has a smaller key than the one before it.
    Unsorted(usize),
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BookFault::Unreadable(error) => write!(f, "cannot be read: {error}"),
            BookFault::Empty => f.write_str("is empty"),
            BookFault::BrokenLength(bytes) => {
                write!(f, "is {bytes} bytes long; a Polyglot book has {ENTRY} bytes for each entry")
            }
            BookFault::Unsorted(index) => {
                write!(f, "is not sorted: entry {index} has a smaller key than the one before it")
            }
        }
    }
}
