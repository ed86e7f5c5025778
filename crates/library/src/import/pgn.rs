//! Reads PGN into games, each with its tags, move tree and result.

use std::io::{self, Read};

use ::game::{GameId, Timestamp};
use chess::pgn::{Limits, PgnError, PgnErrorKind, Reader, Record, Tree};
use store::{GameToImport, NewGame, SeatOwners, SourceFormat};

use super::{ImportError, ImportErrorKind, ParsedGame, fingerprint, game};
use crate::{summary, tags};

/// Reads PGN and passes its games to `each`, until that fails.
pub(super) fn read<E: From<io::Error>>(
    input: impl Read,
    now: Timestamp,
    new_id: &dyn Fn() -> io::Result<GameId>,
    each: &mut dyn FnMut(ParsedGame) -> Result<(), E>,
) -> Result<(), E> {
    let mut reader = Reader::with_limits(input, Limits::IMPORT);
    let mut record = Record::default();
    while reader.read_record(&mut record)? {
        each(parse(&record, now, new_id()?))?;
    }
    Ok(())
}

fn parse(record: &Record, now: Timestamp, id: GameId) -> ParsedGame {
    let mut errors: Vec<ImportError> = record.errors.iter().filter_map(reported).collect();
    let game = match is_game(record).then(|| import_game(&record.tree, now, id)) {
        Some(Ok((game, contradiction))) => {
            errors.extend(contradiction.map(ImportError::unreadable));
            Some(Box::new(game))
        }
        Some(Err(reason)) => {
            errors.push(ImportError::unreadable(reason));
            None
        }
        None if errors.is_empty() => {
            errors.push(ImportError::unreadable(ImportErrorKind::NoGame));
            None
        }
        None => None,
    };
    for error in &mut errors {
        error.kept = game.is_some();
    }
    ParsedGame { game, exported_id: tags::exported_id(record.tree.tags()), errors }
}

/// The report of an error in the PGN. Errors that lose nothing are not reported, except for
/// contradicting results, of which one is kept.
fn reported(error: &PgnError) -> Option<ImportError> {
    let contradicts = matches!(error.kind, PgnErrorKind::ResultsDiffer { .. });
    let is_reported = contradicts || !error.kind.is_harmless();
    let kind = || ImportErrorKind::Pgn(error.kind.clone());
    is_reported.then(|| ImportError { game: 0, at: Some(error.at), kind: kind(), kept: true })
}

/// Whether there is anything to import: moves, or tags alone. With an unknown start position or
/// variant, the moves mean nothing.
fn is_game(record: &Record) -> bool {
    let tree = &record.tree;
    let is_unsupported = |error: &PgnError| {
        matches!(error.kind, PgnErrorKind::UnknownVariant(_) | PgnErrorKind::BadStart(_))
    };
    let has_content = tree.plies() > 0 || tree.tags().iter().next().is_some();
    has_content && !record.errors.iter().any(is_unsupported)
}

/// Turns a PGN game into one to store, and says how its final position contradicts its result.
pub(super) fn import_game(
    tree: &Tree,
    now: Timestamp,
    id: GameId,
) -> Result<(GameToImport, Option<ImportErrorKind>), ImportErrorKind> {
    let at = tags::played_at(tree.tags()).unwrap_or(now);
    let names = tags::names(tree.tags());
    let played = game::play(*tree.start(), &names, tree.moves(), tree.result(), at)?;
    let mut summary = summary::summary(&played.game);
    summary.opening = tags::opening(tree.tags(), summary.opening);
    let text = tree.to_string();
    let contradiction = played.contradiction();
    let game = GameToImport {
        game: NewGame {
            id,
            records: played.records,
            seat_owners: SeatOwners::default(),
            summary,
            details: tags::details(tree.tags()),
        },
        format: SourceFormat::Pgn,
        fingerprint: fingerprint(&text),
        text,
    };
    Ok((game, contradiction))
}
