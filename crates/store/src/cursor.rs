//! Where a page of the library begins: at a game, by its sort key and its id.
//!
//! A page that begins at a key costs the same wherever it is, and games that are added or removed
//! meanwhile neither repeat a row nor hide one. The game itself may be gone or changed by then:
//! only its place in the order counts.

use std::cmp::Ordering;

use chess::Color;
use game::{GameId, Timestamp};

use crate::query::{name_key, opening_key};
use crate::{Column, Direction, ListedGame, Sort};

/// Where a page of the library begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PageStart {
    /// At the first game.
    #[default]
    First,
    /// After a place.
    After(Cursor),
    /// Before a place: the page has the games right above it.
    Before(Cursor),
}

impl PageStart {
    /// The place that the page is next to.
    pub(crate) fn cursor(&self) -> Option<&Cursor> {
        match self {
            PageStart::First => None,
            PageStart::After(cursor) | PageStart::Before(cursor) => Some(cursor),
        }
    }

    /// Whether the games are read from the last one of the page to the first.
    pub(crate) fn reads_backward(&self) -> bool {
        matches!(self, PageStart::Before(_))
    }
}

/// A place in an order of games: that of a game with this key and this id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// The sort key, of the column by which the games are sorted.
    pub key: SortKey,
    /// The id, which breaks ties.
    pub id: GameId,
}

/// What games are compared by in one column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SortKey {
    /// The id alone.
    Id,
    /// A text, compared byte by byte.
    Text(String),
    /// A number.
    Number(i64),
    /// An opening: its code, and then its name.
    Opening(String, String),
}

impl SortKey {
    /// The key of a game.
    fn of(listed: &ListedGame, column: Column) -> SortKey {
        let ListedGame { summary, details, .. } = listed;
        let text = |text: &Option<String>| SortKey::Text(text.clone().unwrap_or_default());
        let rating = |color: Color| details.ratings[color].map_or(0, i64::from);
        match column {
            Column::Id => SortKey::Id,
            Column::White => SortKey::Text(name_key(summary, Color::White)),
            Column::Black => SortKey::Text(name_key(summary, Color::Black)),
            Column::Result => SortKey::Text(summary.result.as_str().to_owned()),
            Column::Plies => SortKey::Number(summary.plies.into()),
            Column::Created => SortKey::Number(number(summary.created)),
            Column::LastPlayed => SortKey::Number(number(summary.last_played)),
            Column::Status => SortKey::Text(summary.status.clone()),
            Column::Event => text(&details.event),
            Column::Site => text(&details.site),
            Column::Date => text(&details.date),
            Column::Round => SortKey::Number(details.round_order()),
            Column::WhiteRating => SortKey::Number(rating(Color::White)),
            Column::BlackRating => SortKey::Number(rating(Color::Black)),
            Column::Opening => {
                let (eco, name) = opening_key(summary);
                SortKey::Opening(eco.to_owned(), name.to_owned())
            }
        }
    }
}

impl Sort {
    /// The place of a game in this order.
    pub fn cursor(self, listed: &ListedGame) -> Cursor {
        Cursor { key: SortKey::of(listed, self.column), id: listed.id.clone() }
    }

    /// Compares two places.
    pub(crate) fn compare(self, a: &Cursor, b: &Cursor) -> Ordering {
        match self.direction {
            Direction::Ascending => a.cmp(b),
            Direction::Descending => b.cmp(a),
        }
    }

    /// The same order from its end.
    pub(crate) fn reversed(self) -> Sort {
        let direction = match self.direction {
            Direction::Ascending => Direction::Descending,
            Direction::Descending => Direction::Ascending,
        };
        Sort { direction, ..self }
    }
}

/// A time as a number, limited to what a column can hold.
pub(crate) fn number(time: Timestamp) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}
