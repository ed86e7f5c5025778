//! What every command shares: help, the version, and errors.

use crate::harness::{run, tabiya};

#[test]
fn every_command_is_in_the_readme() {
    let help = run(&["help"]).success();
    let readme = include_str!("../../../../README.md");
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let commands: Vec<&str> =
        list.expect("a list").lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 10, "{help}");
    for command in commands.into_iter().filter(|command| *command != "help") {
        assert!(readme.contains(&format!("`tabiya {command}")), "{command} is not in the README");
        assert!(run(&[command, "--help"]).success().contains("Usage: tabiya"), "{command}");
    }
}

#[test]
fn help_and_version_go_to_stdout() {
    for args in [&["--help"][..], &["-h"], &["help"], &["perft", "--help"], &["help", "text"]] {
        assert!(run(args).success().contains("Usage: tabiya"), "{args:?}");
    }
    assert_eq!(run(&["--version"]).success(), format!("tabiya {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_command_line_that_makes_no_sense_is_refused_in_one_line() {
    let table: [(&[&str], &str); 14] = [
        (&["perftt"], "unrecognized subcommand 'perftt'; a similar subcommand exists: 'perft'"),
        (&["xyzzy"], "unrecognized subcommand 'xyzzy'"),
        (&[""], "unrecognized subcommand ''"),
        (&["--xyzzy"], "unexpected argument '--xyzzy' found"),
        (&["text", "now"], "unexpected argument 'now' found"),
        (&["--port", "1", "text"], "the subcommand 'text' cannot be used with '--port <N>'"),
        (
            &["serve", "--engine", "x="],
            "invalid value 'x=' for '--engine <[NAME=]COMMAND>': \
             expected COMMAND or NAME=COMMAND",
        ),
        (&["perft"], "the following required arguments were not provided: <DEPTH>"),
        (&["perft", "3", "4"], "unexpected argument '4' found"),
        (
            &["pgn"],
            "'tabiya pgn' requires a subcommand but one was not provided \
             [subcommands: check, convert, stats, help]",
        ),
        (&["pgn", "chek"], "unrecognized subcommand 'chek'; a similar subcommand exists: 'check'"),
        (&["pgn", "check"], "the following required arguments were not provided: <FILE>"),
        (&["pgn", "stats", ""], "a value is required for '<FILE>' but none was supplied"),
        (
            &["perft", "3", "--divid"],
            "unexpected argument '--divid' found; a similar argument exists: '--divide'",
        ),
    ];
    for (args, line) in table {
        run(args).refused(&format!("{line} (try --help)"));
    }
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let commands: [&[&str]; 4] =
        [&["--help"], &["perft", "3", "--divide"], &["text"], &["pgn", "stats", "-"]];
    for args in commands {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = tabiya().args(args).stdout(writer).output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), vec![]), "{args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let commands: [&[&str]; 2] = [&["--help"], &["perft", "3"]];
    for args in commands {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = tabiya().args(args).stdout(full).output().unwrap();
        let seen = String::from_utf8(output.stderr).unwrap();
        assert!(seen.starts_with("tabiya: cannot write the output: No space"), "{seen}");
        assert_eq!((output.status.code(), seen.lines().count()), (Some(2), 1), "{args:?}");
    }
}
