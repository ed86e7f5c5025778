//! Positions and moves: errors leave the old position, castling is written as it was asked for,
//! several lines come together, and paths are counted.

use super::dialogues;
use crate::dialogue::Dialogue;

#[test]
fn a_bad_position_leaves_the_old_one() {
    let table = [
        "position",
        "position fen",
        "position fen xyzzy",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e4 e2e4",
        "position startpos moves e2e4 xyzzy",
        "position startpos moves e7e5",
        "position e2e4",
    ];
    let mut dialogue = Dialogue::start("uci");
    dialogue.say("position startpos moves e2e4 e7e5");
    for bad in table {
        let output = dialogue.ask(&format!("{bad}\nisready"), "readyok");
        assert!(
            output.len() == 2 && output[0].starts_with("info string error: "),
            "{bad}: {output:#?}"
        );
        dialogue.ask("go depth 1 searchmoves f1c4", "bestmove f1c4");
    }
    dialogue.end();
}

#[test]
fn castling_is_read_and_written_both_ways() {
    let place = "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let free = "> setoption name UCI_Chess960 value true";
    // The king stands on b1, so that only the rook tells the two moves of the king apart.
    let other = "> position fen 5k2/8/8/8/8/8/8/RK5R w KQ - 0 1";
    dialogues(&[
        &format!("{place}\n > go depth 1 searchmoves e1g1\n < bestmove e1g1"),
        &format!("{place}\n > go depth 1 searchmoves e1h1\n < bestmove e1g1"),
        &format!("{free}\n {place}\n > go depth 1 searchmoves e1h1\n < bestmove e1h1"),
        &format!("{free}\n {other}\n > go depth 1 searchmoves b1h1\n < bestmove b1h1"),
        &format!("{free}\n {other}\n > go depth 1 searchmoves b1a1\n < bestmove b1a1"),
        &format!("{free}\n {other} moves b1a1 f8e8\n > go depth 1\n < bestmove"),
        &format!("{place} moves e1g1 e8e7\n > go depth 1 searchmoves f1f2\n < bestmove f1f2"),
    ]);
}

#[test]
fn several_lines_come_together_and_in_order() {
    let mut dialogue = Dialogue::start("uci");
    dialogue.say("setoption name MultiPV value 3");
    let output = dialogue.ask("go depth 5", "bestmove");
    let ranks: Vec<&str> = output[..output.len() - 1]
        .iter()
        .map(|line| line.split(" multipv ").nth(1).expect("a rank").split(' ').next().unwrap())
        .collect();
    assert_eq!(ranks, ["1", "2", "3"].repeat(5), "{output:#?}");
    let first = |line: &String| line.split(" pv ").nth(1).map(|pv| pv[..4].to_owned());
    let last: Vec<_> = output[output.len() - 4..output.len() - 1].iter().map(first).collect();
    assert!(last[0] != last[1] && last[1] != last[2] && last[0] != last[2], "{output:#?}");
    // More lines than moves are as many as there are.
    dialogue.say("position fen 7k/8/8/8/8/8/8/K7 w - - 0 1");
    let output = dialogue.ask("setoption name MultiPV value 256\ngo depth 1", "bestmove");
    assert_eq!(output.len(), 4, "{output:#?}");
    dialogue.end();
}

#[test]
fn paths_are_counted_by_move() {
    let mut dialogue = Dialogue::start("uci");
    let output = dialogue.ask("go perft 3", "Nodes searched: 8902");
    assert!(output.len() == 22 && output.contains(&"e2e4: 600".to_owned()), "{output:#?}");
    for depth in ["0", "21", "99999999999"] {
        dialogue.ask(&format!("go perft {depth}"), "info string error: perft ");
    }
    dialogue.say("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1");
    dialogue.ask("go perft 3", "Nodes searched: 0");
    dialogue.ask("go perft 4\ngo depth 1", "bestmove (none)");
    assert_eq!(dialogue.end(), [""; 0]);
}
