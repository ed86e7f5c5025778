//! `tabiya pipe`. The protocol itself is tested where it is written; here, that the engine is
//! behind it.

// req: A9

use crate::harness::{run, run_with_input};

fn replies(input: &[u8]) -> Vec<String> {
    run_with_input(&["pipe"], input).success().lines().map(str::to_owned).collect()
}

#[test]
fn the_engine_plays_through_the_pipe() {
    let input = b"INIT\nDEPTH 3\nMOVE e2e4\nAI_MOVE\nSTATUS\nQUIT\nSTATUS\n";
    let found = replies(input);
    assert_eq!(found[..3], ["OK", "OK", "MOVED e2e4"]);
    assert!(found[3].starts_with("AI_MOVED "), "{found:?}");
    assert_eq!(found[4..], ["STATUS white playing"]);
    assert_eq!(replies(input), found, "the same game gets the same replies");
    assert_eq!(run(&["pipe"]).success(), "");
}

#[test]
fn the_engine_mates_and_then_has_no_moves() {
    let found = replies(b"MOVE f2f3\nMOVE e7e5\nMOVE g2g4\nAI_MOVE\nSTATUS\nAI_MOVE\n");
    let expected = ["AI_MOVED d8h4", "STATUS white checkmate", "ERROR no moves available"];
    assert_eq!(found[3..], expected);
}

#[test]
fn strange_input_gets_replies_all_the_same() {
    assert_eq!(
        replies(b"\xff\n\nstatus\r\nSTATUS\r\n"),
        [
            "ERROR unknown command",
            "ERROR unknown command",
            "ERROR unknown command",
            "STATUS white playing",
        ]
    );
}
