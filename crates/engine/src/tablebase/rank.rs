//! Ranking root moves by tablebase.
//!
//! A DTZ table says how many half-moves pass before the next capture or pawn move. Added to the
//! half-move clock, that tells whether the fifty-move rule gets in the way; moves that shorten it
//! make progress. Without DTZ tables only the WDL value after each move is left.

use chess::{FIFTY_MOVES, Move, Outcome, Position};

use super::{Tablebase, TablebaseValue};
use crate::Root;

/// Earlier occurrences that make the next one a draw.
const BEFORE_THREEFOLD: usize = 2;
/// The distance of a move that is itself a capture or pawn move. Mate comes before all of them.
const ZEROING_MOVE: i32 = 1;
/// More than any distance, so that the keys of different values never overlap.
const STEP: i32 = 10_000;

/// A move with its tablebase value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub m: Move,
    /// What the mover reaches with it.
    pub value: TablebaseValue,
    /// Half-moves, this one included, to the next capture, pawn move or mate, at most. None for a
    /// draw, and without DTZ tables.
    pub distance: Option<u32>,
    /// For sorting: higher is better, and wins sooner or loses later.
    pub sort_key: i32,
}

impl Tablebase {
    /// The moves that preserve the value of the root, best first.
    ///
    /// The half-move clock and repetitions are taken into account. Once a won position has been
    /// repeated, only the moves that make the most progress remain, so that a win is not put off
    /// for ever. Without DTZ tables, moves are ranked by WDL alone.
    ///
    /// None without legal moves, while castling is possible, with too many pieces, or when a table
    /// is missing.
    pub fn root_moves(&self, root: &Root, syzygy_50_move_rule: bool) -> Option<Vec<RankedMove>> {
        let mut moves = self.rank_moves(root, syzygy_50_move_rule)?;
        let best = *moves.first()?;
        let progress = match best.value {
            TablebaseValue::Win => has_repeated(root),
            // With the fifty-move rule close there is no time to lose.
            TablebaseValue::CursedWin => true,
            _ => false,
        };
        moves.retain(|candidate| {
            candidate.value == best.value && (!progress || candidate.sort_key == best.sort_key)
        });
        Some(moves)
    }

    /// All root moves with their values, best first. The first one has the value of the position.
    ///
    /// None in the cases of [`Tablebase::root_moves`].
    pub fn rank_moves(&self, root: &Root, syzygy_50_move_rule: bool) -> Option<Vec<RankedMove>> {
        if !self.covers(root.position()) {
            return None;
        }
        let ranking = Ranking { tablebase: self, root, syzygy_50_move_rule };
        // One missing DTZ table rules them all out: DTZ and WDL values do not compare.
        let mut moves =
            ranking.rank_all(Ranking::by_dtz).or_else(|| ranking.rank_all(Ranking::by_wdl))?;
        moves.sort_by_key(|candidate| -candidate.sort_key);
        Some(moves)
    }
}

/// The ranking of the moves of one position.
struct Ranking<'a> {
    tablebase: &'a Tablebase,
    root: &'a Root,
    syzygy_50_move_rule: bool,
}

/// The value of a move and its distance to zeroing, where that is known.
type Probe = (TablebaseValue, Option<i32>);

impl Ranking<'_> {
    fn rank_all(
        &self,
        probe: impl Fn(&Self, &Position) -> Option<Probe>,
    ) -> Option<Vec<RankedMove>> {
        let position = self.root.position();
        let rank_move = |&m: &Move| {
            let next = position.play_unchecked(m);
            let (value, dtz) = match self.game_end(&next) {
                Some(end) => end,
                None => probe(self, &next)?,
            };
            let value = if self.syzygy_50_move_rule { value } else { value.without_fifty_moves() };
            let shown = dtz.filter(|_| value != TablebaseValue::Draw);
            let distance = shown.map(|dtz| dtz.max(ZEROING_MOVE).unsigned_abs());
            let sort_key = sort_key(value, dtz.unwrap_or(ZEROING_MOVE));
            Some(RankedMove { m, value, distance, sort_key })
        };
        position.legal_moves().iter().map(rank_move).collect()
    }

    /// The value of a move that ends the game.
    fn game_end(&self, next: &Position) -> Option<Probe> {
        let fifty = self.syzygy_50_move_rule && next.halfmoves() >= FIFTY_MOVES;
        match next.outcome() {
            Some(Outcome::Checkmate { .. }) => Some((TablebaseValue::Win, Some(0))),
            Some(_) => Some((TablebaseValue::Draw, None)),
            None if fifty || self.occurrences(next) >= BEFORE_THREEFOLD => {
                Some((TablebaseValue::Draw, None))
            }
            None => None,
        }
    }

    /// Probes DTZ tables.
    fn by_dtz(&self, next: &Position) -> Option<Probe> {
        if next.halfmoves() == 0 {
            return self.by_wdl(next).map(|(value, _)| (value, Some(ZEROING_MOVE)));
        }
        let after = -self.tablebase.dtz(next)?;
        // The move itself counts as well.
        let dtz = after.abs() + 1;
        let in_time = dtz + i32::from(self.root.position().halfmoves()) <= i32::from(FIFTY_MOVES);
        let value = match after.signum() {
            1 if in_time => TablebaseValue::Win,
            1 => TablebaseValue::CursedWin,
            -1 if in_time => TablebaseValue::Loss,
            -1 => TablebaseValue::BlessedLoss,
            _ => TablebaseValue::Draw,
        };
        Some((value, Some(dtz)))
    }

    /// Probes WDL tables.
    fn by_wdl(&self, next: &Position) -> Option<Probe> {
        Some((-self.tablebase.value_after_zeroing(next)?, None))
    }

    /// How often a position has occurred in the game so far, the root included.
    fn occurrences(&self, position: &Position) -> usize {
        let reach = usize::from(position.halfmoves());
        let earlier = self.root.previous_keys().iter().copied();
        let keys = earlier.chain([self.root.position().key()]);
        keys.rev().take(reach).filter(|&key| key == position.key()).count()
    }
}

/// True when some position has occurred twice since the last capture or pawn move.
fn has_repeated(root: &Root) -> bool {
    let reach = usize::from(root.position().halfmoves());
    let mut keys: Vec<u64> = root.previous_keys().iter().rev().take(reach).copied().collect();
    keys.push(root.position().key());
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// One number for value and distance: winners hurry and losers take their time.
fn sort_key(value: TablebaseValue, dtz: i32) -> i32 {
    match value {
        TablebaseValue::Win => 2 * STEP - dtz,
        TablebaseValue::CursedWin => STEP - dtz,
        TablebaseValue::Draw => 0,
        TablebaseValue::BlessedLoss => -STEP + dtz,
        TablebaseValue::Loss => -2 * STEP + dtz,
    }
}
