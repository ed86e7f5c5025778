//! Mates at the end of lines.

use chess::{Bitboard, Color, Position, Role, attacks};

use super::line_with_positions::LineWithPositions;

/// In how many moves the first side of a line mates, if it does.
pub(super) fn mates_in(line: &LineWithPositions) -> Option<u32> {
    let plies = line.moves.len();
    let is_own = plies % 2 == 1;
    (is_own && line.end().is_checkmate()).then(|| plies.div_ceil(2) as u32)
}

/// True for a back rank mate: along the back rank of a king that its own pieces shut in.
pub(super) fn is_back_rank_mate(mated: &Position) -> bool {
    let loser = mated.turn();
    let king = mated.king(loser);
    let home = Bitboard::rank(loser.back_rank());
    let checkers = mated.checkers();
    let along_rank = checkers.into_iter().all(|checker| {
        home.contains(checker)
            && matches!(mated.board().role_at(checker), Some(Role::Rook | Role::Queen))
    });
    home.contains(king) && along_rank && is_shut_in(mated, loser)
}

/// True when own pieces, pawns among them, stand on every square before a king.
fn is_shut_in(position: &Position, side: Color) -> bool {
    let king = position.king(side);
    let ahead = attacks::king(king) & Bitboard::rank(side.pawn_rank());
    let own = position.board().color(side);
    let pawns = position.board().pieces(side, Role::Pawn);
    (ahead & !own).is_empty() && (ahead & pawns).any()
}
