//! Endgame tables: what is rejected, and the values of the tables in `testdata`.

use std::fs;
use std::path::Path;

use chess::{CastlingMode, Position};
use engine::{Root, Tablebase, TablebaseValue};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/syzygy");

fn tablebase() -> Tablebase {
    Tablebase::open(FOLDER).expect("the tables of testdata")
}

fn position(fen: &str) -> Position {
    fen.parse().expect("a position")
}

/// The number that the suite uses for a value.
fn number(value: TablebaseValue) -> i32 {
    value as i32 - TablebaseValue::Draw as i32
}

/// The moves that keep the outcome, as text.
fn ranked(tablebase: &Tablebase, root: &Root) -> Vec<String> {
    let moves = tablebase.root_moves(root, true).expect("the tables know it");
    moves.iter().map(|ranked| ranked.m.uci(CastlingMode::Standard).to_string()).collect()
}

#[test]
fn a_folder_without_tables_is_refused_by_name() {
    let message = |paths: &str| Tablebase::open(paths).expect_err("no tables").to_string();
    assert_eq!(message(""), "no directory of endgame tables is given");
    assert!(message("no/such").starts_with("cannot read the endgame tables in 'no/such': "));
    let empty = env!("CARGO_MANIFEST_DIR");
    assert_eq!(
        message(empty),
        format!("no endgame tables in '{empty}'; they have names such as KQvK.rtbw")
    );
}

#[test]
fn tables_are_shared_between_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Tablebase>();
}

#[test]
fn inside_the_tree_only_fresh_positions_without_castling_are_known() {
    let tablebase = tablebase();
    assert_eq!(tablebase.largest(), 4);
    let table = [
        ("8/8/8/8/8/4k3/8/QK6 w - - 0 1", Some(TablebaseValue::Win)),
        ("8/8/8/8/8/4k3/8/QK6 b - - 0 1", Some(TablebaseValue::Loss)),
        ("8/8/8/8/8/4k3/8/QK6 w - - 1 1", None),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", None),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", Some(TablebaseValue::Win)),
        ("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", None),
        // The pawn that captures en passant wins; the table alone does not know of it.
        ("8/8/8/8/1pP5/8/k7/2K5 b - c3 0 1", Some(TablebaseValue::Win)),
    ];
    for (fen, expected) in table {
        assert_eq!(tablebase.wdl(&position(fen)), expected, "{fen}");
    }
}

#[test]
fn every_known_answer_is_given() {
    let tablebase = tablebase();
    let text = fs::read_to_string(Path::new(FOLDER).join("known-values.tsv")).expect("the file");
    let mut count = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [wdl, dtz] = [1, 2].map(|column| fields[column].parse::<i32>().expect("a number"));
        let fresh = position(fields[0]);
        assert_eq!(tablebase.wdl(&fresh).map(number), Some(wdl), "{line}");
        if !fresh.has_moves() {
            continue;
        }
        let moves = tablebase.root_moves(&Root::new(fresh), true).expect("the tables know it");
        let best = moves[0];
        assert_eq!(number(best.value), wdl, "{line}");
        if wdl == 2 && dtz > 1 {
            let next = Root::new(fresh.play(best.m).expect("a legal move"));
            let replies = tablebase.root_moves(&next, true).expect("the tables know it");
            assert_eq!(replies[0].value, TablebaseValue::Loss, "{line}");
            assert!(replies[0].sort_key > -best.sort_key - 3, "no progress: {line}");
        }
        count += 1;
    }
    assert!(count > 50, "{count} positions have moves");
}

#[test]
fn best_moves_win_against_best_defense_within_the_rule() {
    let tablebase = tablebase();
    for fen in [
        "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
        "8/8/8/4k3/8/8/8/KBN5 w - - 20 1",
        "8/8/8/4k3/8/8/8/KRR5 w - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    ] {
        let mut root = Root::new(position(fen));
        while root.position().outcome().is_none() {
            let best = tablebase.root_moves(&root, true).expect("the tables know it")[0];
            assert_eq!(number(best.value).abs(), 2, "{fen}: {}", root.position());
            root.play(best.m).expect("a legal move");
            assert!(root.position().halfmoves() <= 100, "{fen}");
        }
        assert!(root.position().is_checkmate(), "{fen}: {}", root.position());
    }
}

#[test]
fn the_fifty_move_rule_decides_what_is_kept() {
    let tablebase = tablebase();
    let late = Root::new(position("8/8/8/4k3/8/8/8/KBN5 w - - 80 90"));
    assert_eq!(
        tablebase.root_moves(&late, true).expect("known")[0].value,
        TablebaseValue::CursedWin
    );
    assert_eq!(tablebase.root_moves(&late, false).expect("known")[0].value, TablebaseValue::Win);
    // A mate on the hundredth half-move counts.
    let last = Root::new(position("7k/8/6K1/8/8/8/8/R7 w - - 99 120"));
    assert_eq!(ranked(&tablebase, &last), ["a1a8"]);
}

#[test]
fn every_move_is_told_with_what_it_comes_to_and_how_far_progress_is() {
    let tablebase = tablebase();
    // Where a table counts by pairs of half-moves, the distance may be one too large.
    let table: [(&str, &str, TablebaseValue, Option<u32>); 7] = [
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", TablebaseValue::Win, Some(1)),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a2", TablebaseValue::Win, Some(4)),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1g1", TablebaseValue::Win, Some(6)),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "e6d6", TablebaseValue::Win, Some(3)),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "e6d5", TablebaseValue::Draw, None),
        ("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", "e2e3", TablebaseValue::Draw, None),
        ("6k1/8/6K1/8/8/8/8/R7 b - - 0 1", "g8h8", TablebaseValue::Loss, Some(3)),
    ];
    for (fen, uci, value, distance) in table {
        let root = Root::new(position(fen));
        let moves = tablebase.rank_moves(&root, true).expect("the tables know it");
        assert_eq!(moves.len(), root.position().count_moves(), "{fen}");
        assert!(moves.is_sorted_by_key(|ranked| -ranked.sort_key), "{fen}");
        let play = root.position().parse_uci(uci).expect("a move");
        let ranked = moves.iter().find(|ranked| ranked.m == play).expect("a legal move");
        assert_eq!((ranked.value, ranked.distance), (value, distance), "{fen} {uci}");
    }
}

#[test]
fn after_a_repetition_only_progress_is_left() {
    let tablebase = tablebase();
    let mut root = Root::new(position("8/8/8/4k3/8/8/8/KR6 w - - 0 1"));
    let many = ranked(&tablebase, &root).len();
    for text in ["b1c1", "e5d5", "c1b1", "d5e5"] {
        root.play(root.position().parse_uci(text).expect("a move")).expect("a legal move");
    }
    let few = ranked(&tablebase, &root).len();
    assert!(few < many && few > 0, "{few} of {many}");
}
