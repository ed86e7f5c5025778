//! Editing the variations of a tree: inserting, reordering and removing them.

use super::{NodeId, Tree};
use crate::{IllegalMove, Move};

impl Tree {
    /// The node that follows with a given move, in the main line or a variation.
    pub fn child(&self, parent: NodeId, m: Move) -> Option<NodeId> {
        self.children(parent).find(|&child| self.played(child) == Some(m))
    }

    /// Adds a move after a node as its nth continuation: 0 is the main line. An index past the end
    /// adds it as the last variation.
    ///
    /// ```
    /// use tabiya_chess::pgn::Tree;
    ///
    /// let mut tree: Tree = "1. e4 (1. d4) *".parse()?;
    /// let c4 = tree.start().parse_san("c4").unwrap();
    /// tree.insert(Tree::ROOT, 1, c4).unwrap();
    /// assert!(tree.to_string().contains("1. e4 (1. c4) (1. d4) *"));
    /// # Ok::<(), tabiya_chess::pgn::PgnError>(())
    /// ```
    ///
    /// # Errors
    /// When the move is illegal there.
    pub fn insert(&mut self, parent: NodeId, index: usize, m: Move) -> Result<NodeId, IllegalMove> {
        let node = self.add(parent, m)?;
        self.move_to(node, index);
        Ok(node)
    }

    /// Adds a line of moves after a node and returns its last node. Moves that the tree already has
    /// are followed rather than added again.
    ///
    /// # Errors
    /// When a move is illegal; the tree is left as it was.
    pub fn add_line(&mut self, node: NodeId, line: &[Move]) -> Result<NodeId, IllegalMove> {
        let mut position = self.position(node);
        for &m in line {
            position = position.play(m)?;
        }
        let follow = |node: NodeId, &m: &Move| {
            self.child(node, m).unwrap_or_else(|| self.push(node, Some(m)))
        };
        Ok(line.iter().fold(node, follow))
    }

    /// Moves a variation one place up among those with the same parent. The first one becomes the
    /// main line.
    ///
    /// ```
    /// use tabiya_chess::pgn::Tree;
    ///
    /// let mut tree: Tree = "1. e4 (1. d4) (1. c4) *".parse()?;
    /// let c4 = tree.children(Tree::ROOT).last().unwrap();
    /// tree.promote(c4);
    /// assert!(tree.to_string().contains("1. e4 (1. c4) (1. d4) *"));
    /// tree.promote_to_main(c4);
    /// assert!(tree.to_string().contains("1. c4 (1. e4) (1. d4) *"));
    /// tree.demote(c4);
    /// assert!(tree.to_string().contains("1. e4 (1. c4) (1. d4) *"));
    /// # Ok::<(), tabiya_chess::pgn::PgnError>(())
    /// ```
    pub fn promote(&mut self, node: NodeId) {
        self.move_to(node, self.variation_index(node).saturating_sub(1));
    }

    /// Makes a node the main line among those with the same parent. The line before it stays where
    /// it is: to lead the game to this node, do the same for its ancestors.
    pub fn promote_to_main(&mut self, node: NodeId) {
        self.move_to(node, 0);
    }

    /// Moves a line one place down among those with the same parent.
    pub fn demote(&mut self, node: NodeId) {
        self.move_to(node, self.variation_index(node) + 1);
    }

    /// Removes a node and everything after it. The next variation takes its place. Other node ids
    /// stay valid; those that were removed must not be used again. The start cannot be removed.
    ///
    /// ```
    /// use tabiya_chess::pgn::Tree;
    ///
    /// let mut tree: Tree = "1. e4 (1. d4 d5) 1... e5 2. Nf3 *".parse()?;
    /// let e4 = tree.next(Tree::ROOT).unwrap();
    /// tree.remove(e4);
    /// assert!(tree.to_string().contains("1. d4 d5 *"));
    /// assert_eq!(tree.plies(), 2);
    /// # Ok::<(), tabiya_chess::pgn::PgnError>(())
    /// ```
    pub fn remove(&mut self, node: NodeId) {
        let Some(parent) = self.parent(node) else { return };
        let children: Vec<NodeId> = self.children(parent).filter(|&child| child != node).collect();
        self.set_children(parent, &children);
        self.detach(node);
    }

    /// The place of a node among those with the same parent; 0 for the main line and the start.
    pub fn variation_index(&self, node: NodeId) -> usize {
        let parent = self.parent(node);
        let index = parent.and_then(|parent| self.children(parent).position(|id| id == node));
        index.unwrap_or(0)
    }

    /// Moves a node to a place among those with the same parent, or to the end.
    fn move_to(&mut self, node: NodeId, index: usize) {
        let Some(parent) = self.parent(node) else { return };
        let mut children: Vec<NodeId> =
            self.children(parent).filter(|&child| child != node).collect();
        children.insert(index.min(children.len()), node);
        self.set_children(parent, &children);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIBLINGS: &str = "1. e4 (1. d4 d5) (1. c4) 1... e5 *";

    fn tree(text: &str) -> Tree {
        text.parse().unwrap()
    }

    fn child(tree: &Tree, san: &str) -> NodeId {
        tree.child(Tree::ROOT, tree.start().parse_san(san).unwrap()).unwrap()
    }

    /// Applies an edit to the tree of [`SIBLINGS`] and compares it with another text.
    fn check(san: &str, edit: fn(&mut Tree, NodeId), expected: &str) {
        let mut edited = tree(SIBLINGS);
        let node = child(&edited, san);
        edit(&mut edited, node);
        assert_eq!(edited, tree(expected), "{edited}");
        assert_eq!(edited.plies(), tree(expected).plies());
        // The links still hold: a move added later is the last variation.
        let last = edited.add_san(Tree::ROOT, "a3").unwrap();
        assert_eq!(edited.children(Tree::ROOT).last(), Some(last));
    }

    #[test]
    fn variations_move_up_and_down_one_place() {
        check("c4", Tree::promote, "1. e4 (1. c4) (1. d4 d5) 1... e5 *");
        check("d4", Tree::promote, "1. d4 (1. e4 e5) (1. c4) 1... d5 *");
        check("e4", Tree::promote, SIBLINGS);
        check("e4", Tree::demote, "1. d4 (1. e4 e5) (1. c4) 1... d5 *");
        check("c4", Tree::demote, SIBLINGS);
        check("c4", Tree::promote_to_main, "1. c4 (1. e4 e5) (1. d4 d5) *");
    }

    #[test]
    fn a_removed_line_takes_everything_after_it_along() {
        check("d4", Tree::remove, "1. e4 (1. c4) 1... e5 *");
        check("e4", Tree::remove, "1. d4 (1. c4) 1... d5 *");
        check("c4", Tree::remove, "1. e4 (1. d4 d5) 1... e5 *");
        let mut empty = tree(SIBLINGS);
        empty.remove(Tree::ROOT);
        assert_eq!(empty, tree(SIBLINGS), "the start stays");
        while let Some(node) = empty.next(Tree::ROOT) {
            empty.remove(node);
        }
        assert_eq!((empty.plies(), empty == Tree::default()), (0, true));
    }

    #[test]
    fn moves_are_inserted_at_any_place() {
        for (index, expected) in [
            (0, "1. a3 (1. e4 e5) (1. d4 d5) (1. c4) *"),
            (1, "1. e4 (1. a3) (1. d4 d5) (1. c4) 1... e5 *"),
            (9, "1. e4 (1. d4 d5) (1. c4) (1. a3) 1... e5 *"),
        ] {
            let mut edited = tree(SIBLINGS);
            let a3 = edited.start().parse_san("a3").unwrap();
            let node = edited.insert(Tree::ROOT, index, a3).unwrap();
            assert_eq!(edited, tree(expected), "{index}");
            assert_eq!(edited.variation_index(node), index.min(3));
            assert!(edited.insert(node, 0, a3).is_err());
        }
    }

    #[test]
    fn a_line_follows_the_tree_before_it_branches_off() {
        let mut edited = tree(SIBLINGS);
        let moves: Vec<Move> = tree("1. d4 d5 2. c4 e6 *").moves().collect();
        let last = edited.add_line(Tree::ROOT, &moves).unwrap();
        assert_eq!(edited, tree("1. e4 (1. d4 d5 2. c4 e6) (1. c4) 1... e5 *"));
        assert_eq!(edited.played(last), moves.last().copied());
        let before = edited.clone();
        assert!(edited.add_line(last, &moves).is_err());
        assert_eq!(edited, before);
        assert_eq!(edited.plies(), before.plies());
    }
}
