//! A reference implementation of the rules: walk from square to square, try the move, look at the
//! king.
//!
//! It is slow and independent of the library's tables and move generator, so that errors there
//! show. It relies only on the library's board, castling rights and en passant square.

use tabiya_chess::{Board, CastlingSide, Color, Move, MoveKind, Piece, Position, Role, Square};

/// Every legal move, in the order of [`Move`].
pub(crate) fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position
        .board()
        .iter()
        .filter(|(_, piece)| piece.color == position.turn())
        .flat_map(|(from, piece)| piece_moves(position, from, piece))
        .chain(CastlingSide::ALL.into_iter().filter_map(|side| castle(position, side)))
        .filter(|&m| !is_check(&board_after(position, m), position.turn()))
        .collect();
    moves.sort_unstable();
    moves
}

/// True when the king of a side is attacked.
pub(crate) fn is_check(board: &Board, color: Color) -> bool {
    board.king(color).is_some_and(|king| is_attacked(board, king, !color))
}

/// True when a piece of one side attacks the square.
pub(crate) fn is_attacked(board: &Board, square: Square, by: Color) -> bool {
    board.iter().any(|(from, piece)| piece.color == by && sees(board, from, piece, square))
}

/// True when a piece on a square attacks another square.
fn sees(board: &Board, from: Square, piece: Piece, to: Square) -> bool {
    let (files, ranks) = steps(from, to);
    let (wide, high) = (files.abs(), ranks.abs());
    let is_straight = (wide == 0) != (high == 0);
    let is_diagonal = wide == high && wide != 0;
    match piece.role {
        Role::Pawn => wide == 1 && ranks == ahead(piece.color),
        Role::Knight => wide * high == 2,
        Role::Bishop => is_diagonal && is_clear(board, from, to),
        Role::Rook => is_straight && is_clear(board, from, to),
        Role::Queen => (is_straight || is_diagonal) && is_clear(board, from, to),
        Role::King => wide.max(high) == 1,
    }
}

/// True when a move other than castling follows its piece's pattern.
pub(crate) fn follows_pattern(position: &Position, m: Move) -> bool {
    let board = position.board();
    let Some(piece) = board.piece_at(m.from()).filter(|piece| piece.color == position.turn())
    else {
        return false;
    };
    let promotes = piece.role == Role::Pawn && m.to().rank() == piece.color.promotion_rank();
    match m.kind() {
        MoveKind::Castle => false,
        MoveKind::EnPassant => {
            piece.role == Role::Pawn
                && position.en_passant() == Some(m.to())
                && sees(board, m.from(), piece, m.to())
        }
        MoveKind::Normal => !promotes && reaches(board, m.from(), m.to()),
        MoveKind::Promotion(_) => promotes && reaches(board, m.from(), m.to()),
    }
}

/// True when the piece on a square can move to another by its pattern, en passant aside.
pub(crate) fn reaches(board: &Board, from: Square, to: Square) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    match board.color_at(to) {
        Some(color) => color != piece.color && sees(board, from, piece, to),
        None if piece.role == Role::Pawn => is_push(board, from, piece.color, to),
        None => sees(board, from, piece, to),
    }
}

/// The board after a move, whether legal or not.
pub(crate) fn board_after(position: &Position, m: Move) -> Board {
    let mut board = *position.board();
    let (from, to) = (m.from(), m.to());
    let Some(piece) = board.take(from) else { return board };
    match m.kind() {
        MoveKind::Normal => board.put(to, piece),
        MoveKind::Promotion(role) => board.put(to, role.of(piece.color)),
        MoveKind::EnPassant => {
            board.take(Square::new(to.file(), from.rank()));
            board.put(to, piece);
        }
        MoveKind::Castle => {
            let side = CastlingSide::of(from, to);
            board.take(to);
            board.put(Square::new(side.king_file(), from.rank()), piece);
            board.put(Square::new(side.rook_file(), from.rank()), Role::Rook.of(piece.color));
        }
    }
    board
}

/// The castling move to one side, if it is legal: the right exists, the paths are free, and the
/// king is not in check and crosses no attacked square. Whether it lands in check is tested on the
/// board after the move.
fn castle(position: &Position, side: CastlingSide) -> Option<Move> {
    let us = position.turn();
    let rank = us.back_rank();
    let king = position.board().king(us)?;
    let rook = Square::new(position.castling_rights().rook(us, side)?, rank);
    let king_to = Square::new(side.king_file(), rank);
    let rook_to = Square::new(side.rook_file(), rank);
    let mut others = *position.board();
    others.take(king);
    let is_safe = rank_squares(king, king_to).all(|square| !is_attacked(&others, square, !us));
    others.take(rook);
    let mut path = rank_squares(king, king_to).chain(rank_squares(rook, rook_to));
    let is_free = path.all(|square| others.piece_at(square).is_none());
    (is_safe && is_free).then(|| Move::castle(king, rook))
}

/// The pseudo-legal moves of one piece.
fn piece_moves(position: &Position, from: Square, piece: Piece) -> impl Iterator<Item = Move> {
    let promotes = piece.role == Role::Pawn;
    Square::ALL
        .into_iter()
        .flat_map(move |to| {
            let plain = [Move::normal(from, to), Move::en_passant(from, to)];
            let promotions = Role::PROMOTIONS.map(|role| Move::promotion(from, to, role));
            plain.into_iter().chain(promotions).take(if promotes { 6 } else { 1 })
        })
        .filter(|&m| follows_pattern(position, m))
}

/// True when a pawn can advance from one square to the other.
fn is_push(board: &Board, from: Square, color: Color, to: Square) -> bool {
    let (files, ranks) = steps(from, to);
    let is_double = ranks == 2 * ahead(color) && from.rank() == color.pawn_rank();
    files == 0
        && (ranks == ahead(color) || is_double)
        && is_clear(board, from, to)
        && board.piece_at(to).is_none()
}

/// True when no piece is strictly between two squares on one line.
fn is_clear(board: &Board, from: Square, to: Square) -> bool {
    let (files, ranks) = steps(from, to);
    let walk = |square: &Square| square.offset(files.signum(), ranks.signum());
    std::iter::successors(walk(&from), walk)
        .take_while(|&square| square != to)
        .all(|square| board.piece_at(square).is_none())
}

/// The squares of a rank from one to the other, both included.
fn rank_squares(from: Square, to: Square) -> impl Iterator<Item = Square> {
    Square::ALL[from.min(to).index()..=from.max(to).index()].iter().copied()
}

/// The offset in files and ranks between two squares.
fn steps(from: Square, to: Square) -> (i8, i8) {
    (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8)
}

/// The direction in which a side's pawns move.
fn ahead(color: Color) -> i8 {
    if color.is_white() { 1 } else { -1 }
}
