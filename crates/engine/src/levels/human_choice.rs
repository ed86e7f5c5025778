//! The choice of a move as people make it: among several, with oversights, and with openings that
//! vary. What is never missed comes first: a mate in one, and a queen that hangs.

use chess::{Move, Position, Role};
use random::SplitMix64;

use super::move_choice::{self, apparent_value};
use super::oversight::{self, Oversight};
use super::parameters::{self, HumanErrors};
use super::{Choice, Reason, best_move};
use crate::eval::Evaluator;
use crate::{Limits, Root, Search, Settings, Signal, Value, see};

/// An opponent that searches within limits and plays as people do.
pub(super) struct HumanPlayer {
    pub(super) limits: Limits,
    pub(super) errors: HumanErrors,
    pub(super) sees: Sees,
}

/// What is never missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sees {
    /// A mate in one.
    pub(super) mates: bool,
    /// A queen that can be captured with profit.
    pub(super) hanging_queens: bool,
}

impl Sees {
    /// What a level of a rating never misses.
    pub(super) fn of_rating(rating: u16) -> Sees {
        let sees = rating >= parameters::NO_BLUNDER_RATING;
        Sees { mates: sees, hanging_queens: sees }
    }
}

/// True in the first moves of a game.
pub(super) fn is_opening(position: &Position) -> bool {
    position.fullmoves() <= parameters::OPENING_MOVES
        && position.board().occupied().count() >= parameters::OPENING_PIECES
}

impl HumanPlayer {
    /// Chooses a move. The same position, game and seed give the same move, unless the limits are
    /// a matter of time.
    pub(super) fn choose(
        &self,
        search: &mut Search,
        root: &Root,
        seed: u64,
        signal: &Signal,
    ) -> Choice {
        let position = root.position();
        if self.sees.mates
            && let Some(mate) = mate_in_one(position)
        {
            return Choice { chosen: Some(mate), lines: Vec::new(), reason: Reason::Mate };
        }
        let multi_pv = self.errors.multi_pv.min(position.count_moves());
        let choice =
            with_multi_pv(search, multi_pv, |search| best_move(search, root, &self.limits, signal));
        if self.sees.hanging_queens && has_hanging_queen(position) {
            return Choice { reason: Reason::HangingQueen, ..choice };
        }
        let mut random =
            SplitMix64::with_stream(seed ^ position.key(), root.previous_keys().len() as u64);
        choose_with_errors(choice, position, &self.errors, &mut random)
    }
}

/// Runs a search with `MultiPV` and a single thread, then restores its settings. With several
/// threads the result would depend on timing.
fn with_multi_pv<T>(
    search: &mut Search,
    multi_pv: usize,
    work: impl FnOnce(&mut Search) -> T,
) -> T {
    let before = search.settings().clone();
    let settings = Settings { multi_pv, threads: 1, ..before.clone() };
    // The table keeps its size, so neither change allocates memory.
    let _ = search.set(&settings);
    let result = work(search);
    let _ = search.set(&before);
    result
}

/// A move that gives mate.
fn mate_in_one(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    moves.iter().copied().find(|&m| position.play_unchecked(m).is_checkmate())
}

/// True when a queen can be captured with profit.
fn has_hanging_queen(position: &Position) -> bool {
    let board = position.board();
    let queens = board.pieces(!position.turn(), Role::Queen);
    position.captures().iter().any(|&m| {
        queens.contains(m.to()) && see::wins_at_least(position, m, parameters::HANGING_QUEEN_GAIN)
    })
}

/// Chooses among the lines with human errors.
fn choose_with_errors(
    mut choice: Choice,
    position: &Position,
    errors: &HumanErrors,
    random: &mut SplitMix64,
) -> Choice {
    let mut overlooked = Vec::new();
    let mut apparent = Vec::new();
    for line in &choice.lines {
        let value = centipawns(line.value);
        let oversight = oversight::oversight(position, &line.moves, errors.oversight, random);
        let seen = oversight.map_or(value, |oversight| apparent_centipawns(value, &oversight));
        overlooked.push(oversight.filter(|_| seen > value).map(|oversight| oversight.missed));
        apparent.push(apparent_value(seen));
    }
    let index = move_choice::choose_index(&apparent, errors.temperature, random);
    if let Some(line) = choice.lines.get(index) {
        choice.chosen = line.moves.first().copied();
        choice.reason = match overlooked[index] {
            Some(reply) if index > 0 => Reason::Overlooked(reply),
            None if index > 0 => Reason::NearlyBest,
            _ => Reason::Best,
        };
    }
    choice
}

/// What a line seems to be worth to a player who sees it only up to an oversight: not less than it
/// is when a reply is overlooked, and not more when it is a move of the player's own.
fn apparent_centipawns(value: i32, oversight: &Oversight) -> i32 {
    let static_value = Evaluator::default().evaluate(&oversight.position, 0);
    if oversight.is_reply { value.max(-static_value) } else { value.min(static_value) }
}

/// A value in centipawns, mates included.
fn centipawns(value: Value) -> i32 {
    match value {
        Value::Centipawns(centipawns) => centipawns.clamp(-parameters::MATE, parameters::MATE),
        Value::Mate(moves) if moves > 0 => parameters::MATE,
        Value::Mate(_) => -parameters::MATE,
    }
}
