//! What a move does in its position: the piece that moves, the piece it captures, and its text.

use std::fmt;

use crate::{CastlingMode, Move, Piece, Position, Square};

impl Position {
    /// The piece that a move moves; `None` when its origin is empty.
    ///
    /// ```
    /// use tabiya_chess::{Color, Position, Role};
    ///
    /// let start = Position::default();
    /// let m = start.parse_san("Nf3")?;
    /// assert_eq!(start.moved_piece(m), Some(Role::Knight.of(Color::White)));
    /// # Ok::<(), tabiya_chess::SanError>(())
    /// ```
    pub fn moved_piece(&self, m: Move) -> Option<Piece> {
        self.board.piece_at(m.from())
    }

    /// The piece that a move captures, if it captures one.
    ///
    /// ```
    /// use tabiya_chess::{Color, Position, Role};
    ///
    /// let position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let en_passant = position.parse_uci("e5d6")?;
    /// assert_eq!(position.captured_piece(en_passant), Some(Role::Pawn.of(Color::Black)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn captured_piece(&self, m: Move) -> Option<Piece> {
        self.board.piece_at(self.captured_square(m)?)
    }

    /// The square of the piece that a move captures, if it captures one: its target, except en
    /// passant.
    pub fn captured_square(&self, m: Move) -> Option<Square> {
        if m.is_en_passant() {
            Some(Square::new(m.to().file(), m.from().rank()))
        } else {
            self.is_capture(m).then_some(m.to())
        }
    }
}

impl Move {
    /// The move as it is written in this position: in SAN if it is legal, otherwise in UCI
    /// notation. Never panics, which makes it suitable for logs.
    ///
    /// ```
    /// use tabiya_chess::{Move, Position, Square};
    ///
    /// let start = Position::default();
    /// let knight = Move::normal(Square::G1, Square::F3);
    /// assert_eq!(knight.display(&start).to_string(), "Nf3");
    /// assert_eq!(Move::normal(Square::A1, Square::A8).display(&start).to_string(), "a1a8");
    /// ```
    pub fn display(self, position: &Position) -> DisplayMove<'_> {
        DisplayMove { m: self, position }
    }
}

/// Writes a move as [`Move::display`] describes.
#[derive(Clone, Copy, Debug)]
pub struct DisplayMove<'a> {
    m: Move,
    position: &'a Position,
}

impl fmt::Display for DisplayMove<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.position.is_legal(self.m) {
            self.position.san(self.m).fmt(f)
        } else {
            self.m.uci(CastlingMode::Chess960).fmt(f)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moved piece, the captured piece and its square, as text.
    fn check(fen: &str, uci: &str, expected: &str) {
        let position: Position = fen.parse().unwrap();
        let m = position.parse_uci(uci).unwrap();
        let letter = |piece: Option<Piece>| piece.map_or('-', Piece::char);
        let square = position.captured_square(m).map_or("-".into(), |square| square.to_string());
        let moved = letter(position.moved_piece(m));
        let captured = letter(position.captured_piece(m));
        let text = format!("{} {moved} {captured} {square}", m.display(&position));
        assert_eq!(text, expected, "{fen} {uci}");
    }

    #[test]
    fn a_move_has_a_moved_and_perhaps_a_captured_piece() {
        check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "e4 P - -");
        check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5 P p d5");
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6 P p d5");
        check("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N P r d8");
        check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O K - -");
    }

    #[test]
    fn an_illegal_move_is_written_in_uci_notation() {
        let start = Position::default();
        for (m, text) in [
            (Move::castle(Square::E1, Square::H1), "e1h1"),
            (Move::en_passant(Square::E4, Square::E5), "e4e5"),
            (Move::normal(Square::E4, Square::E5), "e4e5"),
        ] {
            assert_eq!(m.display(&start).to_string(), text);
            assert_eq!(start.moved_piece(Move::normal(Square::E4, Square::E5)), None);
        }
    }
}
