//! Inspects a database before anything may write to it.
//!
//! The header is read as bytes and the rest through a read-only connection, so a rejected file
//! stays unchanged to the byte.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::{OpenError, migrations};
use crate::durable;

/// The application id of our databases: "Tabi" in ASCII.
pub(super) const APPLICATION_ID: u32 = 0x5461_6269;

/// Offsets of the user version and the application id in the header of an `SQLite` database.
const USER_VERSION: usize = 60;
const APPLICATION: usize = 68;
const HEADER: usize = 100;

const MAGIC: &[u8] = b"SQLite format 3\0";

/// Checks that a file is an intact database that this program can read.
pub(super) fn inspect(path: &Path) -> Result<(), OpenError> {
    header(path)?;
    let connection = open_read_only(path).map_err(|error| damaged(path, &error))?;
    let version = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(|error| damaged(path, &error))?;
    check_version(path, version)?;
    let finding: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| damaged(path, &error))?;
    // The first line of a finding only names the database; the last says what is wrong.
    match finding.lines().last() {
        Some("ok") => Ok(()),
        finding => Err(damaged(path, &finding.unwrap_or("the integrity check returned no result"))),
    }
}

/// Checks that the header of a file is that of a database that this program can read.
pub(super) fn header(path: &Path) -> Result<(), OpenError> {
    let mut header = Vec::with_capacity(HEADER);
    File::open(path)
        .and_then(|file| file.take(HEADER as u64).read_to_end(&mut header))
        .map_err(|error| OpenError::Unreadable { path: path.into(), reason: error.to_string() })?;
    if !header.starts_with(MAGIC) {
        return Err(OpenError::NotDatabase(path.into()));
    }
    let number = |at: usize| {
        let bytes = header.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map(u32::from_be_bytes).ok_or_else(|| damaged(path, &"its header is cut off"))
    };
    if number(APPLICATION)? != APPLICATION_ID {
        return Err(OpenError::OtherProgram(path.into()));
    }
    check_version(path, number(USER_VERSION)?)
}

fn check_version(path: &Path, found: u32) -> Result<(), OpenError> {
    if found > migrations::LATEST {
        return Err(OpenError::Newer { path: path.into(), found, known: migrations::LATEST });
    }
    Ok(())
}

/// Opens a database without changing it or any file beside it. If a killed process left a log, the
/// file alone is incomplete and is read together with it; otherwise it is opened as immutable.
pub(super) fn open_read_only(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if has_log(path) {
        Connection::open_with_flags(path, flags)
    } else {
        Connection::open_with_flags(immutable(path), flags | OpenFlags::SQLITE_OPEN_URI)
    }
}

fn has_log(path: &Path) -> bool {
    let log = durable::with_suffix(path, "-wal").metadata();
    log.map_or_else(|error| error.kind() != io::ErrorKind::NotFound, |log| log.len() > 0)
}

/// The path as a URI that tells `SQLite` to take no locks and to look for no log.
fn immutable(path: &Path) -> String {
    let mut address = String::from("file:");
    if cfg!(windows) && path.is_absolute() {
        address.push('/');
    }
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => address.push('/'),
            b'/' | b'.' | b'-' | b'_' | b':' => address.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => address.push(byte.into()),
            _ => address.extend(['%', hex_digit(byte >> 4), hex_digit(byte & 15)]),
        }
    }
    address.push_str("?immutable=1");
    address
}

fn hex_digit(value: u8) -> char {
    char::from_digit(value.into(), 16).unwrap_or('0')
}

fn damaged(path: &Path, reason: &dyn std::fmt::Display) -> OpenError {
    OpenError::Damaged { path: path.into(), reason: reason.to_string() }
}
