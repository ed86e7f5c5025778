//! Game review: accuracy, judgments and key moments from evaluations.
//!
//! A game and an [`Evaluation`] of each of its positions go in; win chances, accuracies, judgments,
//! phases and key moments come out as typed values, a [`GameSummary`], and for a bad move
//! the [`MoveFact`](explanation::MoveFact) that explains it. The formulas are those that Lichess
//! publishes, so that results are comparable. The crate knows no engine and no clock, and prints
//! nothing.

mod accuracy;
mod chances;
mod evaluation;
pub mod explanation;
mod judgment;
mod loss;
mod moments;
mod phase;
mod report;
mod score;
mod summary;

pub use accuracy::{game_accuracy, move_accuracy};
pub use chances::{win_percent, winning_chances};
pub use evaluation::Evaluation;
pub use judgment::{Judgment, judge};
pub use loss::{average_centipawn_loss, centipawn_loss};
pub use moments::{KeyMoment, moments};
pub use phase::{Phase, Phases};
pub use report::{Report, ReviewedMove, SideReport};
pub use score::Score;
pub use summary::GameSummary;
