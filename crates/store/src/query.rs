//! Queries of the library.
//!
//! Filters and orders mean the same in every backend: names are compared in lower case, words
//! without accents too, and ties are broken by id. Games that have nothing in the column that they
//! are sorted by come last, in both directions.

use std::collections::BTreeSet;

use chess::Color;
use chess::pgn::GameResult;
use game::{GameId, Name, Timestamp};

use crate::search::{Word, details_search, search_text};
use crate::{AccountId, Details, PageStart, SeatOwners, Summary};

/// A filter, an order and a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Words that must all occur in the names, the details or the opening, in any case and with or
    /// without accents, or be the whole id; the first [`Query::MAX_WORDS`] count. Of alternatives,
    /// as in `one|two`, one must occur; the first [`Query::MAX_ALTERNATIVES`] of a word count, but
    /// of all words together no more than [`Query::MAX_PARTS`].
    pub text: String,
    /// Only these games.
    pub ids: Option<BTreeSet<GameId>>,
    /// Only games with this status.
    pub status: Option<String>,
    /// Only games of this player, in any case.
    pub player: Option<Name>,
    /// Only games with this result.
    pub result: Option<GameResult>,
    /// Only games last played or imported at this time or later.
    pub since: Option<Timestamp>,
    /// Only games last played or imported before this time.
    pub until: Option<Timestamp>,
    /// Only games in which this account owns a seat.
    pub owner: Option<AccountId>,
    /// Only games that were removed, instead of only those that were not.
    pub removed: bool,
    /// The order.
    pub sort: Sort,
    /// Where the page begins.
    pub start: PageStart,
    /// How many games to pass over from there, at most [`Query::MAX_SKIP`].
    pub skip: u32,
    /// The page size, at most [`Query::MAX_LIMIT`].
    pub limit: u32,
}

impl Query {
    /// The maximum number of words.
    pub const MAX_WORDS: usize = 16;

    /// The maximum number of alternatives of a word.
    pub const MAX_ALTERNATIVES: usize = 8;

    /// The maximum number of alternatives of all words. Each may be a search of its own.
    pub const MAX_PARTS: usize = 16;

    /// The maximum page size.
    pub const MAX_LIMIT: u32 = 1000;

    /// The maximum number of games to pass over. It takes time to pass over games, so whoever goes
    /// farther begins at a game.
    pub const MAX_SKIP: u32 = 100_000;

    /// The words to search for, each with its alternatives. What comes again is left out, and so
    /// are alternatives before words: without a word, too much would be found.
    pub(crate) fn words(&self) -> impl Iterator<Item = Vec<Word>> {
        let mut words: Vec<Vec<Word>> = Vec::new();
        for word in self.text.split_whitespace().take(Query::MAX_WORDS) {
            let word = alternatives(word);
            if !word.is_empty() && !words.contains(&word) {
                words.push(word);
            }
        }
        let mut left = Query::MAX_PARTS.saturating_sub(words.len());
        for word in &mut words {
            word.truncate(1 + left);
            left -= word.len() - 1;
        }
        words.into_iter()
    }

    /// The actual page size.
    pub(crate) fn page_size(&self) -> u32 {
        self.limit.min(Query::MAX_LIMIT)
    }

    /// The number of games that are actually passed over.
    pub(crate) fn skipped(&self) -> u32 {
        self.skip.min(Query::MAX_SKIP)
    }

    /// Whether a game matches.
    pub(crate) fn matches(&self, listed: &ListedGame, seat_owners: &SeatOwners) -> bool {
        let wanted = self.player.as_ref().map(|name| fold(name.as_str()));
        let ListedGame { id, summary, details, .. } = listed;
        let texts = [search_text(summary), details_search(details)];
        let occurs = |word: &Word| {
            word.id.as_ref() == Some(id) || texts.iter().any(|text| text.contains(&word.text))
        };
        self.words().all(|alternatives| alternatives.iter().any(occurs))
            && self.ids.as_ref().is_none_or(|ids| ids.contains(id))
            && self.status.as_ref().is_none_or(|status| summary.status == *status)
            && self.result.is_none_or(|result| summary.result == result)
            && self.since.is_none_or(|since| summary.last_played >= since)
            && self.until.is_none_or(|until| summary.last_played < until)
            && self.owner.is_none_or(|account| owns_seat(seat_owners, account))
            && wanted
                .is_none_or(|wanted| Color::ALL.map(|c| name_key(summary, c)).contains(&wanted))
    }
}

/// The alternatives of a word.
fn alternatives(word: &str) -> Vec<Word> {
    let mut alternatives = Vec::new();
    for alternative in word.split('|').filter_map(Word::new) {
        if alternatives.len() < Query::MAX_ALTERNATIVES && !alternatives.contains(&alternative) {
            alternatives.push(alternative);
        }
    }
    alternatives
}

/// An order of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sort {
    /// The column.
    pub column: Column,
    /// The direction.
    pub direction: Direction,
}

impl Default for Sort {
    /// Last played or imported first.
    fn default() -> Sort {
        Sort { column: Column::LastPlayed, direction: Direction::Descending }
    }
}

/// A column of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The id.
    Id,
    /// White's name.
    White,
    /// Black's name.
    Black,
    /// The result.
    Result,
    /// The number of plies.
    Plies,
    /// When it was created.
    Created,
    /// When it was last played or, if it was not played on since, imported.
    LastPlayed,
    /// The status.
    Status,
    /// The tournament or match.
    Event,
    /// The place.
    Site,
    /// The date, as PGN writes it.
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
        Column::Result,
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
}

/// The direction of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Smallest first.
    Ascending,
    /// Largest first.
    Descending,
}

impl Direction {
    /// The other direction.
    pub(crate) fn reversed(self) -> Direction {
        match self {
            Direction::Ascending => Direction::Descending,
            Direction::Descending => Direction::Ascending,
        }
    }
}

/// A page of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The number of matching games on all pages.
    pub total: u64,
    /// Whether the total is an estimate, because the games are too many to be counted.
    pub is_estimate: bool,
    /// The games of this page.
    pub games: Vec<ListedGame>,
}

/// A game in the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// Its id.
    pub id: GameId,
    /// Its summary.
    pub summary: Summary,
    /// Its details.
    pub details: Details,
    /// Whether it came from a file.
    pub imported: bool,
}

/// A name as it is compared: in lower case.
pub(crate) fn fold(text: &str) -> String {
    text.to_lowercase()
}

/// Whether an account owns a seat.
fn owns_seat(seat_owners: &SeatOwners, account: AccountId) -> bool {
    let mut accounts = seat_owners.iter().filter_map(|(_, owner)| owner.as_ref()?.account);
    accounts.any(|owner| owner == account)
}

/// A player's name as it is compared; empty for none.
pub(crate) fn name_key(summary: &Summary, color: Color) -> String {
    summary.names[color].as_ref().map(|name| fold(name.as_str())).unwrap_or_default()
}

/// The opening as it is compared and stored: its code and its name; both empty for none.
pub(crate) fn opening_key(summary: &Summary) -> (&str, &str) {
    summary.opening.as_ref().map_or(("", ""), |opening| (&opening.eco, &opening.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let query = Query { text: text.to_owned(), ..Query::default() };
        let texts = |word: Vec<Word>| word.into_iter().map(|word| word.text).collect::<Vec<_>>();
        query.words().map(|word| texts(word).join("|")).collect()
    }

    #[test]
    fn what_comes_again_in_a_search_is_left_out() {
        for (text, expected) in [
            ("anna Anna ben", vec!["anna", "ben"]),
            ("draw|remis|Draw", vec!["draw|remis"]),
            ("a|b b|a a|b |", vec!["a|b", "b|a"]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn a_search_has_so_many_parts_and_no_more() {
        let letters: Vec<String> = ('a'..='p').map(String::from).collect();
        let word = |first: &str| format!("{first}1|{first}2|{first}3|{first}4|{first}5");
        assert_eq!(words(&letters.join(" ")), letters, "sixteen words");
        let many: Vec<_> = letters.iter().map(|first| word(first)).collect();
        let first: Vec<_> = letters.iter().map(|first| format!("{first}1")).collect();
        assert_eq!(words(&many.join(" ")), first, "no word is left out");
        let four: Vec<_> = ["a", "b", "c", "d"].map(word).into();
        let expected = [&four[..3], &["d1".to_owned()]].concat();
        assert_eq!(words(&four.join(" ")), expected);
        assert_eq!(words(&letters.join("|")), [letters[..8].join("|")], "of one word");
    }
}
