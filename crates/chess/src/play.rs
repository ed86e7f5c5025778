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
        let mut next = *self;
        next.advance_from(self, m);
        next
    }

    /// Writes the position after a legal move into another one, which saves readers of long games
    /// a copy of it.
    #[inline]
    pub(crate) fn play_into(&self, next: &mut Position, m: Move) {
        *next = *self;
        next.advance_from(self, m);
    }

    #[inline(always)]
    fn advance_from(&mut self, before: &Position, m: Move) {
        match before.turn {
            Color::White => self.advance(before, Color::White, m),
            Color::Black => self.advance(before, Color::Black, m),
        }
    }

    /// Turns a copy of `before` into the position after a move.
    ///
    /// Here and below, what is computed from the old state is read from `before`, not from the
    /// copy: a read that spans two writes not yet finished would stall the processor.
    #[inline(always)]
    fn advance(&mut self, before: &Position, us: Color, m: Move) {
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            MoveKind::Normal => {
                let role = before.board.role_on(from);
                self.move_piece(before, us, role, role, from, to);
            }
            MoveKind::Promotion(role) => self.move_piece(before, us, Role::Pawn, role, from, to),
            MoveKind::EnPassant => self.capture_en_passant(before, us, from, to),
            MoveKind::Castle => self.castle(before, us, from, to),
        }
    }

    /// A piece goes from one square to another, captures what stands there, and becomes what it
    /// becomes: itself, unless it promotes.
    #[inline(always)]
    pub(crate) fn move_piece(
        &mut self,
        before: &Position,
        us: Color,
        role: Role,
        becomes: Role,
        from: Square,
        to: Square,
    ) {
        let touched = from.bitboard() | to.bitboard();
        let captures = before.board.color(!us).contains(to);
        if captures {
            self.key ^= keys::piece(before.board.role_on(to).of(!us), to);
        }
        self.lift(before, touched);
        self.leave(us, role, from);
        self.land(us, becomes, to);
        let progress = captures || role == Role::Pawn;
        self.halfmoves = if progress { 0 } else { before.halfmoves.saturating_add(1) };
        match role {
            Role::King => self.revoke_castling(before, touched | Bitboard::rank(us.back_rank())),
            _ => self.revoke_castling(before, touched),
        }
        self.pass_turn(before, us);
        if role == Role::Pawn && (from as u8).abs_diff(to as u8) == 16 {
            self.offer_en_passant(us, to);
        }
    }

    /// A pawn captures the one that has just passed it.
    #[inline(always)]
    pub(crate) fn capture_en_passant(
        &mut self,
        before: &Position,
        us: Color,
        from: Square,
        to: Square,
    ) {
        let captured = Square::new(to.file(), from.rank());
        self.lift(before, from.bitboard() | captured.bitboard());
        self.leave(us, Role::Pawn, from);
        self.leave(!us, Role::Pawn, captured);
        self.land(us, Role::Pawn, to);
        self.halfmoves = 0;
        self.pass_turn(before, us);
    }

    /// King and rook go to their castled squares.
    #[inline(always)]
    pub(crate) fn castle(&mut self, before: &Position, us: Color, king: Square, rook: Square) {
        let (side, rank) = (CastlingSide::of(king, rook), us.back_rank());
        self.lift(before, king.bitboard() | rook.bitboard());
        self.leave(us, Role::King, king);
        self.leave(us, Role::Rook, rook);
        self.land(us, Role::King, Square::new(side.king_file(), rank));
        self.land(us, Role::Rook, Square::new(side.rook_file(), rank));
        self.halfmoves = before.halfmoves.saturating_add(1);
        self.revoke_castling(before, Bitboard::rank(rank));
        self.pass_turn(before, us);
    }

    /// Takes the pieces on some squares out of every set at once.
    #[inline(always)]
    fn lift(&mut self, before: &Position, squares: Bitboard) {
        self.board.roles.0 = before.board.roles.0.map(|set| set & !squares);
        self.board.colors.0 = before.board.colors.0.map(|set| set & !squares);
    }

    /// Empties a square whose piece is lifted.
    #[inline(always)]
    fn leave(&mut self, color: Color, role: Role, from: Square) {
        self.board.squares[from.index()] = None;
        self.key ^= keys::piece(role.of(color), from);
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    fn land(&mut self, us: Color, role: Role, to: Square) {
        self.board.land(to, role.of(us));
        self.key ^= keys::piece(role.of(us), to);
    }

    /// Hands the turn over; what was en passant is so no longer.
    #[inline(always)]
    fn pass_turn(&mut self, before: &Position, us: Color) {
        if let Some(old) = before.en_passant {
            self.key ^= keys::en_passant(old.file());
            self.en_passant = None;
        }
        self.key ^= keys::WHITE_TO_MOVE;
        self.turn = !us;
        if us == Color::Black {
            self.fullmoves = before.fullmoves.saturating_add(1);
        }
    }

    /// Takes castling away from rooks on squares that the move touches.
    #[inline(always)]
    fn revoke_castling(&mut self, before: &Position, touched: Bitboard) {
        let lost = before.castling & touched;
        if lost.any() {
            self.castling = before.castling ^ lost;
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
            self.key ^= keys::en_passant(target.file());
            self.en_passant = Some(target);
        }
    }
}
