//! What pieces are worth, and what a series of captures on one square comes to.

use chess::{Board, Color, Move, Position, Role, Square};

/// What a piece is worth in pawns. A king cannot be lost and counts for nothing.
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// What the pieces of one side are worth more than those of the other.
pub(super) fn balance(board: &Board, side: Color) -> i32 {
    board
        .iter()
        .map(|(_, piece)| if piece.color == side { worth(piece.role) } else { -worth(piece.role) })
        .sum()
}

/// The square of the piece that a move takes, which is not where it lands when it takes en passant.
pub(super) fn captured_square(m: Move) -> Square {
    if m.is_en_passant() { Square::new(m.to().file(), m.from().rank()) } else { m.to() }
}

/// The piece that a move takes.
pub(super) fn captured(position: &Position, m: Move) -> Option<Role> {
    if m.is_castle() { None } else { position.board().role_at(captured_square(m)) }
}

/// What the side to move wins at least by taking on a square, both sides with the least piece first
/// and stopping when it pays. Only legal captures count, so pins and checks do.
pub(super) fn exchange(position: &Position, target: Square) -> i32 {
    let board = position.board();
    let takes = |m: &Move| !m.is_castle() && m.to() == target && board.role_at(target).is_some();
    let moves = position.legal_moves();
    let least =
        moves.iter().filter(|m| takes(m)).min_by_key(|m| board.role_at(m.from()).map_or(0, price));
    let Some(&m) = least else { return 0 };
    let promoted = m.promoted().map_or(0, |role| worth(role) - worth(Role::Pawn));
    let won = captured(position, m).map_or(0, worth) + promoted;
    (won - exchange(&position.play_unchecked(m), target)).max(0)
}

/// The order in which pieces take: the king last.
fn price(role: Role) -> i32 {
    if role == Role::King { i32::MAX } else { worth(role) }
}

/// The most that the side to move wins by an exchange on any square.
pub(super) fn best_exchange(position: &Position) -> i32 {
    let enemies = position.board().color(!position.turn());
    enemies.into_iter().map(|square| exchange(position, square)).max().unwrap_or(0)
}
