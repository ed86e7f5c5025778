//! What the tags of a PGN say about a game, in the library's words.

use chess::pgn::Tags;
use chess::{ByColor, Color};
use game::{GameId, Name, Timestamp};
use store::{Details, Opening};

use crate::date;

/// The tag by which a game of this program is known again.
pub(crate) const GAME_ID: &str = "GameId";

/// The most characters of a tag in a row of the library. The source of the game has the rest.
const MOST_SHOWN: usize = 255;

/// The most that a rating can be.
const MOST_RATING: u16 = 9_999;

/// A tag that says something: not empty, and not the `?` of what is not known.
fn said<'a>(tags: &'a Tags, name: &str) -> Option<&'a str> {
    let value = tags.get(name)?.trim();
    let says = value.chars().any(|c| !matches!(c, '?' | '.' | '-' | ' '));
    says.then_some(value)
}

fn shown(tags: &Tags, name: &str) -> Option<String> {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    said(tags, name).map(|value| value.chars().take(MOST_SHOWN).map(plain).collect())
}

/// The players' names.
pub(crate) fn names(tags: &Tags) -> ByColor<Option<Name>> {
    let name = |tag| tags.get(tag).filter(|value| value.trim() != "?").and_then(Name::from_file);
    ByColor::new(name("White"), name("Black"))
}

/// What the library shows besides the names.
pub(crate) fn details(tags: &Tags) -> Details {
    let rating = |tag| {
        let rating: Option<u16> = said(tags, tag).and_then(|value| value.parse().ok());
        rating.filter(|rating| (1..=MOST_RATING).contains(rating))
    };
    Details {
        event: shown(tags, "Event"),
        site: shown(tags, "Site"),
        date: shown(tags, "Date").or_else(|| shown(tags, "UTCDate")),
        round: shown(tags, "Round"),
        ratings: ByColor::from_fn(|color| match color {
            Color::White => rating("WhiteElo"),
            Color::Black => rating("BlackElo"),
        }),
    }
}

/// The opening that the file names, by code or by name; what it does not say is as the moves have
/// it.
pub(crate) fn opening(tags: &Tags, by_moves: Option<Opening>) -> Option<Opening> {
    let text = |tag| shown(tags, tag).unwrap_or_default();
    let name = match (text("Opening"), text("Variation")) {
        (opening, variation) if variation.is_empty() => opening,
        (opening, variation) if opening.is_empty() => variation,
        (opening, variation) => format!("{opening}: {variation}"),
    };
    let or = |said: String, known: String| if said.is_empty() { known } else { said };
    let known = by_moves.unwrap_or_default();
    let opening = Opening { eco: or(text("ECO"), known.eco), name: or(name, known.name) };
    Some(opening).filter(|opening| *opening != Opening::default())
}

/// When the game was played, as far as the file says so.
pub(crate) fn played_at(tags: &Tags) -> Option<Timestamp> {
    let utc = || date::moment(said(tags, "UTCDate")?, said(tags, "UTCTime"));
    let local = || date::moment(said(tags, "Date")?, said(tags, "Time"));
    utc().or_else(local)
}

/// The id under which this program exported the game.
pub(crate) fn own_id(tags: &Tags) -> Option<GameId> {
    tags.get(GAME_ID).and_then(GameId::new)
}
