//! Converts the bytes of a file to UTF-8.
//!
//! PGN files are UTF-8, UTF-16 in either byte order, Windows-1252, or a mix of UTF-8 and
//! Windows-1252 from concatenated files. The first bytes identify UTF-16; otherwise, invalid UTF-8
//! is decoded as Windows-1252. Only the current chunk is held in memory, and valid UTF-8 is checked
//! in place without copying.

use std::io::{self, ErrorKind, Read};

use super::text::push_decoded;

/// The number of bytes examined to detect the encoding.
const SNIFFED: usize = 8;

/// The number of bytes decoded at once, where decoding is needed.
const CHUNK: usize = 16 << 10;

/// Reads a PGN file in any encoding as UTF-8, without a byte order mark.
///
/// Every [`Reader`](super::Reader) has one; it is public for those who process the text themselves.
///
/// ```
/// use std::io::Read;
///
/// use tabiya_chess::pgn::Decoder;
///
/// let file = b"\xff\xfe1\0.\0 \0e\x004\0";
/// let mut text = String::new();
/// Decoder::new(&file[..]).read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Decoder<R> {
    input: R,
    /// `None` until the first bytes are read.
    encoding: Option<Encoding>,
    /// Bytes of the file still to be decoded.
    raw: Vec<u8>,
    /// Decoded bytes; those from `taken` on have not been read.
    ready: String,
    taken: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    /// UTF-8, possibly with invalid bytes.
    Bytes,
    Utf16(ByteOrder),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            ByteOrder::Little => u16::from_le_bytes(bytes),
            ByteOrder::Big => u16::from_be_bytes(bytes),
        }
    }
}

impl<R: Read> Decoder<R> {
    /// A decoder of this input.
    pub fn new(input: R) -> Decoder<R> {
        Decoder { input, encoding: None, raw: Vec::new(), ready: String::new(), taken: 0 }
    }

    /// Examines the first bytes. They stay in `raw`, except for a byte order mark.
    fn sniff(&mut self) -> io::Result<Encoding> {
        while self.raw.len() < SNIFFED && self.fetch(SNIFFED)? {}
        let (encoding, mark) = detect(&self.raw);
        self.raw.drain(..mark);
        self.encoding = Some(encoding);
        Ok(encoding)
    }

    /// Reads some bytes into `raw`. False at the end of the input.
    fn fetch(&mut self, most: usize) -> io::Result<bool> {
        let end = self.raw.len();
        self.raw.resize(end + most, 0);
        let read = read(&mut self.input, &mut self.raw[end..]);
        self.raw.truncate(end + read.as_ref().copied().unwrap_or(0));
        Ok(read? > 0)
    }

    /// Reads UTF-8 directly into the buffer. From the first invalid byte on, it goes to `raw`.
    fn read_in_place(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = read(&mut self.input, buffer)?;
        let valid =
            std::str::from_utf8(&buffer[..count]).map_or_else(|e| e.valid_up_to(), str::len);
        self.raw.extend_from_slice(&buffer[valid..count]);
        Ok(valid)
    }

    /// Decodes `raw`, reading more input if it ends within a character. At the end of the input it
    /// is emptied.
    fn decode(&mut self, encoding: Encoding) -> io::Result<()> {
        self.ready.clear();
        self.taken = 0;
        while self.ready.is_empty() {
            let whole = whole_length(encoding, &self.raw);
            let is_last = whole == 0 && !self.fetch(CHUNK)?;
            let length = if is_last { self.raw.len() } else { whole_length(encoding, &self.raw) };
            match encoding {
                Encoding::Bytes => push_decoded(&mut self.ready, &self.raw[..length]),
                Encoding::Utf16(order) => push_utf16(&mut self.ready, &self.raw[..length], order),
            }
            self.raw.drain(..length);
            if is_last {
                break;
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let encoding = match self.encoding {
            Some(encoding) => encoding,
            None => self.sniff()?,
        };
        while !buffer.is_empty() && self.taken == self.ready.len() {
            if encoding == Encoding::Bytes && self.raw.is_empty() {
                let count = self.read_in_place(buffer)?;
                // An invalid byte comes first and has to be decoded.
                if count > 0 || self.raw.is_empty() {
                    return Ok(count);
                }
            }
            self.decode(encoding)?;
            if self.ready.is_empty() {
                return Ok(0);
            }
        }
        let count = buffer.len().min(self.ready.len() - self.taken);
        buffer[..count].copy_from_slice(&self.ready.as_bytes()[self.taken..][..count]);
        self.taken += count;
        Ok(count)
    }
}

/// Reads once, retrying when interrupted.
fn read(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// The encoding of a file that starts with these bytes, and the length of its byte order mark.
/// Without one, it is UTF-16 when the first characters are ASCII, each next to a zero byte.
fn detect(first: &[u8]) -> (Encoding, usize) {
    const LITTLE: Encoding = Encoding::Utf16(ByteOrder::Little);
    const BIG: Encoding = Encoding::Utf16(ByteOrder::Big);
    let are_wide = |zero: usize| {
        let (pairs, _) = first.as_chunks::<2>();
        let is_wide = |pair: &[u8; 2]| pair[zero] == 0 && matches!(pair[1 - zero], 1..0x80);
        pairs.len() > 1 && pairs.iter().all(is_wide)
    };
    match first {
        [0xef, 0xbb, 0xbf, ..] => (Encoding::Bytes, 3),
        [0xff, 0xfe, ..] => (LITTLE, 2),
        [0xfe, 0xff, ..] => (BIG, 2),
        _ if are_wide(1) => (LITTLE, 0),
        _ if are_wide(0) => (BIG, 0),
        _ => (Encoding::Bytes, 0),
    }
}

/// The number of bytes that can be decoded without what follows.
fn whole_length(encoding: Encoding, raw: &[u8]) -> usize {
    match encoding {
        Encoding::Bytes => raw.len() - unfinished_utf8(raw),
        Encoding::Utf16(order) => {
            let (units, rest) = raw.as_chunks::<2>();
            let is_high = |&pair: &[u8; 2]| matches!(order.unit(pair), 0xd800..0xdc00);
            raw.len() - rest.len() - if units.last().is_some_and(is_high) { 2 } else { 0 }
        }
    }
}

/// The length of an incomplete character at the end.
fn unfinished_utf8(raw: &[u8]) -> usize {
    let near_end = raw.len().saturating_sub(3)..raw.len();
    let unfinished = near_end.into_iter().map(|start| &raw[start..]).find(|tail| {
        std::str::from_utf8(tail)
            .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    });
    unfinished.map_or(0, <[u8]>::len)
}

/// Appends UTF-16 to a text. Unpaired surrogates become replacement characters.
fn push_utf16(text: &mut String, bytes: &[u8], order: ByteOrder) {
    let (units, rest) = bytes.as_chunks::<2>();
    let letters = char::decode_utf16(units.iter().map(|&pair| order.unit(pair)));
    text.extend(letters.map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)));
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns few bytes at a time, and is interrupted before each read.
    struct ShortReads<'a>(&'a [u8], usize, bool);

    impl Read for ShortReads<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.2 = !self.2;
            if self.2 {
                return Err(ErrorKind::Interrupted.into());
            }
            let count = self.1.min(self.0.len()).min(buffer.len());
            self.0.read(&mut buffer[..count])
        }
    }

    fn check(file: &[u8], expected: &str) {
        let mut text = String::new();
        Decoder::new(file).read_to_string(&mut text).expect("it is UTF-8");
        assert_eq!(text, expected);
        for size in 1..6 {
            let mut text = Vec::new();
            let mut buffer = [0; 3];
            let mut decoder = Decoder::new(ShortReads(file, size, false));
            loop {
                match decoder.read(&mut buffer).expect("it is UTF-8") {
                    0 => break,
                    count => text.extend_from_slice(&buffer[..count]),
                }
            }
            assert_eq!(text, expected.as_bytes(), "{size} bytes at a time");
        }
    }

    #[test]
    fn every_encoding_becomes_utf8() {
        let text = "[White \"Jørgen Łódź 🐉\"] 1. e4";
        let marked = format!("\u{feff}{text}");
        check(text.as_bytes(), text);
        check(marked.as_bytes(), text);
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let wide = |text: &str| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
            check(&wide(text), text);
            check(&wide(&marked), text);
        }
        check(b"", "");
        check(b"*", "*");
        check(b"\xef\xbb\xbf", "");
    }

    #[test]
    fn other_bytes_among_utf8_are_windows_1252() {
        for (file, expected) in [
            (&b"J\xf8rgen, \x84so\x93"[..], "Jørgen, „so“"),
            (b"\xc5\x81 and \xf3", "Ł and ó"),
            (b"\xf0\x9f\x90", "ð\u{178}\u{90}"),
            (b"\xf0\x9f\x90a\xe9", "ð\u{178}\u{90}aé"),
            (b"a\0b\xff", "a\0bÿ"),
        ] {
            check(file, expected);
        }
    }

    #[test]
    fn half_a_character_is_marked_as_missing() {
        check(b"\xff\xfea\0b", "a\u{fffd}");
        check(b"\xff\xfea\0\x00\xd8", "a\u{fffd}");
        check(b"\xfe\xff\xd8\x00\0a", "\u{fffd}a");
    }

    #[test]
    fn large_files_are_decoded_piece_by_piece() {
        for letter in ["é", "e", "🐉"] {
            let text = letter.repeat(3 * CHUNK + 1);
            let wide: Vec<u8> = "\u{feff}"
                .encode_utf16()
                .chain(text.encode_utf16())
                .flat_map(u16::to_le_bytes)
                .collect();
            let mut decoded = String::new();
            Decoder::new(&wide[..]).read_to_string(&mut decoded).expect("it is UTF-8");
            assert!(decoded == text);
            let mut decoded = String::new();
            Decoder::new(text.as_bytes()).read_to_string(&mut decoded).expect("it is UTF-8");
            assert!(decoded == text);
        }
    }
}
