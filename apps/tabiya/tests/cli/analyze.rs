//! `tabiya analyze`. What becomes of its files is in `kept`.

mod kept;

use crate::harness::{Folder, run, run_with_input};

/// A blunder into mate, with remarks of somebody's own.
const SCHOLAR: &str = "\
[White \"Ann\"]
[Black \"Bob\"]
[Result \"1-0\"]

1. e4 e5 2. Qh5 $5 {Too early.} Nc6 (2... g6 3. Qxe5+ {oops}) 3. Bc4 Nf6 {[%clk 0:01:02]} 4. Qxf7#
1-0
";

const QUIET: &str = "[White \"Carl\"]\n[Black \"Dora\"]\n\n1. d4 d5 2. Nf3 Nf6 1/2-1/2\n";

fn args<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["analyze", file, "--nodes", "3000", "--hash", "1"], more].concat()
}

#[test]
fn a_table_says_how_both_sides_have_played() {
    let table = run_with_input(&args("-", &[]), format!("{SCHOLAR}\n{QUIET}").as_bytes()).success();
    let lines: Vec<Vec<&str>> = table.lines().map(|l| l.split_whitespace().collect()).collect();
    assert_eq!(lines.len(), 5, "{table}");
    assert_eq!(lines[0], ["game", "side", "player", "accuracy", "loss", "?!", "?", "??"]);
    assert_eq!(lines[1][..3], ["1", "White", "Ann"]);
    assert_eq!(lines[2][..2], ["Black", "Bob"]);
    assert_eq!(lines[2].last(), Some(&"1"), "{table}");
    assert_eq!(lines[3][..3], ["2", "White", "Carl"]);
}

#[test]
fn the_game_is_written_with_what_was_found_and_what_it_said_before() {
    let folder = Folder::new("analyze-annotate");
    let (file, out) = (folder.write("in.pgn", SCHOLAR), folder.path("out.pgn"));
    run(&args(&file, &["-o", &out])).success();
    // Lines are broken wherever they are full.
    let text = folder.read("out.pgn").split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "[Analysis \"Tabiya ",
        "[BlackAccuracy \"",
        "[%eval ",
        "2. Qh5 $5 {[%eval ",
        "Too early.}",
        "{oops}",
        "3... Nf6 $4 {[%eval #1] [%clk 0:01:02]} {Blunder. Allows mate in 1. ",
        " was best.} (3... ",
        "4. Qxf7# 1-0",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let clean = run(&["pgn", "check", &out]).success();
    assert!(!clean.is_empty());
}

#[test]
fn games_that_are_done_are_not_done_again() {
    let folder = Folder::new("analyze-resume");
    let out = folder.path("out.pgn");
    let one = folder.write("one.pgn", SCHOLAR);
    run(&args(&one, &["-o", &out])).success();
    let first = folder.read("out.pgn");
    let both = folder.write("both.pgn", format!("{SCHOLAR}\n{QUIET}"));
    let table = run(&args(&both, &["-o", &out])).success();
    assert!(!table.contains("Ann") && table.contains("Carl"), "{table}");
    assert!(table.ends_with("games reviewed earlier  1\n"), "{table}");
    assert!(folder.read("out.pgn").starts_with(&first));
    // Another budget is another review.
    let more = run(&["analyze", &both, "--nodes", "4000", "--hash", "1", "-o", &out]).success();
    assert!(more.contains("Ann"), "{more}");
    assert_eq!(folder.names(), ["both.pgn", "one.pgn", "out.pgn"]);
}

#[test]
fn every_game_is_a_line_of_json() {
    let page = run_with_input(&args("-", &["--json"]), SCHOLAR.as_bytes()).success();
    let game: serde_json::Value = serde_json::from_str(page.trim_end()).expect("JSON");
    assert_eq!((&game["white"], &game["result"]), (&"Ann".into(), &"1-0".into()));
    let moves = game["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 7);
    assert_eq!(moves[5]["judgment"], "blunder");
    assert_eq!(moves[5]["explanation"], "Allows mate in 1.");
    assert_eq!(moves[6]["score"], serde_json::json!({ "mate": 0, "winner": "white" }));
    assert_eq!(game["sides"]["black"]["blunders"], 1);
    assert_eq!(
        game["summary"],
        "The game was balanced until move 3. Then 3… Nf6 allows mate in 1."
    );
}

#[test]
fn castling_is_told_apart_from_the_step_of_a_king_in_chess960() {
    // The king is on f1 and its rook on h1, in one row; in the other both stand as usual.
    for (fen, played, uci) in [
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "O-O", "f1h1"),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "Kg1", "f1g1"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "e1g1"),
    ] {
        let game = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. {played} *\n");
        let page = run_with_input(&args("-", &["--json"]), game.as_bytes()).success();
        let game: serde_json::Value = serde_json::from_str(page.trim_end()).expect("JSON");
        assert_eq!(game["moves"][0]["uci"], uci, "{played} in {fen}");
    }
}

#[test]
fn faults_are_told_and_the_rest_is_reviewed() {
    let folder = Folder::new("analyze-faults");
    let file = folder.write("in.pgn", "1. e4 e5 2. Ke3 *\n");
    let seen = run(&args(&file, &[]));
    assert_eq!(seen.status, 1);
    assert_eq!(seen.stderr, format!("{file}:1:13: Ke3 is not a legal move here\n"));
    assert_eq!(seen.stdout.lines().count(), 3);
}

#[test]
fn what_cannot_be_done_is_refused() {
    run(&["analyze", "/nowhere/at/all.pgn"])
        .refused("cannot read '/nowhere/at/all.pgn': No such file or directory (os error 2)");
    run(&["analyze", "-", "--nodes", "7"]).refused(
        "invalid value '7' for '--nodes <N>': \
         expected a whole number from 100 to 1000000000 (try --help)",
    );
}
