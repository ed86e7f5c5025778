//! What servers that share a store tell each other.

use chess::ByColor;
use game::{Departure, GameId};
use serde::{Deserialize, Serialize};

use crate::{CompetitionId, DemonstrationId};

/// A hint about something that another server has stored, or that only it can know.
///
/// A hint may come late, twice or not at all, so about what is stored it only says where to look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A game has changed, and has this version now or a later one. Without a version something
    /// else about it has changed.
    Game(GameId, Option<u32>),
    /// Something else has changed.
    Changed(Topic),
    /// A client on another server does not want a review any more.
    StopReview(ReviewStop),
    /// Which players of a game are connected to another server.
    Presence(ServerId, GameId, PresenceReport),
    /// A server is gone, and its connections with it.
    ServerGone(ServerId),
    /// Anything that is stored may have changed.
    Anything,
    /// Hints may have been lost, so anything may have changed, and anybody may have come or left.
    Lost,
}

/// What servers hold in memory of what is stored, other than games.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// A competition.
    Competition(CompetitionId),
    /// A demonstration board.
    Demonstration(DemonstrationId),
    /// Who follows a demonstration board.
    Followers(DemonstrationId),
    /// The rules of groups.
    GroupRules,
    /// The lobby.
    Lobby,
}

/// A client who does not want the review of a game any more. Who wants one is known only to the
/// servers that were asked for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReviewStop {
    /// The game.
    pub game: GameId,
    /// A hash of the client; none when the review is to stop whoever wants it.
    pub client: Option<u128>,
}

/// Identifies a server among those that share a store.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ServerId(pub u32);

/// What a server says about the players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresenceReport {
    /// Who is connected to it.
    pub players: ByColor<Connectivity>,
    /// Whether it asks the others for the same.
    pub is_question: bool,
}

/// Whether a player is connected to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connectivity {
    /// The player is.
    Connected,
    /// The player is not, or not any more; the last connection ended like this.
    Disconnected(Departure),
}

impl Connectivity {
    /// Whether the player is connected.
    pub fn is_connected(self) -> bool {
        self == Connectivity::Connected
    }
}

impl Default for Connectivity {
    fn default() -> Connectivity {
        Connectivity::Disconnected(Departure::Lost)
    }
}
