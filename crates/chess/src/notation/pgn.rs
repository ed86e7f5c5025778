//! Portable game notation: games with their tags, moves, variations and comments.
//!
//! [`Reader`] reads a file of any size game by game and calls a [`Visitor`] or builds a [`Tree`].
//! It accepts what people and programs actually write, in any encoding that a [`Decoder`] supports.
//! What it cannot read is a [`PgnError`] with line and column; the game keeps what came before, and
//! reading continues. [`Limits`] bound what is read from untrusted files.
//!
//! The `Display` of a [`Tree`] writes the export format of the standard. Reading it back gives an
//! equal tree, and writing that gives the same bytes.
//!
//! ```
//! use tabiya_chess::pgn::{GameResult, Reader};
//!
//! let file = r#"
//! [White "Saavedra"]
//! [FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]
//!
//! 1. c7 Rd6+ 2. Kb5 Rd5+ 3. Kb4 Rd4+ 4. Kb3 Rd3+ 5. Kc2 Rd4 {A last trap.}
//! 6. c8=R! (6. c8=Q Rc4+ 7. Qxc4 {stalemate}) 6... Ra4 7. Kb3 1-0
//! "#;
//! let record = Reader::new(file.as_bytes()).records().next().unwrap()?;
//! assert!(record.errors.is_empty());
//! assert_eq!(record.tree.main_line().count(), 13);
//! assert_eq!(record.tree.result().as_str(), "1-0");
//! # Ok::<(), std::io::Error>(())
//! ```

mod command;
mod comment;
mod convert;
mod decoder;
mod edit;
mod error;
mod eval;
mod header;
mod lexer;
mod limits;
mod movetext;
mod nag;
mod nonstandard;
mod parallel;
mod parser;
mod reader;
mod record;
mod result;
mod shape;
mod source;
mod tag;
mod tags;
mod text;
mod tree;
mod visitor;
mod walk;
mod wrap;
mod writer;

pub use comment::Comment;
pub use decoder::Decoder;
pub use error::{Location, PgnError, PgnErrorKind};
pub use eval::{Eval, ParseEvalError, Score};
pub use limits::Limits;
pub use nag::Nag;
pub use parallel::ParallelReader;
pub use reader::Reader;
pub use record::Record;
pub use result::GameResult;
pub use shape::{Brush, ParseShapeError, Shape};
pub use tags::{TagError, Tags};
pub use tree::{NodeId, Tree};
pub use visitor::{CommentPlacement, Movetext, Visitor};
pub use walk::{TreeEvent, TreeMove, Walk};
