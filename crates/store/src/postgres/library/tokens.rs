//! The stored words that have the words of a search in them.
//!
//! A search is for parts of words, and an index has whole words. So the different words of the
//! library, which are few beside its games, are searched first.

use std::collections::BTreeSet;

use deadpool_postgres::GenericClient;
use game::GameId;

use super::super::run::{row, rows};
use super::super::values::{Columns, values};
use crate::search::Word;
use crate::{Query, StoreError};

/// How many stored words may stand for one of a search. A part that more of them have is looked for
/// in the texts.
const MAX_TOKENS: usize = 20_000;

/// A word of a search, with its alternatives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tokens {
    /// The alternatives as patterns.
    pub(super) patterns: Vec<String>,
    /// The stored words that have one of them; none when they are too many.
    pub(super) stored: Option<Vec<String>>,
    /// The games that they name by their ids.
    pub(super) games: Vec<i64>,
}

/// The words of a query.
pub(super) async fn find(
    on: &impl GenericClient,
    query: &Query,
) -> Result<Vec<Tokens>, StoreError> {
    let mut found = Vec::new();
    for alternatives in query.words() {
        found.push(find_word(on, &alternatives).await?);
    }
    Ok(found)
}

async fn find_word(on: &impl GenericClient, word: &[Word]) -> Result<Tokens, StoreError> {
    let mut tokens = Tokens::default();
    let (mut stored, mut is_complete) = (BTreeSet::new(), true);
    for Word { text, id } in word {
        let pattern = pattern(text);
        let sql = format!("SELECT word FROM word WHERE word LIKE $1 LIMIT {}", MAX_TOKENS + 1);
        let found = rows(on, &sql, values![&pattern]).await?;
        // Some of them may be the same word, and others are missing nevertheless.
        is_complete &= found.len() <= MAX_TOKENS;
        for row in found {
            stored.insert(row.text(0)?);
        }
        tokens.patterns.push(pattern);
        if let Some(id) = id {
            tokens.games.extend(number(on, id).await?);
        }
    }
    is_complete &= stored.len() <= MAX_TOKENS;
    tokens.stored = is_complete.then(|| stored.into_iter().collect());
    Ok(tokens)
}

/// The number of a game.
async fn number(on: &impl GenericClient, id: &GameId) -> Result<Option<i64>, StoreError> {
    let found = row(on, "SELECT number FROM game WHERE id = $1", values![id.as_str()]).await?;
    found.map(|row| row.number(0)).transpose()
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
