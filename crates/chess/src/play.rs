//! Playing a move: computes the next position and leaves the old one untouched.
//!
//! A move copies the position and changes a few bits. The key is updated with every change.

use crate::{
    Bitboard, CastlingSide, Color, IllegalMove, Move, MoveKind, Position, Role, Square, zobrist,
};

impl Position {
    /// The position after a move.
    ///
    /// # Errors
    /// When the move is not legal here; the error gives the reason.
    pub fn play(&self, m: Move) -> Result<Position, IllegalMove> {
        if self.is_legal(m) { Ok(self.play_unchecked(m)) } else { Err(self.why_illegal(m)) }
    }

    /// The position after a move that the caller knows to be legal: one that this position
    /// generated or checked.
    ///
    /// An illegal move gives a meaningless position, but does not panic.
    #[inline]
    pub fn play_unchecked(&self, m: Move) -> Position {
        let mut next = *self;
        next.apply_move(self, m);
        next
    }

    /// Writes the position after a legal move into `next`, which saves a copy when many moves are
    /// played.
    #[inline]
    pub(crate) fn play_into(&self, next: &mut Position, m: Move) {
        *next = *self;
        next.apply_move(self, m);
    }

    #[inline(always)]
    fn apply_move(&mut self, before: &Position, m: Move) {
        match before.turn {
            Color::White => self.apply_move_by(before, Color::White, m),
            Color::Black => self.apply_move_by(before, Color::Black, m),
        }
    }

    /// Turns a copy of `before` into the position after a move.
    ///
    /// Here and below, the old state is read from `before` rather than from the copy: a read that
    /// spans two pending writes would stall the processor.
    #[inline(always)]
    fn apply_move_by(&mut self, before: &Position, us: Color, m: Move) {
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

    /// Moves a piece, capturing what is on the target. `promoted` is the role it has there: `role`,
    /// unless it promotes.
    #[inline(always)]
    pub(crate) fn move_piece(
        &mut self,
        before: &Position,
        us: Color,
        role: Role,
        promoted: Role,
        from: Square,
        to: Square,
    ) {
        let touched = from.bitboard() | to.bitboard();
        let captures = before.board.color(!us).contains(to);
        if captures {
            self.key ^= zobrist::piece(before.board.role_on(to).of(!us), to);
        }
        self.clear(before, touched);
        self.remove_piece(us, role, from);
        self.place_piece(us, promoted, to);
        let progress = captures || role == Role::Pawn;
        self.halfmoves = if progress { 0 } else { before.halfmoves.saturating_add(1) };
        match role {
            Role::King => self.revoke_castling(before, touched | Bitboard::rank(us.back_rank())),
            _ => self.revoke_castling(before, touched),
        }
        self.end_turn(before, us);
        if role == Role::Pawn && (from as u8).abs_diff(to as u8) == 16 {
            self.set_en_passant_target(us, to);
        }
    }

    /// Captures a pawn en passant.
    #[inline(always)]
    pub(crate) fn capture_en_passant(
        &mut self,
        before: &Position,
        us: Color,
        from: Square,
        to: Square,
    ) {
        let captured = Square::new(to.file(), from.rank());
        self.clear(before, from.bitboard() | captured.bitboard());
        self.remove_piece(us, Role::Pawn, from);
        self.remove_piece(!us, Role::Pawn, captured);
        self.place_piece(us, Role::Pawn, to);
        self.halfmoves = 0;
        self.end_turn(before, us);
    }

    /// Moves the king and the rook to their squares after castling.
    #[inline(always)]
    pub(crate) fn castle(&mut self, before: &Position, us: Color, king: Square, rook: Square) {
        let (side, rank) = (CastlingSide::of(king, rook), us.back_rank());
        self.clear(before, king.bitboard() | rook.bitboard());
        self.remove_piece(us, Role::King, king);
        self.remove_piece(us, Role::Rook, rook);
        self.place_piece(us, Role::King, Square::new(side.king_file(), rank));
        self.place_piece(us, Role::Rook, Square::new(side.rook_file(), rank));
        self.halfmoves = before.halfmoves.saturating_add(1);
        self.revoke_castling(before, Bitboard::rank(rank));
        self.end_turn(before, us);
    }

    /// Removes the pieces on some squares from all bitboards at once.
    #[inline(always)]
    fn clear(&mut self, before: &Position, squares: Bitboard) {
        self.board.roles.0 = before.board.roles.0.map(|set| set & !squares);
        self.board.colors.0 = before.board.colors.0.map(|set| set & !squares);
    }

    /// Empties a square whose piece is already off the bitboards.
    #[inline(always)]
    fn remove_piece(&mut self, color: Color, role: Role, from: Square) {
        self.board.squares[from.index()] = None;
        self.key ^= zobrist::piece(role.of(color), from);
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    fn place_piece(&mut self, us: Color, role: Role, to: Square) {
        self.board.place(to, role.of(us));
        self.key ^= zobrist::piece(role.of(us), to);
    }

    /// Passes the turn and clears the en passant square.
    #[inline(always)]
    fn end_turn(&mut self, before: &Position, us: Color) {
        if let Some(old) = before.en_passant {
            self.key ^= zobrist::en_passant(old.file());
            self.en_passant = None;
        }
        self.key ^= zobrist::WHITE_TO_MOVE;
        self.turn = !us;
        if us == Color::Black {
            self.fullmoves = before.fullmoves.saturating_add(1);
        }
    }

    /// Revokes the castling rights of rooks on squares that the move touches.
    #[inline(always)]
    fn revoke_castling(&mut self, before: &Position, touched: Bitboard) {
        let lost = before.castling & touched;
        if lost.any() {
            self.castling = before.castling ^ lost;
            for rook in lost {
                let color = if rook <= Square::H1 { Color::White } else { Color::Black };
                let side = CastlingSide::of(before.king(color), rook);
                self.key ^= zobrist::castling(color, side);
            }
        }
    }

    /// After a double step: sets the square the pawn moved across if a capture there is legal.
    #[inline(always)]
    fn set_en_passant_target(&mut self, us: Color, to: Square) {
        let target = Square::wrap((to as u8).wrapping_sub(if us.is_white() { 8 } else { 248 }));
        if self.en_passant_capturers(!us, target).any() {
            self.key ^= zobrist::en_passant(target.file());
            self.en_passant = Some(target);
        }
    }
}
