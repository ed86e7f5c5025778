//! What is wrong in a file, and where.

use std::fmt;

use super::GameResult;
use crate::notation::Quoted;
use crate::{FenError, SanError, SetupError};

/// A place in a file. Both numbers count from 1; the column counts characters, not bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The line.
    pub line: usize,
    /// The character within the line.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Something in a file that is not as it should be. Reading goes on after it.
///
/// ```
/// use tabiya_chess::pgn::Tree;
///
/// let error = "1. e4 e5 2. Ke3 *".parse::<Tree>().unwrap_err();
/// assert_eq!(error.to_string(), "1:13: Ke3 is not a legal move here");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// Where it begins.
    pub at: Location,
    /// What it is.
    pub kind: PgnErrorKind,
}

/// The kinds of [`PgnError`], each with what was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// A bracket that does not begin a name and a quoted value. The line is left out.
    MalformedTag(String),
    /// A tag that lacks its closing quote or bracket. Its value runs to the end of the line.
    UnclosedTag(String),
    /// A tag whose value holds a quote without a backslash. The quote is kept.
    UnescapedQuote(String),
    /// More tags than the limit. The others are left out.
    TooManyTags(usize),
    /// A tag longer than the limit. It is left out.
    TagTooLong(usize),
    /// The name of a game that is not chess. Its moves are left out.
    UnknownVariant(String),
    /// A start that is no position. The moves are left out.
    BadStart(FenError),
    /// A castling right or an en passant square that the start cannot have. It is left out.
    ImpossibleRight(SetupError),
    /// A move that cannot be read or made. Its line ends before it.
    BadMove(SanError),
    /// A null move in check, where the turn cannot pass. Its line ends before it.
    NullMoveInCheck(String),
    /// A piece put on the board, as in crazyhouse. Its line ends before it.
    Drop(String),
    /// A comment that never ends.
    UnclosedComment,
    /// A comment longer than the limit. It is left out.
    CommentTooLong(usize),
    /// A variation that never ends.
    UnclosedVariation,
    /// A closing parenthesis that nothing has opened.
    UnopenedVariation,
    /// A variation before there is a move to replace. It is left out.
    VariationWithoutMove,
    /// A variation with no move in it.
    EmptyVariation,
    /// Variations within variations beyond the limit. The inner ones are left out.
    VariationTooDeep(usize),
    /// A glyph that is not one of the 256.
    BadNag(String),
    /// A glyph before there is a move to judge.
    NagWithoutMove(String),
    /// A result inside a variation.
    ResultInVariation(GameResult),
    /// A game that ends without a result.
    NoResult,
    /// A Result tag that contradicts the end of the moves. The latter counts.
    ResultsDiffer {
        /// What the tag says.
        tag: String,
        /// What the end of the moves says.
        end: GameResult,
    },
    /// A character with no meaning where it stands, or markup. It is skipped.
    Unexpected(String),
    /// More moves in the game than the limit. The others are left out.
    TooManyPlies(usize),
    /// More bytes in the game than the limit. The tags, comments and glyphs beyond are left out.
    GameTooLong(usize),
    /// More games in the file than the limit. The others are left out.
    TooManyGames(usize),
    /// More errors in the game than the limit. The others are not reported.
    TooManyErrors(usize),
}

impl PgnErrorKind {
    /// True when every move, tag and comment that was written is in the tree all the same.
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
                write!(f, "the tag {} holds a quote without a backslash before it", Quoted(name))
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
                write!(f, "{} puts a piece on the board, as in crazyhouse", Quoted(text))
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
                f.write_str("there is no move that this variation replaces")
            }
            PgnErrorKind::EmptyVariation => {
                f.write_str("the variation that begins here has no move")
            }
            PgnErrorKind::VariationTooDeep(limit) => {
                write!(f, "the variation is more than {limit} deep")
            }
            PgnErrorKind::BadNag(text) => {
                write!(f, "'{}' is not a glyph from $0 to $255 or a sign such as !?", Quoted(text))
            }
            PgnErrorKind::NagWithoutMove(text) => {
                write!(f, "there is no move that the glyph {} judges", Quoted(text))
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
            PgnErrorKind::Unexpected(text) => write!(f, "'{}' has no meaning here", Quoted(text)),
            PgnErrorKind::TooManyPlies(limit) => {
                write!(f, "the game has more than {limit} moves by either side")
            }
            PgnErrorKind::GameTooLong(limit) => {
                write!(f, "the game is longer than {limit} bytes; only its moves are read on")
            }
            PgnErrorKind::TooManyGames(limit) => write!(f, "the file has more than {limit} games"),
            PgnErrorKind::TooManyErrors(limit) => {
                write!(f, "the game has more than {limit} errors; the others are not listed")
            }
        }
    }
}
