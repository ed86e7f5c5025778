//! Games with their variations lose nothing on the way to a board and back.

use chess::pgn::{Comment, Nag, NodeId, Tree};
use proptest::prelude::*;
use wire::study::StudyTree;

/// What an annotator does: a move under an earlier one, with something written beside it.
#[derive(Clone, Debug)]
struct Stroke {
    parent: usize,
    choice: usize,
    nag: Option<u8>,
    before: Option<String>,
    after: Option<String>,
}

fn strokes() -> impl Strategy<Value = Vec<Stroke>> {
    let text = || proptest::option::of("[a-z ]{0,12}(\\[%cal Ge2e4\\])?");
    let stroke = (any::<usize>(), any::<usize>(), proptest::option::of(1..140_u8), text(), text());
    let stroke = stroke.prop_map(|(parent, choice, nag, before, after)| Stroke {
        parent,
        choice,
        nag,
        before,
        after,
    });
    prop::collection::vec(stroke, 0..40)
}

/// The tree that strokes make. A move that is there already is not added twice.
fn drawn(strokes: &[Stroke]) -> Tree {
    let mut tree = Tree::default();
    let mut places = vec![Tree::ROOT];
    for stroke in strokes {
        let parent = places[stroke.parent % places.len()];
        let legal: Vec<chess::Move> = tree.position(parent).legal_moves().into_iter().collect();
        // One choice beyond the legal moves is the null move.
        let m = legal.get(stroke.choice % (legal.len() + 1)).copied();
        if tree.children(parent).any(|child| tree.played(child) == m) {
            continue;
        }
        let place: Option<NodeId> = match m {
            Some(m) => tree.add(parent, m).ok(),
            None => tree.add_null_move(parent),
        };
        let Some(place) = place else { continue };
        tree.nags_mut(place).extend(stroke.nag.map(Nag));
        tree.comments_before_mut(place).extend(stroke.before.as_deref().map(Comment::new));
        tree.comments_mut(place).extend(stroke.after.as_deref().map(Comment::new));
        places.push(place);
    }
    tree
}

#[test]
fn a_null_move_is_kept_and_refused_in_check() {
    let tree: Tree = "1. e4 -- 2. d4 (2. --) *".parse().expect("a fine game");
    let mut study = StudyTree::from(&tree);
    let moves: Vec<_> = study.nodes.iter().map(|node| (&*node.uci, &*node.san)).collect();
    assert_eq!(moves, [("e2e4", "e4"), ("0000", "--"), ("d2d4", "d4"), ("0000", "--")]);
    assert_eq!(study.tree(), Ok(tree));
    study.start_fen = "4k3/8/8/8/8/8/8/4RK2 b - - 0 1".into();
    study.nodes[0].uci = "0000".into();
    assert_eq!(study.tree(), Err(wire::convert::RequestError::NullMoveInCheck));
}

proptest! {
    #[test]
    fn a_tree_is_the_same_after_the_wire(strokes in strokes()) {
        let tree = drawn(&strokes);
        let told = serde_json::to_string(&StudyTree::from(&tree)).expect("writable");
        let read: StudyTree = serde_json::from_str(&told).expect("readable");
        prop_assert_eq!(read.tree(), Ok(tree));
    }
}
