//! Every number of the search that could be another, each declared once: its name, value, range,
//! and what it does.
//!
//! A *margin* is a distance in centipawns, a *depth* a number of plies, a *base* what a formula
//! starts from, a *factor* what it is multiplied with. Reductions and history are in their own
//! small units: 1024 to the ply, and at most [`history::LIMIT`](crate::history) either way.
//!
//! Without the feature `tuning` the numbers are constants; with it they can be set while the
//! program runs, and `tabiya uci` offers each as an option.

/// A number of the search, described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// The value it has unless set.
    pub default: i32,
    /// The least sensible value.
    pub min: i32,
    /// The greatest sensible value.
    pub max: i32,
    /// What it does.
    pub about: &'static str,
}

macro_rules! tunables {
    ($(
        $(#[doc = $about:literal])+
        $name:ident = $default:literal in $min:literal ..= $max:literal;
    )+) => {
        /// All numbers of the search.
        pub const TUNABLES: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            about: concat!($($about),+),
        }),+];

        $(
            $(#[doc = $about])+
            #[cfg(not(feature = "tuning"))]
            #[inline(always)]
            pub(crate) const fn $name() -> i32 {
                $default
            }
        )+

        #[cfg(feature = "tuning")]
        mod live {
            use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

            use super::TUNABLES;

            /// The place of each number in the list.
            #[allow(non_camel_case_types)]
            enum Place {
                $($name,)+
            }

            static VALUES: [AtomicI32; TUNABLES.len()] = [$(AtomicI32::new($default)),+];

            $(
                pub(crate) fn $name() -> i32 {
                    VALUES[Place::$name as usize].load(Relaxed)
                }
            )+

            /// Sets the number of this name; false when there is none or the value is out of range.
            pub fn set(name: &str, value: i32) -> bool {
                let known = TUNABLES.iter().zip(&VALUES).find(|(number, _)| number.name == name);
                let set = known.filter(|(number, _)| (number.min..=number.max).contains(&value));
                set.inspect(|(_, number)| number.store(value, Relaxed)).is_some()
            }
        }
    };
}

#[cfg(feature = "tuning")]
pub use live::set as set_tunable;
#[cfg(feature = "tuning")]
pub(crate) use live::*;

tunables! {
    /// Half the width of the first aspiration window.
    aspiration_margin = 17 in 5..=50;
    /// How much of itself, in percent, the window grows by on a failure.
    aspiration_growth = 45 in 20..=150;

    /// Beyond this score a game counts as won, and no static evaluation settles a node.
    won_margin = 700 in 300..=30000;

    /// Razoring: the deepest depth.
    razor_depth = 4 in 1..=8;
    /// Razoring: the margin before depth counts.
    razor_base = 220 in 50..=500;
    /// Razoring: the margin for depth squared.
    razor_factor = 190 in 50..=400;

    /// Reverse futility: the deepest depth.
    reverse_futility_depth = 9 in 4..=14;
    /// Reverse futility: the margin for each ply of depth.
    reverse_futility_factor = 64 in 30..=150;
    /// Reverse futility: plies taken off the depth when improving.
    reverse_futility_improving = 1 in 0..=3;

    /// Null move: how far, at no depth, the evaluation may lie below beta.
    null_base = 170 in 0..=400;
    /// Null move: how much less for each ply of depth.
    null_factor = 18 in 0..=40;
    /// Null move: the reduction before anything else counts.
    null_reduction_base = 4 in 2..=6;
    /// Null move: plies of depth for one ply of reduction.
    null_reduction_depth = 3 in 2..=6;
    /// Null move: centipawns above beta for one ply of reduction.
    null_reduction_margin = 180 in 80..=400;
    /// Null move: the most plies that the margin adds.
    null_reduction_most = 4 in 1..=6;
    /// Null move: from this depth on a second search without null moves verifies it.
    null_verify_depth = 15 in 8..=24;

    /// Probing cut: the shallowest depth.
    probcut_depth = 5 in 3..=8;
    /// Probing cut: how far above beta a capture must score.
    probcut_margin = 210 in 80..=350;
    /// Probing cut: taken off the margin when improving.
    probcut_improving = 55 in 0..=120;
    /// Probing cut: plies taken off for the proof.
    probcut_reduction = 4 in 2..=6;

    /// Internal reduction: the shallowest depth at which a node without a table move loses a ply.
    internal_depth = 4 in 2..=8;

    /// Late move pruning: moves looked at before depth counts, in hundredths.
    late_base = 350 in 100..=600;
    /// Late move pruning: moves for depth squared, in hundredths.
    late_factor = 160 in 40..=200;
    /// Late move pruning: percent of the count that is left when not improving.
    late_worsening = 50 in 30..=80;

    /// Futility: the deepest reduced depth.
    futility_depth = 9 in 4..=14;
    /// Futility: the margin before depth counts.
    futility_base = 60 in 20..=250;
    /// Futility: the margin for each ply of reduced depth.
    futility_factor = 60 in 30..=150;
    /// Futility: history for one centipawn of margin.
    futility_history = 190 in 60..=600;

    /// History pruning: the deepest reduced depth.
    history_depth = 6 in 2..=10;
    /// History pruning: history that a quiet move must have for each ply of depth, negated.
    history_factor = 2400 in 1000..=8000;

    /// Exchange pruning: what a quiet move may lose, for reduced depth squared.
    exchange_quiet = 30 in 5..=60;
    /// Exchange pruning: what a capture may lose, for each ply of depth.
    exchange_noisy = 105 in 30..=200;
    /// Exchange pruning: history of a capture for one centipawn.
    exchange_history = 34 in 10..=120;

    /// Singular extension: the shallowest depth.
    singular_depth = 5 in 4..=9;
    /// Singular extension: how far below the table's score, in sixteenths for each ply.
    singular_factor = 16 in 6..=48;
    /// Singular extension: how far below that for a second ply.
    singular_double = 12 in 5..=60;
    /// Singular extension: how far below that for a third ply, for quiet moves.
    singular_triple = 95 in 30..=250;

    /// Check extension: the fewest pieces of the side that gives check.
    check_army = 3 in 1..=8;

    /// Reduction of quiet moves: base, in 1/1024 plies.
    reduction_quiet_base = 1000 in 0..=2000;
    /// Reduction of quiet moves: what divides the product of the logarithms, in hundredths.
    reduction_quiet_divisor = 240 in 150..=400;
    /// Reduction of captures: base, in 1/1024 plies.
    reduction_noisy_base = 100 in -500..=1000;
    /// Reduction of captures: what divides the product of the logarithms, in hundredths.
    reduction_noisy_divisor = 330 in 200..=500;
    /// Reduction: less for what lies or lay on the principal variation.
    reduction_pv = 1000 in 0..=2500;
    /// Reduction: more where a cut is expected.
    reduction_cut = 1500 in 0..=3000;
    /// Reduction: more when the static evaluation is not improving.
    reduction_worsening = 700 in 0..=2000;
    /// Reduction: more when the table's move is a capture.
    reduction_noisy_hint = 700 in 0..=2000;
    /// Reduction: less for a move that gives check.
    reduction_check = 900 in 0..=2000;
    /// Reduction: more when the children of this node are cut again and again.
    reduction_cutoffs = 800 in 0..=2000;
    /// Reduction: history for one ply.
    reduction_history = 8600 in 3000..=20000;
    /// Reduction: capture history for one ply.
    reduction_noisy_history = 7000 in 3000..=20000;
    /// Re-search: how far above the best a reduced move must score to be searched deeper.
    deeper_margin = 45 in 10..=120;

    /// History bonus for each ply of depth.
    bonus_factor = 165 in 50..=400;
    /// History bonus: taken off it.
    bonus_offset = 70 in 0..=300;
    /// History bonus: the greatest.
    bonus_most = 1700 in 500..=3500;
    /// History malus for each ply of depth.
    malus_factor = 190 in 50..=500;
    /// History malus: taken off it.
    malus_offset = 60 in 0..=300;
    /// History malus: the greatest.
    malus_most = 1400 in 500..=3500;

    /// Correction by pawn structure: the most centipawns that it can make.
    correction_pawns = 55 in 0..=300;
    /// Correction by minor pieces: the most centipawns that it can make.
    correction_minors = 42 in 0..=300;
    /// Correction by major pieces: the most centipawns that it can make.
    correction_majors = 42 in 0..=300;
    /// Correction by each side's pieces: the most centipawns that it can make.
    correction_pieces = 47 in 0..=300;
    /// Correction by the last two moves: the most centipawns that it can make.
    correction_moves = 50 in 0..=300;

    /// Quiescence: 1 when quiet checks are tried on the first ply.
    quiescence_checks = 1 in 0..=1;
    /// Quiescence: how far below alpha a capture may stay before it is not tried.
    quiescence_margin = 130 in 50..=300;

    /// Time: percent of the soft limit's raw share that is used.
    time_soft = 73 in 40..=120;
    /// Time: moves over which the remaining time is spread.
    time_moves = 24 in 15..=40;
    /// Time: percent of the increment that is counted on.
    time_increment = 94 in 50..=100;
    /// Time: percent of the remaining time that one move may take at most.
    time_hard = 55 in 30..=80;
}
