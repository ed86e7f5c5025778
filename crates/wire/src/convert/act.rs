//! What a player wants, as the game understands it.

use std::time::Duration;

use chess::Position;
use game::Command;

use super::Fault;
use super::terms::{at_most, name};
use crate::act::AbandonedResult;
use crate::{Act, Offer};

/// The most time that can be given at once: an hour.
const MOST_GIVEN_MS: u64 = 3600 * 1000;

impl Act {
    /// The command to the game, read in the position on its board.
    ///
    /// # Errors
    /// When a name, a time or a move in it makes no sense.
    pub fn command(&self, position: &Position) -> Result<Command, Fault> {
        Ok(match self {
            Act::Offer { offer } => Command::Offer((*offer).into()),
            Act::Decline { offer } => Command::Decline((*offer).into()),
            Act::Claim { with } => {
                let with = with.as_ref().map(|text| position.parse_uci(text.as_str()));
                Command::Claim { with: with.transpose()? }
            }
            // Only the server knows who is connected.
            Act::ClaimAbandoned { result } => {
                Command::ClaimAbandoned { result: (*result).into(), absence: None }
            }
            Act::Undo {} => Command::Undo,
            Act::Redo {} => Command::Redo,
            Act::Resign {} => Command::Resign,
            Act::Abort {} => Command::Abort,
            Act::GiveTime { ms } => Command::GiveTime(at_most(*ms, MOST_GIVEN_MS)?),
            Act::Rename { side, name: typed } => {
                Command::Rename { color: (*side).into(), name: name(typed.as_ref())? }
            }
        })
    }
}

/// The command to make a move that came as text.
///
/// # Errors
/// When the text is no move, or the move is not legal in the position.
pub fn move_command(uci: &str, position: &Position, lag: Duration) -> Result<Command, Fault> {
    Ok(Command::Move { play: position.parse_uci(uci)?, lag })
}

impl From<AbandonedResult> for game::AbandonedResult {
    fn from(result: AbandonedResult) -> game::AbandonedResult {
        match result {
            AbandonedResult::Win => game::AbandonedResult::Win,
            AbandonedResult::Draw => game::AbandonedResult::Draw,
        }
    }
}

impl From<Offer> for game::Offer {
    fn from(offer: Offer) -> game::Offer {
        match offer {
            Offer::Draw => game::Offer::Draw,
            Offer::Takeback => game::Offer::Takeback,
            Offer::Rematch => game::Offer::Rematch,
        }
    }
}

impl From<game::Offer> for Offer {
    fn from(offer: game::Offer) -> Offer {
        match offer {
            game::Offer::Draw => Offer::Draw,
            game::Offer::Takeback => Offer::Takeback,
            game::Offer::Rematch => Offer::Rematch,
        }
    }
}
