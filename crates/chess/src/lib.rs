//! The rules of chess: exact, documented and fast.

pub mod attacks;
mod bitboard;
mod board;
mod castling;
pub mod chess960;
mod color;
mod keys;
mod legality;
mod movegen;
mod moves;
mod notation;
pub mod perft;
mod play;
mod position;
mod role;
mod setup;
mod square;
mod validate;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use color::{ByColor, Color};
pub use legality::IllegalMove;
pub use movegen::MoveFilter;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use notation::MoveText;
pub use notation::fen::FenError;
pub use notation::san::SanError;
pub use notation::uci::{CastlingMode, UciError};
pub use position::Position;
pub use role::{ByRole, Piece, Role};
pub use setup::Setup;
pub use square::{File, ParseSquareError, Rank, Square};
pub use validate::InvalidSetup;
