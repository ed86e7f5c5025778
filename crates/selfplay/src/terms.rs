//! What all games of a file have in common, and the header that says so.

use std::fmt;
use std::io::{self, Read};

use crate::ArchiveError;
use crate::bytes::{Source, checksum};

/// How games are played. A game follows from these and from its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Nodes for a move, on average.
    pub nodes: u32,
    /// What chance comes from.
    pub seed: u64,
    /// Whether games begin from the 960 start positions rather than the ordinary one.
    pub chess960: bool,
    /// The checksum of the network that judges; without one the hand-written evaluation does.
    pub network: Option<u32>,
}

const MAGIC: [u8; 8] = *b"tabiya\x1ag";
/// The version that is written. The first knew no networks and its header no place for one; its
/// games went on until a score of 2,500, and took about twice the nodes for a move.
const VERSION: u16 = 2;
/// Bytes of the mark and the version, with which every header begins.
const BEGINNING: usize = 10;

/// What the bits of a header say.
const CHESS960: u16 = 1;
const BY_NETWORK: u16 = 2;

impl Terms {
    /// Bytes of the header of a file.
    pub(crate) const HEADER: usize = Terms::header_size(VERSION);

    const fn header_size(version: u16) -> usize {
        if version == 1 { 28 } else { 32 }
    }

    /// The header of a file of such games: a mark, the version, the terms, and a checksum.
    pub(crate) fn to_header(self) -> [u8; Terms::HEADER] {
        let bits = if self.chess960 { CHESS960 } else { 0 }
            | if self.network.is_some() { BY_NETWORK } else { 0 };
        let mut header = Vec::with_capacity(Terms::HEADER);
        header.extend(MAGIC);
        header.extend(VERSION.to_le_bytes());
        header.extend(bits.to_le_bytes());
        header.extend(self.nodes.to_le_bytes());
        header.extend(self.seed.to_le_bytes());
        header.extend(self.network.unwrap_or_default().to_le_bytes());
        header.extend(checksum(&header).to_le_bytes());
        let mut bytes = [0; Terms::HEADER];
        bytes.copy_from_slice(&header);
        bytes
    }

    /// Reads a header, of this version or an older one; says how long it was.
    pub(crate) fn read(mut input: impl Read) -> Result<(Terms, usize), ArchiveError> {
        let mut header = vec![0; BEGINNING];
        fill(&mut input, &mut header)?;
        let (mark, version) = header.split_at(MAGIC.len());
        if mark != MAGIC {
            return Err(ArchiveError::NotGames);
        }
        let version = Source(version).number16().unwrap_or_default();
        if !(1..=VERSION).contains(&version) {
            return Err(ArchiveError::Version(version));
        }
        header.resize(Terms::header_size(version), 0);
        fill(&mut input, &mut header[BEGINNING..])?;
        let mut source = Source(&header[BEGINNING..]);
        let terms = (|| {
            let bits = source.number16()?;
            let nodes = source.number32()?;
            let seed = u64::from_le_bytes(source.array()?);
            let network = if version == 1 { 0 } else { source.number32()? };
            let network = (bits & BY_NETWORK != 0).then_some(network);
            let sum = source.number32()?;
            let told = &header[..header.len() - size_of::<u32>()];
            let chess960 = bits & CHESS960 != 0;
            (sum == checksum(told)).then_some(Terms { nodes, seed, chess960, network })
        })();
        Ok((terms.ok_or(ArchiveError::Header)?, header.len()))
    }
}

/// Reads so many bytes; no file of games has fewer.
fn fill(input: &mut impl Read, bytes: &mut [u8]) -> Result<(), ArchiveError> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => ArchiveError::NotGames,
        _ => ArchiveError::Io(error),
    })
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} nodes, seed {}", self.nodes, self.seed)?;
        if self.chess960 {
            f.write_str(", Chess960")?;
        }
        match self.network {
            Some(network) => write!(f, ", network {network:08x}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: Terms = Terms {
        nodes: 1000,
        seed: 0x1234_5678_9abc_def0,
        chess960: true,
        network: Some(0x00c0_ffee),
    };

    fn read(header: &[u8]) -> Result<Terms, ArchiveError> {
        Terms::read(header).map(|(terms, _)| terms)
    }

    #[test]
    fn a_header_comes_back() {
        for terms in [TERMS, Terms { network: None, ..TERMS }, Terms { chess960: false, ..TERMS }] {
            assert_eq!(Terms::read(&terms.to_header()[..]), Ok((terms, Terms::HEADER)));
        }
        assert_eq!(
            TERMS.to_string(),
            "1000 nodes, seed 1311768467463790320, Chess960, network 00c0ffee"
        );
    }

    #[test]
    fn a_header_of_the_first_version_is_read() {
        let mut header = b"tabiya\x1ag\x01\0\x01\0".to_vec();
        header.extend(1000_u32.to_le_bytes());
        header.extend(TERMS.seed.to_le_bytes());
        header.extend(checksum(&header).to_le_bytes());
        assert_eq!(Terms::read(&header[..]), Ok((Terms { network: None, ..TERMS }, 28)));
    }

    #[test]
    fn no_byte_of_a_header_may_change() {
        for index in 0..Terms::HEADER {
            let mut header = TERMS.to_header();
            header[index] ^= 0x10;
            assert!(read(&header).is_err(), "byte {index}");
            assert_eq!(read(&TERMS.to_header()[..index]), Err(ArchiveError::NotGames));
        }
        for version in [0, 9] {
            let mut other = TERMS.to_header();
            other[8] = version;
            assert_eq!(read(&other), Err(ArchiveError::Version(version.into())));
        }
    }
}
