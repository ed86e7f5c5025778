//! Splits a stream of arbitrary bytes into lines with bounded memory.

use std::io::{self, BufRead, BufReader, Read};

/// The maximum length of a line; a game of a hundred thousand moves fits.
pub const MAX_LINE_LENGTH: usize = 1 << 20;

/// A line without its line ending. Invalid UTF-8 is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The complete line.
    Whole(String),
    /// The beginning of a line that was too long; the rest was skipped.
    Truncated(String),
}

/// Reads lines with bounded memory.
///
/// ```
/// use uci::{Line, Lines};
///
/// let mut lines = Lines::new(&b"uci\r\nposition \xFF"[..]);
/// assert_eq!(lines.read()?, Some(Line::Whole("uci".into())));
/// assert_eq!(lines.read()?, Some(Line::Whole("position \u{FFFD}".into())));
/// assert_eq!(lines.read()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    input: BufReader<R>,
    limit: usize,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    /// Lines of at most [`MAX_LINE_LENGTH`] bytes.
    pub fn new(input: R) -> Lines<R> {
        Lines::with_limit(input, MAX_LINE_LENGTH)
    }

    /// Lines of at most `limit` bytes.
    pub fn with_limit(input: R, limit: usize) -> Lines<R> {
        Lines { input: BufReader::new(input), limit, line: Vec::new() }
    }

    /// The next line; none at the end of the stream. The last line may lack a newline.
    ///
    /// # Errors
    /// When the stream cannot be read.
    pub fn read(&mut self) -> io::Result<Option<Line>> {
        self.line.clear();
        let (mut is_truncated, mut is_empty) = (false, true);
        loop {
            let bytes = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if bytes.is_empty() && is_empty {
                return Ok(None);
            }
            is_empty = false;
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            let room = self.limit - self.line.len();
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            is_truncated |= part.len() > room;
            let is_over = end.is_some() || bytes.is_empty();
            let length = part.len() + usize::from(end.is_some());
            self.input.consume(length);
            if is_over {
                return Ok(Some(self.take(is_truncated)));
            }
        }
    }

    fn take(&self, is_truncated: bool) -> Line {
        let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        let text = String::from_utf8_lossy(line).into_owned();
        if is_truncated { Line::Truncated(text) } else { Line::Whole(text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the lines of a stream, truncated after four bytes.
    fn check(input: &[u8], expected: &[Line]) {
        let mut lines = Lines::with_limit(input, 4);
        let mut read = Vec::new();
        while let Some(line) = lines.read().unwrap() {
            read.push(line);
        }
        assert_eq!(read, expected, "{input:?}");
    }

    #[test]
    fn lines_are_split_and_truncated() {
        let whole = |text: &str| Line::Whole(text.into());
        let cut = |text: &str| Line::Truncated(text.into());
        check(b"", &[]);
        check(b"\n", &[whole("")]);
        check(b"go", &[whole("go")]);
        check(b"go\r\n\nstop", &[whole("go"), whole(""), whole("stop")]);
        check(b"abcd\nabcde\nuci\n", &[whole("abcd"), cut("abcd"), whole("uci")]);
        check(b"a\0b\xFF\n", &[whole("a\0b\u{FFFD}")]);
        check(&vec![b'x'; 100_000], &[cut("xxxx")]);
    }
}
