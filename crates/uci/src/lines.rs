//! A stream cut into lines, whatever bytes it holds and however long its lines are.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is kept. A game of a hundred thousand moves fits in it.
pub const LONGEST_LINE: usize = 1 << 20;

/// A line without its end. Bytes that are no UTF-8 are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// All of it.
    Whole(String),
    /// The first [`LONGEST_LINE`] bytes of one that is longer. The rest was passed over.
    Cut(String),
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
    /// Lines of at most [`LONGEST_LINE`] bytes.
    pub fn new(input: R) -> Lines<R> {
        Lines::with_limit(input, LONGEST_LINE)
    }

    /// Lines of at most so many bytes.
    pub fn with_limit(input: R, limit: usize) -> Lines<R> {
        Lines { input: BufReader::new(input), limit, line: Vec::new() }
    }

    /// The next line; none at the end. The last one need not end with a newline.
    ///
    /// # Errors
    /// When the stream cannot be read.
    pub fn read(&mut self) -> io::Result<Option<Line>> {
        self.line.clear();
        let (mut is_cut, mut is_empty) = (false, true);
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
            is_cut |= part.len() > room;
            let is_over = end.is_some() || bytes.is_empty();
            let length = part.len() + usize::from(end.is_some());
            self.input.consume(length);
            if is_over {
                return Ok(Some(self.take(is_cut)));
            }
        }
    }

    fn take(&self, is_cut: bool) -> Line {
        let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        let text = String::from_utf8_lossy(line).into_owned();
        if is_cut { Line::Cut(text) } else { Line::Whole(text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the lines of a stream that are cut after four bytes.
    fn check(input: &[u8], expected: &[Line]) {
        let mut lines = Lines::with_limit(input, 4);
        let mut read = Vec::new();
        while let Some(line) = lines.read().unwrap() {
            read.push(line);
        }
        assert_eq!(read, expected, "{input:?}");
    }

    #[test]
    fn a_stream_is_cut_into_lines_that_are_not_too_long() {
        let whole = |text: &str| Line::Whole(text.into());
        let cut = |text: &str| Line::Cut(text.into());
        check(b"", &[]);
        check(b"\n", &[whole("")]);
        check(b"go", &[whole("go")]);
        check(b"go\r\n\nstop", &[whole("go"), whole(""), whole("stop")]);
        check(b"abcd\nabcde\nuci\n", &[whole("abcd"), cut("abcd"), whole("uci")]);
        check(b"a\0b\xFF\n", &[whole("a\0b\u{FFFD}")]);
        check(&vec![b'x'; 100_000], &[cut("xxxx")]);
    }
}
