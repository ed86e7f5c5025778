//! The two sides.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<chess::Color> for Side {
    fn from(color: chess::Color) -> Side {
        match color {
            chess::Color::White => Side::White,
            chess::Color::Black => Side::Black,
        }
    }
}

impl From<Side> for chess::Color {
    fn from(side: Side) -> chess::Color {
        match side {
            Side::White => chess::Color::White,
            Side::Black => chess::Color::Black,
        }
    }
}

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Sides<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Sides<T> {
    /// The values that `make` returns for each side.
    pub fn from_fn(mut make: impl FnMut(chess::Color) -> T) -> Sides<T> {
        Sides { white: make(chess::Color::White), black: make(chess::Color::Black) }
    }
}
