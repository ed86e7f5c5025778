//! Files of games through a library: imported, exported, and imported again. Every tag, move,
//! variation, comment, glyph, result and date has to come out as it went in.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chess::pgn::{PgnErrorKind, Reader, Tree};
use game::{GameId, Timestamp};
use library::export;
use library::import::{self, Context};
use store::{DataDirectory, Query, Sqlite, Store};
use tokio::runtime::Runtime;

use super::{Data, Effort, Report, pgn};
use crate::error::TaskError;
use crate::workspace;

/// The folders with files of games besides the collection.
const FOLDERS: [&str; 2] = ["pgn/chess.js", "pgn/python-chess"];
/// The folder with files of games in the repository.
const OWN_FOLDER: &str = "crates/chess/testdata/pgn";

/// Every file of games.
pub(crate) fn round_trips(data: &Data, _: Effort) -> Result<Report, TaskError> {
    let mut results = vec![round_trip("the collection", &pgn::collection(data)?)];
    for folder in FOLDERS {
        results.extend(round_trips_in(&data.path(folder))?);
    }
    Ok(Report::from_cases("games", results))
}

/// The files of the repository.
pub(crate) fn own_files(_: &Data, _: Effort) -> Result<Report, TaskError> {
    let results = round_trips_in(&workspace::root().join(OWN_FOLDER))?;
    Ok(Report::from_cases("games", results))
}

/// Every file of games in a folder.
fn round_trips_in(folder: &Path) -> Result<Vec<Result<u64, String>>, TaskError> {
    let unreadable = |error: io::Error| TaskError::unreadable(folder, &error);
    let mut results = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "pgn") {
            let text = fs::read(&path).map_err(unreadable)?;
            results.push(round_trip(&path.display().to_string(), &text));
        }
    }
    Ok(results)
}

/// Puts a file into a library, takes it out, and does both again with what came out. Gives how many
/// games that were.
fn round_trip(name: &str, text: &[u8]) -> Result<u64, String> {
    let wrong = |what: String| format!("{name}: {what}");
    let first = through_a_library(text).map_err(wrong)?;
    let second = through_a_library(first.as_bytes()).map_err(wrong)?;
    let (sent, came, again) =
        (games(text, true), games(first.as_bytes(), false), games(second.as_bytes(), false));
    if let Some((game, _)) = sent.iter().find(|(game, _)| !came.contains_key(*game)) {
        return Err(wrong(format!("this game did not come out as it went in:\n{game}")));
    }
    if came != again {
        return Err(wrong("the second time something else came out".into()));
    }
    Ok(came.len() as u64)
}

/// The games of a text, each in export format with its tree. A game whose variant or start is not
/// known cannot be kept.
fn games(text: &[u8], skip_foreign: bool) -> BTreeMap<String, Tree> {
    let is_foreign = |kind: &PgnErrorKind| {
        matches!(kind, PgnErrorKind::UnknownVariant(_) | PgnErrorKind::BadStart(_))
    };
    Reader::new(text)
        .records()
        .map_while(Result::ok)
        .filter(|record| {
            !skip_foreign || !record.errors.iter().any(|failure| is_foreign(&failure.kind))
        })
        .map(|record| (record.tree.to_string(), record.tree))
        .collect()
}

/// What comes out of a new library into which a file was imported.
fn through_a_library(text: &[u8]) -> Result<String, String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let folder = tempfile::tempdir().map_err(|error| told(&error))?;
    let runtime = Runtime::new().map_err(|error| told(&error))?;
    let store = open(folder.path())?;
    let ids = AtomicU64::new(0);
    let new_id = || {
        let number = ids.fetch_add(1, Ordering::Relaxed);
        GameId::new(&format!("{number:010}")).ok_or_else(|| io::Error::other("too many games"))
    };
    let context = Context {
        store: Arc::clone(&store),
        runtime: runtime.handle().clone(),
        now: Timestamp(0),
        new_id: &new_id,
        max_bytes: u64::MAX,
        charge: &|_| true,
    };
    let go_on = &mut |_| ControlFlow::Continue(());
    import::run(text.take(u64::MAX), &context, go_on).map_err(|failure| told(&failure.error))?;
    let mut out = String::new();
    for id in runtime.block_on(store.ids(&Query::default())).map_err(|error| told(&error))? {
        let stored = runtime.block_on(store.load(&id)).map_err(|error| told(&error))?;
        let stored = stored.ok_or_else(|| format!("the game {id} is gone"))?;
        out.push_str(&export::pgn::write(&id, stored).map_err(|error| told(&error))?);
    }
    Ok(out)
}

fn open(folder: &Path) -> Result<Arc<dyn Store>, String> {
    let directory = DataDirectory::open(folder).map_err(|error| error.to_string())?;
    let store = Sqlite::open(directory).map_err(|error| error.to_string())?;
    Ok(Arc::new(store))
}
