//! The conditions and the order of a query as SQL. User input is always bound as a value.

use super::super::values::{Value, texts};
use super::tokens::Tokens;
use crate::cursor::{Segment, number};
use crate::query::fold;
use crate::{AccountId, Column, Cursor, Direction, Query, SortKey};

/// The conditions of a query, and their values.
#[derive(Clone, Default)]
pub(super) struct Filter {
    conditions: Vec<String>,
    pub(super) values: Vec<Value>,
    /// The tables that the conditions need.
    pub(super) needs: Tables,
    /// Columns in which all games have the same key.
    fixed: Vec<(Column, SortKey)>,
}

impl Filter {
    /// With words, games are found by their index, or in their texts one by one.
    pub(super) fn new(query: &Query, words: &[Tokens], by_index: bool) -> Filter {
        let mut filter = Filter::default();
        for Tokens { patterns, stored, games } in words {
            let mut found = match stored {
                Some(stored) if by_index => {
                    let stored = texts(stored.iter().map(|word| Some(word.as_str())));
                    vec![format!("words_of(text) && {}", filter.bind(stored))]
                }
                _ => patterns.iter().map(|p| format!("text LIKE {}", filter.bind(p))).collect(),
            };
            found.extend(games.iter().map(|game| format!("number = {}", filter.bind(*game))));
            filter.conditions.push(format!("({})", found.join(" OR ")));
            filter.needs.text = true;
        }
        if let Some(ids) = &query.ids {
            filter.add_of_game("game.id = ANY(?)", texts(ids.iter().map(|id| Some(id.as_str()))));
        }
        if let Some(status) = &query.status {
            filter.add_of_game("status = ?", status);
            filter.fixed.push((Column::Status, SortKey::Text(status.clone())));
        }
        if let Some(player) = &query.player {
            filter.add_of_game("(white_key = ? OR black_key = ?)", fold(player.as_str()));
        }
        if let Some(result) = query.result {
            filter.add_of_game("result = ?", result.as_str());
            filter.fixed.push((Column::Result, SortKey::Text(result.as_str().to_owned())));
        }
        if let Some(since) = query.since {
            filter.add_of_progress("last_played >= ?", number(since));
        }
        if let Some(until) = query.until {
            filter.add_of_progress("last_played < ?", number(until));
        }
        if let Some(AccountId(account)) = query.owner {
            filter.add_of_game("(white_account = ? OR black_account = ?)", account);
        }
        let removed = "EXISTS (SELECT 1 FROM removed WHERE removed.game = number)";
        let not = if query.removed { "" } else { "NOT " };
        filter.conditions.push(format!("{not}{removed}"));
        filter
    }

    fn add_of_game(&mut self, condition: &str, value: impl Into<Value>) {
        self.add(condition, value);
        self.needs.game = true;
    }

    fn add_of_progress(&mut self, condition: &str, value: impl Into<Value>) {
        self.add(condition, value);
        self.needs.progress = true;
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

    /// Adds the conditions that a game is in a segment, beyond its start.
    pub(super) fn read_from(&mut self, column: Column, segment: Segment) {
        let names: Vec<_> = columns(column).iter().map(|&name| name.to_owned()).collect();
        let conditions = self.of_segment(column, segment, &names);
        self.conditions.extend(conditions);
        self.needs = self.needs.sorted_by(column);
    }

    /// The conditions that a row with these columns is in a segment, beyond its start.
    pub(super) fn of_segment(
        &mut self,
        column: Column,
        segment: Segment,
        names: &[String],
    ) -> Vec<String> {
        let Segment { is_blank, direction, start } = segment;
        let blank = is_blank.and_then(|is_blank| column.blank_condition(names, is_blank));
        let start = start.map(|start| {
            let beyond = match direction {
                Direction::Ascending => ">",
                Direction::Descending => "<",
            };
            // An index is read from the first of two conditions of its column, so there is one.
            let is_fixed = self.fixed.iter().any(|(of, key)| *of == column && *key == start.key);
            if let Some(id) = names.last().filter(|_| is_fixed || is_blank == Some(true)) {
                return format!("{id} {beyond} {}", self.bind(start.id.as_str()));
            }
            format!("({}) {beyond} ({})", names.join(", "), self.bind_place(start).join(", "))
        });
        blank.into_iter().chain(start).collect()
    }

    fn bind_place(&mut self, Cursor { key, id }: &Cursor) -> Vec<String> {
        let mut places = match key {
            SortKey::Id => Vec::new(),
            SortKey::Text(text) => vec![self.bind(text)],
            SortKey::Number(number) => vec![self.bind(*number)],
            SortKey::Opening(eco, name) => vec![self.bind(eco), self.bind(name)],
        };
        places.push(self.bind(id.as_str()));
        places
    }

    pub(super) fn clause(&self) -> String {
        format!(" WHERE {}", self.conditions.join(" AND "))
    }
}

/// The tables that have the row of a game.
#[derive(Clone, Copy, Default)]
pub(super) struct Tables {
    text: bool,
    game: bool,
    progress: bool,
}

impl Tables {
    /// Those of a whole row.
    pub(super) fn of_row(self) -> Tables {
        Tables { game: true, progress: true, ..self }
    }

    /// The id as well.
    pub(super) fn with_id(self) -> Tables {
        Tables { game: true, ..self }
    }

    /// Those that games are sorted by as well.
    pub(super) fn sorted_by(self, column: Column) -> Tables {
        match column {
            Column::LastPlayed | Column::Plies => Tables { progress: true, ..self },
            _ => Tables { game: true, ..self },
        }
    }

    /// The tables as SQL.
    pub(super) fn sql(self) -> &'static str {
        let Tables { text, game, progress } = self;
        match (text, game, progress) {
            // The number is enough. The planner would take the id for another condition, and expect
            // hardly any game.
            (true, true, true) => {
                "game_text JOIN progress ON progress.game = game_text.number \
                 JOIN game USING (number)"
            }
            (true, true, false) => "game_text JOIN game USING (number)",
            (true, false, true) => "game_text JOIN progress ON progress.game = game_text.number",
            (true, false, false) => "game_text",
            (false, _, true) => "game JOIN progress USING (id)",
            (false, _, false) => "game",
        }
    }
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
