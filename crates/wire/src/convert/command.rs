//! Commands, converted for the game.

use std::time::Duration;

use chess::Position;

use super::RequestError;
use super::terms::{at_most, name};
use crate::command::AbandonedResult;
use crate::{Command, Offer};

/// The maximum time that can be given at once: an hour.
const MAX_GIVEN_MS: u64 = 3600 * 1000;

impl Command {
    /// The game's command, with moves parsed in the position.
    ///
    /// # Errors
    /// When a name, a time or a move in it is invalid.
    pub fn to_game(&self, position: &Position) -> Result<game::Command, RequestError> {
        Ok(match self {
            Command::Offer { offer } => game::Command::Offer((*offer).into()),
            Command::Decline { offer } => game::Command::Decline((*offer).into()),
            Command::Claim { with } => {
                let with = with.as_ref().map(|text| position.parse_uci(text.as_str()));
                game::Command::Claim { with: with.transpose()? }
            }
            // Only the server knows who is connected.
            Command::ClaimAbandoned { result } => {
                game::Command::ClaimAbandoned { result: (*result).into(), absence: None }
            }
            Command::Undo {} => game::Command::Undo,
            Command::Redo {} => game::Command::Redo,
            Command::Resign {} => game::Command::Resign,
            Command::Abort {} => game::Command::Abort,
            Command::GiveTime { ms } => game::Command::GiveTime(at_most(*ms, MAX_GIVEN_MS)?),
            Command::Rename { side, name: typed } => {
                game::Command::Rename { color: (*side).into(), name: name(typed.as_ref())? }
            }
        })
    }
}

/// The command for a move in UCI notation.
///
/// # Errors
/// When the move is malformed or illegal in the position.
pub fn move_command(
    uci: &str,
    position: &Position,
    lag: Duration,
) -> Result<game::Command, RequestError> {
    Ok(game::Command::Move { play: position.parse_uci(uci)?, lag })
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
