//! Scans tags: `[Name "Value"]` and malformed variants of it.

use std::io::{self, Read};
use std::ops::Range;

use super::lexer::{is_blank, is_line_break};
use super::source::Source;

/// The parts of a tag, as offsets from its bracket.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct RawTag {
    pub(super) name: Range<usize>,
    /// The value without quotes, still escaped.
    pub(super) value: Range<usize>,
    /// The length of the whole tag.
    pub(super) length: usize,
    pub(super) error: Option<RawTagError>,
}

/// What is wrong with a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RawTagError {
    /// There is no value in quotes.
    Malformed,
    /// The line ends before the tag does.
    Unclosed,
    /// The value contains an unescaped quote.
    UnescapedQuote,
    /// The tag exceeds the size limit.
    TooLong,
}

impl RawTag {
    /// Scans the tag at the start of the window. It ends at the end of the line at the latest.
    pub(super) fn scan<R: Read>(source: &mut Source<R>, longest: usize) -> io::Result<RawTag> {
        let mut tag = RawTag::default();
        tag.name.start = skip(source, 1, longest, is_blank)?;
        tag.name.end = skip(source, tag.name.start, longest, is_name)?;
        let quote = skip(source, tag.name.end, longest, is_blank)?;
        if source.at(quote)? == Some(b'"') {
            tag.scan_value(source, quote + 1, longest)?;
        } else {
            let inside = |byte| byte != b']' && !is_line_break(byte);
            let end = skip(source, quote, longest, inside)?;
            tag.length = end + usize::from(source.at(end)? == Some(b']'));
            tag.error =
                Some(if end > longest { RawTagError::TooLong } else { RawTagError::Malformed });
        }
        Ok(tag)
    }

    /// Scans the value. A quote ends it when a bracket or nothing follows.
    fn scan_value<R: Read>(
        &mut self,
        source: &mut Source<R>,
        begin: usize,
        longest: usize,
    ) -> io::Result<()> {
        let mut end = begin;
        while end <= longest {
            match source.at(end)? {
                None | Some(b'\n' | b'\r') => {
                    let bracket = source.window()[begin..end].ends_with(b"]");
                    self.close(begin..end - usize::from(bracket), end, Some(RawTagError::Unclosed));
                    return Ok(());
                }
                Some(b'\\') if matches!(source.at(end + 1)?, Some(b'"' | b'\\')) => end += 2,
                Some(b'"') => {
                    let after = skip(source, end + 1, longest, is_blank)?;
                    match source.at(after)? {
                        Some(b']') => {
                            self.close(begin..end, after + 1, self.error);
                            return Ok(());
                        }
                        None | Some(b'\n' | b'\r' | b'[') => {
                            self.close(begin..end, after, Some(RawTagError::Unclosed));
                            return Ok(());
                        }
                        Some(_) => self.error = Some(RawTagError::UnescapedQuote),
                    }
                    end += 1;
                }
                Some(_) => end += 1,
            }
        }
        self.close(begin..begin, end, Some(RawTagError::TooLong));
        Ok(())
    }

    fn close(&mut self, value: Range<usize>, length: usize, error: Option<RawTagError>) {
        (self.value, self.length, self.error) = (value, length, error);
    }
}

fn is_name(byte: u8) -> bool {
    !matches!(byte, 0..=b' ' | 0x7f | b'"' | b'[' | b']')
}

/// The offset of the first byte that does not belong, or one past the limit.
fn skip<R: Read>(
    source: &mut Source<R>,
    mut offset: usize,
    longest: usize,
    belongs: impl Fn(u8) -> bool,
) -> io::Result<usize> {
    while offset <= longest && source.at(offset)?.is_some_and(&belongs) {
        offset += 1;
    }
    Ok(offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, name: &str, value: &str, error: Option<RawTagError>) {
        let tag = RawTag::scan(&mut Source::new(text.as_bytes()), 40).expect("no input fails");
        assert_eq!((&text[tag.name], &text[tag.value], tag.error), (name, value, error), "{text}");
    }

    #[test]
    fn tags_are_found_in_odd_shapes() {
        check(r#"[White "Max"]"#, "White", "Max", None);
        check("[ \t White\t \"Max\" \t]", "White", "Max", None);
        check(r#"[White"Max"][Black "Eva"]"#, "White", "Max", None);
        check(r#"[White ""]"#, "White", "", None);
        check(r#"[White "a \"b\" c"]"#, "White", r#"a \"b\" c"#, None);
        check(r#"[Site "C:\\"]"#, "Site", r"C:\\", None);
        check(r#"[Odd? "x"]"#, "Odd?", "x", None);
    }

    #[test]
    fn broken_tags_end_with_the_line() {
        check("[White Max]\n", "White", "", Some(RawTagError::Malformed));
        check("[White", "White", "", Some(RawTagError::Malformed));
        check("[White \"Max\n1. e4", "White", "Max", Some(RawTagError::Unclosed));
        check("[White \"Max]\r\n", "White", "Max", Some(RawTagError::Unclosed));
        check("[White \"Max\"\n[Black", "White", "Max", Some(RawTagError::Unclosed));
        check("[White \"Max\" [Black \"Eva\"]", "White", "Max", Some(RawTagError::Unclosed));
        check(
            r#"[Event "The "big" one"]"#,
            "Event",
            r#"The "big" one"#,
            Some(RawTagError::UnescapedQuote),
        );
        check(&format!("[White \"{}\"]", "x".repeat(40)), "White", "", Some(RawTagError::TooLong));
        check(
            &format!("[{} \"x\"]", "x".repeat(50)),
            &"x".repeat(40),
            "",
            Some(RawTagError::TooLong),
        );
    }
}
