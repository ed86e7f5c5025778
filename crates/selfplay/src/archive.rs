//! Files of games: a header, then blocks, each with its sizes and a checksum.
//!
//! A block is written in one piece. A file that ends inside a block, as after a power failure, has
//! lost only that block; it is cut off when writing continues.

use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::block::{longest, pack, unpack};
use crate::bytes::{ByteReader, checksum};
use crate::{ArchiveError, DatagenSettings, Record};

/// Games in a block: enough to compress well, and few enough to lose.
const BLOCK: usize = 256;
/// Bytes before the packed games of a block: their length, games, moves, and a checksum of all.
const SIZES: usize = 16;

/// A file that games are appended to, locked for other processes.
pub struct Archive {
    file: File,
    pending: Vec<Record>,
    games: u64,
}

impl Archive {
    /// Opens a file to continue, or creates one.
    ///
    /// # Errors
    /// When it is not a file of games with these settings, is damaged, or is in use by another
    /// process; it is left unchanged then.
    pub fn open(path: &Path, settings: &DatagenSettings) -> Result<Archive, ArchiveError> {
        let mut options = File::options();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => ArchiveError::Busy,
            TryLockError::Error(error) => ArchiveError::Io(error),
        })?;
        let header = settings.to_header();
        let mut begun = Vec::new();
        (&file).take(DatagenSettings::HEADER as u64).read_to_end(&mut begun)?;
        if begun.len() < header.len() && header.starts_with(&begun) {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(&header)?;
            return Ok(Archive { file, pending: Vec::new(), games: 0 });
        }
        file.rewind()?;
        let mut reader = Reader::new(&file)?;
        if reader.settings != *settings {
            return Err(ArchiveError::Settings(reader.settings));
        }
        if begun != header {
            return Err(ArchiveError::Old);
        }
        let mut games = 0;
        while let Some(block) = reader.next_block()? {
            games += block.len() as u64;
        }
        let end = reader.at;
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(Archive { file, pending: Vec::new(), games })
    }

    /// How many games it holds, those not yet written included.
    pub fn games(&self) -> u64 {
        self.games + self.pending.len() as u64
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When a block was full and cannot be written.
    pub fn push(&mut self, record: Record) -> io::Result<()> {
        self.pending.push(record);
        if self.pending.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    /// Writes the pending games as a block.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let packed = pack(&self.pending);
        let moves: usize = self.pending.iter().map(|record| record.moves.len()).sum();
        let mut block = Vec::with_capacity(SIZES + packed.len());
        for size in [packed.len(), self.pending.len(), moves] {
            block.extend((size as u32).to_le_bytes());
        }
        let sum = checksum(&[&block, &packed[..]].concat());
        block.extend(sum.to_le_bytes());
        block.extend(packed);
        self.file.write_all(&block)?;
        self.games += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }
}

/// The games of a file, block by block.
pub struct Reader<R> {
    input: BufReader<R>,
    settings: DatagenSettings,
    /// Where the next block begins.
    at: u64,
    is_truncated: bool,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// When it is not that of a file of games.
    pub fn new(input: R) -> Result<Reader<R>, ArchiveError> {
        let mut input = BufReader::new(input);
        let (settings, at) = DatagenSettings::read(&mut input)?;
        Ok(Reader { input, settings, at: at as u64, is_truncated: false })
    }

    /// The settings of the games.
    pub fn settings(&self) -> &DatagenSettings {
        &self.settings
    }

    /// True when the end was reached inside a block, which is lost.
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// The games of the next block; none at the end of the file.
    ///
    /// # Errors
    /// When the block is damaged, or the file cannot be read.
    pub fn next_block(&mut self) -> Result<Option<Vec<Record>>, ArchiveError> {
        let damaged = ArchiveError::Block(self.at);
        let sizes = self.read(SIZES)?;
        let mut source = ByteReader(&sizes);
        let mut number = || source.read_u32();
        let (Some(length), Some(games), Some(moves), Some(sum)) =
            (number(), number(), number(), number())
        else {
            self.is_truncated = !sizes.is_empty();
            return Ok(None);
        };
        let [length, games, moves] = [length, games, moves].map(|size| size as usize);
        // A wrong length must not look like a truncated file: continuing it would cut off all that
        // follows.
        if longest(games, moves).is_none_or(|longest| length > longest) {
            return Err(damaged);
        }
        let packed = self.read(length)?;
        if packed.len() < length {
            self.is_truncated = true;
            return Ok(None);
        }
        let summed = [&sizes[..SIZES - size_of::<u32>()], &packed[..]].concat();
        if checksum(&summed) != sum {
            return Err(damaged);
        }
        let records = unpack(&packed, games, moves).ok_or(damaged)?;
        self.at += (SIZES + packed.len()) as u64;
        Ok(Some(records))
    }

    /// Bytes of a length, or fewer at the end of the file.
    fn read(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(length as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
