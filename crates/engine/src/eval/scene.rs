//! What several terms need to know of a position, worked out once.

use chess::{Bitboard, Board, ByColor, ByRole, Color, Position, Role, Square, attacks};

use super::terms::{TERM, Term};

/// A position with what has been seen of it so far. The squares that pieces attack are added while
/// the pieces are gone through; threats and king safety read them afterwards.
pub(super) struct Scene<'a> {
    pub(super) board: &'a Board,
    pub(super) occupied: Bitboard,
    pub(super) king: ByColor<Square>,
    pub(super) pawns: ByColor<Bitboard>,
    pub(super) pawn_attacks: ByColor<Bitboard>,
    /// The squares that a side's pawns attack or could attack after going on.
    pub(super) pawn_span: ByColor<Bitboard>,
    /// All squares of the files on which a side has pawns.
    pub(super) pawn_files: ByColor<Bitboard>,
    /// The squares around a side's king, and those before them.
    pub(super) ring: ByColor<Bitboard>,
    /// What each side attacks.
    pub(super) reach: ByColor<Reach>,
    /// How each side attacks the other's king.
    pub(super) assault: ByColor<Assault>,
}

/// The squares that a side attacks.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach {
    pub(super) by: ByRole<Bitboard>,
    pub(super) all: Bitboard,
    /// By two pieces or more.
    pub(super) twice: Bitboard,
}

impl Reach {
    /// Adds what one piece attacks.
    #[inline(always)]
    pub(super) fn add(&mut self, role: Role, seen: Bitboard) {
        self.twice |= self.all & seen;
        self.all |= seen;
        self.by[role] |= seen;
    }
}

/// The pieces of a side that attack the enemy king's ring.
#[derive(Clone, Copy, Default)]
pub(super) struct Assault {
    pub(super) attackers: i32,
    pub(super) units: i32,
}

impl<'a> Scene<'a> {
    /// A position of which only pawns and kings have been looked at.
    #[inline(always)]
    pub(super) fn new(position: &'a Position) -> Scene<'a> {
        let board = position.board();
        let king = ByColor::from_fn(|color| position.king(color));
        let pawns = ByColor::from_fn(|color| board.pieces(color, Role::Pawn));
        let pawn_attacks = ByColor::from_fn(|color| attacks::pawns(color, pawns[color]));
        Scene {
            board,
            occupied: board.occupied(),
            king,
            pawns,
            pawn_attacks,
            pawn_span: ByColor::from_fn(|color| fill_forward(color, pawn_attacks[color])),
            pawn_files: ByColor::from_fn(|color| files_of(pawns[color])),
            ring: ByColor::from_fn(|color| {
                let near = attacks::king(king[color]).with(king[color]);
                near | near.forward(color)
            }),
            reach: ByColor::from_fn(|color| first_reach(color, pawns[color], king[color])),
            assault: ByColor::default(),
        }
    }
}

/// What a side's pawns and king attack.
#[inline(always)]
fn first_reach(color: Color, pawns: Bitboard, king: Square) -> Reach {
    let ahead = pawns.forward(color);
    let mut reach = Reach::default();
    reach.add(Role::Pawn, ahead.east());
    reach.add(Role::Pawn, ahead.west());
    reach.add(Role::King, attacks::king(king));
    reach
}

/// The squares of a set and all squares before them, from a side's view.
#[inline(always)]
pub(super) fn fill_forward(color: Color, set: Bitboard) -> Bitboard {
    let mut bits = set.0;
    match color {
        Color::White => {
            bits |= bits << 8;
            bits |= bits << 16;
            bits |= bits << 32;
        }
        Color::Black => {
            bits |= bits >> 8;
            bits |= bits >> 16;
            bits |= bits >> 32;
        }
    }
    Bitboard(bits)
}

/// The squares of all files on which a set has a square.
#[inline(always)]
pub(super) fn files_of(set: Bitboard) -> Bitboard {
    fill_forward(Color::White, set) | fill_forward(Color::Black, set)
}

/// A square's rank as its side counts it, from 0.
#[inline(always)]
pub(super) fn relative_rank(color: Color, square: Square) -> usize {
    color.relative(square).index() / 8
}

/// How far a square's file lies from the edge, from 0 to 3.
#[inline(always)]
pub(super) fn edge_distance(square: Square) -> usize {
    let file = square.index() % 8;
    file.min(7 - file)
}

/// The weight of a piece's square. Tables are the same on both wings.
#[inline(always)]
pub(super) fn square_term(role: Role, color: Color, square: Square) -> Term {
    let group = match role {
        Role::Pawn => TERM.pawn_squares,
        Role::Knight => TERM.knight_squares,
        Role::Bishop => TERM.bishop_squares,
        Role::Rook => TERM.rook_squares,
        Role::Queen => TERM.queen_squares,
        Role::King => TERM.king_squares,
    };
    group.at(4 * relative_rank(color, square) + edge_distance(square))
}
