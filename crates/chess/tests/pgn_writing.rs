//! Writing PGN: its format, and that reading it gives the same game back.

use std::time::Duration;

use proptest::prelude::*;
use tabiya_chess::pgn::{
    Brush, Comment, Eval, GameResult, Nag, NodeId, Reader, Score, Shape, Tags, Tree,
};
use tabiya_chess::{Color, Position, Square, chess960};

/// Writes and reads the tree, and compares trees and bytes.
fn check_round_trip(tree: &Tree) {
    let text = tree.to_string();
    let mut records = Reader::new(text.as_bytes()).records();
    let record = records.next().expect("a game was written").expect("memory does not fail");
    assert_eq!(record.errors, [], "{text}");
    assert!(records.next().is_none(), "{text}");
    assert_eq!(record.tree, *tree, "{text}");
    assert_eq!(record.tree.to_string(), text);
    check_widths(&text);
}

/// Lines are shorter than 80 characters, unless they are tags or cannot be wrapped.
fn check_widths(text: &str) {
    for line in text.lines().filter(|line| line.chars().count() >= 80) {
        let folds = line.trim_end().match_indices(' ').any(|(blank, _)| {
            let rest = &line[blank + 1..];
            !rest.starts_with([' ', '%']) && !rest.starts_with("[Event ")
        });
        assert!(!folds || line.starts_with(['[', ';']) || line.starts_with("(;"), "{line:?}");
    }
}

fn with_comment(text: &str) -> Tree {
    let mut tree = Tree::default();
    let e4 = tree.add_san(Tree::ROOT, "e4").expect("e4 is legal");
    tree.comments_mut(e4).push(Comment::new(text));
    tree.add_san(e4, "e5").expect("e5 is legal");
    tree
}

#[test]
fn a_comment_survives_even_where_the_moves_cannot_be_read() {
    let file = "{before} [Variant \"Atomic\"] {after} 1. e4 {lost} *";
    let record = Reader::new(file.as_bytes()).records().next().unwrap().unwrap();
    let comments = record.tree.comments(Tree::ROOT).iter().map(Comment::as_str);
    assert_eq!(comments.collect::<Vec<_>>(), ["before", "after"]);
    let written = record.tree.to_string();
    let again = Reader::new(written.as_bytes()).records().next().unwrap().unwrap();
    assert_eq!(again.tree, record.tree, "{written}");
}

#[test]
fn games_are_written_in_export_format() {
    let mut tree = Tree::default();
    let tags = [("ECO", "C60"), ("Black", "Eva \"E\" \\"), ("White", "Max"), ("Annotator", "A")];
    for (name, value) in tags {
        tree.tags_mut().set(name, value).expect("a fine tag");
    }
    tree.set_result(GameResult::Win(Color::White));
    tree.comments_mut(Tree::ROOT).push("About the game".into());
    let mut node = Tree::ROOT;
    for san in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5"] {
        node = tree.add_san(node, san).expect("the Spanish is legal");
    }
    let line: Vec<NodeId> = tree.main_line().map(|step| step.node).collect();
    tree.nags_mut(line[1]).extend([Nag::GOOD, Nag(10)]);
    let c5 = tree.add_san(line[0], "c5").expect("c5 is legal");
    let c3 = tree.add_san(c5, "c3").expect("c3 is legal");
    let nf3 = tree.add_san(c5, "Nf3").expect("Nf3 is legal");
    tree.comments_mut(c3).push("Alapin".into());
    tree.comments_before_mut(nf3).push("Open:".into());
    tree.add_san(c3, "d5").expect("d5 is legal");
    tree.add_san(line[0], "e6").expect("e6 is legal");
    tree.comments_mut(line[5]).push("Morphy's move, by far the most popular one here".into());
    tree.comments_before_mut(line[8]).push("Safety first.".into());

    let expected = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Max"]
[Black "Eva \"E\" \\"]
[Result "1-0"]
[ECO "C60"]
[Annotator "A"]

{About the game} 1. e4 e5 $1 $10 (1... c5 2. c3 {Alapin} ({Open:} 2. Nf3) 2...
d5) (1... e6) 2. Nf3 Nc6 3. Bb5 a6 {Morphy's move, by far the most popular one␠
here} 4. Ba4 Nf6 5. {Safety first.} 5. O-O Be7 6. Re1 b5 1-0

"#;
    assert_eq!(tree.to_string(), expected.replace('␠', " "));
    check_round_trip(&tree);
}

#[test]
fn null_moves_survive_a_round_trip() {
    let mut tree = Tree::default();
    let e4 = tree.add_san(Tree::ROOT, "e4").expect("e4 is legal");
    let pass = tree.add_null_move(e4).expect("nobody is in check");
    tree.nags_mut(pass).push(Nag::DUBIOUS);
    tree.comments_mut(pass).push("a threat".into());
    tree.add_san(pass, "d4").expect("d4 is legal");
    tree.add_null_move(pass).expect("nobody is in check");
    tree.add_null_move(e4).expect("nobody is in check");
    let text = "1. e4 -- $6 {a threat} (1... --) 2. d4 (2. --) *";
    assert!(tree.to_string().contains(text), "{tree}");
    check_round_trip(&tree);
    let check: Tree = "1. e4 f6 2. Qh5+ *".parse().expect("a fine game");
    let last = check.main_line().last().expect("there are moves").node;
    assert_eq!(check.clone().add_null_move(last), None);
    assert_ne!("1. -- e5 *".parse::<Tree>(), "1. e4 e5 *".parse::<Tree>());
}

#[test]
fn other_starts_are_written_as_fen() {
    for (start, fen) in [
        (None, None),
        (chess960::start(0), Some("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1")),
        (
            "8/8/8/8/8/4k3/4p3/4K3 b - - 12 34".parse().ok(),
            Some("8/8/8/8/8/4k3/4p3/4K3 b - - 12 34"),
        ),
    ] {
        let mut tree = start.map_or_else(Tree::default, Tree::new);
        if let Some(m) = tree.start().legal_moves().first() {
            tree.add(Tree::ROOT, *m).expect("the position gave the move");
        }
        let text = tree.to_string();
        let setup = fen.map(|fen| format!("[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n"));
        assert!(text.contains(setup.as_deref().unwrap_or("[Result \"*\"]\n\n")), "{text}");
        check_round_trip(&tree);
    }
}

#[test]
fn comments_survive_whatever_they_say() {
    let long = "word ".repeat(40);
    let unbroken = "x".repeat(200);
    for text in [
        "",
        " ",
        "  two  blanks  ",
        "\n",
        " \n",
        "\n ",
        " \n \n\n  \n",
        "two\nlines",
        "{ { (; % [",
        "% first",
        "blank % percent",
        "[Event \"x\"]",
        "a [Event \"x\"] b",
        "1-0 *",
        "Łódź ½ 日本",
        "tab\tand\u{a0}more\u{0}",
        &long,
        &unbroken,
    ] {
        let tree = with_comment(text);
        let node = tree.next(Tree::ROOT).expect("there is a move");
        assert_eq!(tree.comments(node)[0].as_str(), text, "kept to the letter");
        check_round_trip(&tree);
    }
}

#[test]
fn comments_that_pgn_cannot_represent_are_changed_once() {
    for (text, expected) in [
        ("a } b", "a } b"),
        ("a }\nb", "a } b"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\n[Event \"b\"]\n[Event \"c\"]", "a [Event \"b\"] [Event \"c\"]"),
        ("}", "}"),
    ] {
        let comment = Comment::new(text);
        assert_eq!(comment.as_str(), expected);
        assert_eq!(Comment::new(expected), comment);
        check_round_trip(&with_comment(text));
    }
    let mut tree = with_comment("a } b");
    let node = tree.next(Tree::ROOT).expect("there is a move");
    tree.comments_before_mut(node).push("} first".into());
    let d4 = tree.add_san(Tree::ROOT, "d4").expect("d4 is legal");
    tree.comments_before_mut(d4).push("} before".into());
    tree.comments_mut(d4).push("} last".into());
    check_round_trip(&tree);
    assert!(tree.to_string().contains("(;} before\n1. d4 ;} last\n) 1... e5 *"), "{tree}");
}

#[test]
fn commands_are_read_and_set() {
    let mut comment = Comment::new(
        " [%eval -1.5,24] [%clk 0:09:58.5] So it goes. [%csl Ra1,Gb2,x][%cal Yc3d4] [%emt 1:05] ",
    );
    assert_eq!(comment.clock(), Some(Duration::from_millis(598_500)));
    assert_eq!(comment.elapsed(), Some(Duration::from_secs(65)));
    let eval = Eval { score: Score::Centipawns(-150), depth: Some(24) };
    assert_eq!(comment.eval(), Some(eval));
    let shapes = [
        Shape::Square(Brush::Red, Square::A1),
        Shape::Square(Brush::Green, Square::B2),
        Shape::Arrow(Brush::Yellow, Square::C3, Square::D4),
    ];
    assert_eq!(comment.shapes(), shapes);
    assert_eq!(comment.text(), "So it goes.");
    assert_eq!(comment.command("nothing"), None);

    comment.set_eval(Some(Eval { score: Score::Mate(-3), depth: None }));
    comment.set_clock(Some(Duration::from_hours(1)));
    comment.set_elapsed(None);
    comment.set_shapes(&[Shape::Arrow(Brush::Blue, Square::E2, Square::E4)]);
    comment.set_text("Or not.");
    assert_eq!(comment.as_str(), "[%eval #-3] [%clk 1:00:00] [%cal Be2e4] Or not.");
    for (text, expected) in [("0.35", 35), ("-0.05", -5), ("+1", 100), ("12.345", 1235)] {
        let eval: Eval = text.parse().expect(text);
        assert_eq!(eval.score, Score::Centipawns(expected), "{text}");
    }
    for text in ["", "#", "x", "1,x", "NaN", "inf", "1e99"] {
        assert!(text.parse::<Eval>().is_err(), "{text}");
    }
}

#[test]
fn invalid_tags_are_rejected() {
    let mut tags = Tags::default();
    for (name, message) in [
        ("", "'' is not a valid tag name; use letters, digits and _+#=:-"),
        ("a b", "'a b' is not a valid tag name; use letters, digits and _+#=:-"),
        ("FEN", "the tag FEN follows from the game and cannot be set"),
        ("Result", "the tag Result follows from the game and cannot be set"),
    ] {
        assert_eq!(tags.set(name, "x").map_err(|error| error.to_string()), Err(message.into()));
    }
    assert_eq!(tags, Tags::default());
    tags.set("Event", "two\r\nlines").expect("a fine tag");
    assert_eq!(tags.remove("Event").as_deref(), Some("two lines"));
}

/// Text full of characters with a meaning in PGN.
fn special_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just(" ".to_owned()),
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("[Event \"".to_owned()),
        Just("[%clk 0:01:02]".to_owned()),
        Just("1-0".to_owned()),
        "[ -~]{1,12}",
        "[{}();%$\\[\\]\"\\\\!?*<>. ]{1,6}",
        "\\PC{1,4}",
        "[a-z]{1,90}",
    ];
    prop::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

/// An addition to a tree: where, which move, and its annotations.
type Addition = (prop::sample::Index, prop::sample::Index, Vec<u8>, Vec<String>, Vec<String>);

fn addition() -> impl Strategy<Value = Addition> {
    let rarely = |size| prop::collection::vec(special_text(), 0..size);
    let nags = prop::collection::vec(any::<u8>(), 0..3);
    (any::<prop::sample::Index>(), any::<prop::sample::Index>(), nags, rarely(2), rarely(3))
}

fn start() -> impl Strategy<Value = Position> {
    prop_oneof![
        Just(Position::default()),
        (0..chess960::START_POSITIONS)
            .prop_map(|number| chess960::start(number).expect("in range")),
        Just("8/P6k/8/2Pp4/8/8/5p1K/8 w - d6 3 65535".parse().expect("a legal position")),
    ]
}

fn grow(start: Position, additions: &[Addition]) -> Tree {
    let mut tree = Tree::new(start);
    let mut nodes = vec![Tree::ROOT];
    for (place, choice, nags, before, after) in additions {
        // Half of the moves continue from the last one, so that lines grow long.
        let parent = match place.index(2) {
            0 => nodes[nodes.len() - 1],
            _ => nodes[place.index(nodes.len())],
        };
        let moves = tree.position(parent).legal_moves();
        // One choice beyond the legal moves is the null move.
        let node = match moves.get(choice.index(moves.len() + 1)) {
            Some(&m) => tree.add(parent, m).ok(),
            None => tree.add_null_move(parent),
        };
        let Some(node) = node else { continue };
        tree.nags_mut(node).extend(nags.iter().copied().map(Nag));
        tree.comments_before_mut(node).extend(before.iter().map(|text| Comment::new(text)));
        tree.comments_mut(node).extend(after.iter().map(|text| Comment::new(text)));
        nodes.push(node);
    }
    tree
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 256,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn any_tree_survives_a_round_trip(
        start in start(),
        additions in prop::collection::vec(addition(), 0..40),
        tags in prop::collection::vec(("[A-Z][A-Za-z0-9_+#=:-]{0,8}", special_text()), 0..4),
        white in special_text(),
        intro in prop::collection::vec(special_text(), 0..3),
        result in 0..4_usize,
    ) {
        let mut tree = grow(start, &additions);
        for (name, value) in tags {
            // Tags that follow from the game are rejected.
            tree.tags_mut().set(&name, &value).ok();
        }
        tree.tags_mut().set("White", &white).expect("a fine tag");
        tree.comments_mut(Tree::ROOT).extend(intro.iter().map(|text| Comment::new(text)));
        let wins = Color::ALL.map(GameResult::Win);
        tree.set_result([GameResult::Unknown, GameResult::Draw, wins[0], wins[1]][result]);
        check_round_trip(&tree);
    }

    #[test]
    fn comments_are_stable(text in special_text()) {
        let comment = Comment::new(&text);
        prop_assert_eq!(Comment::new(comment.as_str()), comment.clone());
        let mut changed = comment.clone();
        changed.set_clock(Some(Duration::from_secs(5)));
        prop_assert_eq!(changed.clock(), Some(Duration::from_secs(5)));
        prop_assert_eq!(changed.text(), comment.text());
    }
}

#[test]
fn deep_and_wide_trees_need_no_stack() {
    let mut tree = Tree::default();
    let mut node = Tree::ROOT;
    for (step, shuttle) in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(900).enumerate() {
        tree.add_san(node, if step % 2 == 0 { "a3" } else { "a6" }).expect("the pawn may step");
        node = tree.add_san(node, shuttle).expect("the knight may jump");
    }
    for _ in 0..20_000 {
        tree.add_san(Tree::ROOT, "e4").expect("e4 is legal");
    }
    assert_eq!(tree.plies(), 21_800);
    check_round_trip(&tree);
}
