//! Several threads read what one does, whatever the text.

use proptest::prelude::*;

use super::super::Reader;
use super::*;

/// Reads a text on several threads in small blocks.
fn parallel(text: &[u8], limits: Limits, block: usize) -> Vec<Record> {
    let input = Cursor::new(text.to_vec());
    let reader = ParallelReader::with_blocks(input, limits, 2, block);
    reader.collect::<io::Result<_>>().expect("memory does not fail")
}

fn sequential(text: &[u8], limits: Limits) -> Vec<Record> {
    Reader::with_limits(text, limits).records().collect::<io::Result<_>>().expect("as above")
}

/// Games and pieces of games in an order that makes no sense.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        "[Event \"a\"]\n",
        "\n[Event \"b\"]\n",
        "\r[Event \"c\"]\r",
        "\r\n[Event \"d\"]\r\n",
        " [Event \"e\"]\n",
        "[Event",
        "[White \"Jørgen\"]\n",
        "[White \"open\n",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n",
        "[Variant \"Atomic\"]\n",
        "[Result \"1-0\"]\n",
        "\n1. e4 e5 2. Nf3 1-0\n",
        "\n1. e4 (1. d4 {x\ny}) e5 *\n",
        "\n1. e4 Ke5 2. d4\n\n1. d4 d5",
        "1. O-O Kd8 -- ",
        "{never closed\n",
        "a long comment that is longer than the limit ",
        "} ",
        "; to the end of the line ",
        "%",
        "(",
        ") ",
        "1-0 ",
        "\n",
        "\r\n",
        "\u{feff}",
        "ü",
        "<br>",
        "$300 ",
    ]);
    prop::collection::vec(piece, 0..80).prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 256,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn threads_read_what_one_does(
        text in damaged(),
        block in 1..200_usize,
        longest in 8..80_usize,
    ) {
        for limits in [Limits::LOCAL, Limits { text: longest, ..Limits::LOCAL }] {
            prop_assert_eq!(parallel(&text, limits, block), sequential(&text, limits));
        }
    }
}

#[test]
fn a_limit_of_games_holds() {
    let text = "[Event \"a\"]\n\n1. e4 *\n\n".repeat(20);
    let limits = Limits { games: 3, ..Limits::LOCAL };
    assert_eq!(parallel(text.as_bytes(), limits, 30), sequential(text.as_bytes(), limits));
}

#[test]
fn tags_before_the_event_stay_with_their_game() {
    let text = "[Site \"x\"]\n[Event \"a\"]\n\n1. e4 *\n\n{about b}\n".repeat(9);
    for block in 1..60 {
        let records = parallel(text.as_bytes(), Limits::LOCAL, block);
        assert_eq!(records, sequential(text.as_bytes(), Limits::LOCAL), "{block}");
    }
}

#[test]
fn a_failing_input_fails_where_it_would_for_one_thread() {
    let text = "[Event \"a\"]\n\n1. e4 *\n\n".repeat(20);
    let input =
        || Cursor::new(text.clone()).chain(FailingReader(Some(io::Error::other("unplugged"))));
    let outcome = |record: io::Result<Record>| record.map_err(|error| error.to_string());
    let several = ParallelReader::with_blocks(input(), Limits::LOCAL, 2, 50).map(outcome);
    let one = Reader::new(input()).records().map(outcome);
    assert_eq!(several.collect::<Vec<_>>(), one.collect::<Vec<_>>());
}

#[test]
fn games_open_only_at_the_start_of_a_line() {
    for (text, expected) in [
        ("", None),
        ("[Event \"a\"]", None),
        ("x\n[Event \"a\"]", Some(2)),
        ("x\r[Event \"a\"]\n [Event \"b\"]", Some(2)),
        ("x\n[Event \"a\"]\n[Site \"[x]\"]\n[Event", Some(2)),
        ("x\n[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n", Some(24)),
    ] {
        assert_eq!(last_opening(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn line_breaks_come_in_three_kinds() {
    for (text, expected) in [("", 0), ("a\nb", 1), ("a\r\nb\r\n", 2), ("\r\r\n\n\r", 4)] {
        assert_eq!(line_breaks(text.as_bytes()), expected, "{text:?}");
    }
}

#[test]
fn nobody_waits_for_a_reader_that_is_gone() {
    let games = "[Event \"a\"]\n\n1. e4 *\n\n".repeat(100_000);
    let mut reader = ParallelReader::with_threads(Cursor::new(games), Limits::LOCAL, 2);
    assert!(reader.next().is_some_and(|record| record.is_ok()));
}

#[test]
fn a_file_without_events_is_read_as_it_comes() {
    let games = "1. e4 e5 2. d4 *\n".repeat(LONGEST_BLOCK / 10);
    let count = games.lines().count();
    let reader = ParallelReader::with_threads(Cursor::new(games), Limits::LOCAL, 2);
    assert_eq!(reader.flatten().count(), count);
}
