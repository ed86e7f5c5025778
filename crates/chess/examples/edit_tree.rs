//! Edits the variations of a game, as an analysis board does.
//!
//! A `Tree` holds a game with its variations, comments and annotations. Nodes are small ids, so an
//! interface can keep them; they stay valid while other lines are added, reordered or removed. A
//! tree converts to a `Game` for the rules about its end, and back.

use tabiya_chess::Game;
use tabiya_chess::pgn::{Comment, Nag, Tree, TreeEvent};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut tree: Tree = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *".parse()?;
    tree.tags_mut().set("Event", "Analysis")?;

    let e4 = tree.next(Tree::ROOT).ok_or("the tree has moves")?;
    let french = tree.add_san(e4, "e6")?;
    tree.nags_mut(french).push(Nag::SPECULATIVE);
    tree.comments_mut(french).push(Comment::new("The French Defense."));
    let sicilian = tree.child(e4, tree.position(e4).parse_san("c5")?).ok_or("a variation")?;
    tree.promote_to_main(sicilian);
    let old_main_line = tree.children(e4).nth(1).ok_or("a variation")?;
    tree.remove(old_main_line);
    print!("{tree}");

    for event in tree.walk() {
        match event {
            TreeEvent::Move(step) => print!("{} ", step.san()),
            TreeEvent::BeginVariation => print!("( "),
            TreeEvent::EndVariation => print!(") "),
        }
    }
    let game = Game::try_from(&tree)?;
    println!("\n{} half-moves in the main line", game.moves().len());
    assert_eq!(Tree::from(&game).moves().count(), 3);
    Ok(())
}
