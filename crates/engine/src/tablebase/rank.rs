//! Which moves keep what a position is worth.
//!
//! A table of distances says how many half-moves pass before the next capture or pawn move. Added
//! to those already counted, that tells whether the fifty-move rule gets in the way, and moves that
//! shorten it make progress. Without such tables only the bare worth after each move is left.

use chess::{FIFTY_MOVES, Move, Outcome, Position};

use super::{TableValue, Tablebase};
use crate::Root;

/// Earlier occurrences that make the next one a draw.
const BEFORE_THREEFOLD: usize = 2;
/// The way of a move that is progress itself. A mate is more: it comes before all of them.
const AT_ONCE: i32 = 1;
/// More than any distance, so that ranks of different worth never overlap.
const STEP: i32 = 10_000;

/// A move, and what endgame tables say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The move.
    pub play: Move,
    /// What its side reaches with it.
    pub value: TableValue,
    /// Half-moves, this one included, to the next capture, pawn move or mate, at the most. Nothing
    /// for a draw, or with tables of distance missing.
    pub distance: Option<u32>,
    /// Orders moves: higher is better, and wins sooner or loses later.
    pub rank: i32,
}

impl Tablebase {
    /// The moves that keep the best outcome at the root, best first; none that gives it away.
    ///
    /// The half-moves already counted and the positions already seen are taken into account. Once
    /// a won position has been repeated only the moves that make most progress remain, so that a
    /// win is not put off for ever. With tables of distance missing, moves are judged by their
    /// outcome alone.
    ///
    /// Nothing when there is no move, when somebody may castle, when there are too many pieces or
    /// when a table is missing.
    pub fn root(&self, root: &Root, fifty_move_rule: bool) -> Option<Vec<Ranked>> {
        let mut moves = self.moves(root, fifty_move_rule)?;
        let best = *moves.first()?;
        let progress = match best.value {
            TableValue::Win => has_repeated(root),
            // Where the rule may be in the way there is no time to lose.
            TableValue::CursedWin => true,
            _ => false,
        };
        moves.retain(|candidate| {
            candidate.value == best.value && (!progress || candidate.rank == best.rank)
        });
        Some(moves)
    }

    /// All moves at the root with what they come to, best first. The first one tells what the
    /// position itself is worth.
    ///
    /// Nothing when the tables do not know it, as [`Tablebase::root`].
    pub fn moves(&self, root: &Root, fifty_move_rule: bool) -> Option<Vec<Ranked>> {
        if !self.covers(root.position()) {
            return None;
        }
        let judge = Judge { tables: self, root, fifty_move_rule };
        let mut moves = judge.rank_all(Judge::by_distance).or_else(|| {
            // A missing table of distances spoils them all: the two measures do not compare.
            judge.rank_all(Judge::by_outcome)
        })?;
        moves.sort_by_key(|candidate| -candidate.rank);
        Some(moves)
    }
}

/// Judges the moves of one position.
struct Judge<'a> {
    tables: &'a Tablebase,
    root: &'a Root,
    fifty_move_rule: bool,
}

/// What a move comes to, and in how many half-moves of progress, where that is known.
type Judgment = (TableValue, Option<i32>);

impl Judge<'_> {
    fn rank_all(
        &self,
        measure: impl Fn(&Self, &Position) -> Option<Judgment>,
    ) -> Option<Vec<Ranked>> {
        let position = self.root.position();
        let judge = |&play: &Move| {
            let next = position.play_unchecked(play);
            let (value, way) = match self.end(&next) {
                Some(judgment) => judgment,
                None => measure(self, &next)?,
            };
            let value = if self.fifty_move_rule { value } else { value.without_fifty_moves() };
            let told = way.filter(|_| value != TableValue::Draw);
            let distance = told.map(|way| way.max(AT_ONCE).unsigned_abs());
            Some(Ranked { play, value, distance, rank: rank(value, way.unwrap_or(AT_ONCE)) })
        };
        position.legal_moves().iter().map(judge).collect()
    }

    /// The judgment of a move that ends the game.
    fn end(&self, next: &Position) -> Option<Judgment> {
        let fifty = self.fifty_move_rule && next.halfmoves() >= FIFTY_MOVES;
        match next.outcome() {
            Some(Outcome::Checkmate { .. }) => Some((TableValue::Win, Some(0))),
            Some(_) => Some((TableValue::Draw, None)),
            None if fifty || self.seen(next) >= BEFORE_THREEFOLD => Some((TableValue::Draw, None)),
            None => None,
        }
    }

    /// Judges by the way to the next capture or pawn move.
    fn by_distance(&self, next: &Position) -> Option<Judgment> {
        if next.halfmoves() == 0 {
            // The move itself is the one that the way leads to.
            return self.by_outcome(next).map(|(value, _)| (value, Some(AT_ONCE)));
        }
        let distance = -self.tables.distance(next)?;
        // The move itself is the first on the way.
        let way = distance.abs() + 1;
        let in_time = way + i32::from(self.root.position().halfmoves()) <= i32::from(FIFTY_MOVES);
        let value = match distance.signum() {
            1 if in_time => TableValue::Win,
            1 => TableValue::CursedWin,
            -1 if in_time => TableValue::Loss,
            -1 => TableValue::BlessedLoss,
            _ => TableValue::Draw,
        };
        Some((value, Some(way)))
    }

    /// Judges by the outcome alone.
    fn by_outcome(&self, next: &Position) -> Option<Judgment> {
        Some((-self.tables.value_after_zeroing(next)?, None))
    }

    /// How often a position has occurred in the game so far, the root included.
    fn seen(&self, position: &Position) -> usize {
        let reach = usize::from(position.halfmoves());
        let earlier = self.root.earlier().iter().copied();
        let keys = earlier.chain([self.root.position().key()]);
        keys.rev().take(reach).filter(|&key| key == position.key()).count()
    }
}

/// True when some position has occurred twice since the last capture or pawn move.
fn has_repeated(root: &Root) -> bool {
    let reach = usize::from(root.position().halfmoves());
    let mut keys: Vec<u64> = root.earlier().iter().rev().take(reach).copied().collect();
    keys.push(root.position().key());
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// One number for worth and way: winners hurry and losers take their time.
fn rank(value: TableValue, way: i32) -> i32 {
    match value {
        TableValue::Win => 2 * STEP - way,
        TableValue::CursedWin => STEP - way,
        TableValue::Draw => 0,
        TableValue::BlessedLoss => -STEP + way,
        TableValue::Loss => -2 * STEP + way,
    }
}
