//! What a text holds: a club file, a position, or PGN.

use std::io::{self, Cursor, Read};

use ::game::{GameId, Timestamp};
use chess::pgn::{Decoder, Tree};
use chess::{FenError, Position};
use store::{ImportGame, NewGame, SeatOwners, SourceFormat};

use super::club::{self, ClubError};
use super::{Fault, ImportError, Item, fingerprint, game, pgn};
use crate::club::{ClubGame, Standing};
use crate::summary;

/// How much of a text tells what it is. A position is no longer.
const BEGINNING: usize = 4 << 10;

/// The most bytes of a club file, which is read as a whole.
const MOST_CLUB_BYTES: u64 = 64 << 20;

impl From<io::Error> for ImportError {
    fn from(error: io::Error) -> ImportError {
        ImportError::Unreadable(error.to_string())
    }
}

/// Reads the games of a text and hands them over one after the other. A text that begins like
/// JSON is a club file, one that begins with the eight ranks of a board is a position, and
/// everything else is PGN.
pub(super) fn read(
    input: impl Read,
    now: Timestamp,
    new_id: &dyn Fn() -> io::Result<GameId>,
    each: &mut dyn FnMut(Item) -> Result<(), ImportError>,
) -> Result<(), ImportError> {
    let mut text = Decoder::new(input);
    let mut beginning = Vec::with_capacity(BEGINNING);
    text.by_ref().take(BEGINNING as u64).read_to_end(&mut beginning)?;
    let is_whole = beginning.len() < BEGINNING;
    let first = String::from_utf8_lossy(&beginning).trim_start().to_owned();
    let whole = Cursor::new(beginning).chain(text);
    if is_json(&first) {
        read_club(whole, new_id, each)
    } else if is_whole && is_fen(&first) {
        each(from_fen(first.trim_end_matches(['\0', '\u{1a}']).trim(), now, new_id()?))
    } else {
        pgn::read(whole, now, new_id, each)
    }
}

/// True for the beginning of a JSON object. A comment of PGN may begin with a brace too, but hardly
/// goes on with a quoted word.
fn is_json(text: &str) -> bool {
    text.strip_prefix('{').is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.is_empty() || rest.starts_with(['"', '}'])
    })
}

/// True for text whose first word has the eight ranks of a board. No word of PGN has.
fn is_fen(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.matches('/').count() == 7)
}

fn from_fen(text: &str, now: Timestamp, id: GameId) -> Item {
    let read = text.parse::<Position>().map_err(|error: FenError| error.to_string());
    item(read.and_then(|start| pgn::keep(&Tree::new(start), now, id)))
}

fn item(game: Result<ImportGame, String>) -> Item {
    match game {
        Ok(game) => Item { game: Some(Box::new(game)), ..Item::default() },
        Err(reason) => Item { faults: vec![Fault::lost(reason)], ..Item::default() },
    }
}

fn read_club(
    input: impl Read,
    new_id: &dyn Fn() -> io::Result<GameId>,
    each: &mut dyn FnMut(Item) -> Result<(), ImportError>,
) -> Result<(), ImportError> {
    let mut bytes = Vec::new();
    input.take(MOST_CLUB_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_CLUB_BYTES {
        return Err(ImportError::Club(ClubError::TooLarge(MOST_CLUB_BYTES)));
    }
    for game in club::read(&bytes).map_err(ImportError::Club)? {
        let id = new_id()?;
        each(item(game.and_then(|(game, text)| from_club(&game, text, id))))?;
    }
    Ok(())
}

fn from_club(club: &ClubGame, text: String, id: GameId) -> Result<ImportGame, String> {
    use chess::pgn::GameResult;
    let result = match club.standing {
        Standing::Open => GameResult::Unknown,
        Standing::Won(color) => GameResult::Win(color),
        Standing::Drawn => GameResult::Draw,
    };
    let names = chess::ByColor::new(club.white.clone(), club.black.clone());
    let played = game::play(club.position, &names, [], result, club.last_played)?;
    Ok(ImportGame {
        game: NewGame {
            id,
            summary: summary::summary(&played.game),
            details: summary::details(&played.game),
            records: played.records,
            holders: SeatOwners::default(),
        },
        format: SourceFormat::Club,
        fingerprint: fingerprint(&text),
        text,
    })
}
