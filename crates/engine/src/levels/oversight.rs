//! Replies that players overlook.

use chess::{Color, Move, Position, Role, Square};
use random::SplitMix64;

use super::parameters::{BACKWARDS, KNIGHT, LONG_DIAGONAL, LONG_DISTANCE, QUIET, RECAPTURE};

/// The reply of a line if it is overlooked. `chance` is that of overlooking an ordinary reply.
pub(super) fn missed_reply(
    position: &Position,
    moves: &[Move],
    chance: f64,
    random: &mut SplitMix64,
) -> Option<Move> {
    // A number is drawn for each line, with or without a reply, so that one line does not change
    // the luck of the next.
    let draw = random.next_f64();
    let &[m, reply, ..] = moves else { return None };
    (draw < chance * difficulty(&position.play_unchecked(m), m, reply)).then_some(reply)
}

/// How much harder than usual a reply is to see after the last move.
fn difficulty(position: &Position, last: Move, reply: Move) -> f64 {
    let (from, to) = (reply.from(), reply.to());
    let role = position.board().role_at(from);
    let mut difficulty = 1.0;
    if is_long_diagonal(from, to) {
        difficulty *= LONG_DIAGONAL;
    }
    if goes_back(position.turn(), from, to) {
        difficulty *= BACKWARDS;
    }
    if role == Some(Role::Knight) {
        difficulty *= KNIGHT;
    }
    if to == last.destination() {
        difficulty *= RECAPTURE;
    } else if !position.is_capture(reply) && !position.play_unchecked(reply).is_check() {
        difficulty *= QUIET;
    }
    difficulty
}

fn is_long_diagonal(from: Square, to: Square) -> bool {
    let files = (from.file() as i8).abs_diff(to.file() as i8);
    let ranks = (from.rank() as i8).abs_diff(to.rank() as i8);
    files == ranks && files >= LONG_DISTANCE
}

fn goes_back(color: Color, from: Square, to: Square) -> bool {
    if color.is_white() { to.rank() < from.rank() } else { to.rank() > from.rank() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_diagonals_backward_moves_and_knights_are_harder_to_see() {
        let position: Position = "4k3/8/8/3p4/8/8/1P1N4/B3K3 w - - 0 1".parse().unwrap();
        let quiet: Position = "4k3/8/8/8/8/8/3N4/B3K3 w - - 0 1".parse().unwrap();
        let black = Move::normal(Square::D6, Square::D5);
        let ease = |position: &Position, text: &str| {
            difficulty(position, black, position.parse_uci(text).unwrap())
        };
        assert!(ease(&quiet, "a1e5") > ease(&quiet, "a1d4"));
        assert!(ease(&position, "d2b1") > ease(&position, "d2b3"));
        assert!(ease(&position, "d2b3") > ease(&position, "b2b3"));
        assert!(!goes_back(Color::Black, Square::E5, Square::E4));
        assert!(goes_back(Color::Black, Square::E5, Square::E6));
    }
}
