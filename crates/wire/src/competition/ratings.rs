//! Ratings of members.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// The kind of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClockKind {
    /// Below three minutes.
    Bullet,
    /// Up to ten minutes.
    Blitz,
    /// Below an hour.
    Rapid,
    /// An hour and more, or no clock.
    Classical,
}

/// The ratings of a member over time.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct MemberRatings {
    /// The name.
    pub name: String,
    /// The ratings by kind of clock; only kinds with rated games.
    pub kinds: Vec<KindRatings>,
}

/// The ratings of a member with one kind of clock.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct KindRatings {
    /// The kind.
    pub kind: ClockKind,
    /// The rating after each day with games, the first one first.
    pub points: Vec<RatingPoint>,
}

/// A rating after a day with games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct RatingPoint {
    /// The start of the day, in milliseconds since the Unix epoch.
    pub day_ms: u64,
    /// The rating.
    pub rating: f64,
    /// How uncertain it is: 95 % of the time the strength is within twice this.
    pub deviation: f64,
    /// How many games were played that day.
    pub games: u32,
}
