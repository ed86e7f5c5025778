//! Iterating over all moves of a tree, without recursion.

use super::{NodeId, Tree};
use crate::{Move, MoveText, Position};

/// A move in a tree, with the positions before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeMove {
    /// Its node in the tree.
    pub node: NodeId,
    /// The move; `None` for a null move, which only passes the turn.
    pub played: Option<Move>,
    /// The position before the move.
    pub before: Position,
    /// The position after the move.
    pub after: Position,
}

impl TreeMove {
    /// The move in SAN, or `--` for a null move.
    pub fn san(&self) -> MoveText {
        self.played.map_or_else(MoveText::null_move, |m| self.before.san(m))
    }
}

/// An item of a [`Walk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "events are looked at and dropped, not kept")]
pub enum TreeEvent {
    /// A move.
    Move(TreeMove),
    /// A variation begins: the next move replaces the last one.
    BeginVariation,
    /// A variation ends: the next move follows the one that the variation replaced.
    EndVariation,
}

/// Iterates over all moves of a tree in PGN order: a move, its variations, then the rest of the
/// line.
///
/// ```
/// use tabiya_chess::pgn::{TreeEvent, Tree};
///
/// let tree: Tree = "1. e4 (1. d4 d5) 1... e5 *".parse()?;
/// let text: String = tree
///     .walk()
///     .map(|event| match event {
///         TreeEvent::Move(step) => format!(" {}", step.san()),
///         TreeEvent::BeginVariation => " (".into(),
///         TreeEvent::EndVariation => " )".into(),
///     })
///     .collect();
/// assert_eq!(text, " e4 ( d4 d5 ) e5");
/// # Ok::<(), tabiya_chess::pgn::PgnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    tree: &'a Tree,
    next: Next,
    branches: Vec<Branch>,
}

/// Where the walk continues.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// The main line after a node with this position.
    Line(NodeId, Position),
    /// The remaining variations of the last branch, then the line after it.
    Branch,
    /// The first move of a variation.
    Variation(NodeId),
}

/// A move with variations, and the next one to visit.
#[derive(Clone, Copy, Debug)]
struct Branch {
    step: TreeMove,
    variation: Option<NodeId>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(tree: &'a Tree) -> Walk<'a> {
        Walk { tree, next: Next::Line(Tree::ROOT, *tree.start()), branches: Vec::new() }
    }

    /// The next move of a line, or its end.
    fn along(&mut self, node: NodeId, position: &Position) -> Option<TreeEvent> {
        let Some(step) = self.tree.step(node, position) else {
            self.next = Next::Branch;
            return self.branches.last().map(|_| TreeEvent::EndVariation);
        };
        let variation = self.tree.next_sibling(step.node);
        if variation.is_some() {
            self.branches.push(Branch { step, variation });
            self.next = Next::Branch;
        } else {
            self.next = Next::Line(step.node, step.after);
        }
        Some(TreeEvent::Move(step))
    }
}

impl Iterator for Walk<'_> {
    type Item = TreeEvent;

    fn next(&mut self) -> Option<TreeEvent> {
        loop {
            match self.next {
                Next::Line(node, position) => return self.along(node, &position),
                Next::Variation(node) => {
                    let step = self.tree.step_to(node, &self.branches.last()?.step.before)?;
                    self.next = Next::Line(node, step.after);
                    return Some(TreeEvent::Move(step));
                }
                Next::Branch => {
                    let branch = self.branches.last_mut()?;
                    let Some(variation) = branch.variation else {
                        self.next = Next::Line(branch.step.node, branch.step.after);
                        self.branches.pop();
                        continue;
                    };
                    branch.variation = self.tree.next_sibling(variation);
                    self.next = Next::Variation(variation);
                    return Some(TreeEvent::BeginVariation);
                }
            }
        }
    }
}
