//! Whether a move is legal, and why not.
//!
//! A move that came from elsewhere, a table or a person, is checked without generating others. A
//! person who tries an illegal one deserves a reason: the first rule that it breaks, in the order
//! in which a teacher would name it.

use std::fmt;

use crate::{
    Bitboard, CastlingSide, Color, Move, MoveKind, Piece, Position, Role, Square, attacks,
};

/// The rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// There is no piece on the square.
    EmptySquare(Square),
    /// The piece on the square belongs to the other side.
    WrongColor(Square, Color),
    /// A piece of one's own stands on the target.
    OwnPiece(Square),
    /// The piece does not move that way.
    Pattern(Role, Square, Square),
    /// Something stands in the way.
    Blocked(Square),
    /// A pawn moves diagonally only to capture.
    NothingToCapture(Square),
    /// A pawn on the last rank must become a queen, rook, bishop or knight.
    PromotionMissing,
    /// Only a pawn on the last rank is promoted, and not to this.
    PromotionNotAllowed(Role),
    /// The king is in check, and the move does not end it.
    StillInCheck,
    /// The move leaves the king open to attack.
    LeavesKingInCheck,
    /// The king would step next to an attacker.
    KingIntoCheck(Square),
    /// The move between the squares is legal, but it is not what the [`Move`] says it is.
    WrongKind(Square, Square),
    /// The king or the rook has moved before.
    NoCastlingRight(CastlingSide),
    /// Something stands between king and rook.
    CastlingBlocked(Square),
    /// One cannot castle out of check.
    CastlingOutOfCheck,
    /// The king would cross or reach an attacked square.
    CastlingThroughCheck(Square),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            IllegalMove::EmptySquare(square) => write!(f, "There is no piece on {square}"),
            IllegalMove::WrongColor(square, color) => {
                write!(f, "The piece on {square} is {color}'s, and it is {}'s turn", !*color)
            }
            IllegalMove::OwnPiece(square) => {
                write!(f, "A piece of the same color stands on {square}")
            }
            IllegalMove::Pattern(role, from, to) => {
                write!(f, "A {role} cannot move from {from} to {to}")
            }
            IllegalMove::Blocked(square) => write!(f, "The piece on {square} is in the way"),
            IllegalMove::NothingToCapture(square) => {
                write!(f, "A pawn moves diagonally only to capture, and {square} is empty")
            }
            IllegalMove::PromotionMissing => {
                f.write_str("The pawn must become a queen, rook, bishop or knight")
            }
            IllegalMove::PromotionNotAllowed(role) => {
                write!(f, "This move cannot promote to a {role}")
            }
            IllegalMove::StillInCheck => {
                f.write_str("The king is in check, and this move does not end it")
            }
            IllegalMove::LeavesKingInCheck => f.write_str("Move leaves king in check"),
            IllegalMove::KingIntoCheck(square) => {
                write!(f, "Move puts king into check on {square}")
            }
            IllegalMove::WrongKind(from, to) => {
                write!(f, "From {from} to {to} is a legal move, but of another kind")
            }
            IllegalMove::NoCastlingRight(side) => {
                write!(f, "{} is no longer possible: king or rook has moved", side.san())
            }
            IllegalMove::CastlingBlocked(square) => {
                write!(f, "Cannot castle: the piece on {square} is in the way")
            }
            IllegalMove::CastlingOutOfCheck => f.write_str("Cannot castle out of check"),
            IllegalMove::CastlingThroughCheck(square) => {
                write!(f, "Cannot castle: the king would be in check on {square}")
            }
        }
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// True when the move is legal here. Much cheaper than generating moves to look for it.
    pub fn is_legal(&self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        let us = self.turn;
        if !self.board.color(us).contains(from) {
            return false;
        }
        let role = self.board.role_on(from);
        match m.kind() {
            MoveKind::Castle => self.moves_from(from).contains(&m),
            MoveKind::EnPassant => {
                self.en_passant == Some(to) && self.en_passant_capturers(us, to).contains(from)
            }
            MoveKind::Promotion(_) if role != Role::Pawn => false,
            kind => {
                let promotes = role == Role::Pawn && to.rank() == us.promotion_rank();
                promotes == (kind != MoveKind::Normal)
                    && self.pseudo_targets(from).contains(to)
                    && self.keeps_king_safe(role, from, to)
            }
        }
    }

    /// Where the piece on a square, of either side, may go by its way of moving, whatever becomes of
    /// its king and whoever's turn it is. Castling and en passant are left out.
    ///
    /// ```
    /// use tabiya_chess::{Position, Square};
    ///
    /// let pinned: Position = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(pinned.pseudo_targets(Square::E2).count(), 6);
    /// assert!(pinned.moves_from(Square::E2).is_empty());
    /// # Ok::<(), tabiya_chess::FenError>(())
    /// ```
    pub fn pseudo_targets(&self, from: Square) -> Bitboard {
        let Some(Piece { color, role }) = self.board.piece_at(from) else {
            return Bitboard::EMPTY;
        };
        let occupied = self.board.occupied();
        if role != Role::Pawn {
            return attacks::by_role(role, from, occupied) & !self.board.color(color);
        }
        let once = from.bitboard().forward(color) & !occupied;
        let third_rank = Bitboard::rank(color.pawn_rank()).forward(color);
        let twice = (once & third_rank).forward(color) & !occupied;
        once | twice | attacks::pawn(color, from) & self.board.color(!color)
    }

    /// True when the mover's king is not in check after a move that its piece's pattern allows.
    /// Not for castling and en passant.
    pub(crate) fn keeps_king_safe(&self, role: Role, from: Square, to: Square) -> bool {
        if role == Role::King {
            let without_king = self.board.occupied().without(from);
            self.board.attackers(!self.turn, to, without_king).is_empty()
        } else {
            self.threats(self.turn).allow(from, to)
        }
    }

    /// The legal move from one square to another, as a person gives it.
    ///
    /// Castling may be given as the king's two squares or as the king taking its own rook; where
    /// the king could also simply step there, the step is meant. A move to the last rank needs the
    /// promotion.
    ///
    /// ```
    /// use tabiya_chess::{IllegalMove, Position, Square};
    ///
    /// let start = Position::default();
    /// assert!(start.find_move(Square::G1, Square::F3, None).is_ok());
    /// assert_eq!(
    ///     start.find_move(Square::F1, Square::C4, None),
    ///     Err(IllegalMove::Blocked(Square::E2)),
    /// );
    /// ```
    ///
    /// # Errors
    /// When there is no such legal move; the error names the rule that it breaks.
    pub fn find_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, IllegalMove> {
        let moves = self.moves_from(from);
        let matches = |m: &&Move| m.to() == to && m.promoted() == promotion;
        let step = moves.iter().find(|m| matches(m));
        let castle =
            || moves.iter().find(|m| m.is_castle() && m.destination() == to && promotion.is_none());
        match step.or_else(castle) {
            Some(&m) => Ok(m),
            None => Err(self.why_illegal_squares(from, to, promotion)),
        }
    }

    /// The rule that an illegal move breaks.
    pub(crate) fn why_illegal(&self, m: Move) -> IllegalMove {
        match self.find_move(m.from(), m.to(), m.promoted()) {
            Ok(_) => IllegalMove::WrongKind(m.from(), m.to()),
            Err(reason) => reason,
        }
    }

    fn why_illegal_squares(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> IllegalMove {
        let piece = match self.board.piece_at(from) {
            None => return IllegalMove::EmptySquare(from),
            Some(piece) if piece.color != self.turn => {
                return IllegalMove::WrongColor(from, piece.color);
            }
            Some(piece) => piece,
        };
        if piece.role == Role::King
            && let Some(reason) = self.why_not_castle(from, to)
        {
            return reason;
        }
        if self.board.color(self.turn).contains(to) {
            return IllegalMove::OwnPiece(to);
        }
        let reason = match piece.role {
            Role::Pawn => self.why_not_pawn(from, to),
            role => self.why_not_pattern(role, from, to),
        };
        reason
            .or_else(|| why_not_promotion(piece, to, promotion))
            .unwrap_or_else(|| self.why_not_safe(piece, to))
    }

    /// The reason against a piece's way of moving, pawns aside.
    fn why_not_pattern(&self, role: Role, from: Square, to: Square) -> Option<IllegalMove> {
        if !attacks::by_role(role, from, Bitboard::EMPTY).contains(to) {
            return Some(IllegalMove::Pattern(role, from, to));
        }
        self.nearest_obstacle(from, to).map(IllegalMove::Blocked)
    }

    /// The piece nearest to `from` on the way to `to`.
    fn nearest_obstacle(&self, from: Square, to: Square) -> Option<Square> {
        let between = attacks::between(from, to) & self.board.occupied();
        if to > from { between.first() } else { between.last() }
    }

    fn why_not_pawn(&self, from: Square, to: Square) -> Option<IllegalMove> {
        let us = self.turn;
        if attacks::pawn(us, from).contains(to) {
            let captures = self.board.color(!us).contains(to) || self.en_passant == Some(to);
            return (!captures).then_some(IllegalMove::NothingToCapture(to));
        }
        let once = from.bitboard().forward(us);
        let twice = if from.rank() == us.pawn_rank() { once.forward(us) } else { Bitboard::EMPTY };
        if !(once | twice).contains(to) {
            return Some(IllegalMove::Pattern(Role::Pawn, from, to));
        }
        let on_target = Some(to).filter(|&to| self.board.occupied().contains(to));
        self.nearest_obstacle(from, to).or(on_target).map(IllegalMove::Blocked)
    }

    /// The reason why a move that follows its pattern still fails: the king.
    fn why_not_safe(&self, piece: Piece, to: Square) -> IllegalMove {
        match piece.role {
            Role::King => IllegalMove::KingIntoCheck(to),
            _ if self.is_check() => IllegalMove::StillInCheck,
            _ => IllegalMove::LeavesKingInCheck,
        }
    }

    /// The side to castle to, when the king's two squares mean castling: along the back rank, onto
    /// a rook of its own or farther than a step to where a castled king stands.
    fn castling_meant(&self, king: Square, to: Square) -> Option<CastlingSide> {
        let back_rank = Bitboard::rank(self.turn.back_rank());
        if !back_rank.contains(king) || !back_rank.contains(to) {
            None
        } else if self.board.pieces(self.turn, Role::Rook).contains(to) {
            Some(CastlingSide::of(king, to))
        } else {
            let mut sides = CastlingSide::ALL.into_iter();
            sides.find(|side| king.distance(to) > 1 && side.king_file() == to.file())
        }
    }

    /// The reason against castling, when the two squares mean castling.
    fn why_not_castle(&self, king: Square, to: Square) -> Option<IllegalMove> {
        let us = self.turn;
        let side = self.castling_meant(king, to)?;
        let Some(file) = self.castling_rights().rook(us, side) else {
            return Some(IllegalMove::NoCastlingRight(side));
        };
        let rook = Square::new(file, us.back_rank());
        if self.is_check() {
            return Some(IllegalMove::CastlingOutOfCheck);
        }
        let king_to = Square::new(side.king_file(), us.back_rank());
        let rook_to = Square::new(side.rook_file(), us.back_rank());
        let king_path = attacks::between(king, king_to).with(king_to);
        let path = king_path | attacks::between(rook, rook_to).with(rook_to);
        let others = self.board.occupied().without(king).without(rook);
        if let Some(obstacle) = (path & others).first() {
            return Some(IllegalMove::CastlingBlocked(obstacle));
        }
        let attacked = self.board.attacked(!us, others);
        (king_path & attacked).first().map(IllegalMove::CastlingThroughCheck)
    }
}

fn why_not_promotion(piece: Piece, to: Square, promotion: Option<Role>) -> Option<IllegalMove> {
    let promotes = piece.role == Role::Pawn && to.rank() == piece.color.promotion_rank();
    match promotion {
        None => promotes.then_some(IllegalMove::PromotionMissing),
        Some(role) if promotes && Role::PROMOTIONS.contains(&role) => None,
        Some(role) => Some(IllegalMove::PromotionNotAllowed(role)),
    }
}
