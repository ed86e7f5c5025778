//! A sliding window over the bytes of a file that tracks line and column.
//!
//! Bytes before the window are discarded, bytes after it are read on demand, and the window grows
//! only as far as needed. Columns count characters, and are computed only on request or when part
//! of an unfinished line leaves the window.

use std::io::{self, Read};

use super::Location;

/// The initial size of the buffer.
const INITIAL_CAPACITY: usize = 64 << 10;

/// A window over the bytes of a file that a [`Decoder`](super::Decoder) has converted to UTF-8.
pub(super) struct Source<R> {
    input: R,
    buffer: Vec<u8>,
    /// The window is `buffer[start..end]`.
    start: usize,
    end: usize,
    /// The input has no more bytes.
    exhausted: bool,
    line: usize,
    /// The characters of the line counted so far: those before `mark`.
    counted: usize,
    mark: usize,
    /// The last line that was blank.
    blank_line: usize,
    /// The number of bytes discarded from the buffer.
    discarded: usize,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R) -> Source<R> {
        Source {
            input,
            buffer: vec![0; INITIAL_CAPACITY],
            start: 0,
            end: 0,
            exhausted: false,
            line: 1,
            counted: 0,
            mark: 0,
            blank_line: 0,
            discarded: 0,
        }
    }

    /// The bytes in the window.
    #[inline]
    pub(super) fn window(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// The byte at an offset in the window, which is extended if necessary.
    #[inline]
    pub(super) fn at(&mut self, offset: usize) -> io::Result<Option<u8>> {
        if let Some(&byte) = self.window().get(offset) {
            return Ok(Some(byte));
        }
        self.at_slow(offset)
    }

    #[cold]
    fn at_slow(&mut self, offset: usize) -> io::Result<Option<u8>> {
        while self.window().len() <= offset {
            if !self.read_more()? {
                return Ok(None);
            }
        }
        Ok(Some(self.window()[offset]))
    }

    /// Reads more bytes into the window. False at the end of the file.
    pub(super) fn read_more(&mut self) -> io::Result<bool> {
        if self.exhausted {
            return Ok(false);
        }
        self.compact();
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.end, 0);
        }
        let count = self.input.read(&mut self.buffer[self.end..])?;
        self.end += count;
        self.exhausted = count == 0;
        Ok(count > 0)
    }

    /// Advances the window over bytes without a line break.
    #[inline]
    pub(super) fn skip(&mut self, count: usize) {
        self.start += count;
    }

    /// Advances the window over a byte that ends a line.
    #[inline]
    pub(super) fn skip_line_break(&mut self) {
        if self.only_blanks_before() {
            self.blank_line = self.line;
        }
        self.start += 1;
        self.line += 1;
        self.counted = 0;
        self.mark = self.start;
    }

    /// Advances the window over any bytes.
    pub(super) fn skip_text(&mut self, count: usize) -> io::Result<()> {
        // Whether a carriage return ends a line depends on the byte after it.
        self.at(count)?;
        let stop = self.start + count;
        while let Some(offset) =
            self.buffer[self.start..stop].iter().position(|byte| matches!(byte, b'\n' | b'\r'))
        {
            self.skip(offset);
            match self.window() {
                [b'\r', b'\n', ..] => self.skip(1),
                _ => self.skip_line_break(),
            }
        }
        self.start = stop;
        Ok(())
    }

    /// Skips a byte order mark, which some editors write at the start of a file.
    pub(super) fn skip_byte_order_mark(&mut self) {
        self.start += 3;
        self.mark = self.start;
    }

    /// True at the first column of a line.
    #[inline]
    pub(super) fn at_line_start(&self) -> bool {
        self.mark == self.start && self.counted == 0
    }

    /// True when the window starts with the first token of a line and the line before is blank.
    pub(super) fn is_after_blank_line(&self) -> bool {
        self.blank_line + 1 == self.line && self.only_blanks_before()
    }

    /// True when only white space comes before the window on its line.
    fn only_blanks_before(&self) -> bool {
        self.counted == 0 && self.buffer[self.mark..self.start].trim_ascii_start().is_empty()
    }

    /// The byte offset of the window in the file.
    pub(super) fn offset(&self) -> usize {
        self.discarded + self.start
    }

    /// The line and column of the window's first byte.
    pub(super) fn location(&mut self) -> Location {
        self.count();
        Location { line: self.line, column: self.counted + 1 }
    }

    fn count(&mut self) {
        self.counted += characters(&self.buffer[self.mark..self.start]);
        self.mark = self.start;
    }

    /// Discards the bytes before the window.
    fn compact(&mut self) {
        self.count();
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.discarded += self.start;
        (self.start, self.mark) = (0, 0);
    }
}

/// The number of characters in a text; an invalid byte counts as a character.
fn characters(text: &[u8]) -> usize {
    text.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}
