//! Errors in PGN files, with their locations.

use std::fmt;

use super::GameResult;
use crate::notation::Quoted;
use crate::{FenError, SanError, SetupError};

/// A location in a file. Both numbers start at 1; columns count characters, not bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The line number.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// An error in a PGN file. Reading continues after it.
///
/// ```
/// use tabiya_chess::pgn::Tree;
///
/// let error = "1. e4 e5 2. Ke3 *".parse::<Tree>().unwrap_err();
/// assert_eq!(error.to_string(), "1:13: Ke3 is not a legal move here");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// Where it starts.
    pub at: Location,
    /// What is wrong.
    pub kind: PgnErrorKind,
}

/// The kinds of [`PgnError`], each with the text or limit concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnErrorKind {
    /// A bracket without a name and a quoted value. The line is skipped.
    MalformedTag(String),
    /// A tag without its closing quote or bracket. Its value extends to the end of the line.
    UnclosedTag(String),
    /// A tag whose value contains an unescaped quote. The quote is kept.
    UnescapedQuote(String),
    /// More tags than the limit. The rest is skipped.
    TooManyTags(usize),
    /// A tag longer than the limit. It is skipped.
    TagTooLong(usize),
    /// A variant other than chess and Chess960. The moves are skipped.
    UnknownVariant(String),
    /// An invalid start position. The moves are skipped.
    BadStart(FenError),
    /// A castling right or en passant square that is impossible in the start position. It is
    /// ignored.
    ImpossibleRight(SetupError),
    /// A move that cannot be parsed or is illegal. The line ends before it.
    BadMove(SanError),
    /// A null move in check. The line ends before it.
    NullMoveInCheck(String),
    /// A piece drop, as in crazyhouse. The line ends before it.
    Drop(String),
    /// An unclosed comment.
    UnclosedComment,
    /// A comment longer than the limit. It is skipped.
    CommentTooLong(usize),
    /// An unclosed variation.
    UnclosedVariation,
    /// A closing parenthesis without an opening one.
    UnopenedVariation,
    /// A variation before the first move. It is skipped.
    VariationWithoutMove,
    /// A variation without moves.
    EmptyVariation,
    /// Variations nested beyond the limit. The inner ones are skipped.
    VariationTooDeep(usize),
    /// A NAG outside `$0` to `$255`.
    BadNag(String),
    /// A NAG before the first move.
    NagWithoutMove(String),
    /// A result inside a variation.
    ResultInVariation(GameResult),
    /// A game without a result.
    NoResult,
    /// A Result tag that contradicts the result after the moves. The latter counts.
    ResultsDiffer {
        /// The value of the tag.
        tag: String,
        /// The result after the moves.
        end: GameResult,
    },
    /// A character that is not allowed here, or markup. It is skipped.
    Unexpected(String),
    /// More moves in the game than the limit. The rest is skipped.
    TooManyPlies(usize),
    /// More bytes in the game than the limit. Further tags, comments and NAGs are skipped.
    GameTooLong(usize),
    /// More games in the file than the limit. The rest is skipped.
    TooManyGames(usize),
    /// More errors in the game than the limit. The rest is not reported.
    TooManyErrors(usize),
}

impl PgnErrorKind {
    /// True when the tree still has every move, tag and comment of the file.
    pub fn is_harmless(&self) -> bool {
        matches!(
            self,
            PgnErrorKind::NoResult
                | PgnErrorKind::ResultsDiffer { .. }
                | PgnErrorKind::ResultInVariation(_)
                | PgnErrorKind::UnclosedVariation
                | PgnErrorKind::UnopenedVariation
                | PgnErrorKind::EmptyVariation
                | PgnErrorKind::UnescapedQuote(_)
        )
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.kind)
    }
}

impl std::error::Error for PgnError {}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PgnErrorKind::MalformedTag(text) => {
                write!(f, "'{}' is not a tag such as [White \"Name\"]", Quoted(text))
            }
            PgnErrorKind::UnclosedTag(name) => {
                write!(f, "the tag {} does not end with \"]", Quoted(name))
            }
            PgnErrorKind::UnescapedQuote(name) => {
                write!(f, "the tag {} contains an unescaped quote", Quoted(name))
            }
            PgnErrorKind::TooManyTags(limit) => write!(f, "the game has more than {limit} tags"),
            PgnErrorKind::TagTooLong(limit) => write!(f, "the tag is longer than {limit} bytes"),
            PgnErrorKind::UnknownVariant(name) => {
                write!(f, "the variant is '{}'; only chess and Chess960 are read", Quoted(name))
            }
            PgnErrorKind::BadStart(error) => error.fmt(f),
            PgnErrorKind::BadMove(error) => error.fmt(f),
            PgnErrorKind::ImpossibleRight(rule) => write!(f, "in the FEN tag, {rule}"),
            PgnErrorKind::NullMoveInCheck(text) => {
                write!(f, "{} is a null move, but the side to move is in check", Quoted(text))
            }
            PgnErrorKind::Drop(text) => {
                write!(f, "{} is a piece drop, as in crazyhouse", Quoted(text))
            }
            PgnErrorKind::UnclosedComment => {
                f.write_str("the comment that begins here has no closing }")
            }
            PgnErrorKind::CommentTooLong(limit) => {
                write!(f, "the comment is longer than {limit} bytes")
            }
            PgnErrorKind::UnclosedVariation => {
                f.write_str("the variation that begins here has no closing )")
            }
            PgnErrorKind::UnopenedVariation => {
                f.write_str("this ) closes a variation that was never opened")
            }
            PgnErrorKind::VariationWithoutMove => {
                f.write_str("this variation does not follow a move")
            }
            PgnErrorKind::EmptyVariation => {
                f.write_str("the variation that begins here has no move")
            }
            PgnErrorKind::VariationTooDeep(limit) => {
                write!(f, "the variation is more than {limit} deep")
            }
            PgnErrorKind::BadNag(text) => {
                write!(f, "'{}' is not a NAG from $0 to $255 or a symbol such as !?", Quoted(text))
            }
            PgnErrorKind::NagWithoutMove(text) => {
                write!(f, "{} does not follow a move", Quoted(text))
            }
            PgnErrorKind::ResultInVariation(result) => {
                write!(f, "the result {result} is inside a variation")
            }
            PgnErrorKind::NoResult => {
                f.write_str("the game ends without a result (1-0, 0-1, 1/2-1/2 or *)")
            }
            PgnErrorKind::ResultsDiffer { tag, end } => {
                write!(f, "the game ends with {end}, but its Result tag says '{}'", Quoted(tag))
            }
            PgnErrorKind::Unexpected(text) => write!(f, "unexpected '{}'", Quoted(text)),
            PgnErrorKind::TooManyPlies(limit) => {
                write!(f, "the game has more than {limit} half-moves")
            }
            PgnErrorKind::GameTooLong(limit) => {
                write!(
                    f,
                    "the game is longer than {limit} bytes; only its moves are read from here"
                )
            }
            PgnErrorKind::TooManyGames(limit) => write!(f, "the file has more than {limit} games"),
            PgnErrorKind::TooManyErrors(limit) => {
                write!(f, "the game has more than {limit} errors; the others are not listed")
            }
        }
    }
}
