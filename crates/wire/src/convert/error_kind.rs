//! What is wrong with positions and games, as kinds for clients. Each table has every error.

use chess::pgn::{PgnError, PgnErrorKind};
use chess::{BoardError, CastlingSide, FenError, FenField, SanError, SetupError};

use crate::error_detail::{ErrorDetail, FenErrorKind, ImportErrorKind};

/// How much of an invalid text is quoted.
const MAX_QUOTE: usize = 80;

/// An invalid text as clients quote it: shortened, and without control characters.
pub fn quote(text: &str) -> String {
    let visible = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut quote: String = text.chars().take(MAX_QUOTE).map(visible).collect();
    if text.chars().nth(MAX_QUOTE).is_some() {
        quote.push('…');
    }
    quote
}

impl From<&FenError> for FenErrorKind {
    fn from(error: &FenError) -> FenErrorKind {
        match error {
            FenError::Missing(FenField::Board) => FenErrorKind::NoBoard {},
            FenError::Missing(FenField::Turn) => FenErrorKind::NoTurn {},
            FenError::Board(text, error) => board(quote(text), *error),
            FenError::Turn(text) => FenErrorKind::BadTurn { text: quote(text) },
            FenError::Castling(text) => FenErrorKind::BadCastlingField { text: quote(text) },
            FenError::EnPassant(text) => FenErrorKind::BadEnPassantField { text: quote(text) },
            FenError::Counter(text) => FenErrorKind::BadCounter { text: quote(text) },
            FenError::TooLong(text) => FenErrorKind::TooLong { text: quote(text) },
            FenError::Invalid(rule) => rule.into(),
        }
    }
}

fn board(text: String, error: BoardError) -> FenErrorKind {
    match error {
        BoardError::TooManyRanks => FenErrorKind::TooManyRanks { text },
        BoardError::TooFewRanks => FenErrorKind::TooFewRanks { text },
        BoardError::LongRank => FenErrorKind::LongRank { text },
        BoardError::ShortRank => FenErrorKind::ShortRank { text },
        BoardError::TwoDigits => FenErrorKind::TwoDigits { text },
        BoardError::UnknownPiece => FenErrorKind::UnknownPiece { text },
    }
}

impl From<&SetupError> for FenErrorKind {
    fn from(rule: &SetupError) -> FenErrorKind {
        match *rule {
            SetupError::Kings(color, count) => FenErrorKind::Kings { color: color.into(), count },
            SetupError::PawnOnBackRank(square) => {
                FenErrorKind::PawnOnBackRank { square: square.to_string() }
            }
            SetupError::TooManyPieces(color) => FenErrorKind::TooManyPieces { color: color.into() },
            SetupError::OpponentInCheck(color) => {
                FenErrorKind::OpponentInCheck { color: color.into() }
            }
            SetupError::TooManyCheckers(count) => FenErrorKind::TooManyCheckers { count },
            SetupError::CastlingRight(color, side) => FenErrorKind::CastlingRight {
                color: color.into(),
                kingside: side == CastlingSide::King,
            },
            SetupError::EnPassant(square) => FenErrorKind::EnPassant { square: square.to_string() },
        }
    }
}

impl From<&SanError> for ImportErrorKind {
    fn from(error: &SanError) -> ImportErrorKind {
        match error {
            SanError::Syntax(text) => ImportErrorKind::NotMove { text: quote(text) },
            SanError::Illegal(text) => ImportErrorKind::IllegalMove { text: quote(text) },
            SanError::Ambiguous(text) => ImportErrorKind::AmbiguousMove { text: quote(text) },
            SanError::PromotionMissing(text) => {
                let text = quote(text.trim_end_matches(['+', '#', '!', '?']));
                ImportErrorKind::PromotionMissing { text }
            }
        }
    }
}

impl From<&PgnErrorKind> for ImportErrorKind {
    fn from(error: &PgnErrorKind) -> ImportErrorKind {
        use ImportErrorKind as Kind;
        use PgnErrorKind as Pgn;
        match error {
            Pgn::MalformedTag(text) => Kind::MalformedTag { text: quote(text) },
            Pgn::UnclosedTag(name) => Kind::UnclosedTag { name: quote(name) },
            Pgn::UnescapedQuote(name) => Kind::UnescapedQuote { name: quote(name) },
            Pgn::TooManyTags(limit) => Kind::TooManyTags { limit: *limit },
            Pgn::TagTooLong(limit) => Kind::TagTooLong { limit: *limit },
            Pgn::UnknownVariant(name) => Kind::UnknownVariant { name: quote(name) },
            Pgn::BadStart(error) => Kind::Position { error: error.into() },
            Pgn::ImpossibleRight(rule) => Kind::ImpossibleRight { error: rule.into() },
            Pgn::BadMove(error) => error.into(),
            Pgn::NullMoveInCheck(text) => Kind::NullMoveInCheck { text: quote(text) },
            Pgn::Drop(text) => Kind::Drop { text: quote(text) },
            Pgn::UnclosedComment => Kind::UnclosedComment {},
            Pgn::CommentTooLong(limit) => Kind::CommentTooLong { limit: *limit },
            Pgn::UnclosedVariation => Kind::UnclosedVariation {},
            Pgn::UnopenedVariation => Kind::UnopenedVariation {},
            Pgn::VariationWithoutMove => Kind::VariationWithoutMove {},
            Pgn::EmptyVariation => Kind::EmptyVariation {},
            Pgn::VariationTooDeep(limit) => Kind::VariationTooDeep { limit: *limit },
            Pgn::BadNag(text) => Kind::BadNag { text: quote(text) },
            Pgn::NagWithoutMove(text) => Kind::NagWithoutMove { text: quote(text) },
            Pgn::ResultInVariation(result) => {
                Kind::ResultInVariation { result: result.to_string() }
            }
            Pgn::NoResult => Kind::NoResult {},
            Pgn::ResultsDiffer { tag, end } => {
                Kind::ResultsDiffer { tag: quote(tag), result: end.to_string() }
            }
            Pgn::Unexpected(text) => Kind::Unexpected { text: quote(text) },
            Pgn::TooManyPlies(limit) => Kind::TooManyPlies { limit: *limit },
            Pgn::GameTooLong(limit) => Kind::GameTooLong { limit: *limit },
            Pgn::TooManyGames(limit) => Kind::TooManyGames { limit: *limit },
            Pgn::TooManyErrors(limit) => Kind::TooManyErrors { limit: *limit },
        }
    }
}

impl From<&PgnError> for ErrorDetail {
    fn from(error: &PgnError) -> ErrorDetail {
        ErrorDetail::Game {
            line: error.at.line as u64,
            column: error.at.column as u64,
            error: (&error.kind).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use serde_json::json;

    use super::*;

    #[test]
    fn every_invalid_fen_has_its_kind_and_values() {
        let rest = "w - - 0 1";
        for (fen, expected) in [
            (String::new(), json!({ "type": "no_board" })),
            ("4k3/8/8/8/8/8/8/4K3".into(), json!({ "type": "no_turn" })),
            (format!("4k3/8/8 {rest}"), json!({ "type": "too_few_ranks", "text": "4k3/8/8" })),
            ("4k3/8/8/8/8/8/8/4K3 x".into(), json!({ "type": "bad_turn", "text": "x" })),
            (
                format!("8/8/8/8/8/8/8/4K3 {rest}"),
                json!({ "type": "kings", "color": "black", "count": 0 }),
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w Q - 0 1".into(),
                json!({ "type": "castling_right", "color": "white", "kingside": false }),
            ),
        ] {
            let error = fen.parse::<Position>().expect_err("an invalid FEN");
            let kind = serde_json::to_value(FenErrorKind::from(&error)).expect("JSON");
            assert_eq!(kind, expected, "{fen}");
        }
    }

    #[test]
    fn a_quote_is_short_and_printable() {
        for (text, expected) in [
            ("[White Name\"]".to_owned(), "[White Name\"]".to_owned()),
            ("a\u{1b}b".to_owned(), "a\u{fffd}b".to_owned()),
            ("x".repeat(81), "x".repeat(80) + "…"),
        ] {
            assert_eq!(quote(&text), expected);
        }
    }
}
