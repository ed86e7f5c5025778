//! Moves as they are stored: UCI with castling as king takes rook, and a word where that is
//! ambiguous without the position. Castling is `e1h1 castle`, since `e1h1` may be a rook's move,
//! and en passant is `e5d6 en_passant`.

use chess::{CastlingMode, Move, MoveKind, Quoted, Role, Square};

use super::stored::StoredAs;

const CASTLE: &str = "castle";

const EN_PASSANT: &str = "en_passant";

impl StoredAs for Move {
    type Form = String;

    fn to_form(&self) -> String {
        let uci = self.uci(CastlingMode::Chess960);
        match self.kind() {
            MoveKind::Normal | MoveKind::Promotion(_) => uci.as_str().to_owned(),
            MoveKind::Castle => format!("{uci} {CASTLE}"),
            MoveKind::EnPassant => format!("{uci} {EN_PASSANT}"),
        }
    }

    fn from_form(text: String) -> Result<Move, String> {
        let invalid = || format!("'{}' is not a move like e2e4 or e1h1 castle", Quoted(&text));
        parse(&text).ok_or_else(invalid)
    }
}

fn parse(text: &str) -> Option<Move> {
    let (&[a, b, c, d], rest) = text.as_bytes().split_first_chunk()?;
    let (from, to) = (Square::from_ascii([a, b])?, Square::from_ascii([c, d])?);
    match std::str::from_utf8(rest).ok()? {
        "" => Some(Move::normal(from, to)),
        "n" => Some(Move::promotion(from, to, Role::Knight)),
        "b" => Some(Move::promotion(from, to, Role::Bishop)),
        "r" => Some(Move::promotion(from, to, Role::Rook)),
        "q" => Some(Move::promotion(from, to, Role::Queen)),
        word => match word.strip_prefix(' ')? {
            CASTLE => Some(Move::castle(from, to)),
            EN_PASSANT => Some(Move::en_passant(from, to)),
            _ => None,
        },
    }
}
