//! Nothing that somebody has is lost, whatever becomes of a run.

use super::{QUIET, SCHOLAR, args};
use crate::harness::{Folder, run};

#[cfg(unix)]
mod interrupted {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use super::*;
    use crate::harness::{Run, tabiya};

    /// So many that an interrupt after the first comes in time.
    const GAMES: usize = 12;

    fn command<'a>(file: &'a str, nodes: &'a str, out: &'a str) -> [&'a str; 8] {
        ["analyze", file, "--nodes", nodes, "--hash", "1", "-o", out]
    }

    /// Runs the program and interrupts it when it has told about one game.
    fn interrupted(arguments: &[&str]) -> Run {
        let mut child = tabiya()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output is a pipe")).lines();
        assert_eq!(lines.by_ref().take(3).count(), 3, "the head and both sides of a game");
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        // The rest of the table has to go somewhere until it has heard.
        let rest = lines.count();
        assert!(rest < 2 * (GAMES - 1), "the interrupt came too late");
        child.wait_with_output().expect("the program ends").into()
    }

    #[test]
    fn the_file_that_was_there_is_replaced_only_by_the_whole() {
        let folder = Folder::new("analyze-interrupted");
        let games = QUIET.repeat(GAMES);
        let file = folder.write("in.pgn", &games);
        let out = folder.path("out.pgn");
        run(&command(&file, "100", &out)).success();
        // Onto the games themselves, and onto an earlier review with other options.
        for place in ["in.pgn", "out.pgn"] {
            let before = folder.read(place);
            let (target, kept) = (folder.path(place), folder.path(&format!("{place}.unfinished")));
            let again = command(&file, "20000", &target);
            let seen = interrupted(&again);
            assert_eq!(seen.status, 1);
            let printed = format!(
                "tabiya: stopped; the reviewed games are in '{kept}', \
                 and the same command resumes from there\n"
            );
            assert_eq!(seen.stderr, printed);
            assert_eq!(folder.read(place), before);
            let page = run(&again).success();
            assert!(page.contains("games reviewed earlier  "), "{page}");
            let after = folder.read(place);
            assert_eq!(after.matches(", 20000 nodes per position\"]").count(), GAMES);
            assert_eq!(folder.names(), ["in.pgn", "out.pgn"]);
            folder.write("in.pgn", &games);
        }
    }

    #[test]
    fn unfinished_work_is_not_replaced_by_that_of_another_command() {
        let folder = Folder::new("analyze-unfinished");
        let file = folder.write("in.pgn", QUIET.repeat(GAMES));
        let out = folder.path("out.pgn");
        interrupted(&command(&file, "20000", &out));
        let kept = folder.read("out.pgn.unfinished");
        let shorter = folder.write("one.pgn", SCHOLAR);
        for arguments in [command(&file, "100", &out), command(&shorter, "20000", &out)] {
            let seen = run(&arguments);
            let printed = format!(
                "tabiya: '{out}.unfinished' is from an interrupted review of other games or with \
                 other options; finish that one first, or move the file away\n"
            );
            assert_eq!((seen.status, seen.stderr), (2, printed));
            assert_eq!(folder.read("out.pgn.unfinished"), kept);
        }
        assert_eq!(folder.names(), ["in.pgn", "one.pgn", "out.pgn.unfinished"]);
    }

    #[test]
    fn what_was_changed_after_an_interrupt_is_not_replaced() {
        let folder = Folder::new("analyze-changed");
        let file = folder.write("in.pgn", QUIET.repeat(GAMES));
        let again = command(&file, "20000", &file);
        interrupted(&again);
        let changed = QUIET.replace("d5", "d5 {A thought.}").repeat(GAMES);
        folder.write("in.pgn", &changed);
        run(&again).refused(&format!(
            "'{file}' has changed since an interrupted review left '{file}.unfinished'; \
             remove that file to start over"
        ));
        assert_eq!(folder.read("in.pgn"), changed);
    }
}

#[test]
fn a_file_that_cannot_be_read_to_its_end_is_not_replaced() {
    let folder = Folder::new("analyze-damaged");
    let damaged = format!("{SCHOLAR}\n1. e4 e5 2. Ke3 {{dear}} Nf6 {{remarks}} *\n\n{QUIET}");
    let file = folder.write("in.pgn", &damaged);
    run(&args(&file, &["-o", &file])).refused(&format!(
        "'{file}' is not replaced because data would be lost \
         (8:13: Ke3 is not a legal move here); fix it, or write to another file"
    ));
    assert_eq!(folder.read("in.pgn"), damaged);
    // Elsewhere the game is written as far as it can be read, and the status says so.
    let out = folder.path("out.pgn");
    for reviewed_earlier in [false, true] {
        let seen = run(&args(&file, &["-o", &out]));
        assert_eq!(seen.stderr, format!("{file}:8:13: Ke3 is not a legal move here\n"));
        assert_eq!(
            (seen.status, seen.stdout.contains("games reviewed earlier")),
            (1, reviewed_earlier)
        );
        assert_eq!(folder.read("out.pgn").matches("[Analysis ").count(), 3);
    }
    assert_eq!(folder.read("in.pgn"), damaged);
    assert_eq!(folder.names(), ["in.pgn", "out.pgn"]);
}
