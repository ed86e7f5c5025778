//! A move in 16 bits, and the list that move generation fills.

use std::num::NonZeroU16;
use std::ops::Deref;

use arrayvec::ArrayVec;

use crate::{CastlingSide, Role, Square};

/// A move: origin, target and kind.
///
/// A move does not know its position; [`Position`](crate::Position) decides whether it is legal
/// there. It takes 16 bits, and so does `Option<Move>`.
///
/// Castling is encoded as the king capturing its own rook: `from` is the king's square and `to` the
/// *rook's*. The same encoding serves standard chess and Chess960. [`Move::castling_side`] returns
/// the side, and [`Move::destination`] the square the king ends up on.
///
/// ```
/// use tabiya_chess::{Move, Role, Square};
///
/// let promotion = Move::promotion(Square::E7, Square::E8, Role::Queen);
/// assert_eq!(promotion.to(), Square::E8);
/// assert_eq!(promotion.promoted(), Some(Role::Queen));
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

/// The kind of a [`Move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A piece moves to another square, capturing what is there.
    Normal,
    /// The king and a rook move together.
    Castle,
    /// A pawn captures a pawn that has just moved two squares past it.
    EnPassant,
    /// A pawn reaches the last rank and promotes to this role.
    Promotion(Role),
}

/// Layout: from in bits 0–5, to in bits 6–11, kind in bits 12–14, and bit 15 set so that no move
/// is zero. A kind with bit 14 is a promotion to the role in bits 12–13.
const TAG: NonZeroU16 = NonZeroU16::new(1 << 15).unwrap();
const KIND: u16 = 0b111 << 12;
const CASTLE: u16 = 1 << 12;
const EN_PASSANT: u16 = 2 << 12;
const PROMOTION: u16 = 4 << 12;

impl Move {
    #[inline(always)]
    fn pack(from: Square, to: Square, kind: u16) -> Move {
        Move(TAG | (from as u16 | (to as u16) << 6 | kind))
    }

    /// A normal move, captures included.
    #[inline(always)]
    pub fn normal(from: Square, to: Square) -> Move {
        Move::pack(from, to, 0)
    }

    /// Castling, from the squares of the king and the rook.
    #[inline(always)]
    pub fn castle(king: Square, rook: Square) -> Move {
        Move::pack(king, rook, CASTLE)
    }

    /// An en passant capture, from the pawn's square to its target.
    #[inline(always)]
    pub fn en_passant(from: Square, to: Square) -> Move {
        Move::pack(from, to, EN_PASSANT)
    }

    /// A promotion. Pawns and kings are not valid choices and count as queens.
    #[inline(always)]
    pub fn promotion(from: Square, to: Square, role: Role) -> Move {
        let code = match role {
            Role::Knight => 0,
            Role::Bishop => 1,
            Role::Rook => 2,
            Role::Pawn | Role::Queen | Role::King => 3,
        };
        Move::pack(from, to, PROMOTION | code << 12)
    }

    /// The move as a number, for compact tables.
    #[inline(always)]
    pub fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these bits, as [`Move::to_bits`] returns them; `None` for any other number.
    ///
    /// ```
    /// use tabiya_chess::{Move, Square};
    ///
    /// let push = Move::normal(Square::E2, Square::E4);
    /// assert_eq!(Move::from_bits(push.to_bits()), Some(push));
    /// assert_eq!(Move::from_bits(0), None);
    /// ```
    #[inline(always)]
    pub fn from_bits(bits: u16) -> Option<Move> {
        let is_move = bits & TAG.get() != 0 && bits & KIND != CASTLE | EN_PASSANT;
        NonZeroU16::new(bits).filter(|_| is_move).map(Move)
    }

    /// The square the piece leaves; the king's square when castling.
    #[inline(always)]
    pub fn from(self) -> Square {
        Square::wrap(self.0.get() as u8)
    }

    /// The square the piece moves to; the *rook's* square when castling.
    #[inline(always)]
    pub fn to(self) -> Square {
        Square::wrap((self.0.get() >> 6) as u8)
    }

    /// The kind of move.
    #[inline(always)]
    pub fn kind(self) -> MoveKind {
        match self.0.get() & KIND {
            0 => MoveKind::Normal,
            CASTLE => MoveKind::Castle,
            EN_PASSANT => MoveKind::EnPassant,
            promotion => MoveKind::Promotion(match promotion >> 12 & 3 {
                0 => Role::Knight,
                1 => Role::Bishop,
                2 => Role::Rook,
                _ => Role::Queen,
            }),
        }
    }

    /// The role a pawn promotes to, if the move is a promotion.
    #[inline]
    pub fn promoted(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// True for castling.
    #[inline]
    pub fn is_castle(self) -> bool {
        self.0.get() & KIND == CASTLE
    }

    /// True for an en passant capture.
    #[inline]
    pub fn is_en_passant(self) -> bool {
        self.0.get() & KIND == EN_PASSANT
    }

    /// The side the move castles to, if it castles.
    #[inline]
    pub fn castling_side(self) -> Option<CastlingSide> {
        self.is_castle().then(|| CastlingSide::of(self.from(), self.to()))
    }

    /// The square the moving piece ends up on: `to`, except for the king when castling.
    ///
    /// ```
    /// use tabiya_chess::{Move, Square};
    ///
    /// assert_eq!(Move::castle(Square::E1, Square::H1).destination(), Square::G1);
    /// assert_eq!(Move::normal(Square::E2, Square::E4).destination(), Square::E4);
    /// ```
    #[inline]
    pub fn destination(self) -> Square {
        match self.castling_side() {
            Some(side) => Square::new(side.king_file(), self.from().rank()),
            None => self.to(),
        }
    }
}

/// An upper bound for the legal moves of a position; the most known is 218.
pub const MAX_MOVES: usize = 256;

/// The moves of a position, stored inline without allocation. Dereferences to a slice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList(ArrayVec<Move, MAX_MOVES>);

impl MoveList {
    /// An empty list.
    #[inline]
    pub fn new() -> MoveList {
        MoveList::default()
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    /// When the list is full, which the moves of one position never cause.
    #[inline(always)]
    pub fn push(&mut self, m: Move) {
        self.0.push(m);
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = arrayvec::IntoIter<Move, MAX_MOVES>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
