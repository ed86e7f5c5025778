//! Rules about damage: it is noticed, reported for what is damaged, and the rest goes on.

use std::path::Path;
use std::sync::Arc;

use game::Timestamp;
use rusqlite::Connection;
use store::{
    AppendOutcome, DataDirectory, DemonstrationId, Entry, Query, SimulId, Sqlite, Store,
    StoreError, Summary,
};
use tempfile::TempDir;

use crate::competitions::{Evening, competition_id};
use crate::demonstrations::{demonstration, simul};
use crate::fixtures::{entry, id, import_game, new_game, summary};
use crate::studies::{save, study_id};

fn open(directory: &Path) -> Arc<dyn Store> {
    Arc::new(Sqlite::open(DataDirectory::open(directory).unwrap()).unwrap())
}

/// A closed library with three games of three records, two imported games and two studies.
async fn library() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    for number in 0..3 {
        store.create(new_game(number)).await.unwrap();
        store.append(entry(number, 1)).await.unwrap();
        store.append(entry(number, 2)).await.unwrap();
    }
    store.import(vec![import_game(3), import_game(4)]).await.unwrap();
    for number in 1..3 {
        store.save_study(save(number, 0, "a")).await.unwrap();
    }
    directory
}

fn sql(directory: &TempDir, statement: &str) {
    let file = directory.path().join(DataDirectory::DATABASE);
    let connection = Connection::open(file).unwrap();
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    connection.execute_batch(statement).unwrap();
}

/// The row of a game.
fn game(number: usize) -> String {
    format!("(SELECT number FROM game WHERE id = '{}')", id(number))
}

// req: D34
#[tokio::test]
async fn a_changed_record_is_reported_for_its_game_alone() {
    for (damage, number, expected) in [
        (
            "UPDATE record SET event = replace(event, '0}', '9}') WHERE game = {0} AND version = 2",
            0,
            "record 2 does not match",
        ),
        (
            "UPDATE record SET at = at + 1 WHERE game = {0} AND version = 3",
            0,
            "record 3 does not match",
        ),
        (
            "UPDATE record SET checksum = NULL WHERE game = {0} AND version = 2",
            0,
            "record 2 does not match",
        ),
        (
            "UPDATE record SET (event, at) = \
             (SELECT event, at FROM record WHERE game = {0} AND version = 2) \
             WHERE game = {0} AND version = 3",
            0,
            "record 3 does not match",
        ),
        (
            "DELETE FROM record WHERE game = {0} AND version = 3; \
             UPDATE game SET version = 2 WHERE number = {0}",
            0,
            "record 2 does not match",
        ),
        (
            "DELETE FROM record WHERE game = {0}; UPDATE record SET game = {0} WHERE game = {1}",
            0,
            "record 1 does not match",
        ),
        (
            "UPDATE game SET checksum = checksum + 1 WHERE number = {0}",
            0,
            "record 3 does not match",
        ),
        (
            "UPDATE import SET records = replace(records, 'h1', 'a1') WHERE game = {3}",
            3,
            "record 4 does not match",
        ),
        (
            "UPDATE import SET text = replace(text, 'good', 'bad') WHERE game = {3}",
            3,
            "record 4 does not match",
        ),
    ] {
        let directory = library().await;
        let damage = damage.replace("{0}", &game(0)).replace("{1}", &game(1));
        sql(&directory, &damage.replace("{3}", &game(3)));
        let store = open(directory.path());
        let error = store.load(&id(number)).await.unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{damage}: {error}");
        assert!(error.to_string().contains(expected), "{damage}: {error}");
        for other in [2, 4] {
            assert!(store.load(&id(other)).await.unwrap().is_some(), "{damage}");
        }
        assert_eq!(store.list(&Query::default()).await.unwrap().total, 5, "{damage}");
        assert_eq!(store.append(entry(2, 3)).await, Ok(AppendOutcome::Written), "{damage}");
    }
}

#[tokio::test]
async fn a_changed_study_is_reported_alone() {
    let directory = library().await;
    let changed = "UPDATE study SET pgn = pgn || ' ' WHERE id = ";
    sql(&directory, &format!("{changed} '{}'", study_id(1)));
    let store = open(directory.path());
    let error = store.study(&study_id(1)).await.unwrap_err().to_string();
    assert!(error.contains("is damaged: its checksum"), "{error}");
    assert!(store.study(&study_id(2)).await.unwrap().is_some());
}

/// Everything as a program that knew no checksums wrote it.
const WITHOUT_CHECKSUMS: &str = "UPDATE record SET checksum = NULL; \
     UPDATE import SET checksum = NULL; UPDATE game SET checksum = NULL; \
     UPDATE study SET checksum = NULL;";

#[tokio::test]
async fn a_game_without_checksums_gets_them_when_it_is_played_on() {
    let directory = library().await;
    sql(&directory, WITHOUT_CHECKSUMS);
    let store = open(directory.path());
    for number in 0..5 {
        assert!(store.load(&id(number)).await.unwrap().is_some());
    }
    assert!(store.study(&study_id(1)).await.unwrap().is_some());
    assert_eq!(store.append(entry(0, 3)).await, Ok(AppendOutcome::Written));
    assert_eq!(store.append(entry(3, 4)).await, Ok(AppendOutcome::Written));
    assert_eq!(store.load(&id(0)).await.unwrap().unwrap().records.len(), 4);
    assert_eq!(store.load(&id(3)).await.unwrap().unwrap().records.len(), 5);
    drop(store);
    sql(&directory, "UPDATE record SET at = at + 1 WHERE version = 2");
    sql(&directory, "UPDATE import SET text = text || ' '");
    let store = open(directory.path());
    for (number, is_noticed) in [(0, true), (1, false), (3, true), (4, false)] {
        assert_eq!(store.load(&id(number)).await.is_err(), is_noticed, "{number}");
    }
}

#[tokio::test]
async fn a_damaged_game_without_checksums_is_not_sealed_by_them() {
    let directory = library().await;
    sql(&directory, WITHOUT_CHECKSUMS);
    sql(&directory, "UPDATE record SET event = '{}' WHERE version = 2");
    let store = open(directory.path());
    let error = store.append(entry(0, 3)).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    assert!(store.load(&id(0)).await.is_err());
}

#[tokio::test]
async fn a_damaged_row_does_not_hide_the_others() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    for number in 0..3 {
        let summary = Summary { resume_on_start: true, ..summary() };
        store.create(store::NewGame { summary, ..new_game(number) }).await.unwrap();
    }
    drop(store);
    sql(
        &directory,
        "UPDATE game SET result = 'soup', white = char(7), created = -1, \
         status = CAST(x'ff80' AS TEXT) WHERE number = 2; \
         UPDATE game SET id = 'no id at all!' WHERE number = 3",
    );
    let store = open(directory.path());
    let query = Query { limit: 10, ..Query::default() };
    let page = store.list(&query).await.unwrap();
    let listed: Vec<_> = page.games.iter().map(|game| game.id.clone()).collect();
    assert_eq!(listed, [id(1), id(0)], "the newest first");
    assert_eq!(page.games[0].summary.created, Timestamp(0));
    assert_eq!(
        page.games[0].summary.names[chess::Color::Black],
        summary().names[chess::Color::Black]
    );
    assert_eq!(store.ids(&Query::default()).await.unwrap().len(), 2);
    assert_eq!(store.games_to_resume().await.unwrap(), [id(0), id(1)]);
    let entry = Entry { summary: summary(), ..entry(1, 1) };
    assert_eq!(store.append(entry).await, Ok(AppendOutcome::Written));
}

/// The files of a library whose server was killed, with as many heartbeats.
async fn killed(heartbeats: u64) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let store = Sqlite::open(DataDirectory::open(directory.path()).unwrap()).unwrap();
    store.create(new_game(0)).await.unwrap();
    for number in 0..heartbeats {
        store.heartbeat(Timestamp(number)).await.unwrap();
    }
    let left = tempfile::tempdir().unwrap();
    for name in ["library.db", "library.db-wal", "library.heartbeat"] {
        std::fs::copy(directory.path().join(name), left.path().join(name)).unwrap();
    }
    left
}

fn rollback(directory: &Path) -> Option<u64> {
    let store = Sqlite::open(DataDirectory::open(directory).unwrap()).unwrap();
    store.rollback().map(|rollback| rollback.heartbeats)
}

#[tokio::test]
async fn a_log_that_was_deleted_after_a_kill_is_noticed() {
    let left = killed(90).await;
    std::fs::remove_file(left.path().join("library.db-wal")).unwrap();
    assert_eq!(rollback(left.path()), Some(90));
    let store = Sqlite::open(DataDirectory::open(left.path()).unwrap()).unwrap();
    assert_eq!(store.list(&Query::default()).await.unwrap().total, 0, "the game is gone");
    store.heartbeat(Timestamp(100)).await.unwrap();
    drop(store);
    assert_eq!(rollback(left.path()), None, "it is reported until the library is used again");
}

#[tokio::test]
async fn an_intact_library_raises_no_alarm() {
    let left = killed(90).await;
    assert_eq!(rollback(left.path()), None, "after a kill");
    assert_eq!(rollback(left.path()), None, "after it was closed");
    // A backup that is restored as the documents say.
    let restored = tempfile::tempdir().unwrap();
    std::fs::copy(left.path().join("library.db"), restored.path().join("library.db")).unwrap();
    assert_eq!(rollback(restored.path()), None, "in an empty folder");
    // The clock of the computer is set back.
    let store = Sqlite::open(DataDirectory::open(left.path()).unwrap()).unwrap();
    store.heartbeat(Timestamp(7)).await.unwrap();
    drop(store);
    assert_eq!(rollback(left.path()), None, "after the clock was set back");
}

#[tokio::test]
async fn an_older_copy_in_the_place_of_the_library_is_noticed() {
    let left = killed(5).await;
    rollback(left.path());
    let (library, copy) = (left.path().join("library.db"), left.path().join("copy"));
    std::fs::copy(&library, &copy).unwrap();
    let store = Sqlite::open(DataDirectory::open(left.path()).unwrap()).unwrap();
    for number in 0..3 {
        store.heartbeat(Timestamp(1_000 + number)).await.unwrap();
    }
    drop(store);
    std::fs::copy(&copy, &library).unwrap();
    assert_eq!(rollback(left.path()), Some(3));
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_is_written_to_files_that_are_gone() {
    for name in ["library.db", "library.db-wal"] {
        let directory = tempfile::tempdir().unwrap();
        let store = open(directory.path());
        store.create(new_game(0)).await.unwrap();
        store.heartbeat(Timestamp(1)).await.unwrap();
        let (path, aside) = (directory.path().join(name), directory.path().join("aside"));
        for replacement in [None, Some("another file")] {
            std::fs::rename(&path, &aside).unwrap();
            if let Some(text) = replacement {
                std::fs::write(&path, text).unwrap();
            }
            let error = store.heartbeat(Timestamp(2)).await.unwrap_err();
            let database = directory.path().join("library.db");
            assert_eq!(error, StoreError::Replaced(database), "{name} {replacement:?}");
            let error = store.append(entry(0, 1)).await.unwrap_err();
            assert!(matches!(error, StoreError::Replaced(_)), "{name} {replacement:?}: {error}");
            std::fs::rename(&aside, &path).unwrap();
            store.heartbeat(Timestamp(3)).await.unwrap();
        }
        assert_eq!(store.append(entry(0, 1)).await, Ok(AppendOutcome::Written));
    }
}

// req: D34
#[tokio::test]
async fn a_changed_event_is_reported_for_its_competition_alone() {
    for (damage, expected) in [
        ("UPDATE competition_event SET at = at + 1 WHERE version = 2", "record 2 does not match"),
        ("DELETE FROM competition_event WHERE version = 2", "record 2 is missing"),
        ("DELETE FROM competition_event WHERE version = 3", "record 3 is missing"),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let store = open(directory.path());
        let [damaged, intact] = ["damagedone", "intactone1"].map(competition_id);
        let mut evening = Evening::new("Club evening");
        evening.enter("Ann").enter("Bob");
        for id in [&damaged, &intact] {
            store.append_to_competition(evening.entry(id, 0, None)).await.unwrap();
        }
        drop(store);
        let row = format!("(SELECT number FROM competition WHERE id = '{damaged}')");
        sql(&directory, &format!("{damage} AND competition = {row}"));
        let store = open(directory.path());
        let error = store.competition(&damaged).await.unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains(damaged.as_str()), "{error}");
        assert!(store.competition(&intact).await.unwrap().is_some());
        assert_eq!(store.competitions().await.unwrap().len(), 2);
    }
}

// req: D34
#[tokio::test]
async fn a_changed_board_or_simul_is_reported_alone() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    for id in ["aaaaaaaaaa", "bbbbbbbbbb"] {
        store.save_demonstration(0, demonstration(id, 1)).await.unwrap();
        store.create_simul(simul(id, 1_000)).await.unwrap();
    }
    drop(store);
    sql(&directory, "UPDATE demonstration SET line = 'd2d4' WHERE id = 'aaaaaaaaaa'");
    sql(&directory, "UPDATE simul_board SET opponent = 7 WHERE simul = 1 AND board = 2");
    let store = open(directory.path());
    let [damaged, intact] = ["aaaaaaaaaa", "bbbbbbbbbb"];
    let board = |id| DemonstrationId::new(id).unwrap();
    assert!(matches!(store.demonstration(&board(damaged)).await, Err(StoreError::Damaged { .. })));
    assert!(store.demonstration(&board(intact)).await.unwrap().is_some());
    assert_eq!(store.demonstrations().await.unwrap().len(), 2);
    let simul_id = |id| SimulId::new(id).unwrap();
    assert!(matches!(store.simul(&simul_id(damaged)).await, Err(StoreError::Damaged { .. })));
    let left: Vec<_> = store.simuls().await.unwrap();
    assert_eq!(left.iter().map(|simul| simul.id.as_str()).collect::<Vec<_>>(), [intact]);
}
