//! Checksums of what is stored, so that damage is noticed.
//!
//! The records of a game form a chain: the checksum of a record covers the record and the checksum
//! before it, and the first one covers the id of the game. So a record that changed, is missing,
//! or belongs to another game is noticed. They protect against failing disks and other programs,
//! not against somebody who wants to deceive: XXH3 is fast and not a cryptographic hash. 64 bits
//! miss a damaged record once in 2⁶⁴ cases.

use twox_hash::XxHash3_64;

/// A checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checksum(u64);

impl Checksum {
    /// The start of the chain of a game or another log.
    pub(crate) fn of_log(id: &str) -> Checksum {
        Checksum(XxHash3_64::oneshot(id.as_bytes()))
    }

    /// The checksum after the next record.
    pub(crate) fn record(self, version: u32, at: i64, event: &[u8]) -> Checksum {
        self.next(&[&version.to_le_bytes(), &at.to_le_bytes(), event])
    }

    /// The checksum after other values. Every value has its length before it, so that no two lists
    /// of values look the same.
    pub(crate) fn next(self, values: &[&[u8]]) -> Checksum {
        let length = values.iter().map(|value| value.len() + size_of::<u64>()).sum::<usize>();
        let mut bytes = Vec::with_capacity(length + size_of::<u64>());
        bytes.extend(self.0.to_le_bytes());
        for value in values {
            bytes.extend((value.len() as u64).to_le_bytes());
            bytes.extend_from_slice(value);
        }
        Checksum(XxHash3_64::oneshot(&bytes))
    }

    /// The checksum as a column.
    pub(crate) fn column(self) -> i64 {
        self.0.cast_signed()
    }

    /// The checksum in a column.
    pub(crate) fn from_column(column: i64) -> Checksum {
        Checksum(column.cast_unsigned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_never_change() {
        let start = Checksum::of_log("game000001");
        let record = start.record(1, 1_000, br#"{"resigned":{"by":"white"}}"#);
        // The published value for no bytes.
        assert_eq!(XxHash3_64::oneshot(b""), 0x2d06_8005_38d3_94c2);
        let expected = (10_033_867_601_660_126_758, 16_051_291_547_594_788_727);
        assert_eq!((start.0, record.0), expected);
    }

    #[test]
    fn every_part_of_a_record_counts() {
        let start = Checksum::of_log("game000001");
        let record = start.record(2, 1_000, b"event");
        for other in [
            start.record(3, 1_000, b"event"),
            start.record(2, 1_001, b"event"),
            start.record(2, 1_000, b"evens"),
            start.record(2, 1_000, b"event "),
            Checksum::of_log("game000002").record(2, 1_000, b"event"),
            record.record(2, 1_000, b"event"),
        ] {
            assert_ne!(other, record);
        }
        assert_ne!(start.next(&[b"ab", b"c"]), start.next(&[b"a", b"bc"]));
        assert_eq!(Checksum::from_column(record.column()), record);
    }
}
