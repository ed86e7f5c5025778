//! The options that an engine declares, and which values they take.

use std::fmt;

use chess::Quoted;

use crate::text::{Words, meant, signed_number, written};

/// An option with its type and range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDeclaration {
    /// The name, with single blanks. Case means nothing when it is set.
    pub name: String,
    /// What it takes.
    pub kind: OptionKind,
}

/// What an option takes, and what it is set to at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// The first setting.
        default: bool,
    },
    /// A number within bounds.
    Spin {
        /// The first setting.
        default: i64,
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of some words.
    Combo {
        /// The first setting.
        default: String,
        /// All that may be chosen.
        choices: Vec<String>,
    },
    /// Something to press; it has no value.
    Button,
    /// Any text.
    String {
        /// The first setting.
        default: String,
    },
}

impl OptionDeclaration {
    /// Reads what follows the word `option`. None when name or type are missing.
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

    /// True when a line means this option by its name.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Asks whether the option takes a value; a button takes none.
    ///
    /// # Errors
    /// When it does not, with what it would take.
    pub fn check(&self, value: Option<&str>) -> Result<(), OptionError> {
        let accepted = match (&self.kind, value) {
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
        let refused = || OptionError { option: self.clone(), value: value.map(str::to_owned) };
        if accepted { Ok(()) } else { Err(refused()) }
    }
}

/// Reads a type and its words. When the next word is no type, nothing is read.
fn read_kind(words: &mut Words) -> Option<OptionKind> {
    match words.peek()? {
        "check" => Some(OptionKind::Check {
            default: Words::new(after(words, "default")).next() == Some("true"),
        }),
        "spin" => Some(read_spin(words)),
        "combo" => Some(read_combo(words)),
        "button" => Some(OptionKind::Button),
        "string" => Some(OptionKind::String { default: meant(after(words, "default")) }),
        _ => None,
    }
}

/// The text after a word; none when the word is not there.
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
            "default" => default = meant(&text),
            _ if text.is_empty() => {}
            _ => choices.push(meant(&text)),
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
                write!(f, "combo default {}", written(default))?;
                choices.iter().try_for_each(|choice| write!(f, " var {}", written(choice)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } => write!(f, "string default {}", written(default)),
        }
    }
}

/// A value that an option does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// The option.
    pub option: OptionDeclaration,
    /// What it should have been set to.
    pub value: Option<String>,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = Quoted(&self.option.name);
        match &self.value {
            None => write!(f, "option {name} has no value; it takes ")?,
            Some(value) => write!(f, "option {name} does not take '{}' but ", Quoted(value))?,
        }
        match &self.option.kind {
            OptionKind::Check { .. } => f.write_str("true or false"),
            OptionKind::Spin { min, max, .. } => write!(f, "a number from {min} to {max}"),
            OptionKind::Combo { choices, .. } => write!(f, "one of {}", choices.join(", ")),
            OptionKind::Button => f.write_str("nothing, for it is a button"),
            OptionKind::String { .. } => f.write_str("one line of text"),
        }
    }
}

impl std::error::Error for OptionError {}
