//! The settings that all games of a file share, and the header that stores them.

use std::fmt;
use std::io::{self, Read};

use crate::ArchiveError;
use crate::bytes::{ByteReader, checksum};

/// How games are played. A game is determined by these and by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatagenSettings {
    /// Nodes for a move, on average.
    pub nodes: u32,
    /// The random seed.
    pub seed: u64,
    /// Whether games start from the 960 Chess960 positions instead of the standard one.
    pub chess960: bool,
    /// The checksum of the network; none for the classical evaluation.
    pub network: Option<u32>,
}

const MAGIC: [u8; 8] = *b"tabiya\x1ag";
/// The version that is written. Version 1 had no networks; its games were adjudicated at a score of
/// 2,500 and took about twice the nodes for a move.
const VERSION: u16 = 2;
/// Bytes of the magic number and the version, with which every header begins.
const PREFIX: usize = 10;

/// The flags of a header.
const CHESS960: u16 = 1;
const BY_NETWORK: u16 = 2;

impl DatagenSettings {
    /// Bytes of the header of a file.
    pub(crate) const HEADER: usize = DatagenSettings::header_size(VERSION);

    const fn header_size(version: u16) -> usize {
        if version == 1 { 28 } else { 32 }
    }

    /// The header of a file: magic number, version, settings and checksum.
    pub(crate) fn to_header(self) -> [u8; DatagenSettings::HEADER] {
        let bits = if self.chess960 { CHESS960 } else { 0 }
            | if self.network.is_some() { BY_NETWORK } else { 0 };
        let mut header = Vec::with_capacity(DatagenSettings::HEADER);
        header.extend(MAGIC);
        header.extend(VERSION.to_le_bytes());
        header.extend(bits.to_le_bytes());
        header.extend(self.nodes.to_le_bytes());
        header.extend(self.seed.to_le_bytes());
        header.extend(self.network.unwrap_or_default().to_le_bytes());
        header.extend(checksum(&header).to_le_bytes());
        let mut bytes = [0; DatagenSettings::HEADER];
        bytes.copy_from_slice(&header);
        bytes
    }

    /// Reads a header of this version or an older one, and returns its length.
    pub(crate) fn read(mut input: impl Read) -> Result<(DatagenSettings, usize), ArchiveError> {
        let mut header = vec![0; PREFIX];
        fill(&mut input, &mut header)?;
        let (magic, version) = header.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(ArchiveError::NotGames);
        }
        let version = ByteReader(version).read_u16().unwrap_or_default();
        if !(1..=VERSION).contains(&version) {
            return Err(ArchiveError::Version(version));
        }
        header.resize(DatagenSettings::header_size(version), 0);
        fill(&mut input, &mut header[PREFIX..])?;
        let mut source = ByteReader(&header[PREFIX..]);
        let settings = (|| {
            let bits = source.read_u16()?;
            let nodes = source.read_u32()?;
            let seed = u64::from_le_bytes(source.array()?);
            let network = if version == 1 { 0 } else { source.read_u32()? };
            let network = (bits & BY_NETWORK != 0).then_some(network);
            let sum = source.read_u32()?;
            let summed = &header[..header.len() - size_of::<u32>()];
            let chess960 = bits & CHESS960 != 0;
            (sum == checksum(summed)).then_some(DatagenSettings { nodes, seed, chess960, network })
        })();
        Ok((settings.ok_or(ArchiveError::Header)?, header.len()))
    }
}

/// Fills a buffer; no file of games is shorter.
fn fill(input: &mut impl Read, bytes: &mut [u8]) -> Result<(), ArchiveError> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => ArchiveError::NotGames,
        _ => ArchiveError::Io(error),
    })
}

impl fmt::Display for DatagenSettings {
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

    const SETTINGS: DatagenSettings = DatagenSettings {
        nodes: 1000,
        seed: 0x1234_5678_9abc_def0,
        chess960: true,
        network: Some(0x00c0_ffee),
    };

    fn read(header: &[u8]) -> Result<DatagenSettings, ArchiveError> {
        DatagenSettings::read(header).map(|(settings, _)| settings)
    }

    #[test]
    fn a_header_comes_back() {
        for settings in [
            SETTINGS,
            DatagenSettings { network: None, ..SETTINGS },
            DatagenSettings { chess960: false, ..SETTINGS },
        ] {
            assert_eq!(
                DatagenSettings::read(&settings.to_header()[..]),
                Ok((settings, DatagenSettings::HEADER))
            );
        }
        assert_eq!(
            SETTINGS.to_string(),
            "1000 nodes, seed 1311768467463790320, Chess960, network 00c0ffee"
        );
    }

    #[test]
    fn a_header_of_the_first_version_is_read() {
        let mut header = b"tabiya\x1ag\x01\0\x01\0".to_vec();
        header.extend(1000_u32.to_le_bytes());
        header.extend(SETTINGS.seed.to_le_bytes());
        header.extend(checksum(&header).to_le_bytes());
        assert_eq!(
            DatagenSettings::read(&header[..]),
            Ok((DatagenSettings { network: None, ..SETTINGS }, 28))
        );
    }

    #[test]
    fn no_byte_of_a_header_may_change() {
        for index in 0..DatagenSettings::HEADER {
            let mut header = SETTINGS.to_header();
            header[index] ^= 0x10;
            assert!(read(&header).is_err(), "byte {index}");
            assert_eq!(read(&SETTINGS.to_header()[..index]), Err(ArchiveError::NotGames));
        }
        for version in [0, 9] {
            let mut other = SETTINGS.to_header();
            other[8] = version;
            assert_eq!(read(&other), Err(ArchiveError::Version(version.into())));
        }
    }
}
