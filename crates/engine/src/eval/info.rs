//! What several terms need to know about a position, computed once.

use chess::{Bitboard, Board, ByColor, ByRole, Color, Position, Role, Square, attacks};

use super::terms::{TERM, Term};

/// Attack maps and pawn structure of a position. The attacks of pieces are added by the terms of
/// pieces; threats and king safety use them afterwards.
pub(super) struct EvalInfo<'a> {
    pub(super) board: &'a Board,
    pub(super) occupied: Bitboard,
    pub(super) king: ByColor<Square>,
    pub(super) pawns: ByColor<Bitboard>,
    pub(super) pawn_attacks: ByColor<Bitboard>,
    /// The squares that a side's pawns attack or could attack after advancing.
    pub(super) pawn_span: ByColor<Bitboard>,
    /// All squares of the files on which a side has pawns.
    pub(super) pawn_files: ByColor<Bitboard>,
    /// The king zone: the squares around a side's king, and those before them.
    pub(super) king_zone: ByColor<Bitboard>,
    /// The squares that each side attacks.
    pub(super) attack_map: ByColor<AttackMap>,
    /// The attack of each side on the other's king zone.
    pub(super) king_attack: ByColor<KingAttack>,
}

/// The squares that a side attacks.
#[derive(Clone, Copy, Default)]
pub(super) struct AttackMap {
    pub(super) by: ByRole<Bitboard>,
    pub(super) all: Bitboard,
    /// By two pieces or more.
    pub(super) twice: Bitboard,
}

impl AttackMap {
    /// Adds what one piece attacks.
    #[inline(always)]
    pub(super) fn add(&mut self, role: Role, seen: Bitboard) {
        self.twice |= self.all & seen;
        self.all |= seen;
        self.by[role] |= seen;
    }
}

/// The attack of a side on the enemy king zone.
#[derive(Clone, Copy, Default)]
pub(super) struct KingAttack {
    pub(super) attackers: i32,
    pub(super) units: i32,
}

impl<'a> EvalInfo<'a> {
    /// A position with the attacks of pawns and kings only.
    #[inline(always)]
    pub(super) fn new(position: &'a Position) -> EvalInfo<'a> {
        let board = position.board();
        let king = ByColor::from_fn(|color| position.king(color));
        let pawns = ByColor::from_fn(|color| board.pieces(color, Role::Pawn));
        let pawn_attacks = ByColor::from_fn(|color| attacks::pawns(color, pawns[color]));
        EvalInfo {
            board,
            occupied: board.occupied(),
            king,
            pawns,
            pawn_attacks,
            pawn_span: ByColor::from_fn(|color| fill_forward(color, pawn_attacks[color])),
            pawn_files: ByColor::from_fn(|color| files_of(pawns[color])),
            king_zone: ByColor::from_fn(|color| {
                let near = attacks::king(king[color]).with(king[color]);
                near | near.forward(color)
            }),
            attack_map: ByColor::from_fn(|color| {
                pawn_and_king_attacks(color, pawns[color], king[color])
            }),
            king_attack: ByColor::default(),
        }
    }
}

/// What a side's pawns and king attack.
#[inline(always)]
fn pawn_and_king_attacks(color: Color, pawns: Bitboard, king: Square) -> AttackMap {
    let ahead = pawns.forward(color);
    let mut attack_map = AttackMap::default();
    attack_map.add(Role::Pawn, ahead.east());
    attack_map.add(Role::Pawn, ahead.west());
    attack_map.add(Role::King, attacks::king(king));
    attack_map
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
