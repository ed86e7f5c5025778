//! The records of a game, read along their chain of checksums.

use deadpool_postgres::GenericClient;
use game::{GameId, Record, Timestamp};
use tokio_postgres::Row;

use super::run::{row, rows};
use super::values::{Columns, values};
use crate::checksum::Checksum;
use crate::columns::ImportRow;
use crate::encode::packed;
use crate::{DecodeError, StoreError, decode_event};

pub(super) const HEAD: &str = "SELECT version, checksum FROM progress WHERE id = $1";
pub(super) const RECORDS: &str = "SELECT version, at, event, checksum FROM record \
                                  WHERE game = (SELECT game FROM progress WHERE id = $1) \
                                  ORDER BY version";
pub(super) const IMPORT: &str = "SELECT fingerprint, version, at, records, format, text, checksum \
                                 FROM import \
                                 WHERE game = (SELECT game FROM progress WHERE id = $1)";

/// Reads the records of a game that exists.
pub(super) async fn read(
    on: &impl GenericClient,
    id: &GameId,
    number: i64,
) -> Result<Vec<Record>, StoreError> {
    let key = values![id.as_str()];
    let head = row(on, HEAD, key).await?;
    let head = head.ok_or_else(|| StoreError::Database(format!("game {number} is gone")))?;
    let import = row(on, IMPORT, key).await?;
    let records = rows(on, RECORDS, key).await?;
    check(id, &head, import.as_ref(), &records)
}

/// Decodes the rows of a game, and compares them with their checksums.
pub(super) fn check(
    id: &GameId,
    head: &Row,
    import: Option<&Row>,
    records: &[Row],
) -> Result<Vec<Record>, StoreError> {
    let end = (head.number(0)?, head.number(1)?);
    let import = import.map(import_row).transpose()?;
    let head = Checksum::of_log(id.as_str());
    let mut chain = Chain { records: Vec::new(), version: 0, head };
    let follow = || {
        import.iter().try_for_each(|import| chain.add_import(import))?;
        records.iter().try_for_each(|row| chain.add(row))?;
        chain.finish(end)
    };
    follow().map_err(|error| StoreError::Damaged { game: id.to_string(), error })
}

/// The same for rows that begin with a record that is known, whose checksum is taken as it is. The
/// game ends with this version and this checksum.
pub(super) fn check_since(
    id: &GameId,
    end: (u32, i64),
    known: &Row,
    records: &[Row],
) -> Result<Vec<Record>, StoreError> {
    let head = Checksum::from_column(known.number(3)?);
    let mut chain = Chain { records: Vec::new(), version: known.number(0)?, head };
    let follow = || {
        records.iter().try_for_each(|row| chain.add(row))?;
        chain.finish(end)
    };
    follow().map_err(|error| StoreError::Damaged { game: id.to_string(), error })
}

/// The row of an imported game.
pub(super) fn import_row(row: &Row) -> Result<ImportRow, StoreError> {
    let fingerprint = row.optional_bytes(0)?.unwrap_or_default();
    let damaged = |_| StoreError::Database("a fingerprint has not 16 bytes".into());
    Ok(ImportRow {
        fingerprint: fingerprint.try_into().map_err(damaged)?,
        version: row.number(1)?,
        at: row.number(2)?,
        records: row.text(3)?,
        format: row.text(4)?,
        text: row.text(5)?,
        stored: row.optional_number(6)?,
    })
}

/// The records so far, with the version and the checksum of the last.
struct Chain {
    records: Vec<Record>,
    version: u32,
    head: Checksum,
}

impl Chain {
    fn add_import(&mut self, import: &ImportRow) -> Result<(), DecodeError> {
        self.records = packed::unpack(&import.records, time(import.at)?)?;
        self.version = self.records.len() as u32;
        self.follow(import.checksum(self.head), import.stored, import.version)
    }

    fn add(&mut self, row: &Row) -> Result<(), DecodeError> {
        let unreadable = |error: StoreError| DecodeError::Unreadable { reason: error.to_string() };
        let version: u32 = row.number(0).map_err(unreadable)?;
        if version != self.version + 1 {
            return Err(DecodeError::Missing { version: self.version + 1 });
        }
        self.version = version;
        let at = row.number(1).map_err(unreadable)?;
        let text = row.text(2).map_err(unreadable)?;
        self.records.push(Record { version, at: time(at)?, event: decode_event(&text)? });
        let next = self.head.record(version, at, text.as_bytes());
        self.follow(next, row.optional_number(3).map_err(unreadable)?, version)
    }

    fn follow(
        &mut self,
        next: Checksum,
        stored: Option<i64>,
        version: u32,
    ) -> Result<(), DecodeError> {
        self.head = next;
        if stored == Some(next.column()) { Ok(()) } else { Err(DecodeError::Checksum { version }) }
    }

    /// The records, if they end with this version and this checksum.
    fn finish(self, (version, checksum): (u32, i64)) -> Result<Vec<Record>, DecodeError> {
        if self.version != version {
            return Err(DecodeError::Missing { version: self.version.min(version) + 1 });
        }
        if self.head.column() != checksum {
            return Err(DecodeError::Checksum { version });
        }
        Ok(self.records)
    }
}

fn time(at: i64) -> Result<Timestamp, DecodeError> {
    u64::try_from(at)
        .map(Timestamp)
        .map_err(|_| DecodeError::Column { name: "record's time", value: at.to_string() })
}
