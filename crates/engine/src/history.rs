//! History heuristics: how well moves did elsewhere in the tree. The better, the earlier a move is
//! tried and the less it is reduced.
//!
//! Every entry is updated with gravity: a bonus raises it and a malus lowers it, by less the closer
//! it already is to its limit, so that old results decay.

use chess::{Bitboard, Color, Move, Piece, Position, Role, Square};

use crate::tunables;

/// No entry goes beyond this, either way.
pub(crate) const LIMIT: i32 = 16_384;

/// A piece and its target square, as an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

/// How many there are.
const PIECE_TOS: usize = 12 * 64;
/// Pairs of origin and target.
const FROM_TOS: usize = 64 * 64;
/// Roles that can be captured; the king's index stands for none.
const CAPTURED: usize = 6;

impl PieceTo {
    /// The piece that a move moves, and where to.
    pub(crate) fn new(position: &Position, m: Move) -> PieceTo {
        let role = position.board().role_at(m.from()).unwrap_or(Role::Pawn);
        PieceTo::of(role.of(position.turn()), m.to())
    }

    /// A piece that moves to a square.
    pub(crate) fn of(piece: Piece, to: Square) -> PieceTo {
        PieceTo(((piece.color as u16 * 6 + piece.role as u16) << 6) | to as u16)
    }

    /// A hash of this move and the one before it.
    pub(crate) fn hash_with(self, before: PieceTo) -> u16 {
        const ODD: u32 = 0x9E37_79B1;
        (((u32::from(self.0) << 10) | u32::from(before.0)).wrapping_mul(ODD) >> 16) as u16
    }

    fn index(self) -> usize {
        usize::from(self.0).min(PIECE_TOS - 1)
    }
}

/// A quiet move on the path, with what is needed to find its histories again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietMove {
    m: Move,
    turn: Color,
    threat_index: usize,
    piece_to: PieceTo,
}

impl QuietMove {
    /// A quiet move in a position where the opponent attacks these squares.
    pub(crate) fn new(position: &Position, attacked: Bitboard, m: Move) -> QuietMove {
        QuietMove {
            m,
            turn: position.turn(),
            threat_index: threat_index(attacked, m),
            piece_to: PieceTo::new(position, m),
        }
    }
}

/// The moves that led to a node, latest first; none for a null move and before the root.
pub(crate) type PreviousMoves = [Option<PieceTo>; 4];

/// A weight of 1 in the units of [`continuation_weights`].
const CONTINUATION_UNIT: i32 = 2;

/// How much the continuation history of each previous move counts, in halves.
#[inline(always)]
fn continuation_weights() -> [i32; 4] {
    [
        tunables::continuation_weight_1(),
        tunables::continuation_weight_2(),
        tunables::continuation_weight_3(),
        tunables::continuation_weight_4(),
    ]
}

/// The continuation history for a few previous moves, in which replies are looked up.
pub(crate) struct Replies<'a>([&'a [i16; PIECE_TOS]; 4]);

/// For what was no move.
static NO_REPLIES: [i16; PIECE_TOS] = [0; PIECE_TOS];

impl Replies<'_> {
    /// How well a move did as a reply to the previous moves.
    #[inline]
    pub(crate) fn continuation(&self, piece_to: PieceTo) -> i32 {
        let index = piece_to.index();
        let rows = self.0.iter().zip(continuation_weights());
        let sum: i32 = rows.map(|(row, weight)| weight * i32::from(row[index])).sum();
        sum / CONTINUATION_UNIT
    }
}

/// The move histories of one thread.
pub(crate) struct History {
    /// Butterfly history of quiet moves: by side, by whether origin and target are attacked, by
    /// origin and target.
    quiet: Box<[[[i16; FROM_TOS]; 4]; 2]>,
    /// Capture history: by piece and target, by captured role.
    noisy: Box<[[i16; CAPTURED]; PIECE_TOS]>,
    /// Continuation history: by an earlier move, by the move.
    continuations: Box<[[i16; PIECE_TOS]; PIECE_TOS]>,
}

impl History {
    #[expect(clippy::large_stack_arrays, reason = "32 KB, copied to the heap once")]
    pub(crate) fn new() -> History {
        History {
            quiet: boxed([[0; FROM_TOS]; 4]),
            noisy: boxed([0; CAPTURED]),
            continuations: boxed([0; PIECE_TOS]),
        }
    }

    /// Clears all histories.
    pub(crate) fn clear(&mut self) {
        self.quiet.as_flattened_mut().as_flattened_mut().fill(0);
        self.noisy.as_flattened_mut().fill(0);
        self.continuations.as_flattened_mut().fill(0);
    }

    /// The butterfly history of a quiet move.
    #[inline]
    pub(crate) fn butterfly(&self, turn: Color, attacked: Bitboard, m: Move) -> i32 {
        i32::from(self.quiet[turn as usize][threat_index(attacked, m)][from_to(m)])
    }

    /// The history of replies to the previous moves.
    #[inline]
    pub(crate) fn replies(&self, previous: &PreviousMoves) -> Replies<'_> {
        let weights = continuation_weights();
        Replies(std::array::from_fn(|index| {
            let earlier = previous[index].filter(|_| weights[index] > 0);
            earlier.map_or(&NO_REPLIES, |earlier| &self.continuations[earlier.index()])
        }))
    }

    /// The history of a capture or queen promotion.
    #[inline]
    pub(crate) fn noisy(&self, piece_to: PieceTo, captured: Option<Role>) -> i32 {
        i32::from(self.noisy[piece_to.index()][captured_index(captured)])
    }

    /// Updates the history of a quiet move; a malus is a negative bonus.
    pub(crate) fn update_quiet(
        &mut self,
        position: &Position,
        attacked: Bitboard,
        m: Move,
        previous: &PreviousMoves,
        bonus: i32,
    ) {
        self.update_quiet_move(&QuietMove::new(position, attacked, m), previous, bonus);
    }

    /// Updates the history of a quiet move of the path, given the moves before it.
    pub(crate) fn update_quiet_move(
        &mut self,
        quiet: &QuietMove,
        previous: &PreviousMoves,
        bonus: i32,
    ) {
        self.update_butterfly(quiet, bonus);
        self.update_continuation(quiet.piece_to, previous, bonus);
    }

    /// Updates the butterfly history alone.
    pub(crate) fn update_butterfly(&mut self, quiet: &QuietMove, bonus: i32) {
        let butterfly = &mut self.quiet[quiet.turn as usize][quiet.threat_index];
        update_entry(&mut butterfly[from_to(quiet.m)], bonus);
    }

    /// Updates the history of a quiet move as a reply to the previous moves.
    pub(crate) fn update_continuation(
        &mut self,
        piece_to: PieceTo,
        previous: &PreviousMoves,
        bonus: i32,
    ) {
        for (earlier, weight) in previous.iter().zip(continuation_weights()) {
            if let Some(earlier) = earlier
                && weight > 0
            {
                update_entry(&mut self.continuations[earlier.index()][piece_to.index()], bonus);
            }
        }
    }

    /// Updates the history of a capture or queen promotion.
    pub(crate) fn update_noisy(&mut self, position: &Position, m: Move, bonus: i32) {
        let piece_to = PieceTo::new(position, m).index();
        let captured = captured_index(captured_role(position, m));
        update_entry(&mut self.noisy[piece_to][captured], bonus);
    }
}

/// The role of the piece that a move captures.
#[inline]
pub(crate) fn captured_role(position: &Position, m: Move) -> Option<Role> {
    if m.is_castle() {
        None
    } else if m.is_en_passant() {
        Some(Role::Pawn)
    } else {
        position.board().role_at(m.to())
    }
}

/// Updates an entry with gravity: it moves towards the limit that the bonus points at.
pub(crate) fn update_entry(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

fn captured_index(captured: Option<Role>) -> usize {
    captured.map_or(Role::King as usize, |role| role as usize)
}

fn from_to(m: Move) -> usize {
    (m.from() as usize) << 6 | m.to() as usize
}

fn threat_index(attacked: Bitboard, m: Move) -> usize {
    usize::from(attacked.contains(m.from())) << 1 | usize::from(attacked.contains(m.to()))
}

/// An array on the heap, built without a detour over the stack.
pub(crate) fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    match vec![value; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the slice was made with this length"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_never_leave_their_limits() {
        let mut entry = 0;
        for bonus in [1700, -3000, 20_000, LIMIT, -LIMIT, 99_999, -99_999, 1] {
            for _ in 0..100 {
                update_entry(&mut entry, bonus);
                assert!(i32::from(entry).abs() <= LIMIT);
            }
        }
    }

    // req: B7
    #[test]
    fn updates_are_found_again_and_fade() {
        let mut history = History::new();
        let start = Position::default();
        let push = start.find_move(Square::E2, Square::E4, None).unwrap();
        let previous = [Some(PieceTo(5)), None, None, Some(PieceTo(9))];
        let entry = |history: &History| {
            let piece_to = PieceTo::new(&start, push);
            history.butterfly(Color::White, Bitboard::EMPTY, push)
                + history.replies(&previous).continuation(piece_to)
        };
        history.update_quiet(&start, Bitboard::EMPTY, push, &previous, 1000);
        assert_eq!(entry(&history), 1000 + 1500);
        history.update_quiet(&start, Bitboard::EMPTY, push, &previous, -1000);
        assert!(entry(&history) < 0);
        history.clear();
        assert_eq!(entry(&history), 0);
    }
}
