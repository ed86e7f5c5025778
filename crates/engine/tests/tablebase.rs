//! Endgame tables: what is refused, and the answers of the tables beside the checkout where they
//! are there.

use std::fs;
use std::path::Path;

use chess::{CastlingMode, Position};
use engine::{Root, Tablebase, TablebaseValue};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");

fn tablebase() -> Option<Tablebase> {
    if !Path::new(FOLDER).exists() {
        eprintln!("skipped: no endgame tables are beside the checkout");
        return None;
    }
    Some(Tablebase::open(FOLDER).expect("tables"))
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
    moves.iter().map(|ranked| ranked.play.uci(CastlingMode::Standard).to_string()).collect()
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
    let Some(tablebase) = tablebase() else { return };
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
    let Some(tablebase) = tablebase() else { return };
    let suite = fs::read_to_string(Path::new(FOLDER).join("endgame.epd")).expect("the suite");
    let mut count = 0;
    for line in suite.lines().filter(|line| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split(' ').collect();
        let value = |name: &str| -> i32 {
            let at = fields.iter().position(|field| *field == name).expect("an operation") + 1;
            fields[at].trim_end_matches(';').parse().expect("a number")
        };
        let fresh = position(&fields[..4].join(" "));
        assert_eq!(tablebase.wdl(&fresh).map(number), Some(value("wdl")), "{line}");
        if !fresh.has_moves() {
            continue;
        }
        let moves = tablebase.root_moves(&Root::new(fresh), true).expect("the tables know it");
        let best = moves[0];
        assert_eq!(number(best.value), value("wdl"), "{line}");
        if value("wdl") == 2 && value("dtz") > 1 {
            let next = Root::new(fresh.play(best.play).expect("a legal move"));
            let replies = tablebase.root_moves(&next, true).expect("the tables know it");
            assert_eq!(replies[0].value, TablebaseValue::Loss, "{line}");
            assert!(replies[0].rank > -best.rank - 3, "no progress: {line}");
        }
        count += 1;
    }
    assert!(count > 150, "{count} positions have moves");
}

#[test]
fn best_moves_win_against_best_defense_within_the_rule() {
    let Some(tablebase) = tablebase() else { return };
    for fen in [
        "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
        "8/8/8/4k3/8/8/8/KBN5 w - - 20 1",
        "7r/8/8/4k3/8/8/8/KQ6 w - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    ] {
        let mut root = Root::new(position(fen));
        while root.position().outcome().is_none() {
            let best = tablebase.root_moves(&root, true).expect("the tables know it")[0];
            assert_eq!(number(best.value).abs(), 2, "{fen}: {}", root.position());
            root.play(best.play).expect("a legal move");
            assert!(root.position().halfmoves() <= 100, "{fen}");
        }
        assert!(root.position().is_checkmate(), "{fen}: {}", root.position());
    }
}

#[test]
fn the_fifty_move_rule_decides_what_is_kept() {
    let Some(tablebase) = tablebase() else { return };
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
    let Some(tablebase) = tablebase() else { return };
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
        assert!(moves.is_sorted_by_key(|ranked| -ranked.rank), "{fen}");
        let play = root.position().parse_uci(uci).expect("a move");
        let ranked = moves.iter().find(|ranked| ranked.play == play).expect("a legal move");
        assert_eq!((ranked.value, ranked.distance), (value, distance), "{fen} {uci}");
    }
}

#[test]
fn after_a_repetition_only_progress_is_left() {
    let Some(tablebase) = tablebase() else { return };
    let mut root = Root::new(position("8/8/8/4k3/8/8/8/KR6 w - - 0 1"));
    let many = ranked(&tablebase, &root).len();
    for text in ["b1c1", "e5d5", "c1b1", "d5e5"] {
        root.play(root.position().parse_uci(text).expect("a move")).expect("a legal move");
    }
    let few = ranked(&tablebase, &root).len();
    assert!(few < many && few > 0, "{few} of {many}");
}
