//! Moves that players overlook: replies of the opponent, and their own captures and checks, at once
//! or a few moves on.

use chess::{Color, Move, Position, Role, Square};
use random::SplitMix64;

use super::parameters::{
    BACKWARDS, KNIGHT, LONG_DIAGONAL, LONG_DISTANCE, OWN_MOVE, QUIET, RECAPTURE,
};

/// Where a player stops seeing a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Oversight {
    /// The position that the player sees last.
    pub(super) position: Position,
    /// The move that is overlooked there.
    pub(super) missed: Move,
    /// Whether it is a move of the opponent.
    pub(super) is_reply: bool,
}

/// Where a player stops seeing a line, if anywhere. `chance` is that of overlooking an ordinary
/// reply; what comes later is overlooked more often.
pub(super) fn oversight(
    position: &Position,
    moves: &[Move],
    chance: f64,
    random: &mut SplitMix64,
) -> Option<Oversight> {
    // Every line has numbers of its own, so that one does not change the luck of the next.
    let mut random = SplitMix64::new(random.next_u64());
    let (mut position, mut last) = (*position, None);
    for (ply, &m) in moves.iter().enumerate() {
        let is_reply = ply % 2 == 1;
        let factor = ply.max(1) as f64 * if is_reply { 1.0 } else { OWN_MOVE };
        let chance = chance * factor * difficulty(&position, last, m);
        // A quiet move of one's own that is not seen can be replaced by another.
        let counts = is_reply || is_forcing(&position, m);
        if random.next_f64() < chance && counts {
            return Some(Oversight { position, missed: m, is_reply });
        }
        (position, last) = (position.play_unchecked(m), Some(m));
    }
    None
}

/// True for captures, promotions and checks.
fn is_forcing(position: &Position, m: Move) -> bool {
    position.is_capture(m) || m.promoted().is_some() || position.play_unchecked(m).is_check()
}

/// How much harder than usual a move is to see after the last one.
fn difficulty(position: &Position, last: Option<Move>, m: Move) -> f64 {
    let (from, to) = (m.from(), m.to());
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
    if last.is_some_and(|last| to == last.destination()) {
        difficulty *= RECAPTURE;
    } else if !is_forcing(position, m) {
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

    fn read_line<const N: usize>(mut position: Position, texts: [&str; N]) -> [Move; N] {
        texts.map(|text| {
            let m = position.parse_uci(text).unwrap();
            position = position.play_unchecked(m);
            m
        })
    }

    #[test]
    fn replies_and_own_captures_are_overlooked_the_later_the_more() {
        let position: Position = "4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1".parse().unwrap();
        let line = read_line(position, ["d2d1", "e8e7", "d1d5"]);
        let count = |moves: &[Move], chance| {
            let mut random = SplitMix64::new(1);
            let found = (0..1_000).filter_map(|_| oversight(&position, moves, chance, &mut random));
            found.fold(
                [0, 0],
                |[replies, own], o| {
                    if o.is_reply { [replies + 1, own] } else { [replies, own + 1] }
                },
            )
        };
        let [replies, own] = count(&line, 0.1);
        assert!((80..180).contains(&replies) && own > 2 * replies, "{replies} {own}");
        assert_eq!(count(&line, 0.0), [0, 0]);
        // A quiet move can be replaced by another.
        assert_eq!(count(&line[..1], 1.0), [0, 0]);
    }

    #[test]
    fn long_diagonals_backward_moves_and_knights_are_harder_to_see() {
        let position: Position = "4k3/8/8/3p4/8/8/1P1N4/B3K3 w - - 0 1".parse().unwrap();
        let quiet: Position = "4k3/8/8/8/8/8/3N4/B3K3 w - - 0 1".parse().unwrap();
        let black = Move::normal(Square::D6, Square::D5);
        let ease = |position: &Position, text: &str| {
            difficulty(position, Some(black), position.parse_uci(text).unwrap())
        };
        assert!(ease(&quiet, "a1e5") > ease(&quiet, "a1d4"));
        assert!(ease(&position, "d2b1") > ease(&position, "d2b3"));
        assert!(ease(&position, "d2b3") > ease(&position, "b2b3"));
        assert!(!goes_back(Color::Black, Square::E5, Square::E4));
        assert!(goes_back(Color::Black, Square::E5, Square::E6));
    }
}
