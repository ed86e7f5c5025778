//! The rules of chess competitions: pairings, standings and report files.
//!
//! Everything works on a [`Crosstable`]: the players with one [`Entry`] per round, and what the
//! organizer has announced. Nothing here reads a clock, a file or a random number, so that every
//! pairing and every table can be computed again.
//!
//! - [`dutch`] pairs rounds of Swiss tournaments by the FIDE Dutch system.
//! - [`tiebreaks`] computes tie-breaks and standings by FIDE C.07.
//! - [`trf`] reads and writes the report files of FIDE.
//! - [`baku`] accelerates large tournaments.
//! - [`round_robin`], [`knockout`] and [`keizer`] are the other formats, and [`glicko2`] rates.
//! - [`ratings`] are the lists of a club, from all its games.
//! - [`aggregate`] is a whole competition, from the first entry to the final standings.
//!
//! ```
//! use competition::tiebreaks::{self, Rules, TieBreak};
//! use competition::{Crosstable, Entry, GameResult, Player, PlayerNumber, dutch};
//!
//! let names = ["Ada", "Ben", "Cleo", "Dan"];
//! let players = (1..).zip(names).map(|(number, name)| {
//!     Player::new(PlayerNumber::new(number).expect("from 1 to 9999"), name)
//! });
//! let mut table = Crosstable { players: players.collect(), ..Crosstable::default() };
//!
//! // Pair a round, and let White win every game.
//! let pairing = dutch::pair(&table)?;
//! dutch::add_round(&mut table, &pairing);
//! for player in &mut table.players {
//!     if let Some(Entry::Game(game)) = player.entries.last_mut() {
//!         let is_white = game.color == Some(chess::Color::White);
//!         game.result = if is_white { GameResult::Win } else { GameResult::Loss };
//!     }
//! }
//!
//! let by = [TieBreak::Points, TieBreak::DirectEncounter];
//! let standings = tiebreaks::standings(&table, Rules::default(), &by);
//! assert_eq!(standings[0].rank, 1);
//! assert_eq!(standings[0].values[0].unwrap().to_string(), "1");
//! # Ok::<(), dutch::PairingError>(())
//! ```

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
pub mod ratings;
pub mod round_robin;
pub mod tiebreaks;
pub mod trf;

pub use crosstable::{Absence, Crosstable, ForbiddenPairs, VirtualPoints};
pub use player::{Bye, Entry, Game, GameResult, Player, PlayerNumber, Sex, Title};
pub use points::{ParsePointsError, PointValues, Points};
