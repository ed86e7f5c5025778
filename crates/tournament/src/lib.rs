//! Matches between two UCI engines, and what their results say about strength.
//!
//! A [`MatchConfig`] names the engines, the openings and the rules of the games. A [`Runner`] plays
//! the missing games on several threads, each with two engines of its own, and hands each finished
//! game to a [`Recorder`], which appends it to a [`PgnFile`] and counts it in [`Results`].
//! [`Pentanomial`] and [`Sprt`] turn the counts into an Elo difference and a decision. [`Spsa`]
//! tunes the options of an engine by pairs of games that a [`PairPlayer`] plays.
//!
//! The crate prints nothing, reads no environment and seeds no random numbers: openings come in the
//! order in which they are played.

mod adjudication;
mod engine;
mod error;
mod game;
mod limit;
mod openings;
mod pair;
mod pgn;
mod recorder;
mod results;
mod runner;
mod schedule;
mod sprt;
mod spsa;
mod statistics;

pub use adjudication::{DrawRule, ResignRule};
pub use engine::{EngineConfig, EngineOption, distinct_names};
pub use error::MatchError;
pub use game::{Ending, Forfeit, GameRules};
pub use limit::{Limit, TimeControl};
pub use openings::{Opening, read_openings};
pub use pair::PairPlayer;
pub use pgn::{MatchHeader, PgnFile};
pub use recorder::Recorder;
pub use results::{Forfeits, Results, WinDrawLoss};
pub use runner::{FinishedGame, Interrupter, MatchConfig, Runner};
pub use schedule::{Competitor, Round};
pub use sprt::{Sprt, SprtDecision};
pub use spsa::{Parameter, Spsa, Trial};
pub use statistics::{EloEstimate, Pentanomial};
