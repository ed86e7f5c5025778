//! The tunable parameters of the search, each declared once: name, value, range, and what it does.
//!
//! A *margin* is a distance in centipawns, a *depth* a number of plies, a *base* the constant term
//! of a formula, a *factor* what something is multiplied by, a *divisor* what it is divided by.
//! Reductions and history have their own units: 1024 to the ply, and at most
//! [`history::LIMIT`](crate::history) either way.
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

    /// Transposition table: no cutoff once the half-move clock has reached this.
    tt_cutoff_halfmoves = 90 in 50..=100;
    /// Transposition table: plies by which an entry loses priority with every search since it was
    /// written.
    tt_age_penalty = 4 in 1..=8;
    /// Transposition table: how many plies shallower a new entry may be and still replace an old
    /// one of the same position.
    tt_replacement_margin = 4 in 0..=8;
    /// Transposition table: what the principal variation adds to that margin.
    tt_replacement_pv_margin = 2 in 0..=6;
    /// Tablebases: plies added to the depth of an entry with a tablebase score.
    tablebase_depth_bonus = 6 in 0..=12;

    /// Improving: how far above beta a static evaluation counts as improving in any case.
    improving_margin = 80 in 0..=400;

    /// Node pruning: no node is pruned with beta beyond this, where only mate is left to find.
    node_pruning_beta_max = 700 in 300..=1500;

    /// Razoring: the greatest depth.
    razor_depth = 4 in 1..=8;
    /// Razoring: the margin at depth 0.
    razor_base = 220 in 50..=500;
    /// Razoring: what the margin grows by with the square of the depth.
    razor_factor = 190 in 50..=400;

    /// Reverse futility: the greatest depth.
    reverse_futility_depth = 9 in 4..=14;
    /// Reverse futility: the margin for each ply of depth.
    reverse_futility_factor = 60 in 30..=150;
    /// Reverse futility: plies taken off the depth when improving.
    reverse_futility_improving = 1 in 0..=3;
    /// Reverse futility: what the margin shrinks by when the opponent's last move lowered the
    /// opponent's own static evaluation.
    reverse_futility_worsening = 18 in 0..=60;
    /// Reverse futility: what the distance from beta is divided by in the returned score.
    reverse_futility_divisor = 3 in 1..=8;

    /// Null move: the margin below beta at depth 0.
    null_move_base = 170 in 0..=400;
    /// Null move: what the margin shrinks by with each ply of depth.
    null_move_factor = 18 in 0..=40;
    /// Null move: the base of the reduction.
    null_move_reduction_base = 4 in 2..=6;
    /// Null move: plies of depth for one ply of reduction.
    null_move_depth_divisor = 3 in 2..=6;
    /// Null move: centipawns above beta for one ply of reduction.
    null_move_eval_divisor = 180 in 80..=400;
    /// Null move: the most plies of reduction that the evaluation adds.
    null_move_reduction_max = 4 in 1..=6;
    /// Null move: from this depth on a second search without null moves verifies it.
    null_move_verify_depth = 15 in 8..=24;
    /// Null move: percent of the reduced depth for which null moves are off during verification.
    null_move_verify_percent = 75 in 0..=100;

    /// Probcut: the smallest depth.
    probcut_depth = 5 in 3..=8;
    /// Probcut: how far above beta a capture must score.
    probcut_margin = 210 in 80..=350;
    /// Probcut: what the margin shrinks by when improving.
    probcut_improving = 55 in 0..=120;
    /// Probcut: the reduction of the search that confirms it.
    probcut_reduction = 4 in 2..=6;

    /// Internal iterative reduction: the smallest depth.
    iir_depth = 4 in 2..=8;

    /// Move pruning: plies that the best history adds to the reduced depth.
    pruning_history_plies = 2 in 0..=6;

    /// Late move pruning: the number of moves at depth 0, in hundredths.
    lmp_base = 350 in 100..=600;
    /// Late move pruning: what the number grows by with the square of the depth, in hundredths.
    lmp_factor = 160 in 40..=200;
    /// Late move pruning: percent of the number that remains when not improving.
    lmp_not_improving = 50 in 30..=80;

    /// Futility: the greatest reduced depth.
    futility_depth = 9 in 4..=14;
    /// Futility: the margin at depth 0.
    futility_base = 60 in 20..=250;
    /// Futility: the margin for each ply of reduced depth.
    futility_factor = 68 in 30..=150;
    /// Futility: history for one centipawn of margin.
    futility_history_divisor = 190 in 60..=600;

    /// Futility of captures: the greatest reduced depth.
    capture_futility_depth = 6 in 2..=10;
    /// Futility of captures: the margin at depth 0, and for each ply of reduced depth.
    capture_futility_factor = 210 in 80..=400;
    /// Futility of captures: capture history for one centipawn of margin.
    capture_futility_history_divisor = 60 in 20..=300;

    /// History pruning: the greatest reduced depth.
    history_pruning_depth = 6 in 2..=10;
    /// History pruning: the negated history below which a quiet move is pruned, per ply of depth.
    history_pruning_factor = 2400 in 1000..=8000;

    /// SEE pruning: what a quiet move may lose, for reduced depth squared.
    see_quiet = 30 in 5..=60;
    /// SEE pruning: what a capture may lose, for each ply of depth.
    see_noisy = 105 in 30..=200;
    /// SEE pruning: history of a capture for one centipawn.
    see_history_divisor = 34 in 10..=120;

    /// Singular extension: the smallest depth.
    singular_depth = 5 in 4..=9;
    /// Singular extension: what is added to that depth for a former or current PV node.
    singular_depth_pv = 1 in 0..=3;
    /// Singular extension: how many plies shallower the TT entry may be.
    singular_entry_depth = 3 in 1..=6;
    /// Singular extension: what the depth of its search is divided by.
    singular_depth_divisor = 2 in 2..=4;
    /// Singular extension: the margin below the TT score, in sixteenths per ply.
    singular_factor = 16 in 6..=48;
    /// Singular extension: how far below singular beta for a second ply.
    singular_double = 12 in 5..=60;
    /// Singular extension: how far below singular beta for a third ply, for quiet moves.
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
    lmr_pv = 1350 in 0..=2500;
    /// LMR: more at an expected cut node.
    lmr_cut_node = 1700 in 0..=3000;
    /// LMR: more when the static evaluation is not improving.
    lmr_not_improving = 700 in 0..=2000;
    /// LMR: more when the TT move is a capture.
    lmr_noisy_tt_move = 700 in 0..=2000;
    /// LMR: less for a move that gives check.
    lmr_check = 900 in 0..=2000;
    /// LMR: more after many child beta cutoffs.
    lmr_cutoffs = 800 in 0..=2000;
    /// LMR: child beta cutoffs above which the reduction grows.
    lmr_cutoff_count = 3 in 1..=8;
    /// LMR: history of a quiet move for one ply.
    lmr_quiet_history_divisor = 9500 in 3000..=20000;
    /// LMR: capture history for one ply.
    lmr_noisy_history_divisor = 7000 in 3000..=20000;
    /// LMR: how far above the best score a reduced move must score for a deeper re-search.
    lmr_deeper_margin = 45 in 10..=120;
    /// LMR: how far above the best score, per ply of depth, a reduced move must score to avoid a
    /// shallower re-search.
    lmr_shallower_factor = 1 in 0..=8;

    /// Hindsight: plies of reduction from which a node is searched one ply deeper when the static
    /// evaluation has not fallen for the side that moved.
    hindsight_extension_plies = 3 in 1..=6;
    /// Hindsight: plies of reduction from which a node is searched one ply shallower when it has.
    hindsight_reduction_plies = 1 in 1..=6;
    /// Hindsight: the smallest depth of a node that is searched shallower.
    hindsight_reduction_depth = 2 in 2..=6;
    /// Hindsight: how far the static evaluation must have fallen for that.
    hindsight_reduction_margin = 80 in 0..=300;

    /// Move ordering: how much more the captured material counts than the capture history.
    capture_gain_factor = 16 in 4..=64;
    /// Move ordering: a capture is bad when it loses more than its score divided by this. What
    /// captures much, or did well before, is tried before the quiet moves.
    bad_capture_divisor = 48 in 16..=200;
    /// Move ordering: the bonus of a quiet move that gives check.
    check_bonus = 9000 in 0..=20000;
    /// Move ordering: the most that a quiet check may lose and still get its bonus.
    check_loss_max = 75 in 0..=300;
    /// Move ordering: the bonus of a minor piece that leaves a square attacked by a pawn, and the
    /// malus when it moves to one.
    threat_bonus_minor = 8000 in 0..=20000;
    /// Move ordering: the same for a rook and any piece worth less.
    threat_bonus_rook = 13000 in 0..=25000;
    /// Move ordering: the same for a queen.
    threat_bonus_queen = 20000 in 0..=30000;

    /// Continuation history: the weight of the last move, in halves.
    continuation_weight_1 = 2 in 0..=4;
    /// Continuation history: the weight of the move two plies ago, in halves.
    continuation_weight_2 = 2 in 0..=4;
    /// Continuation history: the weight of the move three plies ago, in halves.
    continuation_weight_3 = 0 in 0..=4;
    /// Continuation history: the weight of the move four plies ago, in halves.
    continuation_weight_4 = 1 in 0..=4;

    /// History bonus for each ply of depth.
    bonus_factor = 180 in 50..=400;
    /// History bonus: constant subtracted from it.
    bonus_offset = 70 in 0..=300;
    /// History bonus: its maximum.
    bonus_max = 1700 in 500..=3500;
    /// History malus for each ply of depth.
    malus_factor = 240 in 50..=500;
    /// History malus: constant subtracted from it.
    malus_offset = 60 in 0..=300;
    /// History malus: its maximum.
    malus_max = 1400 in 500..=3500;
    /// History malus: what it shrinks by with each move that was tried.
    malus_move_factor = 15 in 0..=60;

    /// Prior move bonus: percent of the history bonus for a quiet move to which every reply fails
    /// low.
    prior_bonus_percent = 70 in 0..=200;

    /// Evaluation difference: history bonus of a quiet move for each centipawn by which it improved
    /// the static evaluation.
    eval_difference_factor = 12 in 0..=40;
    /// Evaluation difference: the greatest bonus or malus before the offset.
    eval_difference_max = 1000 in 0..=3000;
    /// Evaluation difference: constant added to the bonus, since every move loses the tempo.
    eval_difference_offset = 200 in -200..=1000;

    /// Correction history: the greatest bonus of one search.
    correction_bonus_max = 4096 in 512..=16384;
    /// Correction by pawn structure: its maximum in centipawns.
    correction_pawns = 55 in 0..=300;
    /// Correction by minor pieces: its maximum in centipawns.
    correction_minors = 42 in 0..=300;
    /// Correction by major pieces: its maximum in centipawns.
    correction_majors = 42 in 0..=300;
    /// Correction by each side's pieces: its maximum in centipawns.
    correction_pieces = 47 in 0..=300;
    /// Correction by the last two moves: its maximum in centipawns.
    correction_moves = 50 in 0..=300;

    /// Quiescence: 1 when quiet checks are tried on the first ply.
    quiescence_checks = 1 in 0..=1;
    /// Quiescence: futility margin added to the static evaluation and the captured piece.
    quiescence_margin = 150 in 50..=300;

    /// Time: percent of the soft limit's raw share that is used.
    time_soft = 73 in 40..=120;
    /// Time: moves over which the remaining time is spread.
    time_moves = 24 in 15..=40;
    /// Time: percent of the increment that is counted on.
    time_increment = 94 in 50..=100;
    /// Time: percent of the remaining time that one move may take at most.
    time_hard = 55 in 30..=80;
    /// Time: the same for the last move before the time control.
    time_hard_last_move = 90 in 50..=100;
    /// Time: milliseconds for which a busy machine may suspend the program.
    time_stall = 200 in 0..=1000;
    /// Time: future moves to reserve lag for when `moves_to_go` is unknown.
    time_lag_moves = 60 in 20..=100;
    /// Time: percent of the remaining time that is reserved for lag at most.
    time_lag_max = 80 in 0..=100;
    /// Time: percent of the soft limit when the best move has just changed.
    time_stability_0 = 210 in 100..=300;
    /// Time: percent when it has been the same for one iteration.
    time_stability_1 = 130 in 80..=250;
    /// Time: percent when it has been the same for two iterations.
    time_stability_2 = 110 in 70..=200;
    /// Time: percent when it has been the same for three iterations.
    time_stability_3 = 95 in 60..=150;
    /// Time: percent when it has been the same for four iterations.
    time_stability_4 = 85 in 50..=130;
    /// Time: percent when it has been the same for five iterations or more.
    time_stability_5 = 78 in 40..=120;
    /// Time: the share of the nodes of the best move is subtracted from this, in percent.
    time_effort_offset = 152 in 110..=250;
    /// Time: percent of that difference that the soft limit is multiplied by.
    time_effort_factor = 174 in 50..=300;
    /// Time: the greatest drop of the score that counts.
    time_score_drop_max = 60 in 10..=200;
    /// Time: the greatest rise of the score that counts.
    time_score_rise_max = 20 in 0..=40;
    /// Time: centipawns by which a falling score doubles the soft limit.
    time_score_divisor = 130 in 50..=400;
    /// Time: the least percent of the soft limit, everything considered.
    time_scale_min = 20 in 5..=80;
    /// Time: the most percent of the soft limit, everything considered.
    time_scale_max = 350 in 150..=600;
}
