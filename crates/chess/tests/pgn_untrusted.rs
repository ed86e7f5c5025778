//! Reading untrusted PGN: garbage, extremes and failing input never panic and stay within limits.

use std::io::{self, Read};

use proptest::prelude::*;
use tabiya_chess::pgn::{Limits, PgnErrorKind, Reader, Record};

/// Returns few bytes at a time, so that every token is split somewhere.
struct ShortReads<'a>(&'a [u8], usize);

impl Read for ShortReads<'_> {
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

/// Reads with both sets of limits; the result must be bounded and survive writing.
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

/// PGN tokens in random order.
fn random_tokens() -> impl Strategy<Value = Vec<u8>> {
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
    fn random_tokens_are_survived_and_split_anywhere(text in random_tokens(), size in 1..9_usize) {
        survive(&text);
        let whole = read(&text[..], Limits::LOCAL);
        prop_assert_eq!(read(ShortReads(&text, size), Limits::LOCAL), whole);
    }

    #[test]
    fn noise_is_survived(text in prop::collection::vec(any::<u8>(), 0..2_000)) {
        survive(&text);
    }
}
