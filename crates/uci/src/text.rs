//! Lexical helpers for all lines: words, saturating numbers, the empty string.

use std::time::Duration;

/// How the protocol writes an empty string.
pub(crate) const EMPTY: &str = "<empty>";

/// Times saturate at about 35 years, so that sums of them do not overflow.
const MAX_MILLISECONDS: u64 = 1 << 40;

/// The words of a line; the unread rest is available at any point.
#[derive(Clone)]
pub(crate) struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    /// The words of the first line of a text.
    pub(crate) fn new(text: &'a str) -> Words<'a> {
        Words(text.split(['\n', '\r']).next().unwrap_or_default())
    }

    /// The unread rest of the line, trimmed.
    pub(crate) fn rest(&self) -> &'a str {
        self.0.trim_ascii()
    }

    /// The next word, without consuming it.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// Consumes the next word if `read` accepts it.
    pub(crate) fn take_if<T>(&mut self, read: impl FnOnce(&'a str) -> Option<T>) -> Option<T> {
        let value = read(self.peek()?)?;
        self.next();
        Some(value)
    }

    /// The words up to one of `ends`, joined by single spaces.
    pub(crate) fn phrase(&mut self, ends: &[&str]) -> String {
        let mut phrase = String::new();
        while let Some(word) = self.take_if(|word| (!ends.contains(&word)).then_some(word)) {
            if !phrase.is_empty() {
                phrase.push(' ');
            }
            phrase.push_str(word);
        }
        phrase
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0.trim_ascii_start();
        let end = text.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// A whole number. Negative numbers are read as 0, numbers that are too large as the maximum.
pub(crate) fn number(word: &str) -> Option<u64> {
    let (is_negative, digits) = sign_and_digits(word)?;
    Some(if is_negative { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

/// As [`number`], for a smaller type.
pub(crate) fn small_number(word: &str) -> Option<u32> {
    number(word).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// A signed number, saturating at the bounds of its type.
pub(crate) fn signed_number(word: &str) -> Option<i64> {
    let (is_negative, digits) = sign_and_digits(word)?;
    let limit = if is_negative { i64::MIN } else { i64::MAX };
    let sign = if is_negative { "-" } else { "" };
    Some(format!("{sign}{digits}").parse().unwrap_or(limit))
}

/// A time in milliseconds; a negative clock is read as zero.
pub(crate) fn milliseconds(word: &str) -> Option<Duration> {
    number(word).map(|number| Duration::from_millis(number.min(MAX_MILLISECONDS)))
}

fn sign_and_digits(word: &str) -> Option<(bool, &str)> {
    let (is_negative, digits) = match word.as_bytes().first()? {
        b'-' => (true, &word[1..]),
        b'+' => (false, &word[1..]),
        _ => (false, word),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((is_negative, digits))
}

/// Decodes a string value, which may be `<empty>`.
pub(crate) fn decode_empty(text: &str) -> String {
    if text == EMPTY { String::new() } else { text.to_owned() }
}

/// Encodes a string value, which may be empty.
pub(crate) fn encode_empty(text: &str) -> &str {
    if text.is_empty() { EMPTY } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_saturate_and_never_fail_on_digits() {
        for (word, expected) in [
            ("0", Some(0)),
            ("+7", Some(7)),
            ("-7", Some(0)),
            ("99999999999999999999999", Some(u64::MAX)),
            ("", None),
            ("-", None),
            ("7x", None),
            ("1.5", None),
            ("٣", None),
        ] {
            assert_eq!(number(word), expected, "{word}");
        }
        assert_eq!(signed_number("-99999999999999999999"), Some(i64::MIN));
        assert_eq!(signed_number("+12"), Some(12));
        assert_eq!(small_number("5000000000"), Some(u32::MAX));
        assert_eq!(milliseconds("-3"), Some(Duration::ZERO));
        assert!(
            milliseconds("99999999999999999999").is_some_and(|time| time.as_millis() < 1 << 41)
        );
    }

    #[test]
    fn words_end_with_the_line_and_the_rest_keeps_its_spaces() {
        let mut words = Words::new(" a\t b  c \n d");
        assert_eq!((words.next(), words.peek()), (Some("a"), Some("b")));
        assert_eq!(words.rest(), "b  c");
        assert_eq!(words.phrase(&["c"]), "b");
        assert_eq!((words.next(), words.next()), (Some("c"), None));
    }
}
