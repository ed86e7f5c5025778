//! Whether a move is legal, and if not, why.
//!
//! A move from elsewhere, such as a hash table or a person, is checked without generating others.
//! An illegal move gets a reason: the first rule it breaks, in the order in which a teacher would
//! explain it.

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
    /// The mover's own piece is on the target.
    OwnPiece(Square),
    /// The piece does not move that way.
    Pattern(Role, Square, Square),
    /// A piece is in the way.
    Blocked(Square),
    /// A pawn moves diagonally only to capture.
    NothingToCapture(Square),
    /// A pawn on the last rank must become a queen, rook, bishop or knight.
    PromotionMissing,
    /// The move does not promote, or not to this role.
    PromotionNotAllowed(Role),
    /// The king is in check, and the move does not end it.
    StillInCheck,
    /// The move exposes the king to check.
    LeavesKingInCheck,
    /// The king would move to an attacked square.
    KingIntoCheck(Square),
    /// There is a legal move between these squares, but of another [`MoveKind`](crate::MoveKind).
    WrongKind(Square, Square),
    /// The king or the rook has already moved.
    NoCastlingRight(CastlingSide),
    /// A piece is between king and rook.
    CastlingBlocked(Square),
    /// Castling out of check is not allowed.
    CastlingOutOfCheck,
    /// The king would pass through or land on an attacked square.
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
                write!(f, "From {from} to {to} is a legal move of another kind")
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
    /// True when the move is legal here. Much faster than searching the generated moves.
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

    /// The pseudo-legal targets of the piece on a square, for either side: where it could move
    /// regardless of turn and king safety. Excludes castling and en passant.
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

    /// True when a pseudo-legal move does not leave the mover's king in check. Not valid for
    /// castling and en passant.
    pub(crate) fn keeps_king_safe(&self, role: Role, from: Square, to: Square) -> bool {
        if role == Role::King {
            let without_king = self.board.occupied().without(from);
            self.board.attackers(!self.turn, to, without_king).is_empty()
        } else {
            self.threats(self.turn).allows(from, to)
        }
    }

    /// The legal move between two squares, as a person enters it.
    ///
    /// Castling is accepted as the king's two squares and as the king capturing its own rook. If
    /// the king could also make a normal move to that square, the normal move is returned. A move
    /// to the last rank needs a promotion.
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
    /// When there is no such legal move; the error gives the reason.
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

    /// The reason why an illegal move is illegal.
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

    /// The reason why a piece other than a pawn cannot make this move, king safety aside.
    fn why_not_pattern(&self, role: Role, from: Square, to: Square) -> Option<IllegalMove> {
        if !attacks::by_role(role, from, Bitboard::EMPTY).contains(to) {
            return Some(IllegalMove::Pattern(role, from, to));
        }
        self.nearest_obstacle(from, to).map(IllegalMove::Blocked)
    }

    /// The piece nearest to `from` between the squares.
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

    /// The reason why a pseudo-legal move is illegal: king safety.
    fn why_not_safe(&self, piece: Piece, to: Square) -> IllegalMove {
        match piece.role {
            Role::King => IllegalMove::KingIntoCheck(to),
            _ if self.is_check() => IllegalMove::StillInCheck,
            _ => IllegalMove::LeavesKingInCheck,
        }
    }

    /// The castling side, when the king's two squares mean castling: along the back rank, onto its
    /// own rook or more than one square toward the castled position.
    fn intended_castling_side(&self, king: Square, to: Square) -> Option<CastlingSide> {
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

    /// The reason why castling is illegal, when the two squares mean castling.
    fn why_not_castle(&self, king: Square, to: Square) -> Option<IllegalMove> {
        let us = self.turn;
        let side = self.intended_castling_side(king, to)?;
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
