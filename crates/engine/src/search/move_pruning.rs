//! Step 9: pruning single moves that are very unlikely to matter.

use super::formulas;
use super::negamax::{Candidate, MoveLoop};
use super::node::{Node, NodeInfo};
use crate::movepicker::MovePicker;
use crate::score::is_decisive;
use crate::{see, tunables};

/// True when the candidate is not worth a search.
#[inline]
pub(super) fn prunes_move(
    node: &Node,
    info: &NodeInfo,
    move_loop: &mut MoveLoop,
    candidate: &Candidate,
    picker: &mut MovePicker,
) -> bool {
    let &Candidate { m, noisy, history, .. } = candidate;
    let depth = node.depth;
    let reduced_depth = formulas::reduced_depth(depth, candidate.base_reduction, history);

    // Late move pruning: enough moves have been tried, so the remaining quiet ones are skipped.
    if candidate.move_number >= formulas::late_move_count(depth, info.improving) {
        picker.skip_quiets();
    }
    if !noisy && !candidate.direct_check {
        // History pruning: the move has done badly as a reply to the previous moves.
        if reduced_depth <= tunables::history_pruning_depth()
            && candidate.continuation < formulas::history_pruning_floor(depth)
        {
            return true;
        }
        // Futility pruning: even a good quiet move would not raise alpha.
        let futility_score = info.eval + formulas::futility_margin(reduced_depth, history);
        if !info.in_check
            && reduced_depth <= tunables::futility_depth()
            && futility_score <= node.alpha
        {
            if !is_decisive(move_loop.best_score) {
                move_loop.best_score = move_loop.best_score.max(futility_score);
            }
            picker.skip_quiets();
            return true;
        }
    }
    // Futility pruning of captures: even what is captured would not raise alpha.
    if noisy
        && !candidate.direct_check
        && !info.in_check
        && reduced_depth <= tunables::capture_futility_depth()
    {
        let margin = formulas::capture_futility_margin(reduced_depth, history);
        if info.eval + margin + see::gain(node.position, m) <= node.alpha {
            return true;
        }
    }
    // SEE pruning: the move loses too much material.
    let floor = if noisy {
        formulas::noisy_see_floor(depth, history)
    } else {
        formulas::quiet_see_floor(reduced_depth)
    };
    (!noisy || picker.is_at_bad_noisy()) && !see::wins_at_least(node.position, m, floor)
}
