//! Games of PGN: each with its tags, its whole tree and its result.

use std::io::{self, Read};

use ::game::{GameId, Timestamp};
use chess::pgn::{Limits, PgnError, PgnErrorKind, Reader, Record, Tree};
use store::{ImportGame, NewGame, SeatOwners, SourceFormat};

use super::{Fault, Item, fingerprint, game};
use crate::{summary, tags};

/// Reads PGN and hands over its games one after the other, until `each` says that it is enough.
pub(super) fn read<E: From<io::Error>>(
    input: impl Read,
    now: Timestamp,
    new_id: &dyn Fn() -> io::Result<GameId>,
    each: &mut dyn FnMut(Item) -> Result<(), E>,
) -> Result<(), E> {
    let mut reader = Reader::with_limits(input, Limits::IMPORT);
    let mut record = Record::default();
    while reader.read_record(&mut record)? {
        each(item(&record, now, new_id()?))?;
    }
    Ok(())
}

/// One game of a file.
fn item(record: &Record, now: Timestamp, id: GameId) -> Item {
    let mut faults: Vec<Fault> = record.errors.iter().filter_map(fault).collect();
    let game = if is_game(record) {
        keep(&record.tree, now, id).map_err(|reason| faults.push(Fault::lost(reason))).ok()
    } else {
        None
    };
    if game.is_none() {
        for fault in &mut faults {
            fault.kept = false;
        }
        if faults.is_empty() {
            faults.push(Fault::lost("there is no game in it".to_owned()));
        }
    }
    Item { game: game.map(Box::new), own_id: tags::own_id(record.tree.tags()), faults }
}

/// What is reported of a fault. Those that lose nothing are not, but for two results that
/// contradict each other, of which one is kept.
fn fault(fault: &PgnError) -> Option<Fault> {
    let contradicts = matches!(fault.kind, PgnErrorKind::ResultsDiffer { .. });
    let is_reported = contradicts || !fault.kind.is_harmless();
    let message = || fault.kind.to_string();
    is_reported.then(|| Fault { item: 0, at: Some(fault.at), message: message(), kept: true })
}

/// Whether there is something to keep: a move, or tags before no moves. Where the start or the
/// rules are not known, the moves mean nothing.
fn is_game(record: &Record) -> bool {
    let tree = &record.tree;
    let is_foreign = |fault: &PgnError| {
        matches!(fault.kind, PgnErrorKind::UnknownVariant(_) | PgnErrorKind::BadStart(_))
    };
    let says_something = tree.plies() > 0 || tree.tags().iter().next().is_some();
    says_something && !record.errors.iter().any(is_foreign)
}

/// The game with everything that is kept of it.
pub(super) fn keep(tree: &Tree, now: Timestamp, id: GameId) -> Result<ImportGame, String> {
    let at = tags::played_at(tree.tags()).unwrap_or(now);
    let names = tags::names(tree.tags());
    let played = game::play(*tree.start(), &names, tree.moves(), tree.result(), at)?;
    let mut summary = summary::summary(&played.game);
    summary.opening = tags::opening(tree.tags(), summary.opening);
    let text = tree.to_string();
    Ok(ImportGame {
        game: NewGame {
            id,
            records: played.records,
            holders: SeatOwners::default(),
            summary,
            details: tags::details(tree.tags()),
        },
        format: SourceFormat::Pgn,
        fingerprint: fingerprint(&text),
        text,
    })
}
