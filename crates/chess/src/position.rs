//! A legal position, which everything else is built on.

use crate::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, Role, Setup, Square, attacks, zobrist,
};

/// A legal position. Small, `Copy`, and never modified in place: playing a move returns the next
/// position.
///
/// A position is made from a [`Setup`] or a FEN, which are validated, or by a legal move from
/// another position. So each side always has exactly one king, the side that is not to move is
/// never in check, and the en passant square is set only when an en passant capture is legal.
///
/// Two positions are equal when all fields are equal. For repetition, which ignores the move
/// counters, compare their [`key`](Position::key)s or use [`Game`](crate::Game).
///
/// ```
/// use tabiya_chess::{Position, Square};
///
/// let start = Position::default();
/// assert_eq!(start.legal_moves().len(), 20);
///
/// let m = start.find_move(Square::E2, Square::E4, None)?;
/// let next = start.play(m)?;
/// assert_eq!(next.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), tabiya_chess::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) key: u64,
    /// The rooks that may still castle.
    pub(crate) castling: Bitboard,
    /// Set only when an en passant capture is legal.
    pub(crate) en_passant: Option<Square>,
    pub(crate) turn: Color,
    pub(crate) halfmoves: u16,
    pub(crate) fullmoves: u16,
}

impl Position {
    /// The pieces on the board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the next move; starts at 1 and increases after Black's move.
    #[inline]
    pub fn fullmoves(&self) -> u16 {
        self.fullmoves
    }

    /// The number of half-moves since move 1, according to the move number.
    pub fn ply(&self) -> usize {
        2 * (usize::from(self.fullmoves).saturating_sub(1)) + usize::from(!self.turn.is_white())
    }

    /// The target square of a legal en passant capture.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The rooks that may still castle.
    pub fn castling_rights(&self) -> CastlingRights {
        let mut rights = CastlingRights::NONE;
        for rook in self.castling {
            let color =
                if rook.rank() == Color::White.back_rank() { Color::White } else { Color::Black };
            let side = CastlingSide::of(self.king(color), rook);
            rights.set(color, side, Some(rook.file()));
        }
        rights
    }

    /// The 64-bit Zobrist key: equal for positions that repeat each other, and different for others
    /// except with probability 2⁻⁶⁴. It is updated incrementally with every move.
    ///
    /// It uses the numbers of the Polyglot opening book format, so [`Position::polyglot_key`] is
    /// the same key.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key under which a Polyglot opening book stores the position.
    ///
    /// Same as [`Position::key`]. Polyglot also hashes an en passant square where the capturing
    /// pawn is pinned; this crate drops such a square, so those few positions are not found in a
    /// book.
    #[inline]
    pub fn polyglot_key(&self) -> u64 {
        self.key
    }

    /// The square of one side's king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        // A valid position has exactly one king per side, so the set is not empty.
        Square::wrap(self.board.pieces(color, Role::King).0.trailing_zeros() as u8)
    }

    /// True when the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// The enemy pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.board.attackers(!self.turn, self.king(self.turn), self.board.occupied())
    }

    /// The mover's pieces that are pinned to their king.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.threats(self.turn).blockers & self.board.color(self.turn)
    }

    /// True when the positions count as the same for the repetition rule: same pieces, side to
    /// move, castling rights and en passant capture. The move counters do not matter.
    pub fn repeats(&self, other: &Position) -> bool {
        self.key == other.key
            && self.board == other.board
            && self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant == other.en_passant
    }

    /// The fields as a [`Setup`], for editing or writing.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling: self.castling_rights(),
            en_passant: self.en_passant,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
        }
    }

    /// The position after a null move, which only passes the turn. `None` when the side to move is
    /// in check.
    pub fn null_move(&self) -> Option<Position> {
        (!self.is_check()).then(|| self.null_move_unchecked())
    }

    /// Like [`Position::null_move`], for a side to move that is known not to be in check.
    pub(crate) fn null_move_unchecked(&self) -> Position {
        let mut next = *self;
        next.set_en_passant(None);
        next.turn = !self.turn;
        next.key ^= zobrist::WHITE_TO_MOVE;
        next.halfmoves = self.halfmoves.saturating_add(1);
        next.fullmoves = self.fullmoves.saturating_add(u16::from(!self.turn.is_white()));
        next
    }

    /// The checkers of the king of `us`, and the pieces that block checks.
    ///
    /// Looks outward from the king: a slider that would reach it on an empty board gives check when
    /// nothing is between them, and has a blocker when exactly one piece is.
    #[inline(always)]
    pub(crate) fn threats(&self, us: Color) -> Threats {
        let them = !us;
        let king = self.king(us);
        let board = &self.board;
        let occupied = board.occupied();
        let mut checkers = attacks::pawn(us, king) & board.pieces(them, Role::Pawn)
            | attacks::knight(king) & board.pieces(them, Role::Knight);
        let mut blockers = Bitboard::EMPTY;
        let snipers = attacks::bishop_rays(king) & board.diagonal_sliders(them)
            | attacks::rook_rays(king) & board.straight_sliders(them);
        for sniper in snipers {
            let shield = attacks::between(king, sniper) & occupied;
            if shield.is_empty() {
                checkers = checkers.with(sniper);
            } else if !shield.more_than_one() {
                blockers |= shield;
            }
        }
        Threats { king, checkers, blockers }
    }

    /// Updates the en passant square and its part of the key.
    #[inline(always)]
    pub(crate) fn set_en_passant(&mut self, square: Option<Square>) {
        if let Some(old) = self.en_passant {
            self.key ^= zobrist::en_passant(old.file());
        }
        if let Some(new) = square {
            self.key ^= zobrist::en_passant(new.file());
        }
        self.en_passant = square;
    }

    /// The pawns of `us` that may capture en passant on `target` without leaving their king in
    /// check.
    #[inline]
    pub(crate) fn en_passant_capturers(&self, us: Color, target: Square) -> Bitboard {
        let pawns = attacks::pawn(!us, target) & self.board.pieces(us, Role::Pawn);
        pawns.into_iter().filter(|&pawn| self.en_passant_is_safe(us, pawn, target)).collect()
    }

    /// True when the king of `us` is not attacked once a pawn has captured en passant.
    ///
    /// Two pawns leave their squares at once, so pin information is not enough: the resulting
    /// occupancy decides.
    fn en_passant_is_safe(&self, us: Color, from: Square, target: Square) -> bool {
        let captured = target.bitboard().forward(!us);
        let occupied = (self.board.occupied() ^ from.bitboard() ^ captured).with(target);
        let attackers = self.board.attackers(!us, self.king(us), occupied);
        (attackers & !captured).is_empty()
    }

    /// Computes the key from scratch, when a position is set up.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let mut pieces = 0;
        for color in Color::ALL {
            for square in self.board.color(color) {
                pieces ^= zobrist::piece(self.board.role_on(square).of(color), square);
            }
        }
        let rights = self
            .castling_rights()
            .iter()
            .fold(0, |key, (color, side, _)| key ^ zobrist::castling(color, side));
        let en_passant = self.en_passant.map_or(0, |square| zobrist::en_passant(square.file()));
        let turn = if self.turn.is_white() { zobrist::WHITE_TO_MOVE } else { 0 };
        pieces ^ rights ^ en_passant ^ turn
    }
}

/// Checks and pins against one king.
#[derive(Clone, Copy)]
pub(crate) struct Threats {
    /// The square of the king.
    king: Square,
    /// The enemy pieces that give check.
    pub(crate) checkers: Bitboard,
    /// The pieces of either color that are the only piece between an enemy slider and the king.
    pub(crate) blockers: Bitboard,
}

impl Threats {
    /// True when a piece of the king's side that can reach `to` from `from` may move there without
    /// leaving its king in check. Not valid for en passant, where two pawns leave their squares.
    pub(crate) fn allows(&self, from: Square, to: Square) -> bool {
        let leaves_pin =
            self.blockers.contains(from) && !attacks::line(self.king, from).contains(to);
        let answers_check = match self.checkers.first() {
            None => true,
            Some(checker) => {
                let evasions = attacks::between(self.king, checker) | self.checkers;
                !self.checkers.more_than_one() && evasions.contains(to)
            }
        };
        !leaves_pin && answers_check
    }
}

impl Default for Position {
    /// The standard start position.
    fn default() -> Position {
        Position::from_valid_setup(&Setup::default())
    }
}
