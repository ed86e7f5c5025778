//! Piece values and exchanges on one square.

use chess::{Board, Color, Move, Position, Role, Square};

/// The value of a piece in pawns. A king cannot be lost and counts for nothing.
pub(super) const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// The material balance from one side's view.
pub(super) fn material_balance(board: &Board, side: Color) -> i32 {
    board
        .iter()
        .map(
            |(_, piece)| {
                if piece.color == side { piece_value(piece.role) } else { -piece_value(piece.role) }
            },
        )
        .sum()
}

/// The square of the captured piece, which is not the target square of an en passant capture.
pub(super) fn captured_square(m: Move) -> Square {
    if m.is_en_passant() { Square::new(m.to().file(), m.from().rank()) } else { m.to() }
}

/// The piece that a move captures.
pub(super) fn captured(position: &Position, m: Move) -> Option<Role> {
    if m.is_castle() { None } else { position.board().role_at(captured_square(m)) }
}

/// What the side to move wins by capturing on a square, both sides with the least valuable piece
/// first and stopping when it pays. Only legal captures count, so pins and checks are respected.
pub(super) fn exchange(position: &Position, target: Square) -> i32 {
    let board = position.board();
    let takes = |m: &Move| !m.is_castle() && m.to() == target && board.role_at(target).is_some();
    let moves = position.legal_moves();
    let least = moves
        .iter()
        .filter(|m| takes(m))
        .min_by_key(|m| board.role_at(m.from()).map_or(0, capture_order));
    let Some(&m) = least else { return 0 };
    let promoted = m.promoted().map_or(0, |role| piece_value(role) - piece_value(Role::Pawn));
    let won = captured(position, m).map_or(0, piece_value) + promoted;
    (won - exchange(&position.play_unchecked(m), target)).max(0)
}

/// The order in which pieces capture: the king last.
fn capture_order(role: Role) -> i32 {
    if role == Role::King { i32::MAX } else { piece_value(role) }
}

/// The most that the side to move wins by an exchange on any square.
pub(super) fn best_exchange(position: &Position) -> i32 {
    let enemies = position.board().color(!position.turn());
    enemies.into_iter().map(|square| exchange(position, square)).max().unwrap_or(0)
}

/// How many captures in a row are looked at to settle a position.
const SETTLING_DEPTH: u32 = 6;

/// More than all the pieces of a side are worth.
const MAX_GAIN: i32 = 1_000;

/// What the side to move wins when both sides capture as long as it pays, on any square.
pub(super) fn settled_gain(position: &Position) -> i32 {
    quiescence(position, -MAX_GAIN, MAX_GAIN, SETTLING_DEPTH)
}

/// True when no series of captures pays for the side to move.
pub(super) fn is_settled(position: &Position) -> bool {
    quiescence(position, 0, 1, SETTLING_DEPTH) == 0
}

/// Quiescence search over material alone: captures, or standing pat.
fn quiescence(position: &Position, alpha: i32, beta: i32, depth: u32) -> i32 {
    let mut best = 0;
    for &m in &position.legal_moves() {
        if best >= beta || depth == 0 {
            break;
        }
        let Some(role) = captured(position, m) else { continue };
        let promoted = m.promoted().map_or(0, |to| piece_value(to) - piece_value(Role::Pawn));
        let won = piece_value(role) + promoted;
        let window = (won - beta, won - alpha.max(best));
        best =
            best.max(won - quiescence(&position.play_unchecked(m), window.0, window.1, depth - 1));
    }
    best
}
