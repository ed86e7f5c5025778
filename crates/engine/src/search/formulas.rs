//! The formulas of the search: margins, thresholds and reductions from [`tunables`].

use super::node::NodeInfo;
use crate::history;
use crate::score::Score;
use crate::tunables;

/// A ply in the unit of reductions.
pub(super) const PLY: i32 = 1024;
/// The unit of parameters in hundredths.
const HUNDREDTHS: i32 = 100;

/// A percentage of a value.
pub(super) fn percent_of(value: i32, percent: i32) -> i32 {
    value * percent / 100
}

/// Razoring: how far below alpha an evaluation is hopeless.
pub(super) fn razor_margin(depth: i32) -> Score {
    tunables::razor_base() + tunables::razor_factor() * depth * depth
}

/// Reverse futility pruning: how far above beta an evaluation is good enough.
pub(super) fn reverse_futility_margin(depth: i32, info: &NodeInfo) -> Score {
    let spared = tunables::reverse_futility_improving() * i32::from(info.improving);
    let opponent_worsening = info.opponent_drop.is_some_and(|drop| drop > 0);
    let lowered = tunables::reverse_futility_worsening() * i32::from(opponent_worsening);
    (tunables::reverse_futility_factor() * (depth - spared) - lowered).max(0)
}

/// Null move pruning: how far below beta a static evaluation may lie.
pub(super) fn null_move_margin(depth: i32) -> Score {
    tunables::null_move_base() - tunables::null_move_factor() * depth
}

/// Null move pruning: plies taken off the depth.
pub(super) fn null_move_reduction(depth: i32, above_beta: Score) -> i32 {
    let by_eval =
        (above_beta / tunables::null_move_eval_divisor()).min(tunables::null_move_reduction_max());
    tunables::null_move_reduction_base() + depth / tunables::null_move_depth_divisor() + by_eval
}

/// Null move pruning: plies without null moves while a cutoff is verified.
pub(super) fn null_move_verify_plies(reduced_depth: i32) -> usize {
    percent_of(reduced_depth.max(1), tunables::null_move_verify_percent()) as usize
}

/// `ProbCut`: the score that a capture must reach.
pub(super) fn probcut_beta(beta: Score, improving: bool) -> Score {
    beta + tunables::probcut_margin() - tunables::probcut_improving() * i32::from(improving)
}

/// The depth that a move will probably be searched to, for the pruning of moves.
pub(super) fn reduced_depth(depth: i32, base_reduction: i32, history: i32) -> i32 {
    let by_history = history * tunables::pruning_history_plies() / history::LIMIT;
    (depth - base_reduction / PLY + by_history).max(0)
}

/// Late move pruning: how many moves are searched before the remaining quiet ones are skipped.
pub(super) fn late_move_count(depth: i32, improving: bool) -> i32 {
    let count = tunables::lmp_base() + tunables::lmp_factor() * depth * depth;
    let percent = if improving { 100 } else { tunables::lmp_not_improving() };
    percent_of(count, percent) / HUNDREDTHS
}

/// Futility pruning: what a quiet move could at most add to the evaluation.
pub(super) fn futility_margin(reduced_depth: i32, history: i32) -> Score {
    tunables::futility_base()
        + tunables::futility_factor() * reduced_depth
        + history / tunables::futility_history_divisor()
}

/// Futility pruning: what a capture could at most add to the evaluation, beside what it captures.
pub(super) fn capture_futility_margin(reduced_depth: i32, history: i32) -> Score {
    tunables::capture_futility_factor() * (1 + reduced_depth)
        + history / tunables::capture_futility_history_divisor()
}

/// History pruning: the continuation history below which a quiet move is not tried.
pub(super) fn history_pruning_floor(depth: i32) -> i32 {
    -tunables::history_pruning_factor() * depth
}

/// SEE pruning: what a quiet move may lose.
pub(super) fn quiet_see_floor(reduced_depth: i32) -> Score {
    -tunables::see_quiet() * reduced_depth * reduced_depth
}

/// SEE pruning: what a capture may lose.
pub(super) fn noisy_see_floor(depth: i32, history: i32) -> Score {
    (-tunables::see_noisy() * depth - history / tunables::see_history_divisor()).min(0)
}

/// Singular extension: the score that no other move may reach.
pub(super) fn singular_beta(tt_score: Score, depth: i32, is_former_pv: bool) -> Score {
    const SIXTEENTHS: i32 = 16;
    let width = 1 + i32::from(is_former_pv);
    tt_score - tunables::singular_factor() * width * depth / SIXTEENTHS
}

/// Singular extension: the depth of the search without the TT move.
pub(super) fn singular_search_depth(depth: i32) -> i32 {
    (depth - 1) / tunables::singular_depth_divisor()
}

/// The history bonus of a good move.
pub(super) fn history_bonus(depth: i32) -> i32 {
    (tunables::bonus_factor() * depth - tunables::bonus_offset()).min(tunables::bonus_max())
}

/// The history malus of a bad move.
pub(super) fn history_malus(depth: i32) -> i32 {
    (tunables::malus_factor() * depth - tunables::malus_offset()).min(tunables::malus_max())
}

/// The history malus of each move that was tried before the best one: the more there were, the less
/// each of them is to blame.
pub(super) fn shared_history_malus(depth: i32, move_count: i32) -> i32 {
    (history_malus(depth) - tunables::malus_move_factor() * move_count).max(0)
}

/// The history bonus of a quiet move to which every reply fails low.
pub(super) fn prior_move_bonus(depth: i32) -> i32 {
    percent_of(history_bonus(depth), tunables::prior_bonus_percent())
}

/// The history bonus of a quiet move that improved the static evaluation by so much.
pub(super) fn eval_difference_bonus(improvement: Score) -> i32 {
    let max = tunables::eval_difference_max();
    let bonus = (tunables::eval_difference_factor() * improvement).clamp(-max, max);
    bonus + tunables::eval_difference_offset()
}

/// LMR: how far above the best score a reduced move must score to avoid a shallower re-search.
pub(super) fn lmr_shallower_margin(depth: i32) -> Score {
    tunables::lmr_shallower_factor() * depth
}

/// Hindsight: the plies that a node gains or loses, given the reduction of the move that led to it
/// and by how much that move lowered the static evaluation of its side.
pub(super) fn hindsight_extension(depth: i32, reduction: i32, drop: Score) -> i32 {
    if reduction >= tunables::hindsight_extension_plies() && drop <= 0 {
        1
    } else if reduction >= tunables::hindsight_reduction_plies()
        && depth >= tunables::hindsight_reduction_depth()
        && drop > tunables::hindsight_reduction_margin()
    {
        -1
    } else {
        0
    }
}

/// The base late move reductions, by depth and move number.
pub(super) struct Reductions {
    quiet: [i32; Reductions::SIZE],
    noisy: [i32; Reductions::SIZE],
}

impl Reductions {
    /// Depths and move numbers beyond the last row and column reduce like those.
    const ROWS: usize = 64;
    const SIZE: usize = Reductions::ROWS * Reductions::ROWS;

    pub(super) fn new() -> Reductions {
        Reductions {
            quiet: logarithmic(tunables::lmr_quiet_base(), tunables::lmr_quiet_divisor()),
            noisy: logarithmic(tunables::lmr_noisy_base(), tunables::lmr_noisy_divisor()),
        }
    }

    /// The reduction in 1/1024 plies.
    #[inline]
    pub(super) fn base(&self, noisy: bool, depth: i32, move_number: i32) -> i32 {
        const LAST: i32 = Reductions::ROWS as i32 - 1;
        let (row, column) = (depth.clamp(0, LAST) as usize, move_number.clamp(0, LAST) as usize);
        let index = row * Reductions::ROWS + column;
        if noisy { self.noisy[index] } else { self.quiet[index] }
    }
}

/// Reductions that grow with the product of the logarithms of depth and move number.
fn logarithmic(base: i32, divisor: i32) -> [i32; Reductions::SIZE] {
    let logarithms: [f64; Reductions::ROWS] =
        std::array::from_fn(|n| f64::from(n.max(1) as u32).ln());
    std::array::from_fn(|index| {
        let (row, column) = (index / Reductions::ROWS, index % Reductions::ROWS);
        let product =
            logarithms[row] * logarithms[column] * f64::from(HUNDREDTHS) / f64::from(divisor);
        base + (product * f64::from(PLY)) as i32
    })
}
