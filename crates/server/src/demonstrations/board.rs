//! What is on a demonstration board, and how commands change it. Knows nobody and stores nothing.

use wire::RequestError;
use wire::demonstration::{DemonstrationChange as Change, MAX_COMMENTS, MAX_SHAPES};
use wire::study::{StudyNode, StudyTree};

use crate::ApiError;

/// The commands in comments that draw on the board.
const SHAPE_COMMANDS: [&str; 2] = ["[%cal ", "[%csl "];

/// The moves on a board, and which position is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) tree: StudyTree,
    /// The index of the move that is shown; none for the start.
    pub(super) current: Option<u32>,
    pub(super) flipped: bool,
}

impl Board {
    /// A board; the start is shown where there is no such move.
    pub(super) fn new(tree: StudyTree, current: Option<u32>) -> Board {
        let current = current.filter(|_| tree.contains(current));
        Board { tree, current, flipped: false }
    }

    /// The moves to the position that is shown, in UCI notation.
    pub(super) fn line(&self) -> String {
        let (mut line, mut next) = (Vec::new(), self.current);
        while let Some(node) = next.and_then(|index| self.tree.nodes.get(index as usize)) {
            line.push(node.uci.as_str());
            next = node.parent;
        }
        line.reverse();
        line.join(" ")
    }

    /// Shows the position after these moves, as far as they are in the tree.
    pub(super) fn follow(&mut self, line: &str) {
        self.current = None;
        for uci in line.split_whitespace() {
            let is_next = |node: &StudyNode| node.parent == self.current && node.uci == uci;
            let Some(index) = self.tree.nodes.iter().position(is_next) else { return };
            self.current = Some(index as u32);
        }
    }

    /// Plays a move and shows it.
    pub(super) fn play(&mut self, after: Option<u32>, uci: &str) -> Result<Change, ApiError> {
        let known = self.tree.nodes.len();
        let index = self.tree.add_move(after, uci)?;
        self.current = Some(index);
        match self.tree.nodes.get(known) {
            Some(node) => Ok(Change::Played { node: node.clone() }),
            None => Ok(Change::Went { current: self.current }),
        }
    }

    /// Shows a position.
    pub(super) fn go(&mut self, current: Option<u32>) -> Result<Change, ApiError> {
        self.check(current)?;
        self.current = current;
        Ok(Change::Went { current })
    }

    /// Replaces the comments of a move, with the arrows in them.
    pub(super) fn annotate(
        &mut self,
        at: Option<u32>,
        comments: Vec<String>,
    ) -> Result<Change, ApiError> {
        self.check(at)?;
        if shapes(&comments) > MAX_SHAPES || comments.len() > MAX_COMMENTS {
            return Err(ApiError::TooManyShapes(MAX_SHAPES));
        }
        let place = match at {
            None => &mut self.tree.comments,
            Some(index) => &mut self.tree.nodes[index as usize].comments,
        };
        place.clone_from(&comments);
        Ok(Change::Annotated { at, comments })
    }

    /// Removes a move and all that follow. If one of them was shown, the move before is.
    pub(super) fn remove(&mut self, at: u32) -> Result<Change, ApiError> {
        self.check(Some(at))?;
        let line = self.line();
        self.tree.remove_move(at);
        self.follow(&line);
        Ok(self.replaced())
    }

    /// Puts something else on the board.
    pub(super) fn replace(&mut self, board: Board) -> Change {
        *self = Board { flipped: self.flipped, ..board };
        self.replaced()
    }

    fn replaced(&self) -> Change {
        Change::Replaced { tree: self.tree.clone(), current: self.current }
    }

    /// Turns the board.
    pub(super) fn flip(&mut self, flipped: bool) -> Change {
        self.flipped = flipped;
        Change::Flipped { flipped }
    }

    fn check(&self, at: Option<u32>) -> Result<(), RequestError> {
        match at {
            Some(parent) if !self.tree.contains(at) => {
                Err(RequestError::Parent { node: self.tree.nodes.len(), parent })
            }
            _ => Ok(()),
        }
    }
}

/// How many arrows and colored squares comments have.
fn shapes(comments: &[String]) -> usize {
    let lists = comments.iter().flat_map(|comment| {
        SHAPE_COMMANDS.into_iter().flat_map(move |command| comment.split(command).skip(1))
    });
    lists.map(|list| list.split(']').next().map_or(0, |list| list.split(',').count())).sum()
}

#[cfg(test)]
mod tests {
    use chess::pgn::Tree;

    use super::*;

    fn board(pgn: &str) -> Board {
        let tree: Tree = pgn.parse().expect("PGN");
        Board::new(StudyTree::from(&tree), None)
    }

    #[test]
    fn a_known_move_is_shown_and_a_new_one_added() {
        let mut board = board("1. e4 e5 *");
        assert_eq!(board.play(None, "e2e4"), Ok(Change::Went { current: Some(0) }));
        let Ok(Change::Played { node }) = board.play(Some(0), "c7c5") else { panic!("a move") };
        assert_eq!((node.parent, node.san.as_str(), board.current), (Some(0), "c5", Some(2)));
        assert_eq!(board.line(), "e2e4 c7c5");
        assert!(board.play(Some(2), "e4e6").is_err());
        assert!(board.play(Some(9), "e2e4").is_err());
        assert_eq!(board.tree.nodes.len(), 3);
    }

    #[test]
    fn a_removed_line_shows_what_was_before_it() {
        let mut board = board("1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *");
        board.follow("e2e4 c7c5 g1f3");
        assert_eq!(board.line(), "e2e4 c7c5 g1f3");
        let at = board.tree.nodes.iter().position(|node| node.uci == "c7c5").expect("a move");
        board.remove(at as u32).expect("a move");
        assert_eq!(board.line(), "e2e4");
        let moves: Vec<_> = board.tree.nodes.iter().map(|node| node.uci.as_str()).collect();
        assert_eq!(moves, ["e2e4", "e7e5", "b1c3"]);
        assert!(board.remove(3).is_err());
    }

    #[test]
    fn only_so_many_shapes_are_drawn() {
        let mut board = board("1. e4 *");
        let arrows = |count: usize| format!("[%cal {}] good", vec!["Ge2e4"; count].join(","));
        assert!(board.annotate(Some(0), vec![arrows(MAX_SHAPES)]).is_ok());
        for comments in [
            vec![arrows(MAX_SHAPES + 1)],
            vec![arrows(MAX_SHAPES), "[%csl Re4]".to_owned()],
            vec![String::new(); MAX_COMMENTS + 1],
        ] {
            let error = board.annotate(Some(0), comments);
            assert_eq!(error, Err(ApiError::TooManyShapes(MAX_SHAPES)));
        }
        assert_eq!(board.tree.nodes[0].comments, [arrows(MAX_SHAPES)]);
    }
}
