//! The fields of a line: each stays on the line and is not long, whatever a client sent.

use std::fmt::{self, Write};

use tracing::field::{Field, Visit};
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::FormatFields;
use tracing_subscriber::fmt::format::Writer;

/// The maximum number of characters of a field.
const MAX_CHARACTERS: usize = 1_000;

/// Formats fields as `name=value`, the message without its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct EscapedFields;

impl<'w> FormatFields<'w> for EscapedFields {
    fn format_fields<R: RecordFields>(&self, writer: Writer<'w>, fields: R) -> fmt::Result {
        let mut visitor = Visitor { writer, is_first: true, result: Ok(()) };
        fields.record(&mut visitor);
        visitor.result
    }
}

struct Visitor<'w> {
    writer: Writer<'w>,
    is_first: bool,
    result: fmt::Result,
}

impl Visit for Visitor<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let space = if self.is_first { "" } else { " " };
        self.is_first = false;
        let name = match field.name() {
            "message" => String::new(),
            name => format!("{name}="),
        };
        let writer = &mut self.writer;
        self.result = self.result.and_then(|()| {
            write!(writer, "{space}{name}")?;
            let mut escaped = Escaping { writer, left: MAX_CHARACTERS };
            write!(escaped, "{value:?}")
        });
    }
}

/// Writes text with its control characters escaped, up to a number of characters.
struct Escaping<W> {
    writer: W,
    left: usize,
}

impl<W: Write> Write for Escaping<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            match self.left {
                0 => return Ok(()),
                1 => self.writer.write_char('…')?,
                _ if is_harmless(c) => self.writer.write_char(c)?,
                _ => write!(self.writer, "{}", c.escape_default())?,
            }
            self.left -= 1;
        }
        Ok(())
    }
}

/// Whether a character neither ends a line, nor moves a cursor, nor reverses what follows.
fn is_harmless(c: char) -> bool {
    let is_separator = matches!(c, '\u{2028}' | '\u{2029}');
    let is_direction =
        matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !is_separator && !is_direction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_stays_on_its_line_and_is_short() {
        for (text, expected) in [
            ("Zoë \"plays\" C:\\x", "Zoë \"plays\" C:\\x"),
            ("a\nb\r\u{1b}[0m", "a\\nb\\r\\u{1b}[0m"),
            ("\u{202e}\u{2028}\u{9b}", "\\u{202e}\\u{2028}\\u{9b}"),
        ] {
            let mut shown = String::new();
            write!(Escaping { writer: &mut shown, left: MAX_CHARACTERS }, "{text}").expect("text");
            assert_eq!(shown, expected);
        }
        let mut shown = String::new();
        let long = "x".repeat(MAX_CHARACTERS * 10);
        write!(Escaping { writer: &mut shown, left: MAX_CHARACTERS }, "{long}").expect("text");
        assert_eq!(shown.chars().count(), MAX_CHARACTERS);
        assert!(shown.ends_with('…'));
    }
}
