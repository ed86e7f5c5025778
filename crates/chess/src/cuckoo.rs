//! Upcoming repetitions: whether one reversible move leads from one position to another, by their
//! Zobrist keys alone. A search asks this at every node, to know that the side to move can repeat a
//! position.
//!
//! The difference of the keys is looked up in a table of all reversible moves, a cuckoo hash table:
//! each of them is in one of two slots, so that a lookup never searches.

use std::sync::LazyLock;

use crate::{Bitboard, Color, Position, Role, Square, attacks, zobrist};

/// Slots of the table, a power of two.
const SLOTS: usize = 8192;

/// A move of a piece between two squares, in either direction.
#[derive(Clone, Copy)]
struct ReversibleMove {
    /// What it changes in the key of a position; 0 in an empty slot.
    difference: u64,
    squares: [Square; 2],
}

type Table = [ReversibleMove; SLOTS];

static TABLE: LazyLock<Box<Table>> = LazyLock::new(|| {
    let empty = ReversibleMove { difference: 0, squares: [Square::A1; 2] };
    let mut table = Box::new([empty; SLOTS]);
    for color in Color::ALL {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            for from in Square::ALL {
                let targets = attacks::by_role(role, from, Bitboard::EMPTY);
                for to in targets.into_iter().filter(|&to| from < to) {
                    let [here, there] =
                        [from, to].map(|square| zobrist::piece(role.of(color), square));
                    let difference = here ^ there ^ zobrist::WHITE_TO_MOVE;
                    insert(&mut table, ReversibleMove { difference, squares: [from, to] });
                }
            }
        }
    }
    table
});

impl Position {
    /// True when the side to move can repeat an earlier position by one move of a piece: no pawn
    /// move, capture or castling. It is not examined whether that leaves the king in check.
    ///
    /// `earlier` has the keys of the positions that led to this one, the last one at its end, and
    /// begins after the last move that cannot be taken back.
    ///
    /// ```
    /// use tabiya_chess::Game;
    ///
    /// let mut game = Game::default();
    /// let mut keys = Vec::new();
    /// for san in ["Nf3", "Nf6", "Ng1"] {
    ///     keys.push(game.position().key());
    ///     game.play(game.position().parse_san(san)?)?;
    /// }
    /// // Black can repeat the starting position by Ng8.
    /// assert!(game.position().can_repeat(&keys));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn can_repeat(&self, earlier: &[u64]) -> bool {
        let mut later = self.key();
        let mut keys = earlier.iter().rev();
        // What the moves of the opponent have changed since the earlier position.
        let mut by_opponent = 0;
        while let Some(&before) = keys.next() {
            by_opponent ^= later ^ before ^ zobrist::WHITE_TO_MOVE;
            // The opponent's last move alone is not taken back by the side to move.
            if by_opponent == 0 && self.is_one_reversible_move_from(before) {
                return true;
            }
            let Some(&next) = keys.next() else { return false };
            later = next;
        }
        false
    }

    /// True when one move of a piece leads from this position to the one with the other key, and
    /// back. It is not examined whose move it is, and whether it leaves a king in check.
    #[inline]
    fn is_one_reversible_move_from(&self, key: u64) -> bool {
        let difference = self.key() ^ key;
        slots(difference).into_iter().any(|slot| {
            let ReversibleMove { difference: known, squares: [from, to] } = TABLE[slot];
            known == difference && (attacks::between(from, to) & self.board().occupied()).is_empty()
        })
    }
}

/// The two slots that a difference may be in.
#[inline]
fn slots(difference: u64) -> [usize; 2] {
    [difference as usize % SLOTS, (difference >> 16) as usize % SLOTS]
}

/// Inserts a move into its first slot; what was there moves to its other slot, and so on.
fn insert(table: &mut Table, mut inserted: ReversibleMove) {
    let mut slot = slots(inserted.difference)[0];
    loop {
        std::mem::swap(&mut table[slot], &mut inserted);
        if inserted.difference == 0 {
            return;
        }
        let [first, second] = slots(inserted.difference);
        slot = if slot == first { second } else { first };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MoveKind;

    /// The pairs of squares that a knight, bishop, rook, queen or king moves between on an empty
    /// board, for both colors.
    const REVERSIBLE_MOVES: usize = 3668;

    #[test]
    fn every_reversible_move_is_in_the_table() {
        assert_eq!(TABLE.iter().filter(|entry| entry.difference != 0).count(), REVERSIBLE_MOVES);
    }

    #[test]
    fn a_move_is_found_exactly_when_it_can_be_taken_back_at_once() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/8/8/8/8/8/4P3/R3K2R b - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            for &m in &position.legal_moves() {
                let next = position.play(m).unwrap();
                let role = position.board().role_at(m.from()).unwrap();
                let is_reversible = role != Role::Pawn
                    && !position.is_capture(m)
                    && m.kind() == MoveKind::Normal
                    && position.castling_rights() == next.castling_rights();
                assert_eq!(
                    next.is_one_reversible_move_from(position.key()),
                    is_reversible,
                    "{fen} {m:?}"
                );
                assert_eq!(position.is_one_reversible_move_from(next.key()), is_reversible);
            }
        }
    }

    #[test]
    fn nothing_moves_through_other_pieces() {
        let before: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
        let key =
            before.play(before.find_move(Square::A1, Square::A8, None).unwrap()).unwrap().key();
        assert!(before.is_one_reversible_move_from(key));
        // The same difference, in a position whose file is blocked.
        let blocked: Position = "4k3/8/8/8/P7/8/8/R3K3 w - - 0 1".parse().unwrap();
        let difference = before.key() ^ key;
        assert!(!blocked.is_one_reversible_move_from(blocked.key() ^ difference));
    }

    /// Whether the side to move can repeat a position after some moves.
    fn can_repeat_after(fen: &str, moves: &[&str]) -> bool {
        let mut position: Position = fen.parse().unwrap();
        let mut keys = Vec::new();
        for uci in moves {
            keys.push(position.key());
            position = position.play(position.parse_uci(uci).unwrap()).unwrap();
        }
        position.can_repeat(&keys)
    }

    #[test]
    fn only_the_side_to_move_repeats() {
        let fen = "r3k3/8/8/8/8/8/4P3/R3K3 w - - 0 1";
        for (moves, expected) in [
            (&[][..], false),
            (&["a1b1"], false),
            // Black can go back to a8 at once: the position was there with White to move.
            (&["a1b1", "a8b8", "b1a1"], true),
            (&["a1b1", "a8b8", "b1c1"], false),
            // White went in a triangle, and Black can return to where it began.
            (&["a1b1", "a8b8", "b1c1", "b8c8", "c1a1"], true),
            // Black came back to where White's rook was on b1.
            (&["a1b1", "a8b8", "b1c1", "b8a8"], true),
            // The pieces stand as they did, with the other side to move.
            (&["a1b1", "a8b8", "b1c1", "b8c8", "c1b1", "c8a8"], false),
            // One move from a8 to d8 is what has changed, but it is not White who can take it back.
            (&["e1d1", "a8b8", "a1b1", "b8c8", "b1a1", "c8d8"], false),
        ] {
            assert_eq!(can_repeat_after(fen, moves), expected, "{moves:?}");
        }
    }
}
