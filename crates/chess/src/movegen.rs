//! Legal move generation.
//!
//! Only legal moves are generated; none is tried and taken back. In check, a *check mask* holds the
//! squares that end the check. A pinned piece stays on the line through its king. The king moves
//! only to squares that are not attacked once it has left its own. Pawns move as a set, by
//! shifting.
//!
//! One generator serves every purpose: it passes sets of targets to a [`Sink`], which lists them,
//! counts them or plays them. It is compiled once per color and sink, so no branch on either
//! remains at run time.

use crate::{Bitboard, CastlingSide, Color, Move, MoveList, Position, Role, Square, attacks};

/// Which moves to generate.
///
/// ```
/// use tabiya_chess::{MoveFilter, Position, Role, Square};
///
/// let start = Position::default();
/// let knights = start.board().role(Role::Knight);
/// assert_eq!(start.moves(MoveFilter::ALL.from(knights)).len(), 4);
/// assert!(start.moves(MoveFilter::CAPTURES).is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveFilter {
    /// Only moves of pieces on these squares.
    pub from: Bitboard,
    /// Only moves to these squares. Castling goes to the square of the rook.
    pub to: Bitboard,
    /// Captures, including en passant and capturing promotions.
    pub captures: bool,
    /// All other moves, including castling and quiet promotions.
    pub quiets: bool,
}

impl MoveFilter {
    /// Every legal move.
    pub const ALL: MoveFilter =
        MoveFilter { from: Bitboard::FULL, to: Bitboard::FULL, captures: true, quiets: true };
    /// Captures only.
    pub const CAPTURES: MoveFilter = MoveFilter { quiets: false, ..MoveFilter::ALL };
    /// Quiet moves only.
    pub const QUIETS: MoveFilter = MoveFilter { captures: false, ..MoveFilter::ALL };

    /// The same filter, limited to pieces on these squares.
    pub fn from(self, from: Bitboard) -> MoveFilter {
        MoveFilter { from, ..self }
    }

    /// The same filter, limited to these target squares.
    ///
    /// ```
    /// use tabiya_chess::{Bitboard, MoveFilter, Position, Rank};
    ///
    /// let start = Position::default();
    /// assert_eq!(start.moves(MoveFilter::ALL.to(Bitboard::rank(Rank::Fourth))).len(), 8);
    /// ```
    pub fn to(self, to: Bitboard) -> MoveFilter {
        MoveFilter { to, ..self }
    }
}

impl Position {
    /// Every legal move.
    ///
    /// King moves come first, then castling, knights, bishops, rooks, queens and pawns; the order
    /// is deterministic.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.moves(MoveFilter::ALL)
    }

    /// The legal captures, including en passant and capturing promotions.
    #[inline]
    pub fn captures(&self) -> MoveList {
        self.moves(MoveFilter::CAPTURES)
    }

    /// The legal moves that capture nothing.
    #[inline]
    pub fn quiets(&self) -> MoveList {
        self.moves(MoveFilter::QUIETS)
    }

    /// The legal moves of the piece on a square; none when it is empty or holds an opponent's
    /// piece.
    ///
    /// ```
    /// use tabiya_chess::{Position, Square};
    ///
    /// let start = Position::default();
    /// assert_eq!(start.moves_from(Square::G1).len(), 2);
    /// assert!(start.moves_from(Square::G8).is_empty());
    /// ```
    pub fn moves_from(&self, square: Square) -> MoveList {
        self.moves(MoveFilter::ALL.from(square.bitboard()))
    }

    /// The legal moves of one role.
    pub fn moves_of(&self, role: Role) -> MoveList {
        self.moves(MoveFilter::ALL.from(self.board.role(role)))
    }

    /// The legal moves that pass a filter.
    #[inline]
    pub fn moves(&self, filter: MoveFilter) -> MoveList {
        let mut list = MoveList::new();
        self.generate(filter, &mut list);
        list
    }

    /// The number of legal moves, counted without building a list.
    #[inline]
    pub fn count_moves(&self) -> usize {
        let mut count = Count(0);
        self.generate(MoveFilter::ALL, &mut count);
        count.0
    }

    /// True when there is a legal move.
    pub fn has_moves(&self) -> bool {
        self.count_moves() > 0
    }

    /// Passes every move that matches the filter to the sink.
    #[inline(always)]
    pub(crate) fn generate(&self, filter: MoveFilter, sink: &mut impl Sink) {
        match self.turn {
            Color::White => Generator::new(self, Color::White, filter).run(sink),
            Color::Black => Generator::new(self, Color::Black, filter).run(sink),
        }
    }
}

/// Receives moves from the generator, whole sets at a time.
pub(crate) trait Sink {
    /// A piece other than a pawn moves from a square to each of the targets.
    fn piece(&mut self, us: Color, role: Role, from: Square, to: Bitboard);
    /// Pawns reach each of the targets, coming from the square `step` below it.
    fn pawns(&mut self, us: Color, to: Bitboard, step: i8);
    /// Pawns reach each of the targets, coming from the square `step` below it, and promote.
    fn promotions(&mut self, us: Color, to: Bitboard, step: i8);
    /// A pawn captures en passant.
    fn en_passant(&mut self, us: Color, from: Square, to: Square);
    /// The king castles with a rook.
    fn castle(&mut self, us: Color, king: Square, rook: Square);
}

/// Counts moves.
pub(crate) struct Count(pub(crate) usize);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: Color, _: Role, _: Square, to: Bitboard) {
        self.0 += to.count();
    }

    #[inline(always)]
    fn pawns(&mut self, _: Color, to: Bitboard, _: i8) {
        self.0 += to.count();
    }

    #[inline(always)]
    fn promotions(&mut self, _: Color, to: Bitboard, _: i8) {
        self.0 += Role::PROMOTIONS.len() * to.count();
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Color, _: Square, _: Square) {
        self.0 += 1;
    }

    #[inline(always)]
    fn castle(&mut self, _: Color, _: Square, _: Square) {
        self.0 += 1;
    }
}

impl Sink for MoveList {
    #[inline(always)]
    fn piece(&mut self, _: Color, _: Role, from: Square, to: Bitboard) {
        for to in to {
            self.push(Move::normal(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, _: Color, to: Bitboard, step: i8) {
        for to in to {
            self.push(Move::normal(origin(to, step), to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, _: Color, to: Bitboard, step: i8) {
        for to in to {
            for role in Role::PROMOTIONS {
                self.push(Move::promotion(origin(to, step), to, role));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Color, from: Square, to: Square) {
        self.push(Move::en_passant(from, to));
    }

    #[inline(always)]
    fn castle(&mut self, _: Color, king: Square, rook: Square) {
        self.push(Move::castle(king, rook));
    }
}

/// The square a pawn came from.
#[inline(always)]
pub(crate) fn origin(to: Square, step: i8) -> Square {
    Square::wrap((to as u8).wrapping_sub(step as u8))
}

/// What generation needs to know about a position, computed once.
struct Generator<'a> {
    position: &'a Position,
    us: Color,
    filter: MoveFilter,
    king: Square,
    occupied: Bitboard,
    enemies: Bitboard,
    checkers: Bitboard,
    pinned: Bitboard,
    /// Target squares that the filter allows.
    allowed: Bitboard,
}

impl<'a> Generator<'a> {
    #[inline(always)]
    fn new(position: &'a Position, us: Color, filter: MoveFilter) -> Generator<'a> {
        let board = &position.board;
        let occupied = board.occupied();
        let enemies = board.color(!us);
        let mut allowed = Bitboard::EMPTY;
        if filter.captures {
            allowed |= enemies;
        }
        if filter.quiets {
            allowed |= !occupied;
        }
        allowed &= filter.to;
        let threats = position.threats(us);
        Generator {
            position,
            us,
            filter,
            king: position.king(us),
            occupied,
            enemies,
            checkers: threats.checkers,
            pinned: threats.blockers & board.color(us),
            allowed,
        }
    }

    #[inline(always)]
    fn run(&self, sink: &mut impl Sink) {
        if self.checkers.is_empty() {
            self.king_moves(true, sink);
            self.piece_moves(self.allowed, sink);
            self.pawn_moves(Bitboard::FULL, sink);
        } else {
            self.king_moves(false, sink);
            if let Some(checker) = self.checkers.single() {
                let evasions = attacks::between(self.king, checker) | self.checkers;
                self.piece_moves(self.allowed & evasions, sink);
                self.pawn_moves(evasions, sink);
            }
        }
        if let Some(target) = self.position.en_passant
            && self.filter.captures
            && self.filter.to.contains(target)
        {
            self.en_passant(target, sink);
        }
    }

    /// The mover's pieces of a role that match the filter.
    #[inline(always)]
    fn movers(&self, role: Role) -> Bitboard {
        self.position.board.pieces(self.us, role) & self.filter.from
    }

    /// King moves, and castling unless in check. Attacked squares are computed only when the king
    /// has a candidate move.
    #[inline(always)]
    fn king_moves(&self, may_castle: bool, sink: &mut impl Sink) {
        if !self.filter.from.contains(self.king) {
            return;
        }
        let steps = attacks::king(self.king) & self.allowed;
        let rooks = self.position.castling & Bitboard::rank(self.us.back_rank());
        let rooks = rooks & self.filter.to;
        let castles = may_castle && self.filter.quiets && rooks.any();
        if steps.is_empty() && !castles {
            return;
        }
        // A slider attacks through the square that the king leaves.
        let without_king = self.occupied ^ self.king.bitboard();
        let attacked = self.position.board.attacked(!self.us, without_king);
        sink.piece(self.us, Role::King, self.king, steps & !attacked);
        if castles {
            for rook in rooks {
                if self.may_castle(rook, attacked) {
                    sink.castle(self.us, self.king, rook);
                }
            }
        }
    }

    /// Castling: both paths are free except for king and rook, and no square on the king's path is
    /// attacked.
    #[inline(always)]
    fn may_castle(&self, rook: Square, attacked: Bitboard) -> bool {
        let side = CastlingSide::of(self.king, rook);
        let rank = self.us.back_rank();
        let king_to = Square::new(side.king_file(), rank);
        let rook_to = Square::new(side.rook_file(), rank);
        let king_path = attacks::between(self.king, king_to).with(king_to);
        let rook_path = attacks::between(rook, rook_to).with(rook_to);
        let others = self.occupied.without(self.king).without(rook);
        // A rook pinned on the back rank cannot castle: it would uncover its own king.
        ((king_path | rook_path) & others).is_empty()
            && (king_path & attacked).is_empty()
            && !self.pinned.contains(rook)
    }

    /// Knights, bishops, rooks and queens. A queen is handled as a bishop and as a rook.
    #[inline(always)]
    fn piece_moves(&self, targets: Bitboard, sink: &mut impl Sink) {
        let board = &self.position.board;
        for from in self.movers(Role::Knight) & !self.pinned {
            sink.piece(self.us, Role::Knight, from, attacks::knight(from) & targets);
        }
        self.slider_moves(board.diagonal_sliders(self.us), attacks::bishop, targets, sink);
        self.slider_moves(board.straight_sliders(self.us), attacks::rook, targets, sink);
    }

    #[inline(always)]
    fn slider_moves(
        &self,
        sliders: Bitboard,
        attacks: impl Fn(Square, Bitboard) -> Bitboard,
        targets: Bitboard,
        sink: &mut impl Sink,
    ) {
        let movers = sliders & self.filter.from;
        for from in movers & !self.pinned {
            let role = self.position.board.role_on(from);
            sink.piece(self.us, role, from, attacks(from, self.occupied) & targets);
        }
        for from in movers & self.pinned {
            let role = self.position.board.role_on(from);
            let along = attacks::line(self.king, from) & targets;
            sink.piece(self.us, role, from, attacks(from, self.occupied) & along);
        }
    }

    /// Pushes and captures of all pawns; `evasions` is the check mask.
    #[inline(always)]
    fn pawn_moves(&self, evasions: Bitboard, sink: &mut impl Sink) {
        let pawns = self.movers(Role::Pawn);
        self.pawn_set_moves(pawns & !self.pinned, evasions, sink);
        for pawn in pawns & self.pinned {
            let along = attacks::line(self.king, pawn);
            self.pawn_set_moves(pawn.bitboard(), evasions & along, sink);
        }
    }

    /// Pushes and captures of a set of pawns with the same allowed targets.
    #[inline(always)]
    fn pawn_set_moves(&self, pawns: Bitboard, targets: Bitboard, sink: &mut impl Sink) {
        let up = if self.us.is_white() { 8 } else { -8 };
        let last_rank = Bitboard::rank(self.us.promotion_rank());
        let third_rank = Bitboard::rank(self.us.pawn_rank()).forward(self.us);
        let ahead = pawns.forward(self.us);
        let once = ahead & !self.occupied;
        let twice = (once & third_rank).forward(self.us) & !self.occupied;
        let targets = targets & self.filter.to;
        let pushes = if self.filter.quiets { targets } else { Bitboard::EMPTY };
        let captures = if self.filter.captures { self.enemies & targets } else { Bitboard::EMPTY };
        let steps = [
            (once & pushes, up),
            (ahead.east() & captures, up + 1),
            (ahead.west() & captures, up - 1),
        ];
        sink.pawns(self.us, twice & pushes, 2 * up);
        for (to, step) in steps {
            sink.pawns(self.us, to & !last_rank, step);
        }
        if (ahead & last_rank).any() {
            for (to, step) in steps {
                sink.promotions(self.us, to & last_rank, step);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&self, target: Square, sink: &mut impl Sink) {
        let capturers = self.position.en_passant_capturers(self.us, target);
        for pawn in capturers & self.filter.from {
            sink.en_passant(self.us, pawn, target);
        }
    }
}
