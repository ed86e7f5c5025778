//! What a member sees of the lobby.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::ColorChoice;
use crate::Side;
use crate::new_game::Time;

/// The lobby as one page of one member sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LobbyView {
    /// The members who are here, by name.
    pub members: Vec<LobbyMember>,
    /// The challenges from and to the member.
    pub challenges: Vec<ChallengeView>,
    /// The open games, the oldest one first.
    pub seeks: Vec<SeekView>,
    /// A game that has started for the member, until they are at its board.
    pub started: Option<StartedGame>,
}

/// A member who is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LobbyMember {
    /// The name.
    pub name: String,
    /// The game against another person that they play right now.
    pub game: Option<String>,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ChallengeView {
    /// Its id.
    pub id: String,
    /// The challenger.
    pub from: String,
    /// Who is challenged.
    pub to: String,
    /// The time control; none for unlimited time.
    pub time: Option<Time>,
    /// The challenger's color.
    pub color: ColorChoice,
    /// Whether it can still be accepted.
    pub state: ChallengeState,
}

/// Whether a challenge can still be accepted. Only the challenger sees those that cannot, for a
/// minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChallengeState {
    /// It waits for an answer.
    Open,
    /// It was declined.
    Declined,
    /// The opponent has left, or plays somebody else.
    Expired,
}

/// An open game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SeekView {
    /// Its id.
    pub id: String,
    /// Who waits there.
    pub by: String,
    /// Their rating for this kind of clock, if they have one.
    pub rating: Option<u16>,
    /// The time control; none for unlimited time.
    pub time: Option<Time>,
    /// Their color.
    pub color: ColorChoice,
    /// The lowest rating of an opponent.
    pub min_rating: Option<u16>,
    /// The highest rating of an opponent.
    pub max_rating: Option<u16>,
    /// Whether the member may join: it is somebody else's, and the rating fits.
    pub may_join: bool,
}

/// A game that has started for a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StartedGame {
    /// The id of the game.
    pub id: String,
    /// The opponent.
    pub opponent: String,
    /// The member's color.
    pub color: Side,
    /// Whether this is the page that goes to the board by itself. There is one at most.
    pub here: bool,
}

/// A challenge or an open game that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct OfferMade {
    /// Its id.
    pub id: String,
    /// The game, if it has started at once: the opponent had made the same challenge.
    pub game: Option<String>,
}

/// A game that was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameStarted {
    /// Its id.
    pub game: String,
}

/// Games that were started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GamesStarted {
    /// Their ids, in the order of the pairs.
    pub games: Vec<String>,
}
