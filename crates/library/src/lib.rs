//! Games between files and the library.
//!
//! [`import`] reads whatever people bring (PGN in any encoding, positions, club files, compressed
//! or not) as a stream, makes a game of each one that has a legal move or a tag, and keeps it in
//! the store with everything that the file says about it. [`export`] writes games of the store as
//! files again: what went in comes out whole. [`summary`] says what the library shows of a game.
//!
//! The server, and the commands `import` and `export` of the program, stand on this crate. It
//! knows no network and no clock: the moment and new ids arrive as arguments.

pub mod club;
mod date;
pub mod export;
pub mod import;
pub mod summary;
mod tags;
