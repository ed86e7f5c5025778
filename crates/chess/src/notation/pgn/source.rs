//! The bytes of a file, seen through a window that knows its line and column.
//!
//! The window slides: bytes behind it are forgotten, bytes before it are read when somebody looks
//! at them, and it grows only as far as somebody looks. Columns are counted in characters, but
//! only when asked for or when bytes of an unfinished line leave the window.

use std::io::{self, Read};

use super::Location;

/// Room for the window at first.
const ROOM: usize = 64 << 10;

/// A window over the bytes of a file, which a [`Decoder`](super::Decoder) has made UTF-8.
pub(super) struct Source<R> {
    input: R,
    buffer: Vec<u8>,
    /// The window is `buffer[start..end]`.
    start: usize,
    end: usize,
    /// The input has no more bytes.
    exhausted: bool,
    line: usize,
    /// The characters of the line that were counted already: those before `mark`.
    counted: usize,
    mark: usize,
    /// The last line that was empty, or of blanks.
    blank_line: usize,
    /// The bytes that have left the buffer.
    forgotten: usize,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R) -> Source<R> {
        Source {
            input,
            buffer: vec![0; ROOM],
            start: 0,
            end: 0,
            exhausted: false,
            line: 1,
            counted: 0,
            mark: 0,
            blank_line: 0,
            forgotten: 0,
        }
    }

    /// The bytes in the window.
    #[inline]
    pub(super) fn window(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// The byte so many bytes into the window, which is widened as far as the file allows.
    #[inline]
    pub(super) fn at(&mut self, offset: usize) -> io::Result<Option<u8>> {
        if let Some(&byte) = self.window().get(offset) {
            return Ok(Some(byte));
        }
        self.far(offset)
    }

    #[cold]
    fn far(&mut self, offset: usize) -> io::Result<Option<u8>> {
        while self.window().len() <= offset {
            if !self.widen()? {
                return Ok(None);
            }
        }
        Ok(Some(self.window()[offset]))
    }

    /// Reads more bytes into the window. False at the end of the file.
    pub(super) fn widen(&mut self) -> io::Result<bool> {
        if self.exhausted {
            return Ok(false);
        }
        self.forget();
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.end, 0);
        }
        let count = self.input.read(&mut self.buffer[self.end..])?;
        self.end += count;
        self.exhausted = count == 0;
        Ok(count > 0)
    }

    /// Moves the start of the window over bytes that hold no line break.
    #[inline]
    pub(super) fn skip(&mut self, count: usize) {
        self.start += count;
    }

    /// Moves the start of the window over a byte that ends a line.
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

    /// Moves the start of the window over any bytes in it.
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

    /// Skips the mark of byte order that some editors put before the first character.
    pub(super) fn skip_byte_order_mark(&mut self) {
        self.start += 3;
        self.mark = self.start;
    }

    /// True at the first column of a line.
    #[inline]
    pub(super) fn at_line_start(&self) -> bool {
        self.mark == self.start && self.counted == 0
    }

    /// True when the window begins with the first token of a line, and the line before is empty.
    pub(super) fn is_after_blank_line(&self) -> bool {
        self.blank_line + 1 == self.line && self.only_blanks_before()
    }

    /// True when nothing but blanks is before the window on its line.
    fn only_blanks_before(&self) -> bool {
        self.counted == 0 && self.buffer[self.mark..self.start].trim_ascii_start().is_empty()
    }

    /// How many bytes of the file are before the window.
    pub(super) fn offset(&self) -> usize {
        self.forgotten + self.start
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

    /// Makes room by dropping the bytes behind the window.
    fn forget(&mut self) {
        self.count();
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.forgotten += self.start;
        (self.start, self.mark) = (0, 0);
    }
}

/// Characters in a text: of UTF-8 where it is such, else a byte is a character.
fn characters(text: &[u8]) -> usize {
    text.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}
