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
        let Some(&m) = legal.get(stroke.choice % legal.len().max(1)) else { continue };
        if tree.children(parent).any(|child| tree.played(child) == Some(m)) {
            continue;
        }
        let place: NodeId = tree.add(parent, m).expect("a legal move");
        tree.nags_mut(place).extend(stroke.nag.map(Nag));
        tree.comments_before_mut(place).extend(stroke.before.as_deref().map(Comment::new));
        tree.comments_mut(place).extend(stroke.after.as_deref().map(Comment::new));
        places.push(place);
    }
    tree
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
