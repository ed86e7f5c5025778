//! `tabiya uci` as another program meets it, in dialogues; see `Dialogue::play` for how they read.

mod book;
mod moves;
mod options;
mod strength;

use std::time::Instant;

use crate::dialogue::Dialogue;

/// White mates on the back rank in two.
const MATE_IN_TWO: &str = "position fen 6k1/5ppp/8/8/8/8/1R6/1R4K1 w - - 0 1";
const MATED: &str = "position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
const STALEMATE: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

fn dialogues(scripts: &[&str]) {
    for script in scripts {
        Dialogue::play("uci", script);
    }
}

#[test]
fn the_program_introduces_itself_and_is_ready() {
    dialogues(&[
        "> uci\n = id name Tabiya \n = id author \n < uciok\n > isready\n = readyok",
        "> isready\n = readyok\n > quit",
        "> debug on\n > register later\n > isready\n = readyok",
        "> xyzzy\n = info string error: unknown command 'xyzzy'",
        "> debug maybe\n = info string error: 'maybe' after debug",
    ]);
}

#[test]
fn lines_end_in_either_way_and_may_be_empty() {
    let mut dialogue = Dialogue::start("uci");
    for lines in
        ["\n\r\n \t \nisready\n", "isready\r\n", "\tisready  now \r\n", "go depth\r\nstop\r\n"]
    {
        dialogue.send(lines.as_bytes());
        let output = dialogue.until(if lines.contains("go") { "bestmove" } else { "readyok" });
        assert!(output.iter().all(|line| !line.contains("error")), "{lines:?}: {output:#?}");
    }
    dialogue.send(b"isready");
    assert_eq!(dialogue.end(), ["readyok"]);
}

#[test]
fn a_search_ends_with_one_best_move() {
    dialogues(&[
        "> go depth 3\n < info depth 3 \n < bestmove \n .",
        "> go nodes 2000\n < bestmove \n .",
        "> go movetime 30\n < bestmove \n .",
        "> go wtime 100 btime 100 winc 0 binc 0\n < bestmove \n .",
        "> go wtime -50 btime -50 movestogo 0\n < bestmove \n .",
        "> go depth 0\n < bestmove \n .",
        "> go nodes 0\n < bestmove \n .",
        "> go movetime 0\n < bestmove \n .",
        "> go depth 4294967296 movetime 20\n < bestmove \n .",
        // A program that tells one clock has the other in mind as well.
        "> position startpos moves e2e4\n > go wtime 50\n < bestmove \n .",
        "> go btime 50 binc 10\n < bestmove \n .",
        "> go depth 2 searchmoves a2a3\n < bestmove a2a3",
        "> go depth 2 searchmoves e7e5 a1a8 b2b3 xyz\n < bestmove b2b3",
        "> go infinite\n < info depth 3 \n > stop\n < bestmove \n .",
        "> go\n < info depth 3 \n > stop\n < bestmove \n > stop\n > stop\n .",
    ]);
}

#[test]
fn words_out_of_turn_are_passed_over() {
    dialogues(&[
        "> stop\n > ponderhit\n > stop\n . \n > isready\n = readyok",
        "> ponderhit\n > go depth 2\n < bestmove \n > ponderhit\n > stop\n .",
    ]);
}

#[test]
fn mates_are_found_and_told_in_moves() {
    dialogues(&[
        &format!("> {MATE_IN_TWO}\n > go mate 2\n < info depth \n < bestmove b2b8"),
        &format!("> {MATE_IN_TWO} moves b2b8\n > go depth 3\n < bestmove (none)"),
    ]);
    let mut dialogue = Dialogue::start("uci");
    dialogue.say("position fen 6k1/5ppp/3r4/8/8/8/1R6/1R4K1 w - - 0 1");
    let output = dialogue.ask("go mate 2", "bestmove");
    assert!(output[output.len() - 2].contains(" score mate 2 "), "{output:#?}");
    dialogue.end();
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let mate = "= info depth 0 score mate 0\n = bestmove (none)\n .";
    let draw = "= info depth 0 score cp 0\n = bestmove (none)\n .";
    dialogues(&[
        &format!("> {MATED}\n > go depth 5\n {mate}"),
        &format!("> {STALEMATE}\n > go movetime 50\n {draw}"),
        &format!("> {MATED}\n > go infinite\n . \n > stop\n {mate}"),
        &format!("> {STALEMATE}\n > go ponder wtime 50 btime 50\n . \n > ponderhit\n {draw}"),
        &format!("> {STALEMATE}\n > go\n . \n > stop\n {draw}"),
    ]);
}

#[test]
fn a_drawn_game_may_go_on() {
    dialogues(&[
        "> position fen 7k/8/8/8/8/8/8/K7 w - - 0 1\n > go depth 3\n < bestmove a1",
        "> position fen 7k/8/8/8/8/8/8/KR6 w - - 100 90\n > go depth 3\n < bestmove ",
        "> position fen 7k/8/8/8/8/8/8/KR6 w - - 150 120\n > go movetime 20\n < bestmove ",
        "> position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 \
         g1f3 g8f6 f3g1 f6g8\n > go depth 4\n < bestmove ",
    ]);
}

// A wait must not burn CPU time.
#[test]
#[cfg(target_os = "linux")]
fn who_waits_where_nothing_is_left_to_think_about_rests() {
    let mut dialogue = Dialogue::start("uci");
    dialogue.say(MATED);
    dialogue.ask("isready", "readyok");
    dialogue.say("go infinite");
    let before = dialogue.work();
    dialogue.hear_nothing();
    let worked = dialogue.work().saturating_sub(before);
    assert!(worked.as_millis() <= 50, "{worked:?}");
    dialogue.ask("stop", "bestmove (none)");
    dialogue.end();
}

#[test]
fn pondering_lasts_until_the_hit_or_the_stop() {
    dialogues(&[
        "> position startpos moves e2e4 e7e5\n > go ponder wtime 200 btime 200\n < info depth 2 \n \
         > ponderhit\n < bestmove \n .",
        "> go ponder depth 1\n < info depth 1 \n > isready\n < readyok\n > stop\n < bestmove \n .",
    ]);
    let mut dialogue = Dialogue::start("uci");
    let output = dialogue.ask("go ponder movetime 1\nisready", "readyok");
    assert!(output.iter().all(|line| !line.starts_with("bestmove")), "{output:#?}");
    dialogue.hear_nothing_but("info");
    dialogue.ask("ponderhit", "bestmove");
    dialogue.end();
}

#[test]
fn the_program_listens_while_it_thinks() {
    dialogues(&[
        "> go infinite\n > go depth 2\n < bestmove \n < bestmove \n .",
        "> go infinite\n > position startpos moves e2e4\n > isready\n < readyok\n > stop\n \
         < bestmove \n > go depth 1 searchmoves e7e5\n < bestmove e7e5",
        "> go infinite\n > setoption name Hash value 2\n > setoption name Clear Hash\n \
         > setoption name Threads value 2\n > isready\n < readyok\n > stop\n < bestmove \n \
         > go depth 4\n < bestmove \n .",
        "> go infinite\n > quit",
        "> go infinite\n > ucinewgame\n < bestmove \n > isready\n = readyok",
        "> go infinite",
        "> go ponder wtime 1000 btime 1000",
    ]);
}

#[test]
fn an_option_set_during_a_search_does_not_end_it() {
    for option in ["Clear Hash", "Hash value 2", "UCI_LimitStrength value true"] {
        let mut dialogue = Dialogue::start("uci");
        dialogue.ask("go infinite", "info depth 1 ");
        dialogue.ask(&format!("setoption name {option}\nisready"), "readyok");
        dialogue.hear_nothing_but("info");
        dialogue.ask("stop", "bestmove");
        dialogue.end();
    }
}

#[test]
fn a_stop_is_obeyed_at_once() {
    let mut dialogue = Dialogue::start("uci");
    for go in ["go infinite", "go movetime 60000", "go perft 12", "go depth 99"] {
        dialogue.say(go);
        dialogue.ask("isready", "readyok");
        let begin = Instant::now();
        dialogue.ask("stop", if go.contains("perft") { "info string perft" } else { "bestmove" });
        assert!(begin.elapsed().as_secs() < 5, "{go}: {:?}", begin.elapsed());
    }
    dialogue.end();
}
