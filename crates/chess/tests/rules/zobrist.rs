//! The Zobrist key: equal for repeated positions, and the same as in Polyglot books.

use tabiya_chess::Position;

use super::{after, position};

/// The keys that the Polyglot book format publishes as test values.
#[test]
fn keys_are_those_of_the_polyglot_format() {
    let start = Position::default().to_string();
    for (moves, key) in [
        ("", 0x463b_9618_1691_fc9c_u64),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ] {
        let position = after(&start, moves);
        assert_eq!(position.key(), key, "{moves}");
        assert_eq!(position.polyglot_key(), key, "{moves}");
    }
}

#[test]
fn different_ways_to_one_position_give_one_key() {
    let start = Position::default().to_string();
    for (one, other) in [
        ("e2e4 e7e5 g1f3", "g1f3 e7e5 e2e4"),
        ("g1f3 g8f6 f3g1 f6g8", ""),
        ("e2e4 d7d5 e4d5 d8d5", "e2e3 d7d5 e3e4 d8d6 e4d5 d6d5"),
    ] {
        let (one, other) = (after(&start, one), after(&start, other));
        assert_eq!(one.key(), other.key());
        assert!(one.repeats(&other));
    }
}

#[test]
fn what_makes_positions_different_makes_keys_different() {
    let fens = [
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 1",
        "r3k2r/8/8/3p1P2/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3PP3/8/8/8/R3K2R w KQkq - 0 1",
    ];
    for (index, one) in fens.iter().enumerate() {
        for other in &fens[..index] {
            let (one, other) = (position(one), position(other));
            assert_ne!(one.key(), other.key(), "{one} and {other}");
            assert!(!one.repeats(&other), "{one} and {other}");
        }
    }
    // Counters, and an en passant square without a legal capture, make no difference.
    let one = position("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1");
    let other = position("4k3/8/8/3p4/8/8/8/4K3 w - - 9 30");
    assert!(one.repeats(&other));
}

#[test]
fn a_null_move_only_passes_the_turn() {
    for (fen, expect) in [
        ("4k3/8/8/3pP3/8/8/8/4K2R w K d6 3 9", Some("4k3/8/8/3pP3/8/8/8/4K2R b K - 4 9")),
        ("4k3/8/8/8/8/8/8/4K2R b K - 4 9", Some("4k3/8/8/8/8/8/8/4K2R w K - 5 10")),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", None),
    ] {
        assert_eq!(position(fen).null_move(), expect.map(position), "{fen}");
    }
}
