//! The rules of chess: exact, documented and fast.
//!
//! The crate covers positions, moves, games and their notations, for standard chess and Chess960.
//! It has no evaluation, no clock and no file format besides PGN and EPD. It never prints, and it
//! reads only what it is given.
//!
//! # A tour
//!
//! A [`Position`] is always legal. It is built from a FEN or from a [`Setup`], which can hold
//! anything and is checked; the error says which rule is broken.
//!
//! ```
//! use tabiya_chess::Position;
//!
//! let start = Position::default();
//! let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
//! let mut position: Position = fen.parse()?;
//! assert_eq!(position.legal_moves().len(), 43);
//!
//! let error = "8/8/8/8/8/8/8/8 w - - 0 1".parse::<Position>().unwrap_err();
//! assert_eq!(error.to_string(), "White has 0 kings; each side needs exactly one");
//! # Ok::<(), tabiya_chess::FenError>(())
//! ```
//!
//! Playing a [`Move`] returns the next position and leaves the old one untouched. An illegal move
//! is an error that gives the [reason](IllegalMove).
//!
//! ```
//! # use tabiya_chess::{Outcome, Color, Position};
//! # let position: Position =
//! #     "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4".parse()?;
//! let mate = position.parse_san("Qxf7#")?;
//! let end = position.play(mate)?;
//! assert_eq!(end.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
//!
//! let refusal = position.parse_uci("h5h8").unwrap_err();
//! assert_eq!(refusal.to_string(), "h5h8: The piece on h7 is in the way");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Game`] adds history: undo and redo, repetition, and the draws that depend on them. [`pgn`]
//! reads and writes whole games with variations and comments, from files of any size.
//!
//! # Speed
//!
//! A position is 152 bytes and `Copy`; playing a move copies it and changes a few bits. Moves are
//! generated legal, a whole set of targets at a time, and can be counted without building a list.
//! The 64-bit Zobrist [key](Position::key) is updated incrementally. Only [`Game`] and [`pgn`]
//! allocate, and all lookup tables are computed at compile time.
//!
//! # Features
//!
//! Neither is enabled by default.
//!
//! - `serde` serializes positions as FEN, moves as [`UciMove`] text, and squares, colors, roles and
//!   results as words.
//! - `arbitrary` makes random games, positions, setups and moves for fuzzing.
//!
//! # Safety
//!
//! There is one unsafe block: the `pext` instruction in the slider lookup, compiled only for
//! processors that have it.

#[cfg(feature = "arbitrary")]
mod arbitrary_support;
pub mod attacks;
mod bitboard;
mod board;
mod castling;
pub mod chess960;
mod color;
mod cuckoo;
mod game;
mod legality;
mod material;
mod move_details;
mod movegen;
mod moves;
mod notation;
mod outcome;
pub mod perft;
mod play;
mod position;
mod role;
#[cfg(feature = "serde")]
mod serde_support;
mod setup;
mod square;
mod validate;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use color::{ByColor, Color};
pub use game::{FIFTY_MOVES, Game, PlayError};
pub use legality::IllegalMove;
pub use move_details::DisplayMove;
pub use movegen::MoveFilter;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use notation::epd::{Epd, EpdError, Operation};
pub use notation::fen::{BoardError, FenError, FenField};
pub use notation::pgn;
pub use notation::san::SanError;
pub use notation::uci::{CastlingMode, UciError, UciMove};
pub use notation::{MoveText, Quoted};
pub use outcome::Outcome;
pub use position::Position;
pub use role::{ByRole, Piece, Role};
pub use setup::Setup;
pub use square::{File, ParseSquareError, Rank, Square};
pub use validate::SetupError;
