//! The conditions and the order of a query as SQL. User input is always bound as a value.

use super::super::values::Value;
use super::BOTH;
use crate::cursor::number;
use crate::query::fold;
use crate::{AccountId, Column, Cursor, Direction, Query, Sort, SortKey};

/// The conditions of a query, and their values.
#[derive(Clone, Default)]
pub(super) struct Filter {
    conditions: Vec<String>,
    pub(super) values: Vec<Value>,
    /// Whether conditions need the table `progress`.
    needs_progress: bool,
}

impl Filter {
    pub(super) fn new(query: &Query) -> Filter {
        let needs_progress = query.since.is_some() || query.until.is_some();
        let mut filter = Filter { needs_progress, ..Filter::default() };
        for alternatives in query.words() {
            let found = alternatives.iter().map(|word| {
                let word = filter.bind(pattern(word));
                format!("search LIKE {word} OR details_search LIKE {word}")
            });
            let found: Vec<_> = found.collect();
            filter.conditions.push(format!("({})", found.join(" OR ")));
        }
        if let Some(status) = &query.status {
            filter.add("status = ?", status);
        }
        if let Some(player) = &query.player {
            filter.add("(white_key = ? OR black_key = ?)", fold(player.as_str()));
        }
        if let Some(result) = query.result {
            filter.add("result = ?", result.as_str());
        }
        if let Some(since) = query.since {
            filter.add("last_played >= ?", number(since));
        }
        if let Some(until) = query.until {
            filter.add("last_played < ?", number(until));
        }
        if let Some(AccountId(account)) = query.owner {
            filter.add("(white_account = ? OR black_account = ?)", account);
        }
        let removed = "EXISTS (SELECT 1 FROM removed WHERE removed.game = game.number)";
        let not = if query.removed { "" } else { "NOT " };
        filter.conditions.push(format!("{not}{removed}"));
        filter
    }

    /// Adds a condition in which every `?` stands for the value.
    fn add(&mut self, condition: &str, value: impl Into<Value>) {
        self.values.push(value.into());
        self.conditions.push(condition.replace('?', &format!("${}", self.values.len())));
    }

    /// Adds a value; returns its placeholder.
    pub(super) fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// Adds the condition that a game is beyond the place where the page begins.
    pub(super) fn begin_at(&mut self, query: &Query) {
        if let Some(start) = self.start(query, &columns(query.sort.column).join(", ")) {
            self.conditions.push(start);
        }
    }

    /// The condition that a row of these columns is beyond the place where the page begins.
    pub(super) fn start(&mut self, query: &Query, columns: &str) -> Option<String> {
        let Cursor { key, id } = query.start.cursor()?;
        let mut places = match key {
            SortKey::Id => Vec::new(),
            SortKey::Text(text) => vec![self.bind(text)],
            SortKey::Number(number) => vec![self.bind(*number)],
            SortKey::Opening(eco, name) => vec![self.bind(eco), self.bind(name)],
        };
        places.push(self.bind(id.as_str()));
        let beyond = match query.reading_order().direction {
            Direction::Ascending => ">",
            Direction::Descending => "<",
        };
        Some(format!("({columns}) {beyond} ({})", places.join(", ")))
    }

    /// The tables of the conditions.
    pub(super) fn tables(&self) -> &'static str {
        if self.needs_progress { BOTH } else { "game" }
    }

    pub(super) fn clause(&self) -> String {
        format!(" WHERE {}", self.conditions.join(" AND "))
    }
}

/// A pattern that finds a word anywhere; what has a meaning in patterns is taken literally.
fn pattern(word: &str) -> String {
    let mut pattern = String::from("%");
    for character in word.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

/// The order as SQL. Ties are broken in the same direction, so that an index can be read backwards.
pub(super) fn order(sort: Sort) -> String {
    order_by(columns(sort.column), sort.direction)
}

/// The same for columns with other names.
pub(super) fn order_by<S: AsRef<str>>(columns: &[S], direction: Direction) -> String {
    let direction = match direction {
        Direction::Ascending => "ASC",
        Direction::Descending => "DESC",
    };
    let terms = columns.iter().map(|column| format!("{} {direction}", column.as_ref()));
    terms.collect::<Vec<_>>().join(", ")
}

/// The columns that games are compared by, all in one table, as an index has them.
pub(super) fn columns(column: Column) -> &'static [&'static str] {
    match column {
        Column::Id => &["game.id"],
        Column::White => &["white_key", "game.id"],
        Column::Black => &["black_key", "game.id"],
        Column::Result => &["result", "game.id"],
        Column::Plies => &["plies", "progress.id"],
        Column::Created => &["created", "game.id"],
        Column::LastPlayed => &["last_played", "progress.id"],
        Column::Status => &["status", "game.id"],
        Column::Event => &["event", "game.id"],
        Column::Site => &["site", "game.id"],
        Column::Date => &["date", "game.id"],
        Column::Round => &["round_order", "game.id"],
        Column::WhiteRating => &["white_rating", "game.id"],
        Column::BlackRating => &["black_rating", "game.id"],
        Column::Opening => &["eco", "opening", "game.id"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_taken_literally() {
        for (word, expected) in
            [("anna", "%anna%"), ("100%", r"%100\%%"), ("a_b", r"%a\_b%"), (r"\", r"%\\%")]
        {
            assert_eq!(pattern(word), expected);
        }
    }
}
