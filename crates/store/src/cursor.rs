//! Where a page of the library begins: at a game, by its sort key and its id.
//!
//! A page that begins at a key costs the same wherever it is, and games that are added or removed
//! meanwhile neither repeat a row nor hide one. The game itself may be gone or changed by then:
//! only its place in the order counts.

use std::cmp::Ordering;

use chess::Color;
use game::{GameId, Timestamp};

use crate::query::{name_key, opening_key};
use crate::{Column, Details, Direction, ListedGame, Query, Sort};

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

impl Column {
    /// The key of games that have nothing in this column. No key is smaller.
    pub(crate) fn blank(self) -> Option<SortKey> {
        match self {
            Column::White | Column::Black | Column::Event | Column::Site | Column::Date => {
                Some(SortKey::Text(String::new()))
            }
            Column::Round => Some(SortKey::Number(Details::NO_ROUND)),
            Column::WhiteRating | Column::BlackRating => Some(SortKey::Number(0)),
            Column::Opening => Some(SortKey::Opening(String::new(), String::new())),
            Column::Id
            | Column::Result
            | Column::Plies
            | Column::Created
            | Column::LastPlayed
            | Column::Status => None,
        }
    }

    /// The SQL condition that games have no value in this column, or that they have one. The names
    /// are those of the columns that it is sorted by.
    pub(crate) fn blank_condition(self, names: &[String], is_blank: bool) -> Option<String> {
        let blank = match self.blank()? {
            SortKey::Id => return None,
            SortKey::Text(_) => vec!["''".to_owned()],
            SortKey::Number(number) => vec![number.to_string()],
            SortKey::Opening(..) => vec!["''".to_owned(); 2],
        };
        let names = &names[..blank.len()];
        if !is_blank {
            // An index has them in one piece after the others.
            return Some(format!("({}) > ({})", names.join(", "), blank.join(", ")));
        }
        let equal = names.iter().zip(&blank).map(|(name, value)| format!("{name} = {value}"));
        Some(equal.collect::<Vec<_>>().join(" AND "))
    }
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

    /// Compares two places. Those without a value come last in both directions.
    pub(crate) fn compare(self, a: &Cursor, b: &Cursor) -> Ordering {
        let is_blank = |cursor: &Cursor| self.is_blank(cursor);
        is_blank(a).cmp(&is_blank(b)).then_with(|| match self.direction {
            Direction::Ascending => a.cmp(b),
            Direction::Descending => b.cmp(a),
        })
    }

    fn is_blank(self, cursor: &Cursor) -> bool {
        self.column.blank().as_ref() == Some(&cursor.key)
    }
}

/// A part of an order in which games are sorted by their keys alone: those with a value in the
/// column, or those without. An index has each of them in one piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment<'a> {
    /// Whether the games have no value; none where that need not be asked.
    pub(crate) is_blank: Option<bool>,
    /// The direction in which they are read.
    pub(crate) direction: Direction,
    /// The place beyond which they are read; none when all of them are.
    pub(crate) start: Option<&'a Cursor>,
}

impl Query {
    /// The parts of the order that a page is read from, in the order in which they are read.
    pub(crate) fn segments(&self) -> Vec<Segment<'_>> {
        let Sort { column, direction } = self.sort;
        let (start, is_backward) = (self.start.cursor(), self.start.reads_backward());
        let direction = if is_backward { direction.reversed() } else { direction };
        if column.blank().is_none() {
            return vec![Segment { is_blank: None, direction, start }];
        }
        let first = start.map(|start| self.sort.is_blank(start));
        let mut parts = vec![false, true];
        if is_backward {
            parts.reverse();
        }
        let parts = parts.into_iter().skip_while(|part| first.is_some_and(|first| first != *part));
        let segment = |part| {
            let start = start.filter(|_| first == Some(part));
            // Beyond a value, upward, are values only. Asked twice, PostgreSQL would begin at the
            // first value of the index.
            let is_known = start.is_some() && !part && direction == Direction::Ascending;
            Segment { is_blank: (!is_known).then_some(part), direction, start }
        };
        parts.map(segment).collect()
    }

    /// Whether a place is beyond the one where the page begins.
    pub(crate) fn is_beyond_start(&self, cursor: &Cursor) -> bool {
        let order = |start| self.sort.compare(cursor, start);
        match &self.start {
            PageStart::First => true,
            PageStart::After(start) => order(start).is_gt(),
            PageStart::Before(start) => order(start).is_lt(),
        }
    }
}

/// The order of all games as SQL, by columns with these names. Games without a value come last.
pub(crate) fn whole_order<S: AsRef<str>>(sort: Sort, is_backward: bool, names: &[S]) -> String {
    let names: Vec<_> = names.iter().map(|name| name.as_ref().to_owned()).collect();
    let Sort { column, direction } = sort;
    let order = order(&names, if is_backward { direction.reversed() } else { direction });
    match column.blank_condition(&names, true) {
        Some(blank) if is_backward => format!("({blank}) DESC, {order}"),
        Some(blank) => format!("({blank}), {order}"),
        None => order,
    }
}

/// The order by columns as SQL. Ties are broken in the same direction, so that an index can be read
/// backwards.
pub(crate) fn order<S: AsRef<str>>(names: &[S], direction: Direction) -> String {
    let direction = match direction {
        Direction::Ascending => "ASC",
        Direction::Descending => "DESC",
    };
    let terms = names.iter().map(|name| format!("{} {direction}", name.as_ref()));
    terms.collect::<Vec<_>>().join(", ")
}

/// A time as a number, limited to what a column can hold.
pub(crate) fn number(time: Timestamp) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}
