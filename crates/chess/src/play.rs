//! Playing a move: the next position, with the old one untouched.
//!
//! A move is a copy of the position with a few bits changed. The steps that all moves share are
//! methods of their own; the key follows every change.

use crate::{
    Bitboard, CastlingSide, Color, IllegalMove, Move, MoveKind, Position, Role, Square, keys,
};

impl Position {
    /// The position after a move.
    ///
    /// # Errors
    /// When the move is not legal here; the error names the rule that it breaks.
    pub fn play(&self, m: Move) -> Result<Position, IllegalMove> {
        if self.is_legal(m) { Ok(self.play_unchecked(m)) } else { Err(self.why_illegal(m)) }
    }

    /// The position after a move that the caller knows to be legal: one that this position
    /// generated or confirmed.
    ///
    /// Another move gives a position without meaning, but nothing worse.
    #[inline]
    pub fn play_unchecked(&self, m: Move) -> Position {
        match self.turn {
            Color::White => self.play_as(Color::White, m),
            Color::Black => self.play_as(Color::Black, m),
        }
    }

    #[inline(always)]
    fn play_as(&self, us: Color, m: Move) -> Position {
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            MoveKind::Normal => {
                let role = self.board.role_on(from);
                self.play_man(us, role, role, from, to)
            }
            MoveKind::Promotion(role) => self.play_man(us, Role::Pawn, role, from, to),
            MoveKind::EnPassant => self.play_en_passant(us, from, to),
            MoveKind::Castle => self.play_castle(us, from, to),
        }
    }

    /// A man goes from one square to another, captures what stands there, and becomes what it
    /// becomes: itself, unless it promotes.
    #[inline(always)]
    pub(crate) fn play_man(
        &self,
        us: Color,
        role: Role,
        becomes: Role,
        from: Square,
        to: Square,
    ) -> Position {
        let mut next = *self;
        let touched = from.bitboard() | to.bitboard();
        let captures = self.board.color(!us).contains(to);
        if captures {
            next.key ^= keys::piece(self.board.role_on(to).of(!us), to);
        }
        next.board.clear(touched);
        next.land(us, becomes, to);
        next.key ^= keys::piece(role.of(us), from);
        next.pass_turn(us);
        next.halfmoves = match captures || role == Role::Pawn {
            true => 0,
            false => self.halfmoves.saturating_add(1),
        };
        match role {
            Role::King => next.revoke_castling(touched | Bitboard::rank(us.back_rank()), self),
            _ => next.revoke_castling(touched, self),
        }
        if role == Role::Pawn && (from as u8).abs_diff(to as u8) == 16 {
            next.offer_en_passant(us, to);
        }
        next
    }

    /// A pawn captures the one that has just passed it.
    #[inline(always)]
    pub(crate) fn play_en_passant(&self, us: Color, from: Square, to: Square) -> Position {
        let mut next = *self;
        let captured = Square::new(to.file(), from.rank());
        next.board.clear(from.bitboard() | captured.bitboard());
        next.land(us, Role::Pawn, to);
        next.key ^= keys::piece(Role::Pawn.of(us), from);
        next.key ^= keys::piece(Role::Pawn.of(!us), captured);
        next.pass_turn(us);
        next.halfmoves = 0;
        next
    }

    /// King and rook go to their castled squares.
    #[inline(always)]
    pub(crate) fn play_castle(&self, us: Color, king: Square, rook: Square) -> Position {
        let mut next = *self;
        let (side, rank) = (CastlingSide::of(king, rook), us.back_rank());
        next.board.clear(king.bitboard() | rook.bitboard());
        next.land(us, Role::King, Square::new(side.king_file(), rank));
        next.land(us, Role::Rook, Square::new(side.rook_file(), rank));
        next.key ^= keys::piece(Role::King.of(us), king);
        next.key ^= keys::piece(Role::Rook.of(us), rook);
        next.pass_turn(us);
        next.halfmoves = self.halfmoves.saturating_add(1);
        next.revoke_castling(Bitboard::rank(rank), self);
        next
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    fn land(&mut self, us: Color, role: Role, to: Square) {
        self.board.roles[role] |= to.bitboard();
        self.board.colors[us] |= to.bitboard();
        self.key ^= keys::piece(role.of(us), to);
    }

    /// Hands the turn over; what was en passant is so no longer.
    #[inline(always)]
    fn pass_turn(&mut self, us: Color) {
        self.set_en_passant(None);
        self.key ^= keys::WHITE_TO_MOVE;
        self.turn = !us;
        if us == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
    }

    /// Takes castling away from rooks on squares that the move has touched.
    #[inline(always)]
    fn revoke_castling(&mut self, touched: Bitboard, before: &Position) {
        let lost = self.castling & touched;
        if lost.any() {
            self.castling ^= lost;
            for rook in lost {
                let color = if rook <= Square::H1 { Color::White } else { Color::Black };
                let side = CastlingSide::of(before.king(color), rook);
                self.key ^= keys::castling(color, side);
            }
        }
    }

    /// After a double step: notes the square jumped over if a pawn can capture there.
    #[inline(always)]
    fn offer_en_passant(&mut self, us: Color, to: Square) {
        let target = Square::wrap((to as u8).wrapping_sub(if us.is_white() { 8 } else { 248 }));
        if self.en_passant_capturers(!us, target).any() {
            self.set_en_passant(Some(target));
        }
    }
}
