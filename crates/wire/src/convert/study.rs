//! Studies, converted between the flat list of moves and the tree.

use std::collections::HashMap;

use chess::pgn::{Comment, GameResult, Nag, NodeId, Tree, TreeEvent};
use chess::{CastlingMode, Position};

use super::snapshot::played;
use super::{NULL_MOVE, RequestError};
use crate::study::{StudyNode, StudyTag, StudyTree};
use crate::view::NotatedMove;

/// How much of an invalid result is quoted.
const MAX_QUOTE: usize = 16;

impl StudyTree {
    /// The maximum number of moves in a study, including variations.
    pub const MAX_MOVES: usize = 2000;

    /// Builds the tree of the moves.
    ///
    /// # Errors
    /// When the position, a move, a tag or the result is invalid, or there are too many moves.
    pub fn tree(&self) -> Result<Tree, RequestError> {
        if self.nodes.len() > StudyTree::MAX_MOVES {
            return Err(RequestError::TooManyMoves {
                seen: self.nodes.len(),
                most: StudyTree::MAX_MOVES,
            });
        }
        let start: Position = self.start_fen.parse()?;
        let mut tree = Tree::new(start);
        for StudyTag { name, value } in &self.tags {
            tree.tags_mut().set(name, value)?;
        }
        let result = GameResult::from_text(&self.result);
        tree.set_result(
            result.ok_or_else(|| {
                RequestError::Result(self.result.chars().take(MAX_QUOTE).collect())
            })?,
        );
        tree.comments_mut(Tree::ROOT).extend(comments(&self.comments));
        let mut places: Vec<NodeId> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let place = add(&mut tree, node, &places)?;
            places.push(place);
        }
        Ok(tree)
    }
}

impl StudyTree {
    /// Whether a move is in the tree; none stands for the start.
    pub fn contains(&self, at: Option<u32>) -> bool {
        at.is_none_or(|at| (at as usize) < self.nodes.len())
    }

    /// Adds a move after another one, unless it is there already; its index.
    ///
    /// # Errors
    /// When there is no such move, the new one is illegal, or there are too many.
    pub fn add_move(&mut self, after: Option<u32>, uci: &str) -> Result<u32, RequestError> {
        let before = self.position(after)?;
        let mode = CastlingMode::of(&self.start_fen.parse()?);
        let m = before.parse_uci(uci)?;
        before.play(m).map_err(chess::PlayError::Illegal)?;
        let NotatedMove { uci, san } = played(&before, m, mode);
        let is_same = |node: &StudyNode| node.parent == after && node.uci == uci;
        if let Some(known) = self.nodes.iter().position(is_same) {
            return Ok(known as u32);
        }
        let (seen, most) = (self.nodes.len() + 1, StudyTree::MAX_MOVES);
        if seen > most {
            return Err(RequestError::TooManyMoves { seen, most });
        }
        let (before, comments) = (Vec::new(), Vec::new());
        self.nodes.push(StudyNode { parent: after, uci, san, nags: Vec::new(), before, comments });
        Ok(seen as u32 - 1)
    }

    /// Removes a move and all that follow it. The others keep their order.
    pub fn remove_move(&mut self, at: u32) {
        let mut indices: Vec<Option<u32>> = Vec::with_capacity(self.nodes.len());
        let mut kept = Vec::with_capacity(self.nodes.len());
        for (index, mut node) in std::mem::take(&mut self.nodes).into_iter().enumerate() {
            let parent = node.parent.map(|parent| indices[parent as usize]);
            let is_gone = index == at as usize || parent == Some(None);
            indices.push((!is_gone).then_some(kept.len() as u32));
            if !is_gone {
                node.parent = parent.flatten();
                kept.push(node);
            }
        }
        self.nodes = kept;
    }

    /// The position after a move.
    fn position(&self, at: Option<u32>) -> Result<Position, RequestError> {
        let (mut line, mut next) = (Vec::new(), at);
        while let Some(index) = next {
            let unknown = RequestError::Parent { node: self.nodes.len(), parent: index };
            let node = self.nodes.get(index as usize).ok_or(unknown)?;
            line.push(node.uci.as_str());
            // Parents come first, so this ends.
            next = node.parent;
        }
        let mut position: Position = self.start_fen.parse()?;
        for uci in line.into_iter().rev() {
            position = if uci == NULL_MOVE {
                position.null_move().ok_or(RequestError::NullMoveInCheck)?
            } else {
                let m = position.parse_uci(uci)?;
                position.play(m).map_err(chess::PlayError::Illegal)?
            };
        }
        Ok(position)
    }
}

/// Adds a move with its annotations.
fn add(tree: &mut Tree, node: &StudyNode, places: &[NodeId]) -> Result<NodeId, RequestError> {
    let parent = match node.parent {
        None => Tree::ROOT,
        Some(index) => *places
            .get(index as usize)
            .ok_or(RequestError::Parent { node: places.len(), parent: index })?,
    };
    let place = if node.uci == NULL_MOVE {
        tree.add_null_move(parent).ok_or(RequestError::NullMoveInCheck)?
    } else {
        let m = tree.position(parent).parse_uci(&node.uci)?;
        tree.add(parent, m).map_err(chess::PlayError::Illegal)?
    };
    // Empty annotations would take memory; most moves have none.
    if !node.nags.is_empty() {
        tree.nags_mut(place).extend(node.nags.iter().copied().map(Nag));
    }
    if !node.before.is_empty() {
        tree.comments_before_mut(place).extend(comments(&node.before));
    }
    if !node.comments.is_empty() {
        tree.comments_mut(place).extend(comments(&node.comments));
    }
    Ok(place)
}

impl From<&Tree> for StudyTree {
    fn from(tree: &Tree) -> StudyTree {
        let mode = CastlingMode::of(tree.start());
        let mut places: HashMap<NodeId, u32> = HashMap::new();
        let mut nodes = Vec::with_capacity(tree.plies());
        for event in tree.walk() {
            let TreeEvent::Move(step) = event else { continue };
            let uci = step.played.map_or_else(|| NULL_MOVE.to_owned(), |m| m.uci(mode).to_string());
            places.insert(step.node, nodes.len() as u32);
            nodes.push(StudyNode {
                parent: tree.parent(step.node).and_then(|parent| places.get(&parent).copied()),
                uci,
                san: step.san().to_string(),
                nags: tree.nags(step.node).iter().map(|nag| nag.0).collect(),
                before: texts(tree.comments_before(step.node)),
                comments: texts(tree.comments(step.node)),
            });
        }
        let tag = |(name, value): (&str, &str)| StudyTag {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        StudyTree {
            tags: tree.tags().iter().map(tag).collect(),
            start_fen: tree.start().to_string(),
            result: tree.result().to_string(),
            comments: texts(tree.comments(Tree::ROOT)),
            nodes,
        }
    }
}

fn comments(texts: &[String]) -> impl Iterator<Item = Comment> {
    texts.iter().map(|text| Comment::new(text))
}

fn texts(comments: &[Comment]) -> Vec<String> {
    comments.iter().map(|comment| comment.as_str().to_owned()).collect()
}
