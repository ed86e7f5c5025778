//! What all games of a file have in common, and the header that says so.

use crate::ArchiveError;
use crate::bytes::{Source, checksum};

/// How games are played. A game follows from these and from its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Nodes after which no further iteration of the search begins.
    pub nodes: u32,
    /// What chance comes from.
    pub seed: u64,
    /// Whether games begin from the 960 start positions rather than the ordinary one.
    pub chess960: bool,
}

const MAGIC: [u8; 8] = *b"tabiya\x1ag";
const VERSION: u16 = 1;

impl Terms {
    /// Bytes of the header of a file.
    pub(crate) const HEADER: usize = 28;

    /// The header of a file of such games: a mark, the version, the terms, and a checksum.
    pub(crate) fn to_header(self) -> [u8; Terms::HEADER] {
        let mut header = Vec::with_capacity(Terms::HEADER);
        header.extend(MAGIC);
        header.extend(VERSION.to_le_bytes());
        header.extend(u16::from(self.chess960).to_le_bytes());
        header.extend(self.nodes.to_le_bytes());
        header.extend(self.seed.to_le_bytes());
        header.extend(checksum(&header).to_le_bytes());
        let mut bytes = [0; Terms::HEADER];
        bytes.copy_from_slice(&header);
        bytes
    }

    /// Reads a header.
    pub(crate) fn from_header(header: &[u8; Terms::HEADER]) -> Result<Terms, ArchiveError> {
        let mut source = Source(header);
        if source.array() != Some(MAGIC) {
            return Err(ArchiveError::NotGames);
        }
        let version = source.number16().unwrap_or_default();
        if version != VERSION {
            return Err(ArchiveError::Version(version));
        }
        let terms = (|| {
            let chess960 = source.number16()? != 0;
            let nodes = source.number32()?;
            let seed = u64::from_le_bytes(source.array()?);
            let sum = source.number32()?;
            let told = &header[..Terms::HEADER - size_of::<u32>()];
            (sum == checksum(told)).then_some(Terms { nodes, seed, chess960 })
        })();
        terms.ok_or(ArchiveError::Header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: Terms = Terms { nodes: 1000, seed: 0x1234_5678_9abc_def0, chess960: true };

    #[test]
    fn a_header_comes_back() {
        assert_eq!(Terms::from_header(&TERMS.to_header()), Ok(TERMS));
    }

    #[test]
    fn no_byte_of_a_header_may_change() {
        for index in 0..Terms::HEADER {
            let mut header = TERMS.to_header();
            header[index] ^= 0x10;
            assert!(Terms::from_header(&header).is_err(), "byte {index}");
        }
        let mut newer = TERMS.to_header();
        newer[8] = 9;
        assert_eq!(Terms::from_header(&newer), Err(ArchiveError::Version(9)));
    }
}
