//! The formulas that the search decides by: small, named, and made of [`tunables`] alone.

use crate::score::Score;
use crate::tunables;

/// A ply in the unit of reductions.
pub(crate) const PLY: i32 = 1024;

/// How far below alpha an evaluation is hopeless.
pub(crate) fn razor_margin(depth: i32) -> Score {
    tunables::razor_base() + tunables::razor_factor() * depth * depth
}

/// How far above beta an evaluation is good enough.
pub(crate) fn reverse_futility_margin(depth: i32, improving: bool) -> Score {
    let spared = tunables::reverse_futility_improving() * i32::from(improving);
    tunables::reverse_futility_factor() * (depth - spared).max(0)
}

/// How far below beta a static evaluation may lie for a null move.
pub(crate) fn null_margin(depth: i32) -> Score {
    tunables::null_base() - tunables::null_factor() * depth
}

/// Plies taken off after a null move.
pub(crate) fn null_reduction(depth: i32, above_beta: Score) -> i32 {
    let margin =
        (above_beta / tunables::null_reduction_margin()).min(tunables::null_reduction_most());
    tunables::null_reduction_base() + depth / tunables::null_reduction_depth() + margin
}

/// The score that a capture must reach to prove a node too good.
pub(crate) fn probcut_beta(beta: Score, improving: bool) -> Score {
    beta + tunables::probcut_margin() - tunables::probcut_improving() * i32::from(improving)
}

/// How many moves are looked at before the quiet rest is skipped.
pub(crate) fn late_move_count(depth: i32, improving: bool) -> i32 {
    let count = tunables::late_base() + tunables::late_factor() * depth * depth;
    let percent = if improving { 100 } else { tunables::late_worsening() };
    count * percent / 10_000
}

/// What a quiet move could at most add to the evaluation.
pub(crate) fn futility_margin(reduced_depth: i32, history: i32) -> Score {
    tunables::futility_base()
        + tunables::futility_factor() * reduced_depth
        + history / tunables::futility_history()
}

/// The history below which a quiet move is not tried.
pub(crate) fn history_floor(reduced_depth: i32) -> i32 {
    -tunables::history_factor() * reduced_depth
}

/// What a quiet move may lose in an exchange.
pub(crate) fn quiet_exchange_floor(reduced_depth: i32) -> Score {
    -tunables::exchange_quiet() * reduced_depth * reduced_depth
}

/// What a capture may lose in an exchange.
pub(crate) fn noisy_exchange_floor(depth: i32, history: i32) -> Score {
    (-tunables::exchange_noisy() * depth - history / tunables::exchange_history()).min(0)
}

/// The score below which all other moves must stay for the table's move to be singular.
pub(crate) fn singular_beta(table_score: Score, depth: i32, was_pv_only: bool) -> Score {
    const SIXTEENTHS: i32 = 16;
    let wider = 1 + i32::from(was_pv_only);
    table_score - tunables::singular_factor() * wider * depth / SIXTEENTHS
}

/// What a good move's history gains.
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (tunables::bonus_factor() * depth - tunables::bonus_offset()).min(tunables::bonus_most())
}

/// What a bad move's history loses.
pub(crate) fn history_malus(depth: i32) -> i32 {
    (tunables::malus_factor() * depth - tunables::malus_offset()).min(tunables::malus_most())
}

/// Reductions by depth and by the number of the move, before anything else counts.
pub(crate) struct Reductions {
    quiet: [i32; Reductions::SIZE],
    noisy: [i32; Reductions::SIZE],
}

impl Reductions {
    const SIZE: usize = 64 * 64;

    pub(crate) fn new() -> Reductions {
        Reductions {
            quiet: curve(tunables::reduction_quiet_base(), tunables::reduction_quiet_divisor()),
            noisy: curve(tunables::reduction_noisy_base(), tunables::reduction_noisy_divisor()),
        }
    }

    /// In 1/1024 plies.
    #[inline]
    pub(crate) fn base(&self, noisy: bool, depth: i32, number: i32) -> i32 {
        let index = (depth.clamp(0, 63) << 6 | number.clamp(0, 63)) as usize;
        if noisy { self.noisy[index] } else { self.quiet[index] }
    }
}

/// Grows with the product of the logarithms.
fn curve(base: i32, divisor: i32) -> [i32; Reductions::SIZE] {
    let logs: [f64; 64] = std::array::from_fn(|n| f64::from(n.max(1) as u32).ln());
    std::array::from_fn(|index| {
        let product = logs[index >> 6] * logs[index & 63] * 100.0 / f64::from(divisor);
        base + (product * f64::from(PLY)) as i32
    })
}

/// What changes the reduction of a move.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each circumstance is one of its own")]
pub(crate) struct Circumstances {
    pub(crate) noisy: bool,
    pub(crate) on_pv: bool,
    pub(crate) expects_cut: bool,
    pub(crate) improving: bool,
    pub(crate) hint_is_noisy: bool,
    pub(crate) gives_check: bool,
    pub(crate) many_cutoffs: bool,
    pub(crate) history: i32,
}

/// The whole reduction, in 1/1024 plies.
pub(crate) fn reduction(base: i32, at: Circumstances) -> i32 {
    let when = |holds: bool, amount: i32| if holds { amount } else { 0 };
    let per_ply =
        if at.noisy { tunables::reduction_noisy_history() } else { tunables::reduction_history() };
    base - when(at.on_pv, tunables::reduction_pv())
        + when(at.expects_cut, tunables::reduction_cut())
        + when(!at.improving, tunables::reduction_worsening())
        + when(at.hint_is_noisy, tunables::reduction_noisy_hint())
        - when(at.gives_check, tunables::reduction_check())
        + when(at.many_cutoffs, tunables::reduction_cutoffs())
        - at.history * PLY / per_ply
}
