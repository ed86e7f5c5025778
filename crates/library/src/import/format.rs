//! Detects the format of a text (club file, FEN or PGN) and reads its games.

use std::io::{self, Cursor, Read};

use ::game::{GameId, Timestamp};
use chess::pgn::{Decoder, Tree};
use chess::{FenError, Position};
use store::{ImportGame, NewGame, SeatOwners, SourceFormat};

use super::club::{self, ClubFileError};
use super::{FatalImportError, ImportError, ParsedGame, fingerprint, game, pgn};
use crate::club::{ClubGame, ClubResult};
use crate::summary;

/// How many bytes are enough to detect the format. No FEN is longer.
const PREFIX: usize = 4 << 10;

/// The limit on the size of a club file, which is read as a whole.
const MAX_CLUB_BYTES: u64 = 64 << 20;

/// Reads the games of a text and passes them to `each`. A text that starts like JSON is a club
/// file, one that starts with the eight ranks of a board is a FEN, and everything else is PGN.
pub(super) fn read(
    input: impl Read,
    now: Timestamp,
    new_id: &dyn Fn() -> io::Result<GameId>,
    each: &mut dyn FnMut(ParsedGame) -> Result<(), FatalImportError>,
) -> Result<(), FatalImportError> {
    let mut text = Decoder::new(input);
    let mut prefix = Vec::with_capacity(PREFIX);
    text.by_ref().take(PREFIX as u64).read_to_end(&mut prefix)?;
    let is_whole = prefix.len() < PREFIX;
    let start = String::from_utf8_lossy(&prefix).trim_start().to_owned();
    let whole = Cursor::new(prefix).chain(text);
    if is_json(&start) {
        read_club(whole, new_id, each)
    } else if is_whole && is_fen(&start) {
        each(from_fen(start.trim_end_matches(['\0', '\u{1a}']).trim(), now, new_id()?))
    } else {
        pgn::read(whole, now, new_id, each)
    }
}

/// Whether a text starts like a JSON object. A PGN comment may start with a brace too, but hardly
/// continues with a quoted word.
fn is_json(text: &str) -> bool {
    text.strip_prefix('{').is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.is_empty() || rest.starts_with(['"', '}'])
    })
}

/// Whether the first word has the eight ranks of a board. No word of PGN does.
fn is_fen(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.matches('/').count() == 7)
}

fn from_fen(text: &str, now: Timestamp, id: GameId) -> ParsedGame {
    let start = text.parse::<Position>().map_err(|error: FenError| error.to_string());
    parsed(start.and_then(|start| pgn::import_game(&Tree::new(start), now, id)))
}

fn parsed(game: Result<ImportGame, String>) -> ParsedGame {
    match game {
        Ok(game) => ParsedGame { game: Some(Box::new(game)), ..ParsedGame::default() },
        Err(reason) => {
            ParsedGame { errors: vec![ImportError::unreadable(reason)], ..ParsedGame::default() }
        }
    }
}

fn read_club(
    input: impl Read,
    new_id: &dyn Fn() -> io::Result<GameId>,
    each: &mut dyn FnMut(ParsedGame) -> Result<(), FatalImportError>,
) -> Result<(), FatalImportError> {
    let mut bytes = Vec::new();
    input.take(MAX_CLUB_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_CLUB_BYTES {
        return Err(ClubFileError::TooLarge(MAX_CLUB_BYTES).into());
    }
    for entry in club::read(&bytes)? {
        let id = new_id()?;
        let entry = entry.map_err(|error| error.to_string());
        each(parsed(entry.and_then(|(game, text)| from_club(&game, text, id))))?;
    }
    Ok(())
}

fn from_club(club: &ClubGame, text: String, id: GameId) -> Result<ImportGame, String> {
    use chess::pgn::GameResult;
    let result = match club.result {
        ClubResult::Unfinished => GameResult::Unknown,
        ClubResult::Won(color) => GameResult::Win(color),
        ClubResult::Drawn => GameResult::Draw,
    };
    let names = chess::ByColor::new(club.white.clone(), club.black.clone());
    let played = game::play(club.position, &names, [], result, club.last_played)?;
    Ok(ImportGame {
        game: NewGame {
            id,
            summary: summary::summary(&played.game),
            details: summary::details(&played.game),
            records: played.records,
            seat_owners: SeatOwners::default(),
        },
        format: SourceFormat::Club,
        fingerprint: fingerprint(&text),
        text,
    })
}
