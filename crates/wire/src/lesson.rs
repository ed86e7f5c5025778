//! Lessons: adjourned games, and what the members of a group may use.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::BoundedString;
use crate::roster::GroupText;

/// Something that a group may use or not.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// Hints in games.
    Hints,
    /// Takebacks against the computer.
    Takebacks,
    /// Evaluations of positions by the engine.
    Evaluation,
    /// The analysis board.
    Analysis,
    /// Reviews of finished games.
    Reviews,
    /// New games against the computer.
    Opponents,
}

/// What is locked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Locks {
    /// The features.
    pub locked: Vec<Feature>,
    /// The strongest computer opponent that stays allowed where opponents are locked; none for no
    /// opponent at all.
    pub max_rating: Option<u16>,
    /// Until when, in milliseconds since the Unix epoch; none until it is changed.
    pub until_ms: Option<u64>,
    /// How long that is from now, in milliseconds.
    pub remaining_ms: Option<u64>,
}

/// Whom rules are for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum RuleScope {
    /// Everybody who is not signed in.
    Visitors {},
    /// The members of a group.
    Group {
        /// Its name.
        name: GroupText,
    },
}

/// New rules. Nothing locked means that everything is allowed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRules {
    /// For whom.
    pub scope: RuleScope,
    /// What is locked.
    pub locked: Vec<Feature>,
    /// The strongest computer opponent that stays allowed where opponents are locked.
    #[serde(default)]
    pub max_rating: Option<u16>,
    /// For how long, in milliseconds; none until it is changed.
    #[serde(default)]
    pub for_ms: Option<u64>,
}

/// The games to adjourn or continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum LessonGames {
    /// All games in which somebody plays.
    Everyone {},
    /// The games in which a member of a group plays.
    Group {
        /// The name of the group.
        name: GroupText,
    },
    /// One game.
    Game {
        /// Its id.
        id: BoundedString<32>,
    },
}

/// How many games were adjourned or continued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GamesChanged {
    /// The games that were changed; those that were so already do not count.
    pub games: u32,
    /// The games that could not be changed.
    pub failed: u32,
}

/// A lesson as the organizer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LessonView {
    /// The groups of the roster, by name.
    pub groups: Vec<LessonGroup>,
    /// All games.
    pub everyone: GameCounts,
    /// What visitors may not use.
    pub visitors: Option<Locks>,
}

/// A group in a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LessonGroup {
    /// Its name.
    pub name: String,
    /// How many members it has.
    pub members: u32,
    /// The games in which a member plays.
    pub games: GameCounts,
    /// What its members may not use.
    pub locks: Option<Locks>,
}

/// How many games are in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameCounts {
    /// Being played.
    pub playing: u32,
    /// Adjourned.
    pub adjourned: u32,
}
