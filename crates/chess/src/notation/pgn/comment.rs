//! Comments, and the commands that programs embed in them.
//!
//! A comment is preserved exactly. Commands such as `[%clk 0:05:00]` are located in its text on
//! request and changed in place, so unknown commands are never lost.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use super::lexer::GAME_OPENING;
use super::{Eval, Shape, command};

/// An annotator's comment: the content of one pair of braces.
///
/// PGN cannot represent every text: a comment in braces ends at the first `}`, and a comment after
/// `;` ends with its line. So a text with a `}` is written after `;` with its line breaks replaced
/// by spaces. A line break before `[Event "` is also replaced, because a reader would take that for
/// the start of the next game.
///
/// ```
/// use tabiya_chess::pgn::Comment;
/// use std::time::Duration;
///
/// let mut comment = Comment::new("[%clk 0:04:59] A fine move.");
/// assert_eq!(comment.clock(), Some(Duration::from_secs(299)));
/// assert_eq!(comment.text(), "A fine move.");
///
/// comment.set_text("A blunder!");
/// comment.set_clock(None);
/// assert_eq!(comment.as_str(), "A blunder!");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Comment(String);

impl Comment {
    /// A comment with this text; line breaks become `\n`.
    pub fn new(text: &str) -> Comment {
        let mut text = Cow::Borrowed(text);
        if text.contains('\r') {
            text = text.replace("\r\n", "\n").replace('\r', "\n").into();
        }
        if text.contains('\n') {
            text = unambiguous_lines(&text).into();
        }
        Comment(text.into_owned())
    }

    /// A comment read from a file, which needs no conversion.
    pub(super) fn from_file(text: &str) -> Comment {
        Comment(text.to_owned())
    }

    /// The whole text, including commands.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text without commands and surrounding white space.
    pub fn text(&self) -> String {
        command::plain_text(&self.0)
    }

    /// Replaces the text and keeps the commands, which come first.
    pub fn set_text(&mut self, text: &str) {
        let commands = command::commands_only(&self.0);
        let blank = if commands.is_empty() || text.is_empty() { "" } else { " " };
        *self = Comment::new(&format!("{commands}{blank}{text}"));
    }

    /// The value of a command: `0:05:00` for `[%clk 0:05:00]`.
    pub fn command(&self, name: &str) -> Option<&str> {
        command::all(&self.0).find(|command| command.name == name).map(|command| command.value)
    }

    /// Sets or removes a command. A value ends at the first `]`.
    pub fn set_command(&mut self, name: &str, value: Option<&str>) {
        *self = Comment::new(&command::replace(&self.0, name, value));
    }

    /// The time left on the mover's clock, from `[%clk 0:05:00]`.
    pub fn clock(&self) -> Option<Duration> {
        self.command("clk").and_then(command::parse_duration)
    }

    /// Sets the time left on the mover's clock.
    pub fn set_clock(&mut self, time: Option<Duration>) {
        self.set_command("clk", time.map(command::write_duration).as_deref());
    }

    /// The time that the move took, from `[%emt 0:00:12]`.
    pub fn elapsed(&self) -> Option<Duration> {
        self.command("emt").and_then(command::parse_duration)
    }

    /// Sets the time that the move took.
    pub fn set_elapsed(&mut self, time: Option<Duration>) {
        self.set_command("emt", time.map(command::write_duration).as_deref());
    }

    /// The engine evaluation, from `[%eval 0.35]`, `[%eval #-3]` or `[%eval 0.35,24]`.
    pub fn eval(&self) -> Option<Eval> {
        self.command("eval").and_then(|text| text.parse().ok())
    }

    /// Sets the engine evaluation.
    pub fn set_eval(&mut self, eval: Option<Eval>) {
        self.set_command("eval", eval.map(|eval| eval.to_string()).as_deref());
    }

    /// The colored squares and arrows, from `[%csl Ra1]` and `[%cal Ra1b2]`. Invalid ones are
    /// skipped.
    pub fn shapes(&self) -> Vec<Shape> {
        let texts = ["csl", "cal"].into_iter().filter_map(|name| self.command(name));
        texts.flat_map(|text| text.split(',')).filter_map(|text| text.trim().parse().ok()).collect()
    }

    /// Sets the colored squares and arrows.
    pub fn set_shapes(&mut self, shapes: &[Shape]) {
        let (squares, arrows): (Vec<Shape>, Vec<Shape>) =
            shapes.iter().partition(|shape| matches!(shape, Shape::Square(..)));
        for (name, shapes) in [("csl", squares), ("cal", arrows)] {
            let list = shapes.iter().map(Shape::to_string).collect::<Vec<_>>().join(",");
            self.set_command(name, (!list.is_empty()).then_some(&list));
        }
    }
}

impl From<&str> for Comment {
    fn from(text: &str) -> Comment {
        Comment::new(text)
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Joins lines that PGN cannot keep apart.
fn unambiguous_lines(text: &str) -> String {
    if text.contains('}') {
        return text.replace('\n', " ");
    }
    let mut joined = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if line.as_bytes().starts_with(GAME_OPENING) && joined.ends_with('\n') {
            joined.pop();
            joined.push(' ');
        }
        joined.push_str(line);
    }
    joined
}
