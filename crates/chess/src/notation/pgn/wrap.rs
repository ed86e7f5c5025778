//! Wraps words and comments into lines.
//!
//! Between words, a line break replaces the space. A comment must be preserved exactly, so within
//! one a line break is inserted after a space; the reader drops a line break after a space. A
//! comment's own line break is written as it is, and doubled after a space.

use std::fmt::{self, Write};

use super::lexer::GAME_OPENING;

/// The maximum line length.
const WIDTH: usize = 79;

/// Writes words and comments in lines.
pub(super) struct LineWrapper<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    /// Characters in the current line.
    column: usize,
    /// The last word, which a parenthesis may still follow.
    pending: String,
    /// A space or line break belongs before the last word.
    spaced: bool,
    /// The last word is an opening parenthesis, which the next word joins.
    opened: bool,
}

impl<'a, 'b> LineWrapper<'a, 'b> {
    pub(super) fn new(out: &'a mut fmt::Formatter<'b>) -> LineWrapper<'a, 'b> {
        LineWrapper { out, column: 0, pending: String::new(), spaced: false, opened: false }
    }

    /// Writes a word, separated by a space.
    pub(super) fn word(&mut self, text: &str) -> fmt::Result {
        self.begin()?;
        self.pending.push_str(text);
        Ok(())
    }

    /// Puts `(` before the next word.
    pub(super) fn open(&mut self) -> fmt::Result {
        self.begin()?;
        self.pending.push('(');
        self.opened = true;
        Ok(())
    }

    /// Puts `)` after the last word.
    pub(super) fn close(&mut self) {
        self.pending.push(')');
    }

    /// Writes a comment in braces, or after `;` if it contains a closing brace.
    pub(super) fn comment(&mut self, text: &str) -> fmt::Result {
        if text.contains('}') {
            return self.line_comment(text);
        }
        self.word("{")?;
        let mut lines = text.split('\n').peekable();
        while let Some(line) = lines.next() {
            self.wrap(line)?;
            if lines.peek().is_some() {
                self.flush()?;
                self.break_line()?;
                if line.ends_with(' ') {
                    self.break_line()?;
                }
            }
        }
        self.pending.push('}');
        Ok(())
    }

    /// Writes what is left.
    pub(super) fn finish(mut self) -> fmt::Result {
        self.flush()
    }

    fn line_comment(&mut self, text: &str) -> fmt::Result {
        self.word(";")?;
        self.pending.push_str(text);
        self.flush()?;
        self.break_line()
    }

    /// Writes a line of a comment, which may be wrapped after its spaces.
    fn wrap(&mut self, mut line: &str) -> fmt::Result {
        while let Some(end) = wrap_point(line) {
            self.pending.push_str(&line[..end]);
            self.flush()?;
            line = &line[end..];
        }
        self.pending.push_str(line);
        Ok(())
    }

    /// Starts a word, unless it joins a parenthesis.
    fn begin(&mut self) -> fmt::Result {
        if !std::mem::take(&mut self.opened) {
            self.flush()?;
            self.spaced = true;
        }
        Ok(())
    }

    /// Writes the last word, on the next line if it does not fit.
    fn flush(&mut self) -> fmt::Result {
        let length = self.pending.chars().count();
        if length == 0 {
            return Ok(());
        }
        let blank = usize::from(self.spaced && self.column > 0);
        if self.column > 0 && self.column + blank + length > WIDTH {
            self.break_line()?;
        } else if blank == 1 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.out.write_str(&self.pending)?;
        self.column += length;
        self.pending.clear();
        self.spaced = false;
        Ok(())
    }

    fn break_line(&mut self) -> fmt::Result {
        self.column = 0;
        self.out.write_char('\n')
    }
}

/// The first place to wrap a line: after a space, unless what follows would have another meaning at
/// the start of a line.
fn wrap_point(line: &str) -> Option<usize> {
    let ends = line.match_indices(' ').map(|(blank, _)| blank + 1);
    ends.into_iter().find(|&end| {
        let rest = &line.as_bytes()[end..];
        !matches!(rest, [b' ' | b'%', ..]) && !rest.starts_with(GAME_OPENING)
    })
}
