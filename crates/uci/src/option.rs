//! The options that an engine declares, and the values they accept.

use std::fmt;

use chess::Quoted;

use crate::text::{Words, decode_empty, encode_empty, signed_number};

/// An option with its type and range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDeclaration {
    /// The name, with single spaces; names are case-insensitive.
    pub name: String,
    /// Its type, default and range.
    pub kind: OptionKind,
}

/// The type of an option, with its default value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// The default.
        default: bool,
    },
    /// A number within bounds.
    Spin {
        /// The default.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of several values.
    Combo {
        /// The default.
        default: String,
        /// The values to choose from.
        choices: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Any text.
    String {
        /// The default.
        default: String,
    },
}

impl OptionDeclaration {
    /// Parses what follows `option`. None when the name or the type is missing.
    pub(crate) fn read(words: &mut Words) -> Option<OptionDeclaration> {
        words.take_if(|word| (word == "name").then_some(()))?;
        let mut name = Vec::new();
        loop {
            let word = words.next()?;
            let kind = (word == "type" && !name.is_empty()).then(|| read_kind(words)).flatten();
            match kind {
                Some(kind) => return Some(OptionDeclaration { name: name.join(" "), kind }),
                None => name.push(word),
            }
        }
    }

    /// True when this is the name of the option.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Checks that the option accepts a value; a button accepts none.
    ///
    /// # Errors
    /// When it does not, with what it would accept.
    pub fn check(&self, value: Option<&str>) -> Result<(), OptionError> {
        let is_accepted = match (&self.kind, value) {
            (OptionKind::Check { .. }, Some(value)) => matches!(value, "true" | "false"),
            (OptionKind::Spin { min, max, .. }, Some(value)) => {
                value.parse().is_ok_and(|number: i64| (min..=max).contains(&&number))
            }
            (OptionKind::Combo { choices, .. }, Some(value)) => {
                choices.iter().any(|choice| choice.eq_ignore_ascii_case(value))
            }
            (OptionKind::String { .. }, Some(value)) => !value.contains(['\n', '\r']),
            (OptionKind::Button, None) => true,
            (OptionKind::Button, Some(_)) | (_, None) => false,
        };
        let error = || OptionError { option: self.clone(), value: value.map(str::to_owned) };
        if is_accepted { Ok(()) } else { Err(error()) }
    }
}

/// Parses a type with its default and range. Reads nothing when the next word is not a type.
fn read_kind(words: &mut Words) -> Option<OptionKind> {
    match words.peek()? {
        "check" => Some(OptionKind::Check {
            default: Words::new(after(words, "default")).next() == Some("true"),
        }),
        "spin" => Some(read_spin(words)),
        "combo" => Some(read_combo(words)),
        "button" => Some(OptionKind::Button),
        "string" => Some(OptionKind::String { default: decode_empty(after(words, "default")) }),
        _ => None,
    }
}

/// The text after a word; empty when the word is missing.
fn after<'a>(words: &mut Words<'a>, word: &str) -> &'a str {
    words.find(|next| *next == word);
    words.rest()
}

fn read_spin(words: &mut Words) -> OptionKind {
    let (mut default, mut min, mut max) = (None, i64::MIN, i64::MAX);
    while let Some(word) = words.next() {
        match word {
            "default" => default = words.take_if(signed_number),
            "min" => min = words.take_if(signed_number).unwrap_or(min),
            "max" => max = words.take_if(signed_number).unwrap_or(max),
            _ => {}
        }
    }
    OptionKind::Spin { default: default.unwrap_or(0), min, max }
}

fn read_combo(words: &mut Words) -> OptionKind {
    let (mut default, mut choices) = (String::new(), Vec::new());
    while let Some(word) = words.next() {
        let text = match word {
            "default" | "var" => words.phrase(&["default", "var"]),
            _ => continue,
        };
        match word {
            "default" => default = decode_empty(&text),
            _ if text.is_empty() => {}
            _ => choices.push(decode_empty(&text)),
        }
    }
    OptionKind::Combo { default, choices }
}

impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "option name {} type {}", self.name, self.kind)
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {}", encode_empty(default))?;
                choices.iter().try_for_each(|choice| write!(f, " var {}", encode_empty(choice)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } => write!(f, "string default {}", encode_empty(default)),
        }
    }
}

/// A value that an option does not accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// The option.
    pub option: OptionDeclaration,
    /// The rejected value.
    pub value: Option<String>,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = Quoted(&self.option.name);
        match &self.value {
            None => write!(f, "option {name} needs a value: ")?,
            Some(value) => write!(f, "option {name} cannot be '{}'; expected ", Quoted(value))?,
        }
        match &self.option.kind {
            OptionKind::Check { .. } => f.write_str("true or false"),
            OptionKind::Spin { min, max, .. } => write!(f, "a number from {min} to {max}"),
            OptionKind::Combo { choices, .. } => write!(f, "one of {}", choices.join(", ")),
            OptionKind::Button => f.write_str("no value, as it is a button"),
            OptionKind::String { .. } => f.write_str("one line of text"),
        }
    }
}

impl std::error::Error for OptionError {}
