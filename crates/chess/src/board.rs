//! The placement of the pieces, and the squares they attack.

use std::fmt;

use crate::{Bitboard, ByColor, ByRole, Color, File, Piece, Rank, Role, Square, attacks};

/// The pieces on their squares, without turn or castling rights.
///
/// ```
/// use tabiya_chess::{Board, Color, Role, Square};
///
/// let mut board = Board::EMPTY;
/// board.put(Square::E1, Role::King.of(Color::White));
/// assert_eq!(board.king(Color::White), Some(Square::E1));
/// assert_eq!(board.to_string(), "8/8/8/8/8/8/8/4K3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) roles: ByRole<Bitboard>,
    pub(crate) colors: ByColor<Bitboard>,
    /// The same placement indexed by square.
    pub(crate) squares: [Option<Role>; 64],
}

impl Board {
    /// The empty board.
    pub const EMPTY: Board = Board {
        roles: ByRole([Bitboard::EMPTY; 6]),
        colors: ByColor([Bitboard::EMPTY; 2]),
        squares: [None; 64],
    };

    /// The squares that hold a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[Color::White] | self.colors[Color::Black]
    }

    /// The pieces of one side.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// The pieces of one role, of both sides.
    #[inline(always)]
    pub fn role(&self, role: Role) -> Bitboard {
        self.roles[role]
    }

    /// The pieces of one side and one role.
    #[inline(always)]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color] & self.roles[role]
    }

    /// One side's bishops and queens.
    #[inline(always)]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.roles[Role::Bishop] | self.roles[Role::Queen]) & self.colors[color]
    }

    /// One side's rooks and queens.
    #[inline(always)]
    pub fn straight_sliders(&self, color: Color) -> Bitboard {
        (self.roles[Role::Rook] | self.roles[Role::Queen]) & self.colors[color]
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(Piece { color: self.color_at(square)?, role: self.role_at(square)? })
    }

    /// The color of the piece on a square.
    #[inline]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.colors[color].contains(square))
    }

    /// The role of the piece on a square.
    #[inline(always)]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.squares[square.index()]
    }

    /// The role of the piece on a square that is not empty.
    #[inline(always)]
    pub(crate) fn role_on(&self, square: Square) -> Role {
        self.squares[square.index()].unwrap_or(Role::Pawn)
    }

    /// The square of one side's king, if it has exactly one.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).single()
    }

    /// Puts a piece on a square, replacing what was there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.clear(square.bitboard());
        self.place(square, piece);
    }

    /// Removes and returns the piece on a square.
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let taken = self.piece_at(square);
        self.clear(square.bitboard());
        self.squares[square.index()] = None;
        taken
    }

    /// Removes a set of squares from all bitboards at once. The caller updates `squares`.
    #[inline(always)]
    pub(crate) fn clear(&mut self, squares: Bitboard) {
        self.roles.0 = self.roles.0.map(|set| set & !squares);
        self.colors.0 = self.colors.0.map(|set| set & !squares);
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn place(&mut self, square: Square, piece: Piece) {
        self.roles[piece.role] |= square.bitboard();
        self.colors[piece.color] |= square.bitboard();
        self.squares[square.index()] = Some(piece.role);
    }

    /// Each piece with its square, from `a1` to `h8`.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> {
        let board = *self;
        self.occupied()
            .into_iter()
            .filter_map(move |square| Some((square, board.piece_at(square)?)))
    }

    /// The pieces of one side that attack a square, for the given occupancy.
    #[inline(always)]
    pub fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let steppers = attacks::pawn(!by, square) & self.roles[Role::Pawn]
            | attacks::knight(square) & self.roles[Role::Knight]
            | attacks::king(square) & self.roles[Role::King];
        let sliders = attacks::bishop(square, occupied) & self.diagonal_sliders(by)
            | attacks::rook(square, occupied) & self.straight_sliders(by);
        steppers & self.colors[by] | sliders
    }

    /// All squares that one side attacks, for the given occupancy.
    #[inline(always)]
    pub fn attacked(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let mut seen = attacks::pawns(by, self.pieces(by, Role::Pawn))
            | attacks::knights(self.pieces(by, Role::Knight));
        for square in self.pieces(by, Role::King) {
            seen |= attacks::king(square);
        }
        for square in self.diagonal_sliders(by) {
            seen |= attacks::bishop(square, occupied);
        }
        for square in self.straight_sliders(by) {
            seen |= attacks::rook(square, occupied);
        }
        seen
    }
}

impl FromIterator<(Square, Piece)> for Board {
    fn from_iter<I: IntoIterator<Item = (Square, Piece)>>(pieces: I) -> Board {
        let mut board = Board::EMPTY;
        for (square, piece) in pieces {
            board.put(square, piece);
        }
        board
    }
}

impl fmt::Debug for Board {
    /// Draws the board, eighth rank first, with FEN letters and dots.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let piece = self.piece_at(Square::new(file, rank));
                write!(f, "{}", piece.map_or('.', Piece::char))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
