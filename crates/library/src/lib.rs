//! Import and export of games.
//!
//! [`import`] streams PGN in any encoding, FEN and club files, compressed or not, and stores each
//! game that has a legal move or a tag, together with its original text. [`export`] writes stored
//! games as files, without losing anything of that text. [`summary`] makes the row that the library
//! shows for a game.
//!
//! The server and the commands `import` and `export` use this crate. It knows neither network nor
//! clock: the current time and new ids are arguments.

pub mod club;
mod date;
pub mod doctor;
pub mod export;
pub mod import;
pub mod summary;
mod tags;
