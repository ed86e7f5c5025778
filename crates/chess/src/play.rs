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
        next.advance(m);
        next
    }

    /// Turns the position into the one after a legal move.
    #[inline(always)]
    pub(crate) fn advance(&mut self, m: Move) {
        match self.turn {
            Color::White => self.advance_as(Color::White, m),
            Color::Black => self.advance_as(Color::Black, m),
        }
    }

    #[inline(always)]
    fn advance_as(&mut self, us: Color, m: Move) {
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            MoveKind::Normal => {
                let role = self.board.role_on(from);
                self.move_man(us, role, role, from, to);
            }
            MoveKind::Promotion(role) => self.move_man(us, Role::Pawn, role, from, to),
            MoveKind::EnPassant => self.capture_en_passant(us, from, to),
            MoveKind::Castle => self.castle(us, from, to),
        }
    }

    /// A man goes from one square to another, captures what stands there, and becomes what it
    /// becomes: itself, unless it promotes.
    #[inline(always)]
    pub(crate) fn move_man(
        &mut self,
        us: Color,
        role: Role,
        becomes: Role,
        from: Square,
        to: Square,
    ) {
        let touched = from.bitboard() | to.bitboard();
        let lost_rights = match role {
            Role::King => touched | Bitboard::rank(us.back_rank()),
            _ => touched,
        };
        self.revoke_castling(lost_rights);
        let captures = self.board.color(!us).contains(to);
        if captures {
            self.key ^= keys::piece(self.board.role_on(to).of(!us), to);
        }
        let progress = captures || role == Role::Pawn;
        self.halfmoves = if progress { 0 } else { self.halfmoves.saturating_add(1) };
        self.board.lift(touched);
        self.board.squares[from.index()] = None;
        self.key ^= keys::piece(role.of(us), from);
        self.land(us, becomes, to);
        self.pass_turn(us);
        if role == Role::Pawn && (from as u8).abs_diff(to as u8) == 16 {
            self.offer_en_passant(us, to);
        }
    }

    /// A pawn captures the one that has just passed it.
    #[inline(always)]
    pub(crate) fn capture_en_passant(&mut self, us: Color, from: Square, to: Square) {
        let captured = Square::new(to.file(), from.rank());
        self.board.lift(from.bitboard() | captured.bitboard());
        self.board.squares[from.index()] = None;
        self.board.squares[captured.index()] = None;
        self.key ^= keys::piece(Role::Pawn.of(us), from);
        self.key ^= keys::piece(Role::Pawn.of(!us), captured);
        self.halfmoves = 0;
        self.land(us, Role::Pawn, to);
        self.pass_turn(us);
    }

    /// King and rook go to their castled squares.
    #[inline(always)]
    pub(crate) fn castle(&mut self, us: Color, king: Square, rook: Square) {
        let (side, rank) = (CastlingSide::of(king, rook), us.back_rank());
        self.revoke_castling(Bitboard::rank(rank));
        self.board.lift(king.bitboard() | rook.bitboard());
        self.board.squares[king.index()] = None;
        self.board.squares[rook.index()] = None;
        self.key ^= keys::piece(Role::King.of(us), king);
        self.key ^= keys::piece(Role::Rook.of(us), rook);
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.land(us, Role::King, Square::new(side.king_file(), rank));
        self.land(us, Role::Rook, Square::new(side.rook_file(), rank));
        self.pass_turn(us);
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    fn land(&mut self, us: Color, role: Role, to: Square) {
        self.board.land(to, role.of(us));
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

    /// Takes castling away from rooks on squares that a move touches. Comes before the move, while
    /// the kings still show which side a rook is on.
    #[inline(always)]
    fn revoke_castling(&mut self, touched: Bitboard) {
        let lost = self.castling & touched;
        if lost.any() {
            self.castling ^= lost;
            for rook in lost {
                let color = if rook <= Square::H1 { Color::White } else { Color::Black };
                let side = CastlingSide::of(self.king(color), rook);
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
