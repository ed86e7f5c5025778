//! Converts the bytes of a file to text.
//!
//! Text is UTF-8; an invalid byte is read as Windows-1252, a superset of Latin-1, so that old files
//! need no setting. A line break within a comment is part of it, with one exception: the writer
//! wraps long comments after a space, so a line break after a space is dropped.

/// The Windows-1252 characters from 0x80 to 0x9f. Its five gaps are as in Latin-1.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The Windows-1252 character of a byte.
pub(super) fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Appends bytes to a text, decoding invalid UTF-8 as Windows-1252.
pub(super) fn push_decoded(text: &mut String, bytes: &[u8]) {
    if let Ok(valid) = std::str::from_utf8(bytes) {
        return text.push_str(valid);
    }
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().copied().map(windows_1252));
    }
}

/// The bytes as text for a message, truncated.
pub(super) fn decoded(bytes: &[u8]) -> String {
    const LONGEST: usize = 255;
    let mut text = String::new();
    push_decoded(&mut text, &bytes[..bytes.len().min(LONGEST)]);
    text
}

/// Appends the text of a comment, unwrapped.
pub(super) fn push_comment(text: &mut String, mut bytes: &[u8]) {
    while let Some(end) = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        let line = &bytes[..end];
        push_decoded(text, line);
        if line.last() != Some(&b' ') {
            text.push('\n');
        }
        let line_break = if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
        bytes = &bytes[end + line_break..];
    }
    push_decoded(text, bytes);
}

/// Appends the value of a tag, unescaped. A backslash before anything but a quote or a backslash
/// stands for itself.
pub(super) fn push_value(text: &mut String, mut bytes: &[u8]) {
    while let Some(backslash) = bytes.iter().position(|&byte| byte == b'\\') {
        push_decoded(text, &bytes[..backslash]);
        let escaped = bytes[backslash + 1..].first().filter(|byte| matches!(byte, b'"' | b'\\'));
        text.push(escaped.map_or('\\', |&byte| char::from(byte)));
        bytes = &bytes[backslash + 1 + usize::from(escaped.is_some())..];
    }
    push_decoded(text, bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_utf8_are_windows_1252() {
        for (bytes, expected) in [
            (&b"plain"[..], "plain"),
            ("Łódź".as_bytes(), "Łódź"),
            (b"J\xf8rgen M\xfcller", "Jørgen Müller"),
            (b"\xc5\x81 and \xf3", "Ł and ó"),
            (b"cut \xe2\x82", "cut \u{e2}\u{201a}"),
            (b"\x84Schach\x93 \x96 1\x80", "\u{201e}Schach\u{201c} \u{2013} 1\u{20ac}"),
        ] {
            assert_eq!(decoded(bytes), expected);
        }
    }

    #[test]
    fn only_folds_are_dropped_from_comments() {
        for (bytes, expected) in [
            ("one line", "one line"),
            ("two\nlines", "two\nlines"),
            ("two\r\nlines\rmore", "two\nlines\nmore"),
            ("folded \nline", "folded line"),
            ("folded \r\nline", "folded line"),
            ("space \n\nbreak", "space \nbreak"),
            ("\n", "\n"),
            (" \n", " "),
        ] {
            let mut text = String::new();
            push_comment(&mut text, bytes.as_bytes());
            assert_eq!(text, expected, "{bytes:?}");
        }
    }

    #[test]
    fn escapes_are_undone_once() {
        for (bytes, expected) in [
            (r#"a \"b\" c"#, r#"a "b" c"#),
            (r"C:\\games", r"C:\games"),
            (r"C:\games", r"C:\games"),
            (r"\\\\", r"\\"),
            (r"\", r"\"),
        ] {
            let mut text = String::new();
            push_value(&mut text, bytes.as_bytes());
            assert_eq!(text, expected);
        }
    }
}
