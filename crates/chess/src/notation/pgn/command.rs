//! Commands within comments: `[%name value]`.

use std::ops::Range;
use std::time::Duration;

/// A command and its range in the text.
pub(super) struct Command<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    range: Range<usize>,
}

/// The commands of a comment, in order.
pub(super) fn all(text: &str) -> impl Iterator<Item = Command<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text[from..].find("[%")?;
        let end = start + text[start..].find(']')?;
        from = end + 1;
        let inside = &text[start + 2..end];
        let (name, value) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        Some(Command { name, value: value.trim(), range: start..end + 1 })
    })
}

/// The text without commands and surrounding white space.
pub(super) fn plain_text(text: &str) -> String {
    let mut plain = String::new();
    let mut from = 0;
    for command in all(text) {
        push_part(&mut plain, &text[from..command.range.start]);
        from = command.range.end;
    }
    push_part(&mut plain, &text[from..]);
    plain
}

/// The commands alone, separated by spaces.
pub(super) fn commands_only(text: &str) -> String {
    let mut commands = String::new();
    all(text).for_each(|command| push_part(&mut commands, &text[command.range]));
    commands
}

/// The text with a command set or removed. A new command comes first.
pub(super) fn replace(text: &str, name: &str, value: Option<&str>) -> String {
    let command = value.map(|value| format!("[%{name} {value}]"));
    let old = all(text).find(|command| command.name == name).map(|command| command.range);
    match (old, command) {
        (Some(old), Some(new)) => format!("{}{new}{}", &text[..old.start], &text[old.end..]),
        (Some(old), None) => joined(&text[..old.start], &text[old.end..]),
        (None, Some(new)) => joined(&new, text),
        (None, None) => text.to_owned(),
    }
}

/// Parses a time: `h:mm:ss`, `mm:ss` or `ss`, with an optional fraction.
pub(super) fn parse_duration(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds: u64 = 0;
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(parse_digits(part)?)?;
    }
    let nanoseconds = match fraction.get(..9).unwrap_or(fraction) {
        "" => 0,
        digits => parse_digits(digits)? * 10_u64.pow(9 - digits.len() as u32),
    };
    (whole.split(':').count() <= 3).then(|| Duration::new(seconds, nanoseconds as u32))
}

/// Formats a time as `h:mm:ss` with as many decimals as needed, down to the nanosecond.
pub(super) fn write_duration(time: Duration) -> String {
    let seconds = time.as_secs();
    let whole = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    match time.subsec_nanos() {
        0 => whole,
        nanoseconds => {
            let fraction = format!("{nanoseconds:09}");
            format!("{whole}.{}", fraction.trim_end_matches('0'))
        }
    }
}

fn parse_digits(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Appends a part, separated by a space.
fn push_part(text: &mut String, part: &str) {
    let part = part.trim();
    if !text.is_empty() && !part.is_empty() {
        text.push(' ');
    }
    text.push_str(part);
}

fn joined(first: &str, second: &str) -> String {
    let mut text = first.trim_end().to_owned();
    push_part(&mut text, second);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        for (text, milliseconds, written) in [
            ("0:05:00", 300_000, "0:05:00"),
            ("1:00:00", 3_600_000, "1:00:00"),
            ("100:00:01.5", 360_001_500, "100:00:01.5"),
            ("0:00:09.873", 9_873, "0:00:09.873"),
            ("4:59", 299_000, "0:04:59"),
            ("12", 12_000, "0:00:12"),
        ] {
            let time = parse_duration(text).expect(text);
            assert_eq!(time, Duration::from_millis(milliseconds), "{text}");
            assert_eq!(write_duration(time), written);
        }
        for text in ["", ":", "1:2:3:4", "-1:00", "1:aa", "1:00.x", "99999999999999999999", "1:-1"]
        {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }

    #[test]
    fn text_and_commands_come_apart() {
        for (text, plain, commands) in [
            ("", "", ""),
            (" just text ", "just text", ""),
            ("[%clk 0:01:00]", "", "[%clk 0:01:00]"),
            (" a [%clk 1] b [%x y z] c ", "a b c", "[%clk 1] [%x y z]"),
            ("a[%clk 1]b", "a b", "[%clk 1]"),
            ("open [%clk 1", "open [%clk 1", ""),
            ("[not a command]", "[not a command]", ""),
        ] {
            assert_eq!(plain_text(text), plain, "{text}");
            assert_eq!(commands_only(text), commands, "{text}");
        }
    }

    #[test]
    fn commands_are_replaced_in_place() {
        for (text, value, expected) in [
            ("", Some("1"), "[%clk 1]"),
            ("fine", Some("1"), "[%clk 1] fine"),
            ("a [%clk 2] b", Some("1"), "a [%clk 1] b"),
            ("a [%clk 2] b", None, "a b"),
            ("[%clk 2] b", None, "b"),
            (" as it was ", None, " as it was "),
        ] {
            assert_eq!(replace(text, "clk", value), expected, "{text}");
        }
    }
}
