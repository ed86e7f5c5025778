//! The lobby: who is here, challenges, open games, and games that organizers start.

mod view;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::BoundedString;
use crate::new_game::{NameText, Time};
use crate::to_server::RequestIdText;

pub use self::view::{
    ChallengeState, ChallengeView, GameStarted, GamesStarted, LobbyMember, LobbyView, OfferMade,
    SeekView, StartedGame,
};

/// A random id that a page of the app gives itself, to recognize what concerns it.
pub type PageText = BoundedString<32>;

/// The most pairs that are seated at once.
pub const MAX_PAIRS: usize = 100;

/// Which page asks.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, IntoParams,
)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LobbyQuery {
    /// The id of the page.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    pub page: Option<PageText>,
}

/// The color that somebody wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColorChoice {
    /// White.
    White,
    /// Black.
    Black,
    /// Either, by lot.
    Random,
}

/// A challenge to one member who is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    /// The id of this request: visible ASCII characters. A request that is sent again under the
    /// same id makes no second challenge.
    pub request: RequestIdText,
    /// The page that goes to the board when the game starts.
    #[serde(default)]
    pub page: Option<PageText>,
    /// The name of the opponent.
    pub to: NameText,
    /// The time control of both sides; none for unlimited time.
    pub time: Option<Time>,
    /// The challenger's color.
    pub color: ColorChoice,
}

/// An open game, which any member may join.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeek {
    /// The id of this request, as for a challenge.
    pub request: RequestIdText,
    /// The page that goes to the board when the game starts.
    #[serde(default)]
    pub page: Option<PageText>,
    /// The time control of both sides; none for unlimited time.
    pub time: Option<Time>,
    /// The color of whoever offers the game.
    pub color: ColorChoice,
    /// The lowest rating of an opponent, for this kind of clock.
    #[serde(default)]
    pub min_rating: Option<u16>,
    /// The highest rating of an opponent.
    #[serde(default)]
    pub max_rating: Option<u16>,
}

/// An accepted challenge, or an open game that was joined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AcceptOffer {
    /// The page that goes to the board.
    #[serde(default)]
    pub page: Option<PageText>,
}

/// Games that an organizer starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatPairs {
    /// The id of this request, as for a challenge.
    pub request: RequestIdText,
    /// The time control of all games; none for unlimited time.
    pub time: Option<Time>,
    /// Who plays whom.
    pub pairs: Vec<SeatedPair>,
}

/// Two members who play each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatedPair {
    /// Who has White.
    pub white: NameText,
    /// Who has Black.
    pub black: NameText,
}
