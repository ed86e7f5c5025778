//! Folding words and comments into lines.
//!
//! Words are folded at the blanks between them, which the line break replaces. A comment must come
//! back to the letter, so within one a fold adds a line break after a blank and takes nothing
//! away; the reader drops a line break after a blank. A line break of the comment's own is written
//! as it is, and doubled after a blank.

use std::fmt::{self, Write};

use super::lexer::GAME_OPENING;

/// Lines have fewer than 80 characters.
const WIDTH: usize = 79;

/// Writes words and comments in lines.
pub(super) struct Folder<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    /// Characters in the line so far.
    column: usize,
    /// The last word, which a parenthesis may still join.
    pending: String,
    /// A blank belongs before the last word, or a line break in its place.
    spaced: bool,
    /// The last word is a parenthesis that the next one joins.
    opened: bool,
}

impl<'a, 'b> Folder<'a, 'b> {
    pub(super) fn new(out: &'a mut fmt::Formatter<'b>) -> Folder<'a, 'b> {
        Folder { out, column: 0, pending: String::new(), spaced: false, opened: false }
    }

    /// Writes a word, a blank apart from what is before it.
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

    /// Writes a comment in braces, or after `;` when it holds a brace.
    pub(super) fn comment(&mut self, text: &str) -> fmt::Result {
        if text.contains('}') {
            return self.line_comment(text);
        }
        self.word("{")?;
        let mut lines = text.split('\n').peekable();
        while let Some(line) = lines.next() {
            self.fold(line)?;
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

    /// Writes a line of a comment, which may be folded after its blanks.
    fn fold(&mut self, mut line: &str) -> fmt::Result {
        while let Some(end) = fold_point(line) {
            self.pending.push_str(&line[..end]);
            self.flush()?;
            line = &line[end..];
        }
        self.pending.push_str(line);
        Ok(())
    }

    /// Makes room for a word, unless a parenthesis waits for it.
    fn begin(&mut self) -> fmt::Result {
        if !std::mem::take(&mut self.opened) {
            self.flush()?;
            self.spaced = true;
        }
        Ok(())
    }

    /// Writes the last word, on the next line if this one has no room for it.
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

/// Where a line can be folded first: after a blank, unless what follows would mean something else
/// at the start of a line.
fn fold_point(line: &str) -> Option<usize> {
    let ends = line.match_indices(' ').map(|(blank, _)| blank + 1);
    ends.into_iter().find(|&end| {
        let rest = &line.as_bytes()[end..];
        !matches!(rest, [b' ' | b'%', ..]) && !rest.starts_with(GAME_OPENING)
    })
}
