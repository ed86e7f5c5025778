//! Static exchange evaluation (SEE): the material balance of a series of captures on one square.

use chess::{Bitboard, Color, Move, MoveKind, Position, Role, Square, attacks};

use crate::history;
use crate::score::Score;

/// The value of a piece in an exchange.
pub(crate) const fn piece_value(role: Role) -> Score {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 510,
        Role::Queen => 970,
        Role::King => 20_000,
    }
}

/// The material that a move wins at once.
pub(crate) fn gain(position: &Position, m: Move) -> Score {
    let captured = history::captured_role(position, m).map_or(0, piece_value);
    let promoted = m.promoted().map_or(0, |role| piece_value(role) - piece_value(Role::Pawn));
    captured + promoted
}

/// True when the exchange that a move begins wins at least `threshold` for the mover, both sides
/// capturing with the least valuable piece first and stopping when it pays.
pub(crate) fn wins_at_least(position: &Position, m: Move, threshold: Score) -> bool {
    if m.kind() == MoveKind::Castle {
        return threshold <= 0;
    }
    let mut balance = gain(position, m) - threshold;
    if balance < 0 {
        return false;
    }
    let board = position.board();
    let mover = m.promoted().or_else(|| board.role_at(m.from())).unwrap_or(Role::Pawn);
    balance -= piece_value(mover);
    if balance >= 0 {
        return true;
    }
    let target = m.to();
    let mut occupied = board.occupied().without(m.from()).with(target);
    if m.is_en_passant() {
        occupied = occupied.without(Square::new(target.file(), m.from().rank()));
    }
    let mut exchange = Exchange { position, target, occupied, attackers: Bitboard::EMPTY };
    exchange.attackers = exchange.all_attackers();
    let mut side = !position.turn();
    while let Some(role) = exchange.capture_with_least_valuable(side) {
        side = !side;
        balance = -balance - 1 - piece_value(role);
        if balance >= 0 {
            // A king may not capture a defended piece, so its capture did not happen.
            if role == Role::King && exchange.is_attacked_by(side) {
                side = !side;
            }
            break;
        }
    }
    side != position.turn()
}

/// A series of captures on one square.
struct Exchange<'a> {
    position: &'a Position,
    target: Square,
    /// Pieces that have not captured yet.
    occupied: Bitboard,
    attackers: Bitboard,
}

impl Exchange<'_> {
    fn all_attackers(&self) -> Bitboard {
        let board = self.position.board();
        (board.attackers(Color::White, self.target, self.occupied)
            | board.attackers(Color::Black, self.target, self.occupied))
            & self.occupied
    }

    fn is_attacked_by(&self, side: Color) -> bool {
        (self.attackers & self.occupied & self.position.board().color(side)).any()
    }

    /// Captures with the least valuable piece of a side and uncovers the sliders behind it; none
    /// when the side has no attacker left.
    fn capture_with_least_valuable(&mut self, side: Color) -> Option<Role> {
        let board = self.position.board();
        let pieces = self.attackers & self.occupied & board.color(side);
        let (role, from) = Role::ALL
            .into_iter()
            .find_map(|role| (pieces & board.role(role)).first().map(|from| (role, from)))?;
        self.occupied = self.occupied.without(from);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            let sliders = board.role(Role::Bishop) | board.role(Role::Queen);
            self.attackers |= attacks::bishop(self.target, self.occupied) & sliders;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            let sliders = board.role(Role::Rook) | board.role(Role::Queen);
            self.attackers |= attacks::rook(self.target, self.occupied) & sliders;
        }
        Some(role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: B7
    #[test]
    fn exchanges_have_their_balance() {
        for (fen, m, value) in [
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
            ("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
            ("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 510),
            ("4k3/8/2p5/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 510 + 100),
            ("4k3/8/2p5/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 320 - 510 + 100),
            ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 510),
            // The queen behind the rook takes part, and the king may not take a defended piece.
            ("3qk3/3r4/8/3p4/4P3/8/3R4/3RK3 w - - 0 1", "e4d5", 100),
            ("8/8/3k4/3p4/4P3/8/8/3RK3 w - - 0 1", "e4d5", 100),
            ("8/8/3k4/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 870),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 510 + 870),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
            ("4k3/8/2p5/8/8/8/8/3QK3 w - - 0 1", "d1d5", -970),
            ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d5", 0),
        ] {
            let position: Position = fen.parse().unwrap();
            let m = position.parse_uci(m).unwrap();
            assert!(wins_at_least(&position, m, value), "{fen} {value}");
            assert!(!wins_at_least(&position, m, value + 1), "{fen} {value}");
        }
    }
}
