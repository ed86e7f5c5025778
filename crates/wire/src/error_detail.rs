//! What exactly is wrong with a position, a game or a file: a kind with its values for every
//! reason, so that clients can say it in their own language. An error code says what to do, a kind
//! what to fix. The English message that goes with a kind is for programs without texts of their
//! own.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Side;
use crate::lesson::Feature;
use crate::view::Reason;

/// What exactly is wrong, for errors whose code stands for many reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ErrorDetail {
    /// A FEN is not a legal position.
    Position {
        /// Why.
        error: FenErrorKind,
    },
    /// A game cannot be read.
    Game {
        /// The line in the file, from 1.
        line: u64,
        /// The column in the line, from 1.
        column: u64,
        /// Why.
        error: ImportErrorKind,
    },
    /// The group of the caller may not use something now, or a visitor may not.
    Locked {
        /// What.
        feature: Feature,
        /// The strongest computer opponent that is allowed.
        max_rating: Option<u16>,
        /// Until when, in milliseconds since the Unix epoch; none until it is changed.
        until_ms: Option<u64>,
        /// Whether it is locked for everybody who is not signed in.
        visitors: bool,
    },
    /// A file cannot be read.
    File {
        /// Why.
        error: FileErrorKind,
    },
}

/// Why a FEN is not a legal position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FenErrorKind {
    /// The text is empty.
    NoBoard {},
    /// The side to move is missing.
    NoTurn {},
    /// The board has more than eight ranks.
    TooManyRanks {
        /// The board.
        text: String,
    },
    /// The board has fewer than eight ranks.
    TooFewRanks {
        /// The board.
        text: String,
    },
    /// A rank has more than eight squares.
    LongRank {
        /// The board.
        text: String,
    },
    /// A rank has fewer than eight squares.
    ShortRank {
        /// The board.
        text: String,
    },
    /// The board has two digits in a row.
    TwoDigits {
        /// The board.
        text: String,
    },
    /// The board has a character that is not a piece.
    UnknownPiece {
        /// The board.
        text: String,
    },
    /// The side to move is neither `w` nor `b`.
    BadTurn {
        /// The field.
        text: String,
    },
    /// The castling field is malformed.
    BadCastlingField {
        /// The field.
        text: String,
    },
    /// The en passant field is malformed.
    BadEnPassantField {
        /// The field.
        text: String,
    },
    /// A counter is malformed.
    BadCounter {
        /// The field.
        text: String,
    },
    /// There is text after the last field.
    TooLong {
        /// The first word of it.
        text: String,
    },
    /// A side does not have exactly one king.
    Kings {
        /// The side.
        color: Side,
        /// How many kings it has.
        count: usize,
    },
    /// A pawn stands on the first or last rank.
    PawnOnBackRank {
        /// Its square.
        square: String,
    },
    /// A side has too many pieces.
    TooManyPieces {
        /// The side.
        color: Side,
    },
    /// A side is in check, but the other side is to move.
    OpponentInCheck {
        /// The side in check.
        color: Side,
    },
    /// More than two pieces give check.
    TooManyCheckers {
        /// How many do.
        count: usize,
    },
    /// A castling right is impossible.
    CastlingRight {
        /// The side.
        color: Side,
        /// Castling on the king's side, or on the queen's.
        kingside: bool,
    },
    /// An en passant square is impossible.
    EnPassant {
        /// The square.
        square: String,
    },
}

/// What is wrong in a game of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ImportErrorKind {
    /// There is no game.
    // Also what a server says that is too old to name the kind; its message is more exact.
    #[default]
    NoGame,
    /// The position is not legal.
    Position {
        /// Why.
        error: FenErrorKind,
    },
    /// A right to castle or to capture en passant is impossible, and was ignored.
    ImpossibleRight {
        /// Why.
        error: FenErrorKind,
    },
    /// A bracket without a name and a quoted value.
    MalformedTag {
        /// The line.
        text: String,
    },
    /// A tag without its closing quote or bracket.
    UnclosedTag {
        /// Its name.
        name: String,
    },
    /// A tag with an unescaped quote.
    UnescapedQuote {
        /// Its name.
        name: String,
    },
    /// More tags than the limit.
    TooManyTags {
        /// The limit.
        limit: usize,
    },
    /// A tag longer than the limit.
    TagTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// A variant other than chess and Chess960.
    UnknownVariant {
        /// Its name.
        name: String,
    },
    /// A word that is not a move.
    NotMove {
        /// The word.
        text: String,
    },
    /// An illegal move.
    IllegalMove {
        /// The move.
        text: String,
    },
    /// A move that several pieces can make.
    AmbiguousMove {
        /// The move.
        text: String,
    },
    /// A pawn move to the last rank without a promotion.
    PromotionMissing {
        /// The move.
        text: String,
    },
    /// A null move in check.
    NullMoveInCheck {
        /// The move.
        text: String,
    },
    /// A piece drop, as in crazyhouse.
    Drop {
        /// The move.
        text: String,
    },
    /// An unclosed comment.
    UnclosedComment {},
    /// A comment longer than the limit.
    CommentTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// An unclosed variation.
    UnclosedVariation {},
    /// A closing parenthesis without an opening one.
    UnopenedVariation {},
    /// A variation before the first move.
    VariationWithoutMove {},
    /// A variation without moves.
    EmptyVariation {},
    /// Variations nested beyond the limit.
    VariationTooDeep {
        /// The limit.
        limit: usize,
    },
    /// A NAG outside `$0` to `$255`.
    BadNag {
        /// The NAG.
        text: String,
    },
    /// A NAG before the first move.
    NagWithoutMove {
        /// The NAG.
        text: String,
    },
    /// A result inside a variation.
    ResultInVariation {
        /// The result.
        result: String,
    },
    /// A game without a result.
    NoResult {},
    /// A Result tag that contradicts the result after the moves.
    ResultsDiffer {
        /// The value of the tag.
        tag: String,
        /// The result after the moves.
        result: String,
    },
    /// A result that contradicts the final position.
    ResultContradictsPosition {
        /// The result.
        result: String,
        /// How the game ends on the board.
        ending: Reason,
    },
    /// A character or word that is not allowed here.
    Unexpected {
        /// The text.
        text: String,
    },
    /// More moves than the limit.
    TooManyPlies {
        /// The limit in half-moves.
        limit: usize,
    },
    /// More text than the limit.
    GameTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// More games in the file than the limit.
    TooManyGames {
        /// The limit.
        limit: usize,
    },
    /// More errors in the game than the limit.
    TooManyErrors {
        /// The limit.
        limit: usize,
    },
    /// An entry of a club file that is not the JSON of a game.
    BadEntry {
        /// What the parser says, in English.
        reason: String,
    },
    /// A piece outside the board.
    OffBoard {
        /// Its row.
        row: i64,
        /// Its column.
        column: i64,
    },
    /// Two pieces on one square.
    SquareTaken {
        /// The square.
        square: String,
    },
    /// A date that is none.
    BadDate {
        /// The text.
        text: String,
    },
    /// A move number that is out of range.
    BadMoveNumber {
        /// The number of half-moves.
        number: i64,
    },
    /// An id that another game of the file has.
    DuplicateId {
        /// The id.
        id: u64,
    },
    /// A winner who did not play.
    BadWinner {
        /// The name.
        name: String,
    },
    /// Moves and result that do not make a game.
    Unplayable {
        /// Why, in English.
        reason: String,
    },
}

/// Why a file cannot be read, or not to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FileErrorKind {
    /// There is no game in it.
    NoGame {},
    /// It is damaged, or cannot be read.
    Unreadable {
        /// What the system or the decompressor says, in English.
        reason: String,
    },
    /// It is not a text.
    NotText {},
    /// It is larger than the limit after decompression.
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// It starts like a club file but is not one.
    NotClubFile {
        /// What the parser says, in English.
        reason: String,
    },
    /// One game of a club file is too large.
    GameTooLarge {},
}
