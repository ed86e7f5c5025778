//! Detects the format of a text (club file, positions or PGN) and reads its games.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use ::game::{GameId, Timestamp};
use chess::pgn::{Comment, Decoder, Tree};
use chess::{Epd, Position};
use store::{GameToImport, NewGame, SeatOwners, SourceFormat};

use super::club;
use super::{FatalImportError, ImportError, ImportErrorKind, ParsedGame, fingerprint, game, pgn};
use crate::club::{ClubGame, ClubResult};
use crate::summary;

/// How many bytes are enough to detect the format.
const PREFIX: usize = 4 << 10;

/// The longest line with a position.
const MAX_LINE: u64 = 64 << 10;

/// The fields of an EPD before its operations.
const EPD_FIELDS: usize = 4;

/// Reads the games of a text and passes them to `each`. A text that starts like JSON is a club
/// file, one that starts with the eight ranks of a board has a position on each line, and
/// everything else is PGN.
pub(super) fn read(
    input: impl Read,
    now: Timestamp,
    new_id: &dyn Fn() -> io::Result<GameId>,
    each: &mut dyn FnMut(ParsedGame) -> Result<(), FatalImportError>,
) -> Result<(), FatalImportError> {
    let mut text = Decoder::new(input);
    let mut prefix = Vec::with_capacity(PREFIX);
    // Games before the place where a file breaks off are read, so an error waits its turn.
    let error = text.by_ref().take(PREFIX as u64).read_to_end(&mut prefix).err();
    let start = String::from_utf8_lossy(&prefix).trim_start().to_owned();
    let whole = Cursor::new(prefix).chain(FailingReader(error)).chain(text);
    if is_json(&start) {
        read_club(whole, new_id, each)
    } else if is_fen(&start) {
        read_positions(whole, now, new_id, each)
    } else if is_binary(&start) {
        Err(FatalImportError::NotText)
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

/// Whether a text has NUL characters anywhere but at its end, where some programs leave them.
fn is_binary(text: &str) -> bool {
    text.trim_end_matches(['\0', '\u{1a}']).contains('\0')
}

/// Returns an error once, if there is one.
struct FailingReader(Option<io::Error>);

impl Read for FailingReader {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Reads positions in FEN or EPD, one on a line.
fn read_positions(
    input: impl Read,
    now: Timestamp,
    new_id: &dyn Fn() -> io::Result<GameId>,
    each: &mut dyn FnMut(ParsedGame) -> Result<(), FatalImportError>,
) -> Result<(), FatalImportError> {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    while input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_matches(|c: char| c.is_whitespace() || c.is_control());
        if !text.is_empty() {
            let id = new_id()?;
            let game = position(text).and_then(|tree| pgn::import_game(&tree, now, id));
            each(parsed(game.map(|(game, _)| game)))?;
        }
        line.clear();
    }
    Ok(())
}

/// A game without moves from a position. The operations of an EPD become its comment.
fn position(text: &str) -> Result<Tree, ImportErrorKind> {
    let error = match text.parse::<Position>() {
        Ok(start) => return Ok(Tree::new(start)),
        Err(error) => error,
    };
    let epd: Epd = text.parse().map_err(|_| error)?;
    let mut tree = Tree::new(epd.position);
    let operations = text.split_whitespace().skip(EPD_FIELDS).collect::<Vec<_>>().join(" ");
    if !operations.is_empty() {
        tree.comments_mut(Tree::ROOT).push(Comment::new(&operations));
    }
    Ok(tree)
}

fn parsed(game: Result<GameToImport, ImportErrorKind>) -> ParsedGame {
    match game {
        Ok(game) => ParsedGame { game: Some(Box::new(game)), ..ParsedGame::default() },
        Err(kind) => {
            ParsedGame { errors: vec![ImportError::unreadable(kind)], ..ParsedGame::default() }
        }
    }
}

fn read_club(
    input: impl Read,
    new_id: &dyn Fn() -> io::Result<GameId>,
    each: &mut dyn FnMut(ParsedGame) -> Result<(), FatalImportError>,
) -> Result<(), FatalImportError> {
    club::read(input, |entry| {
        let id = new_id()?;
        let entry = entry.map_err(ImportErrorKind::from);
        each(parsed(entry.and_then(|(game, text)| from_club(&game, text, id))))
    })
}

fn from_club(club: &ClubGame, text: String, id: GameId) -> Result<GameToImport, ImportErrorKind> {
    use chess::pgn::GameResult;
    let result = match club.result {
        ClubResult::Unfinished => GameResult::Unknown,
        ClubResult::Won(color) => GameResult::Win(color),
        ClubResult::Drawn => GameResult::Draw,
    };
    let names = chess::ByColor::new(club.white.clone(), club.black.clone());
    let played = game::play(club.position, &names, [], result, club.last_played)?;
    Ok(GameToImport {
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
