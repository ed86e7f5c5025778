//! A game as a tree of moves.
//!
//! The nodes are stored in one vector and refer to each other by index. A node has its move, its
//! parent and siblings, and an index of its annotations, if any. Positions are not stored but
//! replayed from the start, which is fast and saves memory.

use std::iter;
use std::num::NonZeroU32;

use super::header::STANDARD_START;
use super::walk::{TreeEvent, TreeMove, Walk};
use super::{Comment, GameResult, Nag, Tags};
use crate::{IllegalMove, Move, Position, SanError};

/// A node of a [`Tree`]: a move, or the start position. Valid only in the tree that returned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(NonZeroU32);

/// A game: tags, start position, moves with all variations, and result.
///
/// The first child of a node continues the main line; the others are variations. Two trees are
/// equal when they have the same content, regardless of the order in which they were built.
///
/// ```
/// use tabiya_chess::pgn::{Comment, Nag, Tree};
///
/// let mut tree = Tree::default();
/// let e4 = tree.add_san(Tree::ROOT, "e4")?;
/// let c5 = tree.add_san(e4, "c5")?;
/// tree.add_san(e4, "e5")?;
/// tree.nags_mut(c5).push(Nag::GOOD);
/// tree.comments_mut(c5).push(Comment::new("Sicilian"));
///
/// assert!(tree.to_string().contains("1. e4 c5 $1 {Sicilian} (1... e5) *"));
/// assert_eq!(tree.to_string().parse(), Ok(tree));
/// # Ok::<(), tabiya_chess::SanError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    tags: Tags,
    start: Position,
    result: GameResult,
    nodes: Vec<Node>,
    notes: Vec<Notes>,
    /// Nodes in the vector that are no longer part of the tree.
    removed: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// `None` for the start and for null moves.
    played: Option<Move>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    /// Index of its annotations.
    notes: Option<u32>,
}

/// The annotations of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Notes {
    nags: Vec<Nag>,
    before: Vec<Comment>,
    after: Vec<Comment>,
}

impl Tree {
    /// The start position, before all moves.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    /// A game without moves.
    pub fn new(start: Position) -> Tree {
        Tree {
            tags: Tags::default(),
            start,
            result: GameResult::Unknown,
            nodes: vec![Node::default()],
            notes: Vec::new(),
            removed: 0,
        }
    }

    /// The tags.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The tags, mutable.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The result.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// Sets the result.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
    }

    /// The number of moves, including variations.
    pub fn plies(&self) -> usize {
        self.nodes.len() - 1 - self.removed
    }

    /// Adds a move after a node: as the main line if it is the first there, otherwise as the last
    /// variation.
    ///
    /// # Errors
    /// When the move is illegal there.
    pub fn add(&mut self, parent: NodeId, m: Move) -> Result<NodeId, IllegalMove> {
        self.position(parent).play(m)?;
        Ok(self.push(parent, Some(m)))
    }

    /// Adds a null move, which passes the turn. It is not part of the rules, but annotators use it
    /// to show a threat. Returns `None` when the side to move is in check.
    ///
    /// ```
    /// use tabiya_chess::pgn::Tree;
    ///
    /// let mut tree = Tree::default();
    /// let pass = tree.add_null_move(Tree::ROOT).unwrap();
    /// tree.add_san(pass, "e5")?;
    /// assert!(tree.to_string().contains("1. -- e5 *"));
    /// # Ok::<(), tabiya_chess::SanError>(())
    /// ```
    pub fn add_null_move(&mut self, parent: NodeId) -> Option<NodeId> {
        self.position(parent).null_move()?;
        Some(self.push(parent, None))
    }

    /// Adds a move given in SAN, like [`Tree::add`].
    ///
    /// # Errors
    /// When the text is not a legal move there.
    pub fn add_san(&mut self, parent: NodeId, san: &str) -> Result<NodeId, SanError> {
        let m = self.position(parent).parse_san(san)?;
        Ok(self.push(parent, Some(m)))
    }

    /// The move of a node; `None` for the start and for null moves.
    pub fn played(&self, node: NodeId) -> Option<Move> {
        self.node(node).played
    }

    /// The parent node.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// The next node of the main line.
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).first_child
    }

    /// The next variation with the same parent.
    pub(super) fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).next_sibling
    }

    /// The nodes that follow a node: the main line first, then the variations.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        iter::successors(self.next(node), |&child| self.next_sibling(child))
    }

    /// The position after a node's move.
    pub fn position(&self, node: NodeId) -> Position {
        let mut nodes: Vec<NodeId> = iter::successors(Some(node), |&node| self.parent(node))
            .filter(|&node| node != Tree::ROOT)
            .collect();
        nodes.reverse();
        nodes.into_iter().fold(self.start, |position, node| after(&position, self.played(node)))
    }

    /// The legal moves of the main line, up to the first null move.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.main_line().map_while(|step| step.played)
    }

    /// The moves of the main line, including null moves, with the positions around them.
    pub fn main_line(&self) -> impl Iterator<Item = TreeMove> {
        self.line_from(Tree::ROOT)
    }

    /// The moves that follow a node when the first one is always chosen.
    pub fn line_from(&self, node: NodeId) -> impl Iterator<Item = TreeMove> {
        let first = self.step(node, &self.position(node));
        iter::successors(first, |step| self.step(step.node, &step.after))
    }

    /// All moves in PGN order.
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(self)
    }

    /// The NAGs of a move.
    pub fn nags(&self, node: NodeId) -> &[Nag] {
        self.notes(node).map_or(&[], |notes| &notes.nags)
    }

    /// The NAGs of a move, mutable. Those of the start are not written.
    pub fn nags_mut(&mut self, node: NodeId) -> &mut Vec<Nag> {
        &mut self.notes_mut(node).nags
    }

    /// The comments after a move; at the start, those about the whole game.
    pub fn comments(&self, node: NodeId) -> &[Comment] {
        self.notes(node).map_or(&[], |notes| &notes.after)
    }

    /// The comments after a move, mutable.
    pub fn comments_mut(&mut self, node: NodeId) -> &mut Vec<Comment> {
        &mut self.notes_mut(node).after
    }

    /// The comments before a move.
    pub fn comments_before(&self, node: NodeId) -> &[Comment] {
        self.notes(node).map_or(&[], |notes| &notes.before)
    }

    /// The comments before a move, mutable. Those of the start are not written.
    pub fn comments_before_mut(&mut self, node: NodeId) -> &mut Vec<Comment> {
        &mut self.notes_mut(node).before
    }

    /// The move that continues the line after a node.
    pub(super) fn step(&self, node: NodeId, position: &Position) -> Option<TreeMove> {
        self.next(node).and_then(|next| self.step_to(next, position))
    }

    /// The move of a node.
    pub(super) fn step_to(&self, node: NodeId, before: &Position) -> Option<TreeMove> {
        self.parent(node)?;
        let played = self.played(node);
        Some(TreeMove { node, played, before: *before, after: after(before, played) })
    }

    /// Clears the tree but keeps its memory.
    pub(super) fn reset(&mut self) {
        self.tags.clear();
        self.start = *STANDARD_START;
        self.result = GameResult::Unknown;
        self.nodes.truncate(1);
        self.nodes[0] = Node::default();
        self.notes.clear();
        self.removed = 0;
    }

    pub(super) fn set_start(&mut self, start: &Position) {
        self.start = *start;
    }

    /// Adds a move that is known to be legal, or a null move.
    pub(super) fn push(&mut self, parent: NodeId, played: Option<Move>) -> NodeId {
        self.nodes.push(Node { played, parent: Some(parent), ..Node::default() });
        let node = NodeId::of(self.nodes.len() - 1);
        match self.node_mut(parent).last_child.replace(node) {
            Some(sibling) => self.node_mut(sibling).next_sibling = Some(node),
            None => self.node_mut(parent).first_child = Some(node),
        }
        node
    }

    /// Makes these the children of a node, in this order.
    pub(super) fn set_children(&mut self, parent: NodeId, children: &[NodeId]) {
        self.node_mut(parent).first_child = children.first().copied();
        self.node_mut(parent).last_child = children.last().copied();
        for (index, &child) in children.iter().enumerate() {
            self.node_mut(child).next_sibling = children.get(index + 1).copied();
        }
    }

    /// Cuts a node off from its parent, which must no longer list it, with everything after it.
    pub(super) fn detach(&mut self, node: NodeId) {
        self.node_mut(node).parent = None;
        self.node_mut(node).next_sibling = None;
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            self.removed += 1;
            pending.extend(self.children(node));
        }
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.index()]
    }

    fn notes(&self, node: NodeId) -> Option<&Notes> {
        self.node(node).notes.map(|index| &self.notes[index as usize])
    }

    fn notes_mut(&mut self, node: NodeId) -> &mut Notes {
        let end = self.notes.len();
        let index = *self.node_mut(node).notes.get_or_insert(end as u32) as usize;
        if index == end {
            self.notes.push(Notes::default());
        }
        &mut self.notes[index]
    }
}

/// The position after a move, or after a null move.
fn after(before: &Position, played: Option<Move>) -> Position {
    match played {
        Some(m) => before.play_unchecked(m),
        None => before.null_move_unchecked(),
    }
}

/// A [`TreeEvent`] for comparison: without node ids, with annotations.
#[derive(PartialEq)]
enum Content<'a> {
    Move(Option<Move>, Option<&'a Notes>),
    Open,
    Close,
}

impl<'a> Content<'a> {
    fn new(tree: &'a Tree, event: &TreeEvent) -> Content<'a> {
        match *event {
            TreeEvent::Move(TreeMove { node, played, .. }) => {
                let notes = tree.notes(node).filter(|notes| **notes != Notes::default());
                Content::Move(played, notes)
            }
            TreeEvent::BeginVariation => Content::Open,
            TreeEvent::EndVariation => Content::Close,
        }
    }
}

impl Default for Tree {
    /// A game from the standard start position without moves.
    fn default() -> Tree {
        Tree::new(*STANDARD_START)
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let mine = self.walk().map(|event| Content::new(self, &event));
        let theirs = other.walk().map(|event| Content::new(other, &event));
        self.tags == other.tags
            && self.start == other.start
            && self.result == other.result
            && self.comments(Tree::ROOT) == other.comments(Tree::ROOT)
            && mine.eq(theirs)
    }
}

impl Eq for Tree {}

impl NodeId {
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    fn of(index: usize) -> NodeId {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        NodeId(number.expect("no game has four thousand million moves"))
    }
}
