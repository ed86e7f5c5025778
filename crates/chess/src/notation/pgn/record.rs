//! Builds a tree from a reader's calls.

use std::str::FromStr;

use super::{
    Comment, CommentPlacement, GameResult, Location, Movetext, Nag, NodeId, PgnError, Reader, Tree,
    Visitor,
};
use crate::{Move, Position};

/// A game and the errors found while reading it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What could be read.
    pub tree: Tree,
    /// What could not, in file order.
    pub errors: Vec<PgnError>,
    /// The line of the file where the game starts.
    pub line: usize,
}

impl Record {
    /// Shifts all locations by a number of lines, and by a number of columns on the first line.
    pub(super) fn shift(&mut self, lines: usize, columns: usize) {
        self.line += lines;
        for PgnError { at, .. } in &mut self.errors {
            at.column += if at.line == 1 { columns } else { 0 };
            at.line += lines;
        }
    }

    /// A visitor that fills the record.
    pub(super) fn builder(&mut self) -> Builder<'_> {
        Builder { record: self, node: Tree::ROOT, replaced: Vec::new(), pending: Vec::new() }
    }
}

impl FromStr for Tree {
    type Err = PgnError;

    /// Reads the first game of a text. A text without a game gives an empty tree.
    ///
    /// Any error is returned; to get the game anyway, use a [`Reader`].
    fn from_str(text: &str) -> Result<Tree, PgnError> {
        let mut record = Record::default();
        let read = Reader::new(text.as_bytes()).read_record(&mut record);
        read.expect("a text in memory can be read");
        match record.errors.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(record.tree),
        }
    }
}

/// Builds a record.
pub(super) struct Builder<'a> {
    record: &'a mut Record,
    /// The last node of the current line.
    node: NodeId,
    /// The nodes that open variations replace.
    replaced: Vec<NodeId>,
    /// Comments for the next move.
    pending: Vec<Comment>,
}

impl Builder<'_> {
    /// Adds a move, or a null move, with the comments pending for it.
    fn push(&mut self, played: Option<Move>) {
        self.node = self.record.tree.push(self.node, played);
        if !self.pending.is_empty() {
            self.record.tree.comments_before_mut(self.node).append(&mut self.pending);
        }
    }

    /// Attaches comments for a move that never came to the previous one.
    fn attach_pending(&mut self, node: NodeId) {
        if !self.pending.is_empty() {
            self.record.tree.comments_mut(node).append(&mut self.pending);
        }
    }
}

impl Visitor for Builder<'_> {
    fn begin_game(&mut self, at: Location) {
        self.record.tree.reset();
        self.record.errors.clear();
        self.record.line = at.line;
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.record.tree.tags_mut().read(name, value);
    }

    fn start(&mut self, position: &Position) -> Movetext {
        self.record.tree.set_start(position);
        Movetext::Read
    }

    fn play(&mut self, m: Move, _after: &Position) {
        self.push(Some(m));
    }

    fn null_move(&mut self, _after: &Position) {
        self.push(None);
    }

    fn nag(&mut self, nag: Nag) {
        self.record.tree.nags_mut(self.node).push(nag);
    }

    fn comment(&mut self, text: &str, placement: CommentPlacement) {
        let comment = Comment::from_file(text);
        match placement {
            CommentPlacement::AfterMove => self.record.tree.comments_mut(self.node).push(comment),
            CommentPlacement::BeforeMove => self.pending.push(comment),
        }
    }

    /// Moves that make no sense are kept as a comment.
    fn skipped(&mut self, text: &str) {
        self.pending.push(Comment::from_file(text));
    }

    fn begin_variation(&mut self) {
        self.attach_pending(self.node);
        self.replaced.push(self.node);
        self.node = self.record.tree.parent(self.node).unwrap_or(Tree::ROOT);
    }

    fn end_variation(&mut self) {
        let replaced = self.replaced.pop().unwrap_or(Tree::ROOT);
        let is_empty = self.record.tree.parent(replaced) == Some(self.node);
        self.attach_pending(if is_empty { replaced } else { self.node });
        self.node = replaced;
    }

    fn error(&mut self, error: PgnError) {
        self.record.errors.push(error);
    }

    fn end_game(&mut self, result: GameResult) {
        self.attach_pending(self.node);
        self.record.tree.set_result(result);
    }
}
