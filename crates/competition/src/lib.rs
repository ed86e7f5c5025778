//! The rules of chess competitions: pairings, standings and report files.
//!
//! Everything works on a [`Crosstable`]: the players with one [`Entry`] per round, and what the
//! organizer has announced. Nothing here reads a clock, a file or a random number, so that every
//! pairing and every table can be computed again.

pub mod aggregate;
pub mod baku;
mod crosstable;
pub mod dutch;
pub mod glicko2;
pub mod keizer;
pub mod knockout;
mod matching;
mod player;
mod points;
pub mod round_robin;
pub mod tiebreaks;
pub mod trf;

pub use crosstable::{Absence, Crosstable, ForbiddenPairs, VirtualPoints};
pub use player::{Bye, Entry, Game, GameResult, Player, PlayerNumber, Sex, Title};
pub use points::{ParsePointsError, PointValues, Points};
