//! Rules about what only a store in a file does.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use game::Timestamp;
use rusqlite::Connection;
use store::{
    AppendOutcome, DataDirectory, Entry, Memory, Query, Settings, Sqlite, Store, StoreError,
    StudyQuery, back_up,
};
use tempfile::TempDir;

use crate::fixtures::{entry, id, new_game, request, stored_request};
use crate::studies::{save, study_id};

fn open(directory: &Path) -> Arc<dyn Store> {
    Arc::new(Sqlite::open(DataDirectory::open(directory).unwrap()).unwrap())
}

/// A directory with three games, one of them played on, and a heartbeat.
async fn filled() -> (TempDir, Arc<dyn Store>) {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    for number in 0..3 {
        store.create(new_game(number)).await.unwrap();
    }
    store.append(Entry { request: request("a"), ..entry(1, 1) }).await.unwrap();
    store.save_study(save(1, 0, "a")).await.unwrap();
    store.heartbeat(Timestamp(77)).await.unwrap();
    (directory, store)
}

/// A file has one server at a time, whose clock may have been set back since.
#[tokio::test]
async fn the_last_heartbeat_counts_though_it_is_earlier_than_the_one_before() {
    let (_directory, store) = filled().await;
    store.heartbeat(Timestamp(76)).await.unwrap();
    assert_eq!(store.last_heartbeat().await, Ok(Some(Timestamp(76))));
}

// req: C2
#[tokio::test]
async fn a_store_opened_again_holds_the_same() {
    let (directory, store) = filled().await;
    let query = Query { limit: 10, ..Query::default() };
    let (game, page) = (store.load(&id(1)).await, store.list(&query).await);
    let study = store.study(&study_id(1)).await;
    drop(store);
    let store = open(directory.path());
    assert_eq!(store.study(&study_id(1)).await, study);
    assert!(study.unwrap().is_some());
    assert_eq!(store.load(&id(1)).await, game);
    assert_eq!(store.list(&query).await, page);
    assert_eq!(store.last_heartbeat().await, Ok(Some(Timestamp(77))));
    let again = Entry { request: request("a"), ..entry(1, 1) };
    assert_eq!(store.append(again).await, Ok(AppendOutcome::Repeated(stored_request(2))));
}

/// Writes a database of version 1 with the games of a current one.
fn copy_into_first_version(current: &Path, old: &Path) {
    let file = Connection::open(old.join(DataDirectory::DATABASE)).unwrap();
    file.execute_batch(include_str!("../../src/sqlite/migrations/0001_games.sql")).unwrap();
    let current = current.join(DataDirectory::DATABASE);
    file.execute("ATTACH ?1 AS current", [current.to_str().unwrap()]).unwrap();
    let copy = "INSERT INTO game SELECT number, id, version, plies, last_played, fen, white, \
         black, result, status, created, resume_on_start, white_key, black_key, search, \
         white_secret, black_secret FROM current.game; \
         INSERT INTO record SELECT game, version, at, event FROM current.record; \
         INSERT INTO request SELECT game, request, version FROM current.request; \
         PRAGMA application_id = 0x54616269; PRAGMA user_version = 1;";
    file.execute_batch(copy).unwrap();
}

// req: C4
#[tokio::test]
async fn a_library_from_before_there_were_accounts_is_opened_with_all_its_games() {
    let (directory, store) = filled().await;
    let mut game = store.load(&id(1)).await.unwrap().unwrap();
    // It did not say what a request was.
    game.requests.values_mut().for_each(|request| request.digest = None);
    drop(store);
    let old = tempfile::tempdir().unwrap();
    copy_into_first_version(directory.path(), old.path());
    let store = open(old.path());
    assert_eq!(store.load(&id(1)).await, Ok(Some(game)));
    assert_eq!(store.list(&Query::default()).await.unwrap().total, 3);
    assert_eq!(store.accounts().await, Ok(vec![]));
}

#[tokio::test]
async fn a_library_from_before_accents_were_folded_is_searched_without_them() {
    let (directory, store) = filled().await;
    drop(store);
    let file = Connection::open(directory.path().join(DataDirectory::DATABASE)).unwrap();
    file.execute_batch(
        "UPDATE game SET white = 'Réti', search = id || char(10) || 'réti', \
         event = 'Ärztepokal', details_search = 'ärztepokal' WHERE id = 'game000001'; \
         UPDATE study SET name = 'É', search = 'é'; PRAGMA user_version = 14;",
    )
    .unwrap();
    drop(file);
    let store = open(directory.path());
    for (text, expected) in [("reti", 1), ("arzte", 1), ("game00000", 0), ("game000001", 1)] {
        let query = Query { text: text.into(), ..Query::default() };
        assert_eq!(store.ids(&query).await.unwrap().len(), expected, "{text}");
    }
    let query = StudyQuery { text: "e".into(), ..StudyQuery::default() };
    assert_eq!(store.list_studies(&query).await.unwrap().total, 1);
}

#[tokio::test]
async fn a_library_with_a_damaged_text_is_brought_up_to_date() {
    let (directory, store) = filled().await;
    drop(store);
    let file = Connection::open(directory.path().join(DataDirectory::DATABASE)).unwrap();
    file.execute_batch(
        "UPDATE game SET white = CAST(x'52e974' AS TEXT) WHERE id = 'game000001'; \
         PRAGMA user_version = 14;",
    )
    .unwrap();
    drop(file);
    let store = open(directory.path());
    for (text, expected) in [("ben", 3), ("anna", 2), ("game000001", 1)] {
        let query = Query { text: text.into(), ..Query::default() };
        assert_eq!(store.ids(&query).await.unwrap().len(), expected, "{text}");
    }
}

#[tokio::test]
async fn a_directory_left_with_its_log_is_opened_with_all_that_was_answered() {
    let (directory, store) = filled().await;
    // The copies of a live store's files are what a process that was killed leaves behind.
    let left = tempfile::tempdir().unwrap();
    for name in ["library.db", "library.db-wal"] {
        std::fs::copy(directory.path().join(name), left.path().join(name)).unwrap();
    }
    let found = open(left.path());
    assert_eq!(found.load(&id(1)).await, store.load(&id(1)).await);
    assert_eq!(found.study(&study_id(1)).await, store.study(&study_id(1)).await);
    assert_eq!(found.last_heartbeat().await, Ok(Some(Timestamp(77))));
}

#[tokio::test]
async fn a_backup_of_a_live_store_opens_as_a_store() {
    let (directory, store) = filled().await;
    let other = tempfile::tempdir().unwrap();
    let copy = other.path().join(DataDirectory::DATABASE);
    store.backup(&copy).await.unwrap();
    store.append(entry(1, 2)).await.unwrap();
    let kept = open(other.path()).load(&id(1)).await.unwrap().unwrap();
    assert_eq!(kept.records.len(), 2, "as it was at the instant of the copy");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 5);
}

#[tokio::test]
async fn a_library_can_be_copied_beside_the_process_that_has_it() {
    let (directory, store) = filled().await;
    let library = directory.path().join(DataDirectory::DATABASE);
    let other = tempfile::tempdir().unwrap();
    let copy = other.path().join(DataDirectory::DATABASE);
    assert_eq!(back_up(&library, &copy).unwrap().games, 3);
    assert_eq!(std::fs::read_dir(other.path()).unwrap().count(), 1, "the copy and nothing else");
    let error = back_up(&library, &copy).unwrap_err().to_string();
    assert!(error.contains("was not overwritten"), "{error}");
    let expected = store.load(&id(1)).await;
    drop(store);
    assert_eq!(open(other.path()).load(&id(1)).await, expected);
    let again = back_up(&library, &other.path().join("again.db")).unwrap();
    assert_eq!(again.games, 3, "nobody has it now");
    let error = back_up(&other.path().join("missing.db"), &other.path().join("no.db")).unwrap_err();
    assert!(error.to_string().contains("missing.db cannot be read"), "{error}");
}

#[tokio::test]
async fn a_backup_overwrites_nothing() {
    let (directory, store) = filled().await;
    let taken = directory.path().join("precious");
    std::fs::write(&taken, "precious").unwrap();
    assert_eq!(store.backup(&taken).await, Err(StoreError::BackupExists(taken.clone())));
    assert_eq!(std::fs::read(&taken).unwrap(), b"precious");
    let nowhere = directory.path().join("missing").join("copy");
    let error = store.backup(&nowhere).await.unwrap_err().to_string();
    assert!(error.contains("missing"), "{error}");
    assert_eq!(Memory::new().backup(&nowhere).await, Err(StoreError::NoFile));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_queue_rejects_jobs_and_accepted_ones_are_done() {
    let directory = tempfile::tempdir().unwrap();
    let settings = Settings { queue: 4, group: 2, readers: 1 };
    let held = DataDirectory::open(directory.path()).unwrap();
    let store = Arc::new(Sqlite::open_with(held, settings).unwrap());
    let blocker = Connection::open(directory.path().join(DataDirectory::DATABASE)).unwrap();
    blocker.execute_batch("BEGIN IMMEDIATE").unwrap();
    let beat = |at| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.heartbeat(Timestamp(at)).await })
    };
    let beats: Vec<_> = (0..20).map(beat).collect();
    tokio::time::timeout(Duration::from_secs(4), async {
        while beats.iter().filter(|beat| beat.is_finished()).count() < 15 {
            tokio::task::yield_now().await;
        }
    })
    .await
    .expect("those who do not fit are answered while the others wait");
    blocker.execute_batch("ROLLBACK").unwrap();
    let (mut done, mut busy) = (0, 0);
    for beat in beats {
        match beat.await.unwrap() {
            Ok(()) => done += 1,
            Err(error) => {
                assert_eq!(error, StoreError::Busy);
                busy += 1;
            }
        }
    }
    assert!(done >= 4 && busy >= 14 && done + busy == 20, "{done} done, {busy} busy");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_fails_does_not_spoil_its_group() {
    let (_directory, store) = filled().await;
    let jobs: Vec<_> = (0..60)
        .map(|number| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.create(new_game(number / 2 + 10)).await })
        })
        .collect();
    let mut refused = 0;
    for job in jobs {
        refused += usize::from(job.await.unwrap().is_err());
    }
    assert_eq!(refused, 30, "of each id one is made and one is refused");
    assert_eq!(store.list(&Query::default()).await.unwrap().total, 33);
}

// req: D34
#[tokio::test]
async fn a_damaged_record_is_named_and_the_others_are_read() {
    let (directory, store) = filled().await;
    drop(store);
    let file = directory.path().join(DataDirectory::DATABASE);
    for (damage, expected) in [
        (
            "UPDATE record SET event = '{\"moved\":7}' WHERE version = 2",
            "the stored game game000001 is damaged: the event '{\\\"moved\\\":7}' cannot be read",
        ),
        (
            "DELETE FROM record WHERE version = 2",
            "the stored game game000001 is damaged: record 2 is missing",
        ),
    ] {
        Connection::open(&file).unwrap().execute_batch(damage).unwrap();
        let store = open(directory.path());
        let error = store.load(&id(1)).await.unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
        assert!(store.load(&id(2)).await.unwrap().is_some());
    }
}
