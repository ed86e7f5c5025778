//! Places in the list as text: the id of a game, and after a period its sort key. Clients send back
//! what they were given, and read nothing in it.

use game::GameId;
use store::{Column, Cursor, SortKey};

/// Between the code of an opening and its name. No tag has such a character.
const SEPARATOR: char = '\n';

/// A place as text.
pub(super) fn to_text(cursor: &Cursor) -> String {
    let id = &cursor.id;
    match &cursor.key {
        SortKey::Id => id.to_string(),
        SortKey::Text(text) => format!("{id}.{text}"),
        SortKey::Number(number) => format!("{id}.{number}"),
        SortKey::Opening(eco, name) => format!("{id}.{eco}{SEPARATOR}{name}"),
    }
}

/// A place in the order of a column; none when the text is not one.
pub(super) fn parse(column: Column, text: &str) -> Option<Cursor> {
    if column == Column::Id {
        return Some(Cursor { key: SortKey::Id, id: GameId::new(text)? });
    }
    let (id, key) = text.split_once('.')?;
    Some(Cursor { key: parse_key(column, key)?, id: GameId::new(id)? })
}

fn parse_key(column: Column, key: &str) -> Option<SortKey> {
    match column {
        Column::Id => None,
        Column::White
        | Column::Black
        | Column::Result
        | Column::Status
        | Column::Event
        | Column::Site
        | Column::Date => Some(SortKey::Text(key.to_owned())),
        Column::Plies
        | Column::Created
        | Column::LastPlayed
        | Column::Round
        | Column::WhiteRating
        | Column::BlackRating => key.parse().ok().map(SortKey::Number),
        Column::Opening => {
            let (eco, name) = key.split_once(SEPARATOR)?;
            Some(SortKey::Opening(eco.to_owned(), name.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_comes_back_from_its_text() {
        let text = |text: &str| SortKey::Text(text.into());
        for (column, key) in [
            (Column::Id, SortKey::Id),
            (Column::White, text("")),
            (Column::Event, text("1. FC: Ärzte.pokal\t?")),
            (Column::Round, SortKey::Number(-1)),
            (Column::LastPlayed, SortKey::Number(i64::MAX)),
            (Column::Opening, SortKey::Opening(String::new(), String::new())),
            (Column::Opening, SortKey::Opening("C60".into(), "Ruy Lopez: Exchange".into())),
        ] {
            let cursor = Cursor { key, id: GameId::new("abcdefgh12").unwrap() };
            assert_eq!(parse(column, &to_text(&cursor)), Some(cursor));
        }
    }

    #[test]
    fn what_is_not_a_place_in_an_order_is_refused() {
        for (column, text) in [
            (Column::Id, ""),
            (Column::Id, "short"),
            (Column::Id, "abcdefgh12.x"),
            (Column::White, "abcdefgh12"),
            (Column::White, "short.x"),
            (Column::Plies, "abcdefgh12."),
            (Column::Plies, "abcdefgh12.many"),
            (Column::Created, "abcdefgh12.9223372036854775808"),
            (Column::Opening, "abcdefgh12.C60"),
        ] {
            assert_eq!(parse(column, text), None, "{column:?} {text:?}");
        }
    }
}
