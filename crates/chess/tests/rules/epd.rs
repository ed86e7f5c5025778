//! EPD lines as test suites actually write them.

use tabiya_chess::{Epd, Position};

const BOARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// The operations of a line after the start position, as opcodes with operands.
fn operations(rest: &str) -> Vec<(String, Vec<String>)> {
    let epd: Epd = format!("{BOARD}{rest}").parse().unwrap_or_else(|error| panic!("{error}"));
    let pairs = epd.operations.into_iter();
    pairs.map(|operation| (operation.opcode, operation.operands)).collect()
}

fn pair(opcode: &str, operands: &[&str]) -> (String, Vec<String>) {
    (opcode.to_owned(), operands.iter().map(|&operand| operand.to_owned()).collect())
}

#[test]
fn operations_are_split_at_semicolons_outside_of_quotes() {
    let table = [
        ("", vec![]),
        (" ", vec![]),
        (" bm e4", vec![pair("bm", &["e4"])]),
        (" bm e4 d4; id \"a; b\";", vec![pair("bm", &["e4", "d4"]), pair("id", &["a; b"])]),
        ("  bm\te4;am d4 ;", vec![pair("bm", &["e4"]), pair("am", &["d4"])]),
        (" 0 1 ;D1 20 ;D2 400", vec![pair("D1", &["20"]), pair("D2", &["400"])]),
        (" wdl_table -2; dtz -4;", vec![pair("wdl_table", &["-2"]), pair("dtz", &["-4"])]),
        (" bm #-3;", vec![pair("bm", &["#-3"])]),
        (" noop; id \"\";\r", vec![pair("noop", &[]), pair("id", &[""])]),
        (" ;;", vec![]),
        // As people type them.
        (" bm e4 id \"x\"", vec![pair("bm", &["e4"]), pair("id", &["x"])]),
        (" bm e4 am d4;", vec![pair("bm", &["e4"]), pair("am", &["d4"])]),
        (" bm c4 c5;", vec![pair("bm", &["c4", "c5"])]),
        (" bm c4 c0 \"x\";", vec![pair("bm", &["c4"]), pair("c0", &["x"])]),
        (" id \"x\" bm;", vec![pair("id", &["x", "bm"])]),
        (" bm e4; # the best by test", vec![pair("bm", &["e4"])]),
        (" bm e4; #1", vec![pair("bm", &["e4"])]),
        (" bm e4; 0 1", vec![pair("bm", &["e4"])]),
        (" bm e4;\0", vec![pair("bm", &["e4"])]),
        (" 0 1; bm e4;\u{1a}\0", vec![pair("bm", &["e4"])]),
        (" 3 bm e4;", vec![pair("bm", &["e4"])]),
    ];
    for (rest, expected) in table {
        assert_eq!(operations(rest), expected, "{rest:?}");
    }
}

#[test]
fn counters_come_from_fields_or_operations() {
    for (rest, halfmoves, fullmoves) in [
        ("", 0, 1),
        (" 7 30 bm Nf3;", 7, 30),
        (" 7 30;bm Nf3;", 7, 30),
        (" 7 bm Nf3;", 7, 1),
        (" 7 30", 7, 30),
        (" hmvc 7; fmvn 30;", 7, 30),
        (" hmvc 7 fmvn 30 bm Nf3;", 7, 30),
        (" 7 30 hmvc 8;", 8, 30),
        (" bm Nf3;", 0, 1),
    ] {
        let epd: Epd = format!("{BOARD}{rest}").parse().unwrap();
        let found = (epd.position.halfmoves(), epd.position.fullmoves());
        assert_eq!(found, (halfmoves, fullmoves), "{rest:?}");
    }
}

#[test]
fn moves_are_read_in_both_notations() {
    let line = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O e1c1 Rxa8+ h1h8; am Kd1;";
    let epd: Epd = line.parse().unwrap();
    let expected = ["e1g1", "e1c1", "a1a8", "h1h8"].map(|text| epd.position.parse_uci(text));
    assert_eq!(epd.moves("bm").unwrap(), expected.map(Result::unwrap));
    assert_eq!(epd.moves("am").unwrap().len(), 1);
    assert_eq!(epd.moves("pv").unwrap(), []);
    assert_eq!(epd.operands("pv"), None);
}

#[test]
fn moves_are_read_as_people_write_them() {
    for operation in [
        "bm Nf3, e4",
        "bm Nf3,e4;",
        "bm Nf3 , e4 ;",
        "bm Nf3 + e4 #1;",
        "bm Nf3 ! e4 !?",
        "bm 1.Nf3 1. e4;",
        "BM Nf3; bm e4;",
        "bm Nf3+ e4# # mate",
    ] {
        let epd: Epd = format!("{BOARD} {operation}").parse().unwrap();
        let expected = ["g1f3", "e2e4"].map(|text| epd.position.parse_uci(text).unwrap());
        let found = epd.moves("bm");
        // A comment after a missing semicolon is indistinguishable from a move.
        if operation.ends_with("mate") {
            assert!(found.is_err(), "{operation}");
        } else {
            assert_eq!(found.as_deref(), Ok(&expected[..]), "{operation}");
        }
    }
}

#[test]
fn a_line_that_is_written_reads_back() {
    for rest in
        ["", " bm e4 d4;", " noop;", " id \"a; b\"; c0 \"x\";", " eco \"two words\";", " id x\"y;"]
    {
        let line = format!("{BOARD}{rest}");
        assert_eq!(line.parse::<Epd>().unwrap().to_string(), line);
    }
}

#[test]
fn errors_are_named() {
    let table = [
        ("", "the FEN ends before the board"),
        ("8/8 w - - bm e4;", "the board '8/8' has fewer than 8 ranks"),
        ("8/8/8/8/8/8/8/8 w - - bm e4;", "White has 0 kings; each side needs exactly one"),
        (&format!("{BOARD} \"x\";"), "'x' is not an opcode such as bm, am or id"),
        (&format!("{BOARD} -3;"), "'-3' is not an opcode such as bm, am or id"),
        (&format!("{BOARD} id \"x;"), "the quote 'x;' is not closed"),
        (&format!("{BOARD} hmvc x;"), "the counter 'x' must be a number from 0 to 65535"),
    ];
    for (line, error) in table {
        assert_eq!(line.parse::<Epd>().unwrap_err().to_string(), error, "{line}");
    }
    let epd: Epd = format!("{BOARD} bm Qh5;").parse().unwrap();
    assert_eq!(epd.position, Position::default());
    assert_eq!(epd.moves("bm").unwrap_err().to_string(), "Qh5 is not a legal move here");
}
