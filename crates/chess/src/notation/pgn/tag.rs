//! The shape of a tag: `[Name "Value"]`, and what people write instead.

use std::io::{self, Read};
use std::ops::Range;

use super::lexer::{is_blank, is_line_break};
use super::source::Source;

/// Where the parts of a tag are, as offsets from its bracket.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct RawTag {
    pub(super) name: Range<usize>,
    /// The value without its quotes, escapes included.
    pub(super) value: Range<usize>,
    /// Bytes of the whole tag.
    pub(super) length: usize,
    pub(super) flaw: Option<Flaw>,
}

/// What is wrong with a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// There is no value in quotes.
    Malformed,
    /// The line ends before the tag.
    Unclosed,
    /// A quote within the value is not escaped.
    Quote,
    /// It has more bytes than allowed.
    Long,
}

impl RawTag {
    /// Measures the tag at the start of the window. It ends with its line at the latest.
    pub(super) fn measure<R: Read>(source: &mut Source<R>, longest: usize) -> io::Result<RawTag> {
        let mut tag = RawTag::default();
        tag.name.start = skip(source, 1, longest, is_blank)?;
        tag.name.end = skip(source, tag.name.start, longest, is_name)?;
        let quote = skip(source, tag.name.end, longest, is_blank)?;
        if source.at(quote)? == Some(b'"') {
            tag.measure_value(source, quote + 1, longest)?;
        } else {
            let inside = |byte| byte != b']' && !is_line_break(byte);
            let end = skip(source, quote, longest, inside)?;
            tag.length = end + usize::from(source.at(end)? == Some(b']'));
            tag.flaw = Some(if end > longest { Flaw::Long } else { Flaw::Malformed });
        }
        Ok(tag)
    }

    /// Measures from the value on. A quote ends it when a bracket or nothing follows.
    fn measure_value<R: Read>(
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
                    self.close(begin..end - usize::from(bracket), end, Some(Flaw::Unclosed));
                    return Ok(());
                }
                Some(b'\\') if matches!(source.at(end + 1)?, Some(b'"' | b'\\')) => end += 2,
                Some(b'"') => {
                    let after = skip(source, end + 1, longest, is_blank)?;
                    match source.at(after)? {
                        Some(b']') => {
                            self.close(begin..end, after + 1, self.flaw);
                            return Ok(());
                        }
                        None | Some(b'\n' | b'\r' | b'[') => {
                            self.close(begin..end, after, Some(Flaw::Unclosed));
                            return Ok(());
                        }
                        Some(_) => self.flaw = Some(Flaw::Quote),
                    }
                    end += 1;
                }
                Some(_) => end += 1,
            }
        }
        self.close(begin..begin, end, Some(Flaw::Long));
        Ok(())
    }

    fn close(&mut self, value: Range<usize>, length: usize, flaw: Option<Flaw>) {
        (self.value, self.length, self.flaw) = (value, length, flaw);
    }
}

fn is_name(byte: u8) -> bool {
    !matches!(byte, 0..=b' ' | 0x7f | b'"' | b'[' | b']')
}

/// The offset of the first byte that does not belong, or one past the longest allowed.
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

    fn check(text: &str, name: &str, value: &str, flaw: Option<Flaw>) {
        let tag = RawTag::measure(&mut Source::new(text.as_bytes()), 40).expect("no input fails");
        assert_eq!((&text[tag.name], &text[tag.value], tag.flaw), (name, value, flaw), "{text}");
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
    fn flaws_end_with_the_line() {
        check("[White Max]\n", "White", "", Some(Flaw::Malformed));
        check("[White", "White", "", Some(Flaw::Malformed));
        check("[White \"Max\n1. e4", "White", "Max", Some(Flaw::Unclosed));
        check("[White \"Max]\r\n", "White", "Max", Some(Flaw::Unclosed));
        check("[White \"Max\"\n[Black", "White", "Max", Some(Flaw::Unclosed));
        check("[White \"Max\" [Black \"Eva\"]", "White", "Max", Some(Flaw::Unclosed));
        check(r#"[Event "The "big" one"]"#, "Event", r#"The "big" one"#, Some(Flaw::Quote));
        check(&format!("[White \"{}\"]", "x".repeat(40)), "White", "", Some(Flaw::Long));
        check(&format!("[{} \"x\"]", "x".repeat(50)), &"x".repeat(40), "", Some(Flaw::Long));
    }
}
