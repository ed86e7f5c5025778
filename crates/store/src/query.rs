//! What somebody looks for in the library, and the page that they get.
//!
//! The words and orders of a query mean the same in every backend: text is compared in lower case,
//! ties are broken by the id, and nobody's name comes before every name.

use std::cmp::Ordering;

use chess::Color;
use game::{GameId, Name, Timestamp};

use crate::{AccountId, Details, SeatOwners, Summary, Verdict};

/// Which games, in which order, and which of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Words that must all occur in the names, the id, the details or the opening, in any case;
    /// the first [`Query::MAX_WORDS`] count.
    pub text: String,
    /// Only games that stand so.
    pub status: Option<String>,
    /// Only games of this player, in any case.
    pub player: Option<Name>,
    /// Only games that ended so.
    pub verdict: Option<Verdict>,
    /// Only games last played at this moment or later.
    pub since: Option<Timestamp>,
    /// Only games last played before this moment.
    pub until: Option<Timestamp>,
    /// Only games in which this account holds a seat.
    pub holder: Option<AccountId>,
    /// Only games that were removed, instead of only those that were not.
    pub removed: bool,
    /// The order.
    pub sort: Sort,
    /// How many games of that order to pass over.
    pub offset: u32,
    /// How many games to list, at most [`Query::MAX_LIMIT`].
    pub limit: u32,
}

impl Query {
    /// The most words that are looked for.
    pub const MAX_WORDS: usize = 16;

    /// The most games of a page.
    pub const MAX_LIMIT: u32 = 1000;

    /// The words to look for, as the library keeps them.
    pub(crate) fn words(&self) -> impl Iterator<Item = String> {
        self.text.split_whitespace().take(Query::MAX_WORDS).map(fold)
    }

    /// How many games to list.
    pub(crate) fn page_size(&self) -> u32 {
        self.limit.min(Query::MAX_LIMIT)
    }

    /// True for a game that the query asks for.
    pub(crate) fn matches(&self, listed: &Listed, holders: &SeatOwners) -> bool {
        let wanted = self.player.as_ref().map(|name| fold(name.as_str()));
        let Listed { id, summary, details } = listed;
        let texts = [search_text(id, summary), details_search(details)];
        self.words().all(|word| texts.iter().any(|text| text.contains(&word)))
            && self.status.as_ref().is_none_or(|status| summary.status == *status)
            && self.verdict.is_none_or(|verdict| summary.verdict == verdict)
            && self.since.is_none_or(|since| summary.last_played >= since)
            && self.until.is_none_or(|until| summary.last_played < until)
            && self.holder.is_none_or(|account| holds(holders, account))
            && wanted
                .is_none_or(|wanted| Color::ALL.map(|c| name_key(summary, c)).contains(&wanted))
    }
}

/// An order of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sort {
    /// What counts.
    pub column: Column,
    /// Which way.
    pub direction: Direction,
}

impl Default for Sort {
    /// What was played last comes first.
    fn default() -> Sort {
        Sort { column: Column::LastPlayed, direction: Direction::Descending }
    }
}

impl Sort {
    /// How two games stand to each other.
    pub(crate) fn compare(self, a: &Listed, b: &Listed) -> Ordering {
        let order = self.column.compare(a, b).then_with(|| a.id.cmp(&b.id));
        match self.direction {
            Direction::Ascending => order,
            Direction::Descending => order.reverse(),
        }
    }
}

/// A column of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// What the game is called.
    Id,
    /// White's name.
    White,
    /// Black's name.
    Black,
    /// The result.
    Verdict,
    /// How many half-moves were made.
    Plies,
    /// When it was set up.
    Created,
    /// When something last happened to it.
    LastPlayed,
    /// How it stands.
    Status,
    /// The tournament or match.
    Event,
    /// The place.
    Site,
    /// The day, as PGN writes it.
    Date,
    /// The round, by its numbers.
    Round,
    /// White's rating.
    WhiteRating,
    /// Black's rating.
    BlackRating,
    /// The opening, by its code and then its name.
    Opening,
}

impl Column {
    /// Every column.
    pub const ALL: [Column; 15] = [
        Column::Id,
        Column::White,
        Column::Black,
        Column::Verdict,
        Column::Plies,
        Column::Created,
        Column::LastPlayed,
        Column::Status,
        Column::Event,
        Column::Site,
        Column::Date,
        Column::Round,
        Column::WhiteRating,
        Column::BlackRating,
        Column::Opening,
    ];

    fn compare(self, one: &Listed, other: &Listed) -> Ordering {
        let (a, b) = (&one.summary, &other.summary);
        let (c, d) = (&one.details, &other.details);
        match self {
            Column::Id => one.id.cmp(&other.id),
            Column::White => name_key(a, Color::White).cmp(&name_key(b, Color::White)),
            Column::Black => name_key(a, Color::Black).cmp(&name_key(b, Color::Black)),
            Column::Verdict => a.verdict.as_str().cmp(b.verdict.as_str()),
            Column::Plies => a.plies.cmp(&b.plies),
            Column::Created => a.created.cmp(&b.created),
            Column::LastPlayed => a.last_played.cmp(&b.last_played),
            Column::Status => a.status.cmp(&b.status),
            Column::Event => c.event.cmp(&d.event),
            Column::Site => c.site.cmp(&d.site),
            Column::Date => c.date.cmp(&d.date),
            Column::Round => c.round_order().cmp(&d.round_order()),
            Column::WhiteRating => c.ratings[Color::White].cmp(&d.ratings[Color::White]),
            Column::BlackRating => c.ratings[Color::Black].cmp(&d.ratings[Color::Black]),
            Column::Opening => opening_key(a).cmp(&opening_key(b)),
        }
    }
}

/// Which way an order runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the least to the greatest.
    Ascending,
    /// From the greatest to the least.
    Descending,
}

/// A page of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// How many games the query asks for, on all pages together.
    pub total: u64,
    /// The games of this page.
    pub games: Vec<Listed>,
}

/// A game in the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// What it is called.
    pub id: GameId,
    /// Its row.
    pub summary: Summary,
    /// What else is shown of it.
    pub details: Details,
}

/// Text as it is compared: in lower case.
pub(crate) fn fold(text: &str) -> String {
    text.to_lowercase()
}

/// True when an account holds a seat.
fn holds(holders: &SeatOwners, account: AccountId) -> bool {
    let mut accounts = holders.iter().filter_map(|(_, holder)| holder.as_ref()?.account);
    accounts.any(|holder| holder == account)
}

/// A player's name as it is compared; empty for nobody's.
pub(crate) fn name_key(summary: &Summary, color: Color) -> String {
    summary.names[color].as_ref().map(|name| fold(name.as_str())).unwrap_or_default()
}

/// The opening as it is compared and stored: its code and its name; both empty for none.
pub(crate) fn opening_key(summary: &Summary) -> (&str, &str) {
    summary.opening.as_ref().map_or(("", ""), |opening| (&opening.eco, &opening.name))
}

/// What words are looked for in besides the details: the id, the names and the opening, apart from
/// each other.
pub(crate) fn search_text(id: &GameId, summary: &Summary) -> String {
    let [white, black] = Color::ALL.map(|color| name_key(summary, color));
    let (eco, opening) = opening_key(summary);
    [fold(id.as_str()), white, black, fold(eco), fold(opening)].join("\n")
}

/// The details that words are looked for in.
pub(crate) fn details_search(details: &Details) -> String {
    let Details { event, site, date, round, .. } = details;
    [event, site, date, round].map(|text| fold(text.as_deref().unwrap_or_default())).join("\n")
}
