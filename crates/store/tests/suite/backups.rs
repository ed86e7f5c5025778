//! Rules about backups: what a killed one leaves behind, rotation, and verification.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use game::Timestamp;
use rusqlite::Connection;
use store::{BackupError, DataDirectory, Rotation, Sqlite, Store, StoreError, back_up};
use tempfile::TempDir;

use crate::fixtures::{entry, id, new_game};

/// The first second of the year 2026.
const START: u64 = 1_767_225_600_000;

/// A closed library with two games.
async fn library() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let store = Sqlite::open(DataDirectory::open(directory.path()).unwrap()).unwrap();
    for number in 0..2 {
        store.create(new_game(number)).await.unwrap();
        store.append(entry(number, 1)).await.unwrap();
    }
    drop(store);
    let path = directory.path().join(DataDirectory::DATABASE);
    (directory, path)
}

fn names(directory: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string();
    let mut names: Vec<_> =
        fs::read_dir(directory).unwrap().map(|entry| name(entry).unwrap()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn what_a_killed_backup_leaves_does_not_block_the_next() {
    let (directory, library) = library().await;
    let copy = directory.path().join("copy.db");
    // As after a kill in the middle, and in the last moment.
    fs::write(directory.path().join("copy.db.partial"), "half of a page").unwrap();
    fs::write(directory.path().join("copy.db.partial-journal"), "old journal").unwrap();
    fs::write(&copy, "").unwrap();
    assert_eq!(back_up(&library, &copy).unwrap().games, 2);
    let names = names(directory.path());
    assert!(!names.iter().any(|name| name.contains("partial")), "{names:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_backup_that_is_being_written_is_left_alone() {
    let (directory, library) = library().await;
    let partial = directory.path().join("copy.db.partial");
    fs::write(&partial, "somebody else is writing here").unwrap();
    let other = fs::File::open(&partial).unwrap();
    other.lock().unwrap();
    let error = back_up(&library, &directory.path().join("copy.db")).unwrap_err();
    assert_eq!(error, BackupError::Copy(StoreError::BackupRunning(partial.clone())));
    assert_eq!(fs::read_to_string(&partial).unwrap(), "somebody else is writing here");
}

#[tokio::test]
async fn a_damaged_library_is_no_valid_backup() {
    let (directory, library) = library().await;
    let mut bytes = fs::read(&library).unwrap();
    for byte in bytes.iter_mut().skip(4096).step_by(3) {
        *byte ^= 0x5a;
    }
    fs::write(&library, bytes).unwrap();
    let copy = directory.path().join("copy.db");
    assert!(back_up(&library, &copy).is_err());
    assert!(!copy.exists(), "it does not look like a backup");
}

fn rotation(directory: &TempDir) -> Rotation {
    Rotation { directory: directory.path().join("backups"), keep: 2 }
}

#[tokio::test]
async fn the_newest_backups_are_kept_and_nothing_else_is_touched() {
    let (directory, library) = library().await;
    let rotation = rotation(&directory);
    fs::create_dir(&rotation.directory).unwrap();
    for name in ["library.db", "library-2020-01-01.db", "holiday.txt", "other.db.partial"] {
        fs::write(rotation.directory.join(name), "precious").unwrap();
    }
    let leftover = rotation.directory.join("library-2025-12-31T000000Z.db.partial");
    fs::write(leftover, "half").unwrap();
    for day in 0..4 {
        let made = rotation.run(&library, Timestamp(START + day * 86_400_000)).unwrap();
        assert_eq!((made.contents.games, made.contents.damaged), (2, vec![]));
        assert_eq!(made.removed.len(), usize::from(day >= 2));
    }
    assert_eq!(
        names(&rotation.directory),
        [
            "holiday.txt",
            "library-2020-01-01.db",
            "library-2026-01-03T000000Z.db",
            "library-2026-01-04T000000Z.db",
            "library.db",
            "other.db.partial",
        ]
    );
}

#[tokio::test]
async fn a_backup_with_a_damaged_game_removes_no_other() {
    let (directory, library) = library().await;
    let rotation = rotation(&directory);
    let run = |hour: u64| rotation.run(&library, Timestamp(START + hour * 3_600_000)).unwrap();
    run(0);
    run(1);
    let damage = "UPDATE record SET at = at + 1 WHERE game = 1 AND version = 2";
    Connection::open(&library).unwrap().execute_batch(damage).unwrap();
    for hour in 2..5 {
        let made = run(hour);
        let expected = (id(0).to_string(), "record 2 does not match its checksum".to_owned());
        assert_eq!(made.contents.damaged, [expected]);
    }
    assert_eq!(
        names(&rotation.directory),
        [
            "library-2026-01-01T000000Z.db",
            "library-2026-01-01T010000Z.db",
            "library-2026-01-01T040000Z.damaged.db",
        ]
    );
}

#[tokio::test]
async fn a_failed_backup_removes_no_other() {
    let (directory, library) = library().await;
    let rotation = Rotation { keep: 1, ..rotation(&directory) };
    rotation.run(&library, Timestamp(START)).unwrap();
    assert!(rotation.run(&directory.path().join("gone.db"), Timestamp(START + 9_000)).is_err());
    assert_eq!(names(&rotation.directory), ["library-2026-01-01T000000Z.db"]);
}

#[tokio::test]
async fn the_next_backup_is_due_after_the_newest() {
    let (directory, library) = library().await;
    let rotation = rotation(&directory);
    let due = |seconds: u64| {
        let now = Timestamp(START + seconds * 1_000);
        rotation.due_in(Duration::from_hours(1), now).unwrap().as_secs()
    };
    assert_eq!(due(0), 0, "there is none");
    rotation.run(&library, Timestamp(START)).unwrap();
    for (seconds, expected) in [(0, 3_600), (600, 3_000), (3_600, 0), (9_999, 0)] {
        assert_eq!(due(seconds), expected);
    }
}
