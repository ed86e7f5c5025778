//! Decompresses a file: gzip, zstd, or each file of a zip archive.

use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// How many bytes identify the compression.
const MAGIC: usize = 4;

/// Decompresses a file and passes each file in it to `read`.
///
/// # Errors
/// When the file cannot be read or is damaged, and those of `read`.
pub(super) fn each_file<E: From<io::Error>>(
    mut input: impl Read,
    mut read: impl FnMut(&mut dyn Read) -> Result<(), E>,
) -> Result<(), E> {
    let mut magic = Vec::with_capacity(MAGIC);
    input.by_ref().take(MAGIC as u64).read_to_end(&mut magic)?;
    let kind = Compression::of(&magic);
    let mut whole = Cursor::new(magic).chain(input);
    match kind {
        Compression::None => read(&mut whole),
        Compression::Gzip => read(&mut MultiGzDecoder::new(whole)),
        Compression::Zstd => {
            let (input, decoder) = (BufReader::new(whole), FrameDecoder::new());
            read(&mut ZstdFrames { input, decoder, begun: false })
        }
        Compression::Zip => zip_files(&mut whole, &mut read),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compression {
    None,
    Gzip,
    Zstd,
    Zip,
}

impl Compression {
    fn of(magic: &[u8]) -> Compression {
        match magic {
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd] => Compression::Zstd,
            b"PK\x03\x04" | b"PK\x05\x06" => Compression::Zip,
            _ => Compression::None,
        }
    }
}

/// Decodes the frames of a zstd file one after the other.
struct ZstdFrames<R> {
    input: R,
    decoder: FrameDecoder,
    begun: bool,
}

impl<R: BufRead> Read for ZstdFrames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            }
            if self.begun && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.input, one).map_err(io::Error::other)?;
            } else if self.input.fill_buf()?.is_empty() {
                return Ok(0);
            } else {
                self.begin_frame()?;
            }
        }
    }
}

impl<R: BufRead> ZstdFrames<R> {
    /// Reads the header of the next frame; skips a frame without content.
    fn begin_frame(&mut self) -> io::Result<()> {
        match self.decoder.init(&mut self.input) {
            Ok(()) => self.begun = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                io::copy(&mut self.input.by_ref().take(length.into()), &mut io::sink())?;
            }
            Err(error) => return Err(io::Error::other(error)),
        }
        Ok(())
    }
}

/// Reads a zip archive. Its directory is at its end, so it is copied to a temporary file first.
fn zip_files<E: From<io::Error>>(
    input: &mut dyn Read,
    read: &mut impl FnMut(&mut dyn Read) -> Result<(), E>,
) -> Result<(), E> {
    let mut copy = tempfile::tempfile()?;
    io::copy(input, &mut copy)?;
    copy.seek(SeekFrom::Start(0))?;
    let mut archive = zip::ZipArchive::new(copy).map_err(io::Error::other)?;
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).map_err(io::Error::other)?;
        if file.is_file() {
            read(&mut file)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const GAME: &[u8] = b"1. e4 e5 *\n";

    /// The decompressed files.
    fn files(bytes: &[u8]) -> io::Result<Vec<Vec<u8>>> {
        let mut found = Vec::new();
        each_file(bytes, |file| {
            let mut text = Vec::new();
            file.read_to_end(&mut text)?;
            found.push(text);
            Ok::<(), io::Error>(())
        })?;
        Ok(found)
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
    }

    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in files {
            writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(text).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn every_compression_gives_the_same_text() {
        let twice = [GAME, GAME].concat();
        // A frame that other programs put before their table of frames: four bytes of no text.
        let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4][..]].concat();
        for (what, bytes, expected) in [
            ("plain", GAME.to_vec(), vec![GAME.to_vec()]),
            ("short", b"x".to_vec(), vec![b"x".to_vec()]),
            ("gzip", gzip(GAME), vec![GAME.to_vec()]),
            ("two gzip members", [gzip(GAME), gzip(GAME)].concat(), vec![twice.clone()]),
            ("zstd", zstd(GAME), vec![GAME.to_vec()]),
            ("zstd frames", [zstd(GAME), skipped, zstd(GAME)].concat(), vec![twice]),
            ("zip", zip(&[("a.pgn", GAME), ("b.pgn", GAME)]), vec![GAME.to_vec(); 2]),
            ("empty zip", zip(&[]), vec![]),
        ] {
            assert_eq!(files(&bytes).unwrap(), expected, "{what}");
        }
    }

    #[test]
    fn a_file_that_is_cut_off_is_an_error() {
        let text = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n".repeat(100);
        for bytes in [gzip(&text), zstd(&text), zip(&[("a.pgn", &text)])] {
            assert!(files(&bytes[..bytes.len() - 9]).is_err());
        }
    }
}
