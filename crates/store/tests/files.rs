//! Directories and files that are not as they should be: each is refused with one sentence that
//! names it, and stays as it was to the byte.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use store::location::{self, BaseDirectories, DataLocation, Origin};
use store::{DataDirectory, LocationError, OpenError, Sqlite};
use tempfile::TempDir;

fn bases(root: &TempDir) -> BaseDirectories {
    BaseDirectories { data: root.path().join("data"), config: root.path().join("config") }
}

fn open(directory: &Path) -> Result<Sqlite, OpenError> {
    Sqlite::open(DataDirectory::open(directory).unwrap())
}

/// A directory with a sound library, closed.
fn library() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    drop(open(directory.path()).unwrap());
    directory
}

type Damage = fn(&Path);

// req: C4
#[test]
fn a_bad_file_is_named_and_left_as_it_is() {
    let damages: [(&str, Damage, &str); 7] = [
        ("empty", |file| fs::write(file, "").unwrap(), "is not a Tabiya library"),
        ("text", |file| fs::write(file, "not a database\n").unwrap(), "is not a Tabiya library"),
        ("header only", |file| cut(file, 50), "is damaged: its header is cut off"),
        ("truncated", |file| cut(file, 8192), "is damaged: "),
        ("overwritten inside", scribble, "is damaged: "),
        ("foreign", |file| sql(file, "PRAGMA application_id = 7"), "belongs to another program"),
        (
            "newer",
            |file| sql(file, "PRAGMA user_version = 99"),
            "was updated by a newer Tabiya to version 99; this one knows versions up to ",
        ),
    ];
    for (case, damage, message) in damages {
        let directory = library();
        let file = directory.path().join(DataDirectory::DATABASE);
        damage(&file);
        let before = fs::read(&file).unwrap();
        let error = open(directory.path()).map(drop).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{} {message}", file.display())), "{case}: {error}");
        assert!(!error.contains('\n'), "{case}: one sentence: {error}");
        assert_eq!(fs::read(&file).unwrap(), before, "{case}");
        let mut names: Vec<_> = fs::read_dir(directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["library.db", "tabiya.lock"], "{case}: nothing lies beside it");
    }
}

fn cut(file: &Path, length: u64) {
    fs::OpenOptions::new().write(true).open(file).unwrap().set_len(length).unwrap();
}

fn sql(file: &Path, statement: &str) {
    let connection = Connection::open(file).unwrap();
    connection.pragma_update(None, "journal_mode", "DELETE").unwrap();
    connection.execute_batch(statement).unwrap();
}

/// Spoils every page but the first.
fn scribble(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    for byte in bytes.iter_mut().skip(4096).step_by(3) {
        *byte ^= 0x5a;
    }
    fs::write(file, bytes).unwrap();
}

#[test]
fn a_directory_has_one_user() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path()).unwrap();
    let error = DataDirectory::open(directory.path()).unwrap_err();
    assert_eq!(error, LocationError::Locked(directory.path().into()));
    let text = format!("{} is in use by another Tabiya", directory.path().display());
    assert_eq!(error.to_string(), text);
    drop(store);
    assert!(DataDirectory::open(directory.path()).is_ok());
}

// req: C4
#[test]
fn a_path_that_cannot_be_written_is_named() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("file");
    fs::write(&file, "in the way").unwrap();
    for (directory, what) in
        [(file.clone(), "is a file"), (file.join("below"), "cannot be written")]
    {
        let error = DataDirectory::open(&directory).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{} {what}", directory.display())), "{error}");
    }
    assert_eq!(fs::read(&file).unwrap(), b"in the way");
}

#[cfg(unix)]
#[test]
fn a_write_protected_directory_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let root = tempfile::tempdir().unwrap();
    fs::set_permissions(root.path(), fs::Permissions::from_mode(0o500)).unwrap();
    // Nothing is protected from the superuser.
    if fs::write(root.path().join("probe"), "").is_err() {
        let error = DataDirectory::open(root.path()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{} cannot be written", root.path().display())));
    }
    fs::set_permissions(root.path(), fs::Permissions::from_mode(0o700)).unwrap();
}

#[cfg(unix)]
#[test]
fn files_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let root = tempfile::tempdir().unwrap();
    let directory = root.path().join("games");
    let _store = open(&directory).unwrap();
    location::remember(&bases(&root), &directory).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for (path, expected) in [
        (directory.clone(), 0o700),
        (directory.join("library.db"), 0o600),
        (directory.join("library.db-wal"), 0o600),
        (directory.join("library.db-shm"), 0o600),
        (directory.join("tabiya.lock"), 0o600),
        (root.path().join("config"), 0o700),
        (root.path().join("config/data-directory"), 0o600),
    ] {
        assert_eq!(mode(&path), expected, "{}", path.display());
    }
}

// req: C4
#[test]
fn a_choice_is_remembered_until_another_is_made() {
    let root = tempfile::tempdir().unwrap();
    let bases = bases(&root);
    let find = |chosen: Option<&Path>| DataLocation::find(&bases, chosen).unwrap();
    assert_eq!(find(None), DataLocation { directory: bases.data.clone(), origin: Origin::Default });
    for name in ["club", "a club with blanks", "Schachfreunde Köln"] {
        let directory = root.path().join(name);
        let chosen = find(Some(&directory));
        assert_eq!(chosen.origin, Origin::Chosen);
        drop(Sqlite::open(chosen.open().unwrap()).unwrap());
        location::remember(&bases, &directory).unwrap();
        assert_eq!(find(None), DataLocation { directory, origin: Origin::Remembered });
        assert!(find(None).open().is_ok());
    }
}

// req: C4
#[test]
fn a_remembered_library_that_is_gone_is_not_created_again() {
    let root = tempfile::tempdir().unwrap();
    let bases = bases(&root);
    let directory = root.path().join("stick");
    location::remember(&bases, &directory).unwrap();
    let error = DataLocation::find(&bases, None).unwrap().open().unwrap_err();
    assert_eq!(error, LocationError::Missing(directory.join("library.db")));
    assert!(!directory.exists());
    let elsewhere = DataLocation::find(&bases, Some(&root.path().join("other"))).unwrap();
    assert!(elsewhere.open().is_ok(), "another can be chosen");
}

#[test]
fn a_choice_that_cannot_be_read_or_kept_is_reported() {
    let root = tempfile::tempdir().unwrap();
    let bases = bases(&root);
    let relative = Path::new("games");
    let error = location::remember(&bases, relative).unwrap_err();
    assert_eq!(error, LocationError::UnsupportedPath(relative.into()));
    fs::create_dir_all(&bases.config).unwrap();
    let file = bases.config.join("data-directory");
    for text in [&b""[..], b"games\n", b"\xff\xfe"] {
        fs::write(&file, text).unwrap();
        let error = DataLocation::find(&bases, None).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{} cannot be read", file.display())), "{error}");
        assert_eq!(fs::read(&file).unwrap(), text);
    }
}
