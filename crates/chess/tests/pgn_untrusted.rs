//! Input that nobody wrote in good faith, and files that others did.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use proptest::prelude::*;
use tabiya_chess::pgn::{Limits, PgnErrorKind, Reader, Record};

/// Hands out few bytes at a time, so that every token is cut somewhere.
struct Dribble<'a>(&'a [u8], usize);

impl Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(buffer.len()).min(self.0.len());
        let (now, later) = self.0.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.0 = later;
        Ok(count)
    }
}

fn read(input: impl Read, limits: Limits) -> Vec<Record> {
    let records = Reader::with_limits(input, limits).records();
    records.collect::<io::Result<_>>().expect("memory does not fail")
}

/// Reads with both sets of limits; what was read must be bounded, and come back when written.
fn survive(text: &[u8]) {
    for limits in [Limits::LOCAL, Limits::IMPORT, Limits::STRICT] {
        for record in read(text, limits).iter().take(100) {
            assert!(record.tree.plies() <= limits.plies);
            assert!(record.errors.len() <= limits.errors + 1);
            let written = record.tree.to_string();
            let again = read(written.as_bytes(), Limits::LOCAL);
            assert_eq!(again[0].tree, record.tree);
        }
    }
}

#[test]
fn nothing_overflows_the_stack_or_the_clock() {
    let size = 256 << 10;
    for piece in [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "\"",
        ";",
        "%",
        "$",
        "!",
        "?",
        "<",
        ">",
        "*",
        "\\",
        ".",
        "-",
        "1",
        "0",
        "a",
        "e4",
        " ",
        "\n",
        "\r",
        "\r\n",
        "\0",
        "a\0",
        "\0a",
        "-- ",
        "1\n\n",
        "\u{feff}",
        "\u{1f409}",
        "1.",
        "1-0 ",
        "{} ",
        ";\n",
        "%\n",
        "() ",
        "e4 (",
        "(e4",
        "[a \"b\"]",
        "[a \"b\"\n",
        "[Event \"",
        "{\n[Event \"",
        "\n[Event \"x\"]\n{",
        "$1 ",
        "Nf3 Nf6 Ng1 Ng8 ",
        "Ke9 ",
        "[%",
        "<b>",
        "1/2-1/2",
    ] {
        let count = size / piece.len().max(8);
        survive(piece.repeat(count).as_bytes());
        survive(format!("1. e4 {}", piece.repeat(count)).as_bytes());
        survive(format!("[White \"{}", piece.repeat(count)).as_bytes());
    }
}

#[test]
fn megabytes_of_garbage_are_read_to_the_end() {
    let mut state = 1_u64;
    let garbage: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    })
    .take(4 << 20)
    .collect();
    let good = b"\n[Event \"good\"]\n\n1. d4 1-0\n";
    let records = read((&garbage[..]).chain(&good[..]), Limits::LOCAL);
    let last = records.last().expect("there is a game");
    assert_eq!((last.tree.tags().get("Event"), last.tree.plies()), (Some("good"), 1));
    survive(&garbage);
}

#[test]
fn failing_input_is_reported_once() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let results: Vec<bool> = Reader::new((&b"1. e4 * 1. d4"[..]).chain(Failing))
        .records()
        .map(|record| record.is_ok())
        .collect();
    assert_eq!(results, [true, false]);
}

#[test]
fn deep_nesting_is_one_error() {
    for text in ["(".repeat(100_000), "( 1. d4 ".repeat(100_000)] {
        let records = read(format!("1. e4 {text}").as_bytes(), Limits::STRICT);
        let kinds = records[0].errors.iter().map(|error| &error.kind);
        let deep = kinds.filter(|kind| {
            matches!(kind, PgnErrorKind::VariationTooDeep(32) | PgnErrorKind::VariationWithoutMove)
        });
        assert_eq!(deep.count(), 1);
    }
}

/// Pieces of PGN in an order that makes no sense.
fn soup() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "e4",
            "e5",
            "Nf3",
            "d4",
            "O-O",
            "1.",
            "1...",
            " ",
            "\n",
            "\r\n",
            "\r",
            "(",
            ")",
            "{",
            "}",
            ";",
            "%",
            "[",
            "]",
            "\"",
            "\\",
            "$1",
            "!?",
            "*",
            "1-0",
            "1/2-1/2",
            "--",
            "Z0",
            "½",
            "…",
            "+-",
            "[%clk",
            "<br>",
            "\0",
            "[Event \"a\"]\n",
            "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
            "[Result \"0-1\"]",
            "[Variant \"Chess960\"]",
            "\u{feff}",
            "é",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 0..120).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 512,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn soup_is_survived_and_cut_anywhere(text in soup(), size in 1..9_usize) {
        survive(&text);
        let whole = read(&text[..], Limits::LOCAL);
        prop_assert_eq!(read(Dribble(&text, size), Limits::LOCAL), whole);
    }

    #[test]
    fn noise_is_survived(text in prop::collection::vec(any::<u8>(), 0..2_000)) {
        survive(&text);
    }
}

/// The PGN files beside the checkout, where there are any.
fn shared_files() -> Vec<PathBuf> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/pgn");
    let folders = ["chess.js", "python-chess"].map(|folder| PathBuf::from(root).join(folder));
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "pgn")).collect()
}

#[test]
fn files_of_other_programs_are_read() {
    for path in shared_files() {
        let bytes = fs::read(&path).expect("the file was listed");
        let records = read(&bytes[..], Limits::LOCAL);
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let errors: usize = records.iter().map(|record| record.errors.len()).sum();
        let plies: usize = records.iter().map(|record| record.tree.plies()).sum();
        let expected = match name {
            "0.pgn" => (1, 77, 44),
            "1.pgn" => (1, 81, 0),
            "2.pgn" | "3.pgn" => (1, 4, 0),
            "benchmark.pgn" => (100, 6_193, 0),
            "anastasian-lewis.pgn" => (1, 84, 0),
            "antichess-programfox.pgn" => (2, 0, 2),
            "chessbase-empty-line.pgn" => (1, 134, 0),
            "cutechess-fischerrandom.pgn" => (4, 396, 0),
            "kasparov-deep-blue-1997.pgn" => (6, 519, 0),
            "knightvuillaume-jannlee-zh-lichess.pgn" | "saturs-jannlee-zh-lichess.pgn" => (1, 0, 1),
            "molinari-bordais-1979.pgn" => (1, 10, 0),
            "nepomniachtchi-liren-game1.pgn" => (1, 97, 0),
            "stockfish-learning.pgn" => (1, 154, 0),
            "uci-moves.pgn" => (1, 113, 0),
            "utf8-bom.pgn" => (2, 0, 0),
            _ => continue,
        };
        assert_eq!((records.len(), plies, errors), expected, "{name}");
        survive(&bytes);
    }
}
