//! Reads PGN tags into the fields of the library.

use chess::pgn::Tags;
use chess::{ByColor, Color};
use game::{GameId, Name, Timestamp};
use store::{Details, Opening};

use crate::date;

/// The tag with the id of an exported game, by which an import recognizes it.
pub(crate) const GAME_ID: &str = "GameId";

/// The maximum length of a tag in the library. The source of the game has it in full.
const MAX_LENGTH: usize = 255;

/// The highest rating that is accepted.
const MAX_RATING: u16 = 9_999;

/// The value of a tag, unless it is empty or a `?` for unknown.
fn known<'a>(tags: &'a Tags, name: &str) -> Option<&'a str> {
    let value = tags.get(name)?.trim();
    let is_known = value.chars().any(|c| !matches!(c, '?' | '.' | '-' | ' '));
    is_known.then_some(value)
}

/// The value of a tag for display: cut to length, without control characters.
fn text(tags: &Tags, name: &str) -> Option<String> {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    known(tags, name).map(|value| value.chars().take(MAX_LENGTH).map(plain).collect())
}

/// The players' names.
pub(crate) fn names(tags: &Tags) -> ByColor<Option<Name>> {
    let name = |tag| tags.get(tag).filter(|value| value.trim() != "?").and_then(Name::from_file);
    ByColor::new(name("White"), name("Black"))
}

/// The details that the library shows.
pub(crate) fn details(tags: &Tags) -> Details {
    let rating = |tag| {
        let rating: Option<u16> = known(tags, tag).and_then(|value| value.parse().ok());
        rating.filter(|rating| (1..=MAX_RATING).contains(rating))
    };
    Details {
        event: text(tags, "Event"),
        site: text(tags, "Site"),
        date: text(tags, "Date").or_else(|| text(tags, "UTCDate")),
        round: text(tags, "Round"),
        ratings: ByColor::from_fn(|color| match color {
            Color::White => rating("WhiteElo"),
            Color::Black => rating("BlackElo"),
        }),
    }
}

/// The opening as named by the tags; what they leave out comes from the moves.
pub(crate) fn opening(tags: &Tags, by_moves: Option<Opening>) -> Option<Opening> {
    let tag = |name| text(tags, name).unwrap_or_default();
    let name = match (tag("Opening"), tag("Variation")) {
        (opening, variation) if variation.is_empty() => opening,
        (opening, variation) if opening.is_empty() => variation,
        (opening, variation) => format!("{opening}: {variation}"),
    };
    let or = |named: String, other: String| if named.is_empty() { other } else { named };
    let by_moves = by_moves.unwrap_or_default();
    let opening = Opening { eco: or(tag("ECO"), by_moves.eco), name: or(name, by_moves.name) };
    Some(opening).filter(|opening| *opening != Opening::default())
}

/// When the game was played, if the tags say so.
pub(crate) fn played_at(tags: &Tags) -> Option<Timestamp> {
    let utc = || date::parse_pgn_date(known(tags, "UTCDate")?, known(tags, "UTCTime"));
    let local = || date::parse_pgn_date(known(tags, "Date")?, known(tags, "Time"));
    utc().or_else(local)
}

/// The id under which Tabiya exported the game.
pub(crate) fn exported_id(tags: &Tags) -> Option<GameId> {
    tags.get(GAME_ID).and_then(GameId::new)
}
