//! What moves were worth elsewhere in the tree: the better a move did, the earlier it is tried.
//!
//! Every figure follows the same law: a bonus pulls it up and a malus down, the less the nearer it
//! is to its limit already, so old experience fades.

use chess::{Bitboard, Color, Move, Piece, Position, Role, Square};

/// No figure goes beyond this, either way.
pub(crate) const LIMIT: i32 = 16_384;

/// A piece and the square it goes to, as an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moved(u16);

/// How many there are.
const MOVED: usize = 12 * 64;
/// Pairs of squares.
const PATHS: usize = 64 * 64;
/// What can be captured; the king's place stands for nothing.
const VICTIMS: usize = 6;

impl Moved {
    /// The piece that a move of the position moves, and where.
    pub(crate) fn new(position: &Position, m: Move) -> Moved {
        let role = position.board().role_at(m.from()).unwrap_or(Role::Pawn);
        Moved::of(role.of(position.turn()), m.to())
    }

    fn of(piece: Piece, to: Square) -> Moved {
        Moved(((piece.color as u16 * 6 + piece.role as u16) << 6) | to as u16)
    }

    /// This move after another, as one number.
    pub(crate) fn pair(self, before: Moved) -> u16 {
        const ODD: u32 = 0x9E37_79B1;
        (((u32::from(self.0) << 10) | u32::from(before.0)).wrapping_mul(ODD) >> 16) as u16
    }

    fn index(self) -> usize {
        usize::from(self.0) % MOVED
    }
}

/// The moves that led to a node, nearest first; nothing for a null move or before the root.
pub(crate) type Trail = [Option<Moved>; 4];

/// How much each move of a [`Trail`] counts, in halves.
const TRAIL_WEIGHTS: [i32; 4] = [2, 2, 0, 1];

/// One thread's experience with moves.
pub(crate) struct History {
    /// Quiet moves: by side, by whether origin and target are attacked, by origin and target.
    quiet: Box<[[[i16; PATHS]; 4]; 2]>,
    /// Captures: by piece and target, by what is captured.
    noisy: Box<[[i16; VICTIMS]; MOVED]>,
    /// Replies: by the earlier move, by the move.
    replies: Box<[[i16; MOVED]; MOVED]>,
}

impl History {
    #[expect(clippy::large_stack_arrays, reason = "32 KB, copied to the heap once")]
    pub(crate) fn new() -> History {
        History {
            quiet: boxed([[0; PATHS]; 4]),
            noisy: boxed([0; VICTIMS]),
            replies: boxed([0; MOVED]),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.quiet.as_flattened_mut().as_flattened_mut().fill(0);
        self.noisy.as_flattened_mut().fill(0);
        self.replies.as_flattened_mut().fill(0);
    }

    /// What is known about a quiet move: alone, and as a reply to the moves before it.
    #[inline]
    pub(crate) fn quiet(
        &self,
        turn: Color,
        attacked: Bitboard,
        m: Move,
        moved: Moved,
        trail: &Trail,
    ) -> i32 {
        self.butterfly(turn, attacked, m) + self.reply(moved, trail)
    }

    #[inline]
    pub(crate) fn butterfly(&self, turn: Color, attacked: Bitboard, m: Move) -> i32 {
        i32::from(self.quiet[turn as usize][danger(attacked, m)][path(m)])
    }

    /// What is known about a move as a reply.
    #[inline]
    pub(crate) fn reply(&self, moved: Moved, trail: &Trail) -> i32 {
        let known = |earlier: Moved| i32::from(self.replies[earlier.index()][moved.index()]);
        let weighed = trail.iter().zip(TRAIL_WEIGHTS).filter(|&(_, weight)| weight > 0);
        weighed.map(|(earlier, weight)| weight * earlier.map_or(0, known)).sum::<i32>() / 2
    }

    /// What is known about a capture or a promotion.
    #[inline]
    pub(crate) fn noisy(&self, moved: Moved, victim: Option<Role>) -> i32 {
        i32::from(self.noisy[moved.index()][victim_index(victim)])
    }

    /// A quiet move did well or badly.
    pub(crate) fn update_quiet(
        &mut self,
        position: &Position,
        attacked: Bitboard,
        m: Move,
        trail: &Trail,
        bonus: i32,
    ) {
        let moved = Moved::new(position, m);
        let turn = position.turn() as usize;
        pull(&mut self.quiet[turn][danger(attacked, m)][path(m)], bonus);
        self.update_reply(moved, trail, bonus);
    }

    /// A quiet move did well or badly as a reply.
    pub(crate) fn update_reply(&mut self, moved: Moved, trail: &Trail, bonus: i32) {
        for (earlier, weight) in trail.iter().zip(TRAIL_WEIGHTS) {
            if let Some(earlier) = earlier
                && weight > 0
            {
                pull(&mut self.replies[earlier.index()][moved.index()], bonus);
            }
        }
    }

    /// A capture or promotion did well or badly.
    pub(crate) fn update_noisy(&mut self, position: &Position, m: Move, bonus: i32) {
        let moved = Moved::new(position, m);
        pull(&mut self.noisy[moved.index()][victim_index(victim(position, m))], bonus);
    }
}

/// The piece that a move captures.
#[inline]
pub(crate) fn victim(position: &Position, m: Move) -> Option<Role> {
    if m.is_castle() {
        None
    } else if m.is_en_passant() {
        Some(Role::Pawn)
    } else {
        position.board().role_at(m.to())
    }
}

/// Draws a figure towards the limit that the bonus points at.
pub(crate) fn pull(figure: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*figure);
    *figure = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

fn victim_index(victim: Option<Role>) -> usize {
    victim.map_or(Role::King as usize, |role| role as usize)
}

fn path(m: Move) -> usize {
    (m.from() as usize) << 6 | m.to() as usize
}

fn danger(attacked: Bitboard, m: Move) -> usize {
    usize::from(attacked.contains(m.from())) << 1 | usize::from(attacked.contains(m.to()))
}

/// Many of the same on the heap, without a detour over the stack.
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
    fn figures_never_leave_their_limits() {
        let mut figure = 0;
        for bonus in [1700, -3000, 20_000, LIMIT, -LIMIT, 99_999, -99_999, 1] {
            for _ in 0..100 {
                pull(&mut figure, bonus);
                assert!(i32::from(figure).abs() <= LIMIT);
            }
        }
    }

    #[test]
    fn experience_is_found_again_and_fades() {
        let mut history = History::new();
        let start = Position::default();
        let push = start.find_move(Square::E2, Square::E4, None).unwrap();
        let trail = [Some(Moved(5)), None, None, Some(Moved(9))];
        let known = |history: &History| {
            let moved = Moved::new(&start, push);
            history.quiet(Color::White, Bitboard::EMPTY, push, moved, &trail)
        };
        history.update_quiet(&start, Bitboard::EMPTY, push, &trail, 1000);
        assert_eq!(known(&history), 1000 + 1500);
        history.update_quiet(&start, Bitboard::EMPTY, push, &trail, -1000);
        assert!(known(&history) < 0);
        history.clear();
        assert_eq!(known(&history), 0);
    }
}
