//! The options of the book: when it is used, how deep, and by which chance.

use std::collections::BTreeSet;

use chess::Position;

use crate::dialogue::Dialogue;
use crate::harness::Folder;

/// A book of some first moves, each as good as the others: c2c4, d2d4, e2e4 and g1f3.
fn book(folder: &Folder) -> String {
    let key = Position::default().polyglot_key();
    let row = |code: u16| {
        let parts = [&key.to_be_bytes()[..], &code.to_be_bytes(), &1_u16.to_be_bytes(), &[0; 4]];
        parts.concat()
    };
    folder.write("book.bin", [666, 731, 796, 405].map(row).concat())
}

/// The first move, and whether it came without thought.
fn first(dialogue: &mut Dialogue, go: &str) -> (String, bool) {
    let output = dialogue.ask(go, "bestmove");
    let is_book = !output.iter().any(|line| line.contains(" pv "));
    let best = output.last().and_then(|line| line.split(' ').nth(1));
    (best.expect("a move").to_owned(), is_book)
}

#[test]
fn the_book_is_used_when_it_is_wanted() {
    let path = book(&Folder::new("uci-book"));
    let mut dialogue = Dialogue::start("uci");
    for (setting, go, expected) in [
        (format!("setoption name BookFile value {path}"), "go depth 1", false),
        ("setoption name OwnBook value true".into(), "go depth 1", true),
        ("setoption name BookDepth value 0".into(), "go depth 1", false),
        ("setoption name BookDepth value 1".into(), "go depth 1", true),
        ("position startpos".into(), "go depth 1 searchmoves a2a3", false),
        ("position startpos".into(), "go infinite\nstop", false),
        ("position startpos moves a2a3".into(), "go depth 1", false),
    ] {
        dialogue.say(&setting);
        assert_eq!(first(&mut dialogue, go).1, expected, "{setting}, {go}");
    }
    dialogue.end();
}

#[test]
fn the_book_follows_the_seed() {
    let path = book(&Folder::new("uci-book-seed"));
    let mut dialogue = Dialogue::start("uci");
    dialogue
        .say(&format!("setoption name BookFile value {path}\nsetoption name OwnBook value true"));
    let mut openings = BTreeSet::new();
    for seed in 1..=16 {
        dialogue.say(&format!("setoption name Seed value {seed}"));
        let (once, again) =
            (first(&mut dialogue, "go depth 1"), first(&mut dialogue, "go depth 1"));
        assert_eq!(once, again);
        openings.insert(once.0);
    }
    assert!(openings.len() > 1, "{openings:?}");
    dialogue.end();
}
