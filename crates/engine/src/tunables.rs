//! The tunable parameters of the search, each declared once: name, value, range, and what it does.
//!
//! A *margin* is a distance in centipawns, a *depth* a number of plies, a *base* what a formula
//! starts from, a *factor* what it is multiplied with. Reductions and history are in their own
//! small units: 1024 to the ply, and at most [`history::LIMIT`](crate::history) either way.
//!
//! Without the feature `tuning` they are constants; with it they can be set at run time, and
//! `tabiya uci` offers each as an option.

/// A tunable parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// Its default value.
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
        /// All parameters.
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

            /// The index of each parameter.
            #[allow(non_camel_case_types)]
            enum Index {
                $($name,)+
            }

            static VALUES: [AtomicI32; TUNABLES.len()] = [$(AtomicI32::new($default)),+];

            $(
                pub(crate) fn $name() -> i32 {
                    VALUES[Index::$name as usize].load(Relaxed)
                }
            )+

            /// Sets a parameter; false when there is none of this name or the value is out of
            /// range.
            pub fn set(name: &str, value: i32) -> bool {
                let known = TUNABLES.iter().zip(&VALUES).find(|(tunable, _)| tunable.name == name);
                let set = known.filter(|(tunable, _)| (tunable.min..=tunable.max).contains(&value));
                set.inspect(|(_, current)| current.store(value, Relaxed)).is_some()
            }
        }
    };
}

#[cfg(feature = "tuning")]
pub use live::set as set_tunable;
#[cfg(feature = "tuning")]
pub(crate) use live::*;

tunables! {
    /// Aspiration window: the smallest depth.
    aspiration_depth = 4 in 2..=10;
    /// Aspiration window: half its first width.
    aspiration_margin = 17 in 5..=50;
    /// Aspiration window: centipawns of the last score that widen it by one.
    aspiration_divisor = 200 in 50..=1000;
    /// Aspiration window: how much of itself, in percent, it grows by when it fails.
    aspiration_growth = 45 in 20..=150;
    /// Aspiration window: the most plies taken off after failing high again and again.
    aspiration_reduction_max = 3 in 0..=6;

    /// Transposition table: no cutoff from this many half-moves without progress on.
    tt_cutoff_halfmoves = 90 in 50..=100;
    /// Tablebases: plies added to the depth of an entry that they have settled.
    tablebase_depth_bonus = 6 in 0..=12;

    /// Node pruning: beyond this score the game counts as won and no node is pruned.
    won_margin = 700 in 300..=30000;

    /// Razoring: the greatest depth.
    razor_depth = 4 in 1..=8;
    /// Razoring: the margin before depth counts.
    razor_base = 220 in 50..=500;
    /// Razoring: the margin for depth squared.
    razor_factor = 190 in 50..=400;

    /// Reverse futility: the greatest depth.
    reverse_futility_depth = 9 in 4..=14;
    /// Reverse futility: the margin for each ply of depth.
    reverse_futility_factor = 64 in 30..=150;
    /// Reverse futility: plies taken off the depth when improving.
    reverse_futility_improving = 1 in 0..=3;
    /// Reverse futility: what the distance from beta is divided by in the returned score.
    reverse_futility_divisor = 3 in 1..=8;

    /// Null move: how far, at no depth, the evaluation may lie below beta.
    null_move_base = 170 in 0..=400;
    /// Null move: how much less for each ply of depth.
    null_move_factor = 18 in 0..=40;
    /// Null move: the reduction before anything else counts.
    null_move_reduction_base = 4 in 2..=6;
    /// Null move: plies of depth for one ply of reduction.
    null_move_reduction_depth = 3 in 2..=6;
    /// Null move: centipawns above beta for one ply of reduction.
    null_move_reduction_margin = 180 in 80..=400;
    /// Null move: the most plies that the margin adds.
    null_move_reduction_max = 4 in 1..=6;
    /// Null move: from this depth on a second search without null moves verifies it.
    null_move_verify_depth = 15 in 8..=24;
    /// Null move: percent of the reduced depth for which null moves are off during verification.
    null_move_verify_percent = 75 in 0..=100;

    /// Probcut: the smallest depth.
    probcut_depth = 5 in 3..=8;
    /// Probcut: how far above beta a capture must score.
    probcut_margin = 210 in 80..=350;
    /// Probcut: taken off the margin when improving.
    probcut_improving = 55 in 0..=120;
    /// Probcut: plies taken off for the proof.
    probcut_reduction = 4 in 2..=6;

    /// Internal iterative reduction: the smallest depth.
    iir_depth = 4 in 2..=8;

    /// Move pruning: plies that the best history adds to the reduced depth.
    pruning_history_plies = 2 in 0..=6;

    /// Late move pruning: moves looked at before depth counts, in hundredths.
    lmp_base = 350 in 100..=600;
    /// Late move pruning: moves for depth squared, in hundredths.
    lmp_factor = 160 in 40..=200;
    /// Late move pruning: percent of the count that is left when not improving.
    lmp_not_improving = 50 in 30..=80;

    /// Futility: the greatest reduced depth.
    futility_depth = 9 in 4..=14;
    /// Futility: the margin before depth counts.
    futility_base = 60 in 20..=250;
    /// Futility: the margin for each ply of reduced depth.
    futility_factor = 60 in 30..=150;
    /// Futility: history for one centipawn of margin.
    futility_history = 190 in 60..=600;

    /// History pruning: the greatest reduced depth.
    history_pruning_depth = 6 in 2..=10;
    /// History pruning: history that a quiet move must have for each ply of depth, negated.
    history_pruning_factor = 2400 in 1000..=8000;

    /// SEE pruning: what a quiet move may lose, for reduced depth squared.
    see_quiet = 30 in 5..=60;
    /// SEE pruning: what a capture may lose, for each ply of depth.
    see_noisy = 105 in 30..=200;
    /// SEE pruning: history of a capture for one centipawn.
    see_history = 34 in 10..=120;

    /// Singular extension: the smallest depth.
    singular_depth = 5 in 4..=9;
    /// Singular extension: how much shallower the entry of the table may be.
    singular_entry_depth = 3 in 1..=6;
    /// Singular extension: what the depth of its search is divided by.
    singular_depth_divisor = 2 in 2..=4;
    /// Singular extension: how far below the table's score, in sixteenths for each ply.
    singular_factor = 16 in 6..=48;
    /// Singular extension: how far below that for a second ply.
    singular_double = 12 in 5..=60;
    /// Singular extension: how far below that for a third ply, for quiet moves.
    singular_triple = 95 in 30..=250;
    /// Negative extension: plies taken off a TT move that is one of several good ones.
    negative_extension = 2 in 1..=4;
    /// Extensions: none from this multiple of the root depth on.
    extension_depth_factor = 2 in 1..=4;
    /// Check extension: the fewest pieces of the side that gives check.
    check_extension_pieces = 3 in 1..=8;

    /// LMR: the smallest depth.
    lmr_depth = 2 in 1..=4;
    /// LMR of quiet moves: base, in 1/1024 plies.
    lmr_quiet_base = 1000 in 0..=2000;
    /// LMR of quiet moves: what divides the product of the logarithms, in hundredths.
    lmr_quiet_divisor = 240 in 150..=400;
    /// LMR of captures: base, in 1/1024 plies.
    lmr_noisy_base = 100 in -500..=1000;
    /// LMR of captures: what divides the product of the logarithms, in hundredths.
    lmr_noisy_divisor = 330 in 200..=500;
    /// LMR: less for a node that is or was on the principal variation.
    lmr_pv = 1000 in 0..=2500;
    /// LMR: more at an expected cut node.
    lmr_cut_node = 1500 in 0..=3000;
    /// LMR: more when the static evaluation is not improving.
    lmr_not_improving = 700 in 0..=2000;
    /// LMR: more when the TT move is a capture.
    lmr_noisy_tt_move = 700 in 0..=2000;
    /// LMR: less for a move that gives check.
    lmr_check = 900 in 0..=2000;
    /// LMR: more after many beta cutoffs among the children.
    lmr_cutoffs = 800 in 0..=2000;
    /// LMR: how many beta cutoffs among the children are many.
    lmr_cutoff_count = 3 in 1..=8;
    /// LMR: history for one ply.
    lmr_quiet_history = 8600 in 3000..=20000;
    /// LMR: capture history for one ply.
    lmr_noisy_history = 7000 in 3000..=20000;
    /// LMR: how far above the best score a reduced move must come to be searched deeper.
    lmr_deeper_margin = 45 in 10..=120;

    /// History bonus for each ply of depth.
    bonus_factor = 165 in 50..=400;
    /// History bonus: taken off it.
    bonus_offset = 70 in 0..=300;
    /// History bonus: the greatest.
    bonus_max = 1700 in 500..=3500;
    /// History malus for each ply of depth.
    malus_factor = 190 in 50..=500;
    /// History malus: taken off it.
    malus_offset = 60 in 0..=300;
    /// History malus: the greatest.
    malus_max = 1400 in 500..=3500;

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
