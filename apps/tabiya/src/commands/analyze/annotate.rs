//! Writes a review into its game, keeping existing annotations.

use chess::Color;
use chess::pgn::{Comment, Nag, NodeId, Tree};
use review::{Evaluation, ReviewedMove};

use super::previous::ANALYSIS_TAG;
use super::reviewed_game::ReviewedGame;

/// The maximum length of a better line, in plies.
const MAX_LINE_PLIES: usize = 8;

/// Writes evaluations, judgments, better lines, reasons and accuracies into a game.
pub(super) fn annotate(tree: &mut Tree, reviewed: &ReviewedGame, analysis_tag: &str) {
    set_tags(tree, reviewed, analysis_tag);
    set_eval(tree, Tree::ROOT, &reviewed.evaluations[0]);
    for (index, (&node, reviewed_move)) in
        reviewed.nodes.iter().zip(&reviewed.report.moves).enumerate()
    {
        set_eval(tree, node, &reviewed.evaluations[index + 1]);
        if reviewed_move.judgment.is_some() {
            judge(tree, node, reviewed, index, reviewed_move);
        }
    }
}

fn set_tags(tree: &mut Tree, reviewed: &ReviewedGame, analysis_tag: &str) {
    let sides = [(Color::White, "WhiteAccuracy"), (Color::Black, "BlackAccuracy")];
    let accuracies = sides.into_iter().filter_map(|(side, name)| {
        Some((name, format!("{:.1}", reviewed.report.sides[side].accuracy?)))
    });
    for (name, value) in accuracies.chain([(ANALYSIS_TAG, analysis_tag.to_owned())]) {
        // These are valid tag names.
        let _ = tree.tags_mut().set(name, &value);
    }
}

/// Sets the evaluation of the comment that already has one, or else of the first or a new one.
fn set_eval(tree: &mut Tree, node: NodeId, evaluation: &Evaluation) {
    let Some(eval) = evaluation.score.to_pgn(None) else { return };
    let comments = tree.comments_mut(node);
    if comments.is_empty() {
        comments.push(Comment::new(""));
    }
    let index = comments.iter().position(|comment| comment.eval().is_some()).unwrap_or(0);
    comments[index].set_eval(Some(eval));
}

/// Marks a bad move, explains it, and adds the better line.
fn judge(
    tree: &mut Tree,
    node: NodeId,
    reviewed: &ReviewedGame,
    index: usize,
    reviewed_move: &ReviewedMove,
) {
    let Some(judgment) = reviewed_move.judgment else { return };
    let has_sign = tree.nags(node).iter().any(|nag| nag.symbol().is_some());
    if !has_sign {
        let nag: Nag = judgment.nag();
        tree.nags_mut(node).insert(0, nag);
    }
    tree.comments_mut(node).push(Comment::new(&remark(reviewed, index, reviewed_move)));
    add_line(tree, node, &reviewed.evaluations[index]);
}

/// The comment on a bad move: how bad, why, and what was better.
fn remark(reviewed: &ReviewedGame, index: usize, reviewed_move: &ReviewedMove) -> String {
    let word = reviewed_move.judgment.map(|judgment| judgment.to_string()).unwrap_or_default();
    let (first, rest) = word.split_at(word.len().min(1));
    let judgment_word = format!("{}{rest}.", first.to_uppercase());
    let explanation = reviewed.explanation(index).map(|fact| fact.to_string());
    let best = reviewed.evaluations[index].best();
    let better =
        best.map(|best| format!("{} was best.", reviewed.sequence.positions()[index].san(best)));
    let parts: Vec<String> =
        [Some(judgment_word), explanation, better].into_iter().flatten().collect();
    parts.join(" ")
}

/// Adds the better line as a variation, unless there is one with the same first move.
fn add_line(tree: &mut Tree, node: NodeId, evaluation: &Evaluation) {
    let Some(mut parent) = tree.parent(node) else { return };
    let is_there = |m| tree.children(parent).any(|child| tree.played(child) == Some(m));
    if evaluation.best().is_none_or(is_there) {
        return;
    }
    for &m in evaluation.line.iter().take(MAX_LINE_PLIES) {
        let Ok(next) = tree.add(parent, m) else { return };
        parent = next;
    }
}
