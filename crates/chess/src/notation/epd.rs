//! Extended Position Description (EPD): a position with annotations, in one line.
//!
//! Test suites use this format. A line holds the first four fields of a FEN followed by operations:
//! an opcode, its operands, and a semicolon. Reading is lenient, since many suites were typed by
//! hand: the counters of a full FEN may be present, semicolons may be missing where the next word
//! must be an opcode, and a comment may follow after `#`. Operands remain text, because their
//! meaning depends on the opcode; [`Epd::moves`] parses those that are moves, separated by commas
//! or with detached check marks.

use std::fmt;
use std::str::FromStr;

use super::Quoted;
use crate::{FenError, Move, Position, SanError};

/// The FEN fields that every line has.
const FIELDS: usize = 4;
/// The opcodes that replace the counters of a FEN.
const HALFMOVES: &str = "hmvc";
const FULLMOVES: &str = "fmvn";

/// A position with operations.
///
/// ```
/// use tabiya_chess::Epd;
///
/// let line = r#"7k/R7/6K1/8/8/8/8/8 w - - bm Ra8#; id "1";"#;
/// let epd: Epd = line.parse()?;
/// assert_eq!(epd.operands("id"), Some(&["1".to_owned()][..]));
/// assert_eq!(epd.moves("bm")?, [epd.position.parse_uci("a7a8").unwrap()]);
/// assert_eq!(epd.to_string(), line);
/// # Ok::<(), tabiya_chess::EpdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position; `hmvc` and `fmvn` set its counters.
    pub position: Position,
    /// The operations, in the order of the line.
    pub operations: Vec<Operation>,
}

/// An opcode such as `bm` for the best moves, and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The opcode.
    pub opcode: String,
    /// The operands, without quotes.
    pub operands: Vec<String>,
}

impl Epd {
    /// The operands of the first operation with this opcode.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        Some(&self.all(opcode).next()?.operands)
    }

    /// The operands of an opcode as moves, in SAN or UCI notation; empty when the opcode is
    /// missing. Commas, move numbers and detached marks are ignored.
    ///
    /// # Errors
    /// When an operand is not a legal move in the position.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let operands = self.all(opcode).flat_map(|operation| &operation.operands);
        let words = operands.flat_map(|text| text.split(',')).map(without_number);
        words.filter(|text| !is_mark(text)).map(|text| self.read_move(text)).collect()
    }

    /// The operations with this opcode, ignoring case.
    fn all(&self, opcode: &str) -> impl Iterator<Item = &Operation> {
        self.operations
            .iter()
            .filter(move |operation| operation.opcode.eq_ignore_ascii_case(opcode))
    }

    fn read_move(&self, text: &str) -> Result<Move, EpdError> {
        let algebraic = self.position.parse_san(text);
        algebraic.or_else(|error| self.position.parse_uci(text).map_err(|_| EpdError::Move(error)))
    }
}

/// A move without the number before it, as in `1.e4` and `12...Nf6`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < text.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        text
    }
}

/// True for text around moves that is not a move: the empty string, check and annotation marks, and
/// the length of a mate (`#3`).
fn is_mark(text: &str) -> bool {
    let length = text.strip_prefix('#').unwrap_or_default();
    text.bytes().all(|byte| b"+#!?".contains(&byte))
        || !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit())
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Epd, EpdError> {
        // Files from old systems end with such characters.
        let line = line.trim_matches(['\0', '\u{1a}', '\u{feff}']);
        let (fen, rest) = split_fields(line);
        let mut setup: crate::Setup = fen.parse().map_err(EpdError::Position)?;
        let operations = Words::new(rest).operations()?;
        for operation in &operations {
            let counter = match operation.opcode.as_str() {
                HALFMOVES => &mut setup.halfmoves,
                FULLMOVES => &mut setup.fullmoves,
                _ => continue,
            };
            let text = operation.operands.first().map_or("", String::as_str);
            *counter =
                text.parse().map_err(|_| EpdError::Position(FenError::Counter(text.to_owned())))?;
        }
        let position = Position::try_from(setup).map_err(FenError::from);
        Ok(Epd { position: position.map_err(EpdError::Position)?, operations })
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let fen = self.position.to_string();
        f.write_str(split_words(&fen, FIELDS).0)?;
        for operation in &self.operations {
            write!(f, " {}", operation.opcode)?;
            for operand in &operation.operands {
                if needs_quotes(&operation.opcode, operand) {
                    write!(f, " \"{operand}\"")?;
                } else {
                    write!(f, " {operand}")?;
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

/// The standard uses strings after `id` and the comments `c0` to `c9`; elsewhere only text that
/// would be split needs quotes. Text that contains a quote cannot be quoted, and was not when it
/// was read.
fn needs_quotes(opcode: &str, operand: &str) -> bool {
    let is_string = opcode == "id" || matches!(opcode.as_bytes(), [b'c', b'0'..=b'9']);
    let falls_apart = |letter: char| letter.is_ascii_whitespace() || letter == ';';
    !operand.contains('"') && (is_string || operand.is_empty() || operand.contains(falls_apart))
}

/// Splits a line into its FEN, with as many counters as it has, and the operations.
fn split_fields(line: &str) -> (&str, &str) {
    let (_, mut rest) = split_words(line, FIELDS);
    for _ in 0..2 {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let is_counter = rest[digits..].starts_with(|c: char| c.is_ascii_whitespace() || c == ';');
        if digits == 0 || !is_counter && digits < rest.len() {
            break;
        }
        rest = rest[digits..].trim_ascii_start();
    }
    (line[..line.len() - rest.len()].trim_ascii(), rest)
}

/// Splits a text after a number of words.
fn split_words(text: &str, count: usize) -> (&str, &str) {
    let mut rest = text.trim_ascii_start();
    for _ in 0..count {
        let end = rest.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(rest.len());
        rest = rest[end..].trim_ascii_start();
    }
    let (words, rest) = text.split_at(text.len() - rest.len());
    (words.trim_ascii(), rest)
}

/// The operations of a line, read word by word.
struct Words<'a> {
    rest: &'a str,
}

/// A part of an operation.
enum Word<'a> {
    Text(&'a str),
    Quoted(&'a str),
    End,
}

impl<'a> Words<'a> {
    fn new(rest: &'a str) -> Words<'a> {
        Words { rest }
    }

    fn operations(mut self) -> Result<Vec<Operation>, EpdError> {
        let mut operations = Vec::new();
        let mut current: Option<Operation> = None;
        while let Some(word) = self.next()? {
            match (word, &mut current) {
                (Word::End, _) => operations.extend(current.take()),
                (Word::Text(text), None) if text.starts_with('#') => break,
                // A counter after the FEN fields.
                (Word::Text(text), None) if text.bytes().all(|b| b.is_ascii_digit()) => {}
                (Word::Text(text), Some(operation))
                    if is_next_opcode(&operation.opcode, text, self.rest) =>
                {
                    operations.extend(current.take());
                    current = Some(Operation { opcode: text.to_owned(), operands: Vec::new() });
                }
                (Word::Text(text) | Word::Quoted(text), Some(operation)) => {
                    operation.operands.push(text.to_owned());
                }
                (Word::Text(text), None) if text.starts_with(|c: char| c.is_alphabetic()) => {
                    current = Some(Operation { opcode: text.to_owned(), operands: Vec::new() });
                }
                (Word::Text(text) | Word::Quoted(text), None) => {
                    return Err(EpdError::Opcode(text.to_owned()));
                }
            }
        }
        operations.extend(current);
        Ok(operations)
    }

    fn next(&mut self) -> Result<Option<Word<'a>>, EpdError> {
        let text = self.rest.trim_ascii_start();
        let Some(first) = text.chars().next() else { return Ok(None) };
        let (word, rest) = if first == ';' {
            (Word::End, &text[1..])
        } else if let Some(quoted) = text.strip_prefix('"') {
            let end = quoted.find('"').ok_or_else(|| EpdError::Quote(quoted.to_owned()))?;
            (Word::Quoted(&quoted[..end]), &quoted[end + 1..])
        } else {
            let ends = |letter: char| letter.is_ascii_whitespace() || letter == ';';
            let (word, rest) = text.split_at(text.find(ends).unwrap_or(text.len()));
            (Word::Text(word), rest)
        };
        self.rest = rest;
        Ok(Some(word))
    }
}

/// True for a word that starts a new operation although no semicolon ended the last one: the last
/// one takes only moves or numbers, and this word is neither. A comment such as `c4` could also be
/// a pawn move, unless quoted text follows it.
fn is_next_opcode(current: &str, word: &str, rest: &str) -> bool {
    let takes_no_text =
        ["bm", "am", "dm", "hmvc", "fmvn", "ce", "acd", "acn", "acs"].contains(&current);
    let is_comment = matches!(word.as_bytes(), [b'c', b'0'..=b'9']);
    let is_opcode = ["bm", "am", "dm", "id", "pv", "ce", "acd", "acn", "acs", "hmvc", "fmvn"];
    takes_no_text
        && (is_opcode.contains(&word) || is_comment && rest.trim_ascii_start().starts_with('"'))
}

/// Why a line is not a valid EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdError {
    /// The position.
    Position(FenError),
    /// A word that is not an opcode.
    Opcode(String),
    /// An unclosed quote.
    Quote(String),
    /// An operand that is not a move.
    Move(SanError),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            EpdError::Position(error) => error.fmt(f),
            EpdError::Opcode(text) => {
                write!(f, "'{}' is not an opcode such as bm, am or id", Quoted(text))
            }
            EpdError::Quote(text) => write!(f, "the quote '{}' is not closed", Quoted(text)),
            EpdError::Move(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EpdError {}
