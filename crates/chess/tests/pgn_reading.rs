//! Reading PGN: what is tolerated, what is an error and where, and that reading always continues.

use std::io;

use tabiya_chess::pgn::{GameResult, Limits, Movetext, Reader, Record, Tree, TreeEvent, Visitor};
use tabiya_chess::{Color, Position};

fn read(text: impl AsRef<[u8]>) -> Vec<Record> {
    read_with(text, Limits::default())
}

fn read_with(text: impl AsRef<[u8]>, limits: Limits) -> Vec<Record> {
    let records = Reader::with_limits(text.as_ref(), limits).records();
    records.collect::<io::Result<_>>().expect("memory does not fail")
}

/// All moves of a game, variations in parentheses.
fn moves(tree: &Tree) -> String {
    let words: Vec<String> = tree
        .walk()
        .map(|event| match event {
            TreeEvent::Move(step) => step.san().to_string(),
            TreeEvent::BeginVariation => "(".into(),
            TreeEvent::EndVariation => ")".into(),
        })
        .collect();
    words.join(" ")
}

fn errors(records: &[Record]) -> Vec<String> {
    records.iter().flat_map(|record| &record.errors).map(ToString::to_string).collect()
}

/// Reads one game without errors and compares its moves.
fn check_moves(text: impl AsRef<[u8]>, expected: &str) {
    let text = text.as_ref();
    let records = read(text);
    let shown = String::from_utf8_lossy(text);
    assert_eq!(errors(&records), [""; 0], "{shown}");
    assert_eq!(records.len(), 1, "{shown}");
    assert_eq!(moves(&records[0].tree), expected, "{shown}");
}

/// Reads a file and compares its errors and the moves of its games.
fn check_errors(text: impl AsRef<[u8]>, expected_errors: &[&str], expected_moves: &[&str]) {
    check_limited(text, Limits::default(), expected_errors, expected_moves);
}

fn check_limited(text: impl AsRef<[u8]>, limits: Limits, broken: &[&str], played: &[&str]) {
    let text = text.as_ref();
    let records = read_with(text, limits);
    let shown = String::from_utf8_lossy(text);
    assert_eq!(errors(&records), broken, "{shown}");
    let lines: Vec<String> = records.iter().map(|record| moves(&record.tree)).collect();
    assert_eq!(lines, played, "{shown}");
}

#[test]
fn move_numbers_come_in_any_form() {
    for text in [
        "1. e4 e5 2. Nf3 *",
        "1.e4 e5 2.Nf3 *",
        "1 e4 e5 2 Nf3 *",
        "e4 e5 Nf3 *",
        "1. e4 1... e5 2. Nf3 *",
        "1. e4 1. ... e5 2. Nf3 *",
        "1. e4 ... e5 2. Nf3 *",
        "1.e4 1...e5 2.Nf3*",
        "1e4 e5 2Nf3 *",
        "7. e4 e5 99999999999999999999. Nf3 *",
        "1.\ne4\n\ne5\n\n\n2.\tNf3\n*\n",
    ] {
        check_moves(text, "e4 e5 Nf3");
    }
}

#[test]
fn moves_come_in_many_spellings() {
    for (text, expected) in [
        ("1. e2e4 e7e5 2. g1f3 *", "e4 e5 Nf3"),
        ("1. e2-e4 e7-e5 2. Ng1-f3 b8-c6 *", "e4 e5 Nf3 Nc6"),
        ("e4 d5 exd5 Qxd5 Nc3 Qa5 d4 c6 Nf3 Bg4 Bf4 e6 h3 Bxf3 Qxf3 *", {
            "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 c6 Nf3 Bg4 Bf4 e6 h3 Bxf3 Qxf3"
        }),
        ("e4 e5 Nf3 Nc6 Bb5 Nf6 0-0 *", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O"),
        ("e4 e5 Nf3 Nc6 Bb5 Nf6 O-O *", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O"),
        ("e4 e5 Nf3 Nc6 Bb5 Nf6 e1g1 *", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O"),
        ("d4 e5 Bf4 Nc6 Qd2 d6 Nc3 Be7 0-0-0 *", "d4 e5 Bf4 Nc6 Qd2 d6 Nc3 Be7 O-O-O"),
        ("e4 a6 e5 d5 exd6 e.p. *", "e4 a6 e5 d5 exd6"),
        ("e4 a6 e5 d5 exd6e.p. *", "e4 a6 e5 d5 exd6"),
        ("f3 e5 g4 Qh4+ *", "f3 e5 g4 Qh4#"),
        ("f3 e5 g4 Qh4 *", "f3 e5 g4 Qh4#"),
        ("f3 e5 g4 Qh4 mate *", "f3 e5 g4 Qh4#"),
        ("f3 e5 g4 Qh4 + *", "f3 e5 g4 Qh4#"),
        ("e2–e4 e7—e5 ♘f3 ♞c6 ♗b5 Nf6 О-О *", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O"),
        ("E2-E4 E7E5 nf3 nc6 Bb5 nf6 OO *", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O"),
        ("1. e4 d5 2. ed5 Qd5 3. Nc3. Qa5, *", "e4 d5 exd5 Qxd5 Nc3 Qa5"),
        ("1. e4 d5 2. ed Qxd5 *", "e4 d5 exd5 Qxd5"),
        ("1. e4 d5 2. exd e6 3. de fe *", "e4 d5 exd5 e6 dxe6 fxe6"),
        ("1. e4… 1… e5 2.Nf3 … Nc6 *", "e4 e5 Nf3 Nc6"),
        ("1. Pe2-e4 Pe5 *", "e4 e5"),
    ] {
        check_moves(text, expected);
    }
    let promotion = "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n";
    for text in "a8=Q a8Q a7a8q a7-a8=Q a7a8Q a8=Q! a8/Q a8=q a8(Q) a8(q) a7-a8(Q)".split(' ') {
        check_moves(format!("{promotion}{text} *"), "a8=Q");
    }
}

#[test]
fn comments_and_escapes_are_found_anywhere() {
    for text in [
        "{a} 1. e4 {b} e5 {c} *",
        "1. {a} e4 1... {b} e5 *",
        "{ no } { nested { } 1. e4 e5 *",
        "1. e4 ; to the end } ) 1-0\n e5 *",
        "1. e4{a}e5;b\n*",
        "% the whole line 1. d4\n1. e4\n%\n%{\n e5 *",
        "1. e4 {a\n% in a comment\n} e5 *",
        "1. e4 {(}e5 {1-0} *",
        "1. e4! $1 $255 e5?! *",
        "1. e4!e5??*",
        "{\n[Site \"not a game\"]\n} 1. e4 e5 *",
    ] {
        check_moves(text, "e4 e5");
    }
}

#[test]
fn nags_are_kept_in_order() {
    let records = read("1. e4! $14 e5?? 2. d4!? $0 d5?! 3. a3!! a6? $255 *");
    let tree = &records[0].tree;
    let nags: Vec<Vec<u8>> = tree
        .main_line()
        .map(|step| tree.nags(step.node).iter().map(|nag| nag.0).collect())
        .collect();
    assert_eq!(nags, [vec![1, 14], vec![4], vec![5, 0], vec![6], vec![3], vec![2, 255]]);
    assert_eq!(errors(&records), [""; 0]);
}

#[test]
fn evaluation_symbols_are_nags() {
    for (text, nag) in [
        ("1. e4 += *", 14),
        ("1. e4+= *", 14),
        ("1. e4 +/- *", 16),
        ("1. e4 ± *", 16),
        ("1. e4 -+ *", 19),
        ("1. e4-+ *", 19),
        ("1. e4 = *", 10),
        ("1. e4 N *", 146),
        ("1. Nf3N *", 146),
    ] {
        let records = read(text);
        assert_eq!(errors(&records), [""; 0], "{text}");
        let tree = &records[0].tree;
        let first = tree.next(Tree::ROOT).expect("there is a move");
        assert_eq!(tree.nags(first).iter().map(|nag| nag.0).collect::<Vec<_>>(), [nag], "{text}");
    }
}

#[test]
fn null_moves_pass_the_turn_anywhere() {
    for word in ["--", "Z0", "z0", "0000", "@@@@", "null", "–-"] {
        check_moves(format!("1. e4 {word} 2. d4 *"), "e4 -- d4");
        check_moves(format!("1. {word} {word} 2. {word}!? *"), "-- -- --");
        check_moves(format!("1. e4 e5 ({word} 2. d4 ({word})) *"), "e4 e5 ( -- d4 ( -- ) )");
    }
    let tree = &read("1. e4 -- 2. Bc4 e5 *")[0].tree;
    assert_eq!(tree.moves().count(), 1);
    assert_eq!(tree.main_line().filter(|step| step.played.is_none()).count(), 1);
    let last = tree.main_line().last().expect("there are moves");
    assert_eq!(
        last.after.to_string(),
        "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 3"
    );
    assert_eq!(tree.position(last.node), last.after);
}

#[test]
fn variations_replace_the_move_before() {
    for (text, expected) in [
        ("1. e4 (1. d4 d5) 1... e5 *", "e4 ( d4 d5 ) e5"),
        ("1. e4 (1. d4) (1. c4 c5) e5 *", "e4 ( d4 ) ( c4 c5 ) e5"),
        ("1. e4 e5 (c5 Nf3 (c3 d5) d6) Nf3 *", "e4 e5 ( c5 Nf3 ( c3 d5 ) d6 ) Nf3"),
        ("1.e4(1.d4(1.c4(1.b4)c5))1...e5*", "e4 ( d4 ) ( c4 c5 ) ( b4 ) e5"),
        ("1. e4 (1. e4 c5) 1... e5 *", "e4 ( e4 c5 ) e5"),
    ] {
        check_moves(text, expected);
    }
}

#[test]
fn comments_belong_to_the_adjacent_move() {
    let text = "{game} 1. e4 {after e4} {more} ({before d4} 1. d4) {before e5} 1... e5 2. {before \
                Nf3} Nf3 {end} 3. {nothing follows} *";
    let records = read(text);
    let tree = &records[0].tree;
    let texts = |comments: &[tabiya_chess::pgn::Comment]| -> Vec<String> {
        comments.iter().map(|comment| comment.as_str().to_owned()).collect()
    };
    assert_eq!(texts(tree.comments(Tree::ROOT)), ["game"]);
    let firsts: Vec<_> = tree.children(Tree::ROOT).collect();
    assert_eq!(texts(tree.comments(firsts[0])), ["after e4", "more"]);
    assert_eq!(texts(tree.comments_before(firsts[1])), ["before d4"]);
    let line: Vec<_> = tree.main_line().map(|step| step.node).collect();
    assert_eq!(texts(tree.comments_before(line[1])), ["before e5"]);
    assert_eq!(texts(tree.comments_before(line[2])), ["before Nf3"]);
    assert_eq!(texts(tree.comments(line[2])), ["end", "nothing follows"]);
}

#[test]
fn results_end_games() {
    for (text, expected) in [
        ("1. e4 1-0", GameResult::Win(Color::White)),
        ("1. e4 0-1", GameResult::Win(Color::Black)),
        ("1. e4 1/2-1/2", GameResult::Draw),
        ("1. e4 1/2", GameResult::Draw),
        ("1. e4 *", GameResult::Unknown),
        ("1. e4 ½-½", GameResult::Draw),
        ("1. e4 ½–½", GameResult::Draw),
        ("1. e4 ½", GameResult::Draw),
        ("1. e4 1–0", GameResult::Win(Color::White)),
        ("1. e4 0:1", GameResult::Win(Color::Black)),
        ("1. e4 1-0.", GameResult::Win(Color::White)),
        ("[Result \"½-½\"]\n1. e4 1/2-1/2", GameResult::Draw),
        ("[Result \"0-1\"]\n1. e4 0-1 {a comment} ; and another", GameResult::Win(Color::Black)),
    ] {
        let records = read(text);
        assert_eq!(errors(&records), [""; 0], "{text}");
        assert_eq!(records.len(), 1, "{text}");
        assert_eq!(records[0].tree.result(), expected, "{text}");
    }
}

#[test]
fn games_are_separated() {
    for (text, expected) in [
        ("", &[][..]),
        ("\n \r\n\t\n", &[]),
        ("% nothing but an escape", &[]),
        ("*", &[""]),
        ("1. e4 * 1. d4 *", &["e4", "d4"]),
        ("1. e4 *\n\n\n1. d4 *\n", &["e4", "d4"]),
        ("[White \"A\"]\n\n1. e4 *\n[White \"B\"]\n1. d4 *", &["e4", "d4"]),
        ("[White \"A\"] [Black \"B\"]\n\n1. e4\n\ne5\n\n1-0", &["e4 e5"]),
        ("[Event \"A\"]\n\n[White \"B\"]\n\n\n1. e4 *", &["e4"]),
        ("; about the file\n[Event \"A\"]\n{x} 1. e4 *", &["e4"]),
        ("[Event \"A\"]\n*\n[Event \"B\"]\n*\n1-0", &["", "", ""]),
    ] {
        check_errors(text, &[], expected);
    }
}

#[test]
fn games_without_tags_and_results_are_separated() {
    let no_result =
        |at: &str| format!("{at}: the game ends without a result (1-0, 0-1, 1/2-1/2 or *)");
    for (text, ends, played) in [
        ("1. e4 e5 2. Nf3", &["1:16"][..], &["e4 e5 Nf3"][..]),
        ("1. e4 e5 2. Nf3\n\n1. d4 d5\n", &["3:1", "4:1"], &["e4 e5 Nf3", "d4 d5"]),
        ("1.e4 e5\r\n \r\n1.d4 d5 1-0", &["3:1"], &["e4 e5", "d4 d5"]),
        ("1. e4 e5\n\n2. Nf3 *", &[], &["e4 e5 Nf3"]),
        ("1. e4\n\n1. ... e5 *", &[], &["e4 e5"]),
        ("1. e4 e5 (1... c5\n\n1. d4) 2. d4 *", &[], &["e4 e5 ( c5 d4 ) d4"]),
    ] {
        let expected: Vec<String> = ends.iter().map(|at| no_result(at)).collect();
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        check_errors(text, &expected, played);
    }
    let broken = "1. e4 Ke5 2. d4\n\n1. d4 d5";
    assert_eq!(read(broken).len(), 2);
}

#[test]
fn malformed_tags_are_read() {
    let text = "  [ Event   \"The \\\"big\\\" one\" ]\t[Site\"C:\\\\games\"][Round \"C:\\x\"]\n\
                [White \"\"]\n[ECO_2 \"A[0]0\"] [White \"Late\"] *";
    let records = read(text);
    assert_eq!(errors(&records), [""; 0]);
    let tags: Vec<(&str, &str)> = records[0].tree.tags().iter().collect();
    let expected = [
        ("Event", "The \"big\" one"),
        ("Site", "C:\\games"),
        ("Round", "C:\\x"),
        ("White", "Late"),
        ("ECO_2", "A[0]0"),
    ];
    assert_eq!(tags, expected);
}

#[test]
fn bytes_and_lines_come_in_any_convention() {
    let text = "[White \"J\u{f8}rgen\"]\n\n1. e4 {caf\u{e9}\nnoir} e5 *\n\n1. d4 *\n";
    let latin1: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    let with_mark = format!("\u{feff}{text}");
    let marks = format!("\u{feff}{text}\u{feff}{text}");
    let expected = read(text);
    assert_eq!(read(&latin1), expected);
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let wide = |text: &str| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        assert_eq!(read(wide(text)), expected);
        assert_eq!(read(wide(&with_mark)), expected);
        assert_eq!(read(wide(&marks)).len(), 4);
    }
    assert_eq!(read(with_mark), expected);
    assert_eq!(read(text.replace('\n', "\r\n")), expected);
    assert_eq!(read(text.replace('\n', "\r")), expected);
    assert_eq!(read(marks).len(), 4);
    assert_eq!(expected[0].tree.tags().get("White"), Some("J\u{f8}rgen"));
    let e4 = expected[0].tree.next(Tree::ROOT).expect("there is a move");
    assert_eq!(expected[0].tree.comments(e4)[0].as_str(), "caf\u{e9}\nnoir");
}

#[test]
fn games_start_from_their_fen() {
    let fen = "r1bqk1nr/pppp1ppp/2n5/4p3/1bB1P3/2P2N2/P2P1PPP/RNBQK2R b KQkq - 0 1";
    let records = read(format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1... Ba5 2. O-O *"));
    assert_eq!(errors(&records), [""; 0]);
    assert_eq!(records[0].tree.start().to_string(), fen);
    assert_eq!(moves(&records[0].tree), "Ba5 O-O");
    for variant in ["Chess960", "fischerandom", "Fischer Random", "Standard"] {
        let text = format!(
            "[Variant \"{variant}\"]\n\
             [FEN \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1\"]\n\
             1. O-O O-O-O 2. Kh1 *"
        );
        check_moves(text, "O-O O-O-O Kh1");
    }
    check_moves("[Variant \"Chess960\"]\n1. e4 *", "e4");
}

#[test]
fn errors_say_what_and_where() {
    for (text, error, played) in [
        ("[White Max]\n1. e4 *", "1:1: '[White Max]' is not a tag such as [White \"Name\"]", "e4"),
        ("\n  [White \"Max\n1. e4 *", "2:3: the tag White does not end with \"]", "e4"),
        ("[White \"Max\"\n1. e4 *", "1:1: the tag White does not end with \"]", "e4"),
        (
            "[White \"M \"the\" ax\"]\n1. e4 *",
            "1:1: the tag White contains an unescaped quote",
            "e4",
        ),
        (
            "[White \"A\"]\n[Variant \"Crazyhouse\"]\n1. e4 (1. d4) P@e5 *",
            "2:1: the variant is 'Crazyhouse'; only chess and Chess960 are read",
            "",
        ),
        ("[FEN \"8/8 w\"]\n1. e4 *", "1:1: the board '8/8' has fewer than 8 ranks", ""),
        ("1. e4 e5 2. Ke3 d5 3. d4 *", "1:13: Ke3 is not a legal move here", "e4 e5"),
        (
            "1. e4 e5\n2. rubbish *",
            "2:4: 'rubbish' is not a move such as Nf3, exd5 or O-O",
            "e4 e5",
        ),
        ("1. e2e5 *", "1:4: e2e5 is not a legal move here", ""),
        (
            "1. Nf3 d5 2. d3 d4 3. Nd2 *",
            "1:23: Nd2 matches more than one legal move",
            "Nf3 d5 d3 d4",
        ),
        (
            "1. e4 f6 2. Qh5+ Z0 3. d4 *",
            "1:18: Z0 is a null move, but the side to move is in check",
            "e4 f6 Qh5+",
        ),
        ("1. e4 N@f6 2. d4 *", "1:7: N@f6 is a piece drop, as in crazyhouse", "e4"),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"]\n1. O-O *",
            "1:1: in the FEN tag, White cannot castle O-O-O: king or rook has moved",
            "O-O",
        ),
        ("1. e4 ) e5 *", "1:7: this ) closes a variation that was never opened", "e4 e5"),
        ("( 1. d4 d5 ) 1. e4 *", "1:1: this variation does not follow a move", "e4"),
        (
            "1. e4 (1. d4 ( ) d5) e5 *",
            "1:14: the variation that begins here has no move",
            "e4 ( d4 d5 ) e5",
        ),
        (
            "1. e4 $256 e5 *",
            "1:7: '$256' is not a NAG from $0 to $255 or a symbol such as !?",
            "e4 e5",
        ),
        (
            "1. e4 !!! e5 *",
            "1:7: '!!!' is not a NAG from $0 to $255 or a symbol such as !?",
            "e4 e5",
        ),
        ("$5 1. e4 *", "1:1: $5 does not follow a move", "e4"),
        ("1. e4 (1. d4 1-0) e5 *", "1:14: the result 1-0 is inside a variation", "e4 ( d4 ) e5"),
        ("1. e4 e5", "1:9: the game ends without a result (1-0, 0-1, 1/2-1/2 or *)", "e4 e5"),
        (
            "[White \"A\"]\n[Result \"1-0\"]\n1. e4 0-1",
            "2:1: the game ends with 0-1, but its Result tag says '1-0'",
            "e4",
        ),
        ("1. e4 } e5 *", "1:7: unexpected '}'", "e4 e5"),
        ("1. e4<br />e5 *", "1:6: unexpected '<br />'", "e4 e5"),
        ("1. e4 [%clk 0:01:00] e5 *", "1:7: unexpected '[%clk 0:01:00]'", "e4 e5"),
    ] {
        let first = errors(&read(text)).into_iter().next();
        assert_eq!(first.as_deref(), Some(error), "{text}");
        assert_eq!(moves(&read(text)[0].tree), played, "{text}");
    }
}

#[test]
fn columns_count_characters() {
    for text in [&b"{\xe9\xe9} Ke3 *"[..], "{éé} Ke3 *".as_bytes(), "{日本} Ke3 *".as_bytes()] {
        assert_eq!(errors(&read(text)), ["1:6: Ke3 is not a legal move here"]);
    }
    for line_break in ["\n", "\r\n", "\r"] {
        let text = ["{a", "b} 1. e4 {", "} e5", "", "2. Ke3 *"].join(line_break);
        assert_eq!(errors(&read(text)), ["5:4: Ke3 is not a legal move here"]);
    }
    let far = format!("{}{{é}} Ke3 *", "{x} ".repeat(50_000));
    assert_eq!(errors(&read(far)), ["1:200005: Ke3 is not a legal move here"]);
}

#[test]
fn files_may_end_anywhere() {
    let no_result =
        |at: &str| format!("{at}: the game ends without a result (1-0, 0-1, 1/2-1/2 or *)");
    for (text, expected, played) in [
        (
            "1. e4 {never",
            vec!["1:7: the comment that begins here has no closing }".into(), no_result("1:13")],
            "e4",
        ),
        (
            "1. e4 (1. d4",
            vec![no_result("1:13"), "1:7: the variation that begins here has no closing )".into()],
            "e4 ( d4 )",
        ),
        (
            "[White",
            vec!["1:1: '[White' is not a tag such as [White \"Name\"]".into(), no_result("1:7")],
            "",
        ),
        ("[White \"A\"]", vec![no_result("1:12")], ""),
        ("1.", vec![no_result("1:3")], ""),
        ("1. e4 ;", vec![no_result("1:8")], "e4"),
        (
            "1. e4 $",
            vec![
                "1:7: '$' is not a NAG from $0 to $255 or a symbol such as !?".into(),
                no_result("1:8"),
            ],
            "e4",
        ),
    ] {
        let records = read(text);
        assert_eq!(errors(&records), expected, "{text}");
        assert_eq!(moves(&records[0].tree), played, "{text}");
    }
}

#[test]
fn a_bad_move_ends_its_line_and_no_more() {
    let bad = "is not a legal move here";
    for (text, column, expected) in [
        ("1. e4 (1. e5 d5 (1... c5) 2. d4) 1... e5 *", "1:11: e5", "e4 e5"),
        ("1. e4 (1. d4 d4 {)} (x) ;)\n 2. c4) 1... e5 *", "1:14: d4", "e4 ( d4 ) e5"),
        ("1. e4 e5 (1... c5 2. Ke5 d6) 2. Nf3 *", "1:22: Ke5", "e4 e5 ( c5 ) Nf3"),
        ("1. e4 Ke5 (1... e5 2. Nf3) 2. d4 1-0 *", "1:7: Ke5", "e4"),
    ] {
        let records = read(text);
        assert_eq!(errors(&records), [format!("{column} {bad}")], "{text}");
        assert_eq!(moves(&records[0].tree), expected, "{text}");
    }
}

#[test]
fn the_rest_of_the_file_is_read() {
    let good = "[Event \"good\"]\n\n1. d4 d5 1-0\n\n";
    for bad in [
        "[Event \"bad\"]\n\n1. e4 Ke5 2. d4 {x} (2. c4) 1-0\n\n",
        "[Event \"bad\"]\n\n1. e4 {never closed 1-0\n\n",
        "[Event \"bad\"]\n\n1. e4 Ke5 {never closed 1-0\n\n",
        "[Event \"bad\"]\n\n1. e4 (1. d4 (1. c4 1-0\n\n",
        "[Event \"bad\"]\n\n1. e4 Ke5 (1. d4 (1. c4 1-0\n\n",
        "[Event \"bad\"]\n\n1. e4 e5\n\n",
        "[Event \"bad\"]\n\n",
        "[Event \"bad\n\n",
        "[Event \"bad\"]\n[FEN \"8/8\"]\n\n1. e4 e5 1-0\n\n",
        "[Event \"bad\"]\n[Variant \"Atomic\"]\n\n1. e4 {x (} e5 1-0\n\n",
        "[Event \"bad\"]\n\n1. e4 ) } ] > \" e5 1-0\n\n",
    ] {
        let records = read(format!("{bad}{good}{bad}{good}"));
        assert_eq!(records.len(), 4, "{bad}");
        for record in [&records[1], &records[3]] {
            assert_eq!(record.errors, [], "{bad}");
            assert_eq!(record.tree.tags().get("Event"), Some("good"), "{bad}");
            assert_eq!(moves(&record.tree), "d4 d5");
        }
        assert_ne!(records[0].errors, [], "{bad}");
        let lines = |text: &str| text.lines().count();
        assert_eq!(records[1].line, lines(bad) + 1, "{bad}");
        assert_eq!(records[3].line, 2 * lines(bad) + lines(good) + 1, "{bad}");
    }
}

#[test]
fn limits_are_errors_too() {
    let limits = Limits { games: 2, plies: 4, depth: 2, tags: 2, text: 20, bytes: 99, errors: 2 };
    for (text, error, played) in [
        (
            "1. e4 e5 2. d4 d5 3. c4 (3. c3 a6) c5 1-0",
            "1:22: the game has more than 4 half-moves",
            "e4 e5 d4 d5",
        ),
        (
            "1. e4 (1. d4 d5 2. c4 c5) e5 1-0",
            "1:23: the game has more than 4 half-moves",
            "e4 ( d4 d5 c4 )",
        ),
        (
            "1. e4 (1. d4 (1. c4 (1. b4 (a4)) c5)) 1-0",
            "1:21: the variation is more than 2 deep",
            "e4 ( d4 ) ( c4 c5 )",
        ),
        (
            "[A \"1\"][B \"2\"][C \"3\"][D \"4\"] 1. e4 1-0",
            "1:15: the game has more than 2 tags",
            "e4",
        ),
        ("[A \"12345678901234567890\"]\n1. e4 1-0", "1:1: the tag is longer than 20 bytes", "e4"),
        (
            "1. e4 {12345678901234567890} e5 1-0",
            "1:7: the comment is longer than 20 bytes",
            "e4 e5",
        ),
        (
            "1. e4 ;12345678901234567890\n e5 1-0",
            "1:7: the comment is longer than 20 bytes",
            "e4 e5",
        ),
    ] {
        check_limited(text, limits, &[error], &[played]);
    }
    let long = "{12345678901234567890}";
    check_limited(
        format!("{long} 1. e4 *"),
        limits,
        &["1:1: the comment is longer than 20 bytes"],
        &["e4"],
    );
    check_limited(
        format!("1. e4 {} e5 {{late}} 2. d4 $1 0-1 1. d4 *", "{1234567890} ".repeat(9)),
        limits,
        &["1:111: the game is longer than 99 bytes; only its moves are read from here"],
        &["e4 e5 d4", "d4"],
    );
    check_limited(
        "1. e4 * 1. d4 * 1. c4 *",
        limits,
        &["1:17: the file has more than 2 games"],
        &["e4", "d4"],
    );
    check_limited("1. e4 * 1. d4 *\n\n", limits, &[], &["e4", "d4"]);
    check_limited(
        "1. e4 ) ) ) ) e5 *",
        limits,
        &[
            "1:7: this ) closes a variation that was never opened",
            "1:9: this ) closes a variation that was never opened",
            "1:11: the game has more than 2 errors; the others are not listed",
        ],
        &["e4 e5"],
    );
    assert!(read_with("*", Limits { games: 0, ..limits }).is_empty());
}

#[test]
fn moves_can_be_skipped() {
    #[derive(Default)]
    struct Headers(Vec<String>);
    impl Visitor for Headers {
        fn tag(&mut self, _name: &str, value: &str) {
            self.0.push(value.to_owned());
        }
        fn start(&mut self, _position: &Position) -> Movetext {
            Movetext::Skip
        }
        fn play(&mut self, _m: tabiya_chess::Move, _after: &Position) {
            panic!("no move was asked for");
        }
    }
    let mut headers = Headers::default();
    let mut reader = Reader::new(&b"[A \"1\"]\n1. e4 (x) {1-0} Ke9 1-0\n[A \"2\"]\n*"[..]);
    while reader.read_game(&mut headers).expect("memory does not fail") {}
    assert_eq!(headers.0, ["1", "2"]);
}
