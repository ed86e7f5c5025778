//! Options: what is taken, what is refused in one line, and that a refusal changes nothing.

use std::process::Command;

use super::dialogues;
use crate::dialogue::Dialogue;

#[test]
fn a_bad_option_is_refused_in_one_line() {
    let table = [
        ("name Xyzzy value 1", "unknown option 'Xyzzy'"),
        ("name Hash value 0", "option Hash cannot be '0'; expected a number from 1 to 65536"),
        ("name Hash value 70000", "option Hash cannot be '70000'; expected a number"),
        ("name Hash value 99999999999999999999", "option Hash cannot be '99999999999999999999'"),
        ("name Hash value -1", "option Hash cannot be '-1'"),
        ("name Hash value many", "option Hash cannot be 'many'"),
        ("name Hash", "option Hash needs a value: a number from 1 to 65536"),
        ("name Hash value", "option Hash cannot be ''; expected"),
        (
            "name Threads value 257",
            "option Threads cannot be '257'; expected a number from 1 to 256",
        ),
        ("name MultiPV value 0", "option MultiPV cannot be '0'"),
        ("name UCI_Elo value 399", "option UCI_Elo cannot be '399'; expected a number from 400 to"),
        ("name UCI_Chess960 value yes", "option UCI_Chess960 cannot be 'yes'; expected true or"),
        ("name BookFile value /nowhere", "the book '/nowhere' cannot be read"),
        ("name EvalFile value /nowhere", "the network '/nowhere' cannot be read"),
        ("name EvalFile value /dev/null", "the network '/dev/null' cannot be used: it is no"),
        ("name SyzygyPath value /nowhere", ""),
        ("value 3", "'value 3' after setoption"),
        ("", "'' after setoption"),
    ];
    let mut dialogue = Dialogue::start("uci");
    for (option, expected) in table {
        let output = dialogue.ask(&format!("setoption {option}\nisready"), "readyok");
        let start = format!("info string error: {expected}");
        assert!(output.len() == 2 && output[0].starts_with(&start), "{option}: {output:#?}");
    }
    dialogue.ask("go depth 2", "bestmove");
    dialogue.end();
}

#[test]
fn good_options_are_taken_in_silence() {
    dialogues(&[
        "> setoption name Hash value 1\n > isready\n = readyok\n > go depth 4\n < bestmove",
        "> setoption name hAsH value 2\n > setoption name CLEAR HASH\n \
         > setoption name Clear Hash value true\n > isready\n = readyok",
        "> setoption name Threads value 3\n > go depth 5\n < bestmove",
        "> setoption name SyzygyPath value <empty>\n > setoption name BookFile value <empty>\n \
         > isready\n = readyok",
        "> setoption name EvalFile value classical\n > go depth 4\n < bestmove\n \
         > setoption name EvalFile value <empty>\n > isready\n = readyok",
        "> setoption name UCI_ShowWDL value true\n > go depth 1\n = info depth 1 seldepth",
    ]);
}

#[test]
fn a_table_beyond_the_memory_is_refused_and_the_old_one_stays() {
    let mut dialogue = Dialogue::start("uci");
    let output = dialogue.ask("setoption name Hash value 65536\nisready", "readyok");
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    if system.total_memory() < 60 << 30 {
        assert!(
            output[0].starts_with("info string error: Hash 65536 does not fit into "),
            "{output:?}"
        );
        assert_eq!(output.len(), 2, "{output:?}");
    }
    dialogue.ask("go depth 3", "bestmove");
    dialogue.end();
}

// The system may say that memory is free and not give it all the same.
#[test]
#[cfg(target_os = "linux")]
fn a_table_that_cannot_be_had_leaves_the_other_options() {
    let program = env!("CARGO_BIN_EXE_tabiya");
    let limited = format!("ulimit -v 1000000; exec '{program}' uci");
    let mut dialogue = Dialogue::with(Command::new("sh").args(["-c", &limited]));
    dialogue.say("setoption name Hash value 2000");
    let output = dialogue.ask("setoption name MultiPV value 2\nisready", "readyok");
    let refused = "info string error: not enough memory for a hash table of 2000 MB";
    // On a machine with less than that it was refused at once.
    assert!(output[0] == refused || output[0].contains("Hash 2000 does not fit"), "{output:#?}");
    let output = dialogue.ask("go depth 1", "bestmove");
    assert!(output.len() == 3 && output[1].contains(" multipv 2 "), "{output:#?}");
    dialogue.end();
}

// A file without an end would be read until the memory is full.
#[test]
#[cfg(unix)]
fn a_book_that_is_no_file_is_refused() {
    for path in ["/dev/zero", "/"] {
        Dialogue::play(
            "uci",
            &format!(
                "> setoption name BookFile value {path}\n = info string error: the book '{path}' \
                 cannot be read: not a regular file\n > isready\n = readyok"
            ),
        );
    }
}
