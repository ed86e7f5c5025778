//! The program beside python-chess, which others wrote: it drives the engine, and it plays the
//! games of `tabiya datagen` as the trainer reads them. Needs Python with the modules `chess` and
//! `numpy`: the one that `TABIYA_PYTHON` names, or else `python3`. Without it a test says so and is
//! skipped; `cargo xtask test` provides it where it can.

use std::env;
use std::process::{Command, Output, Stdio};

use crate::harness::{Folder, run};

/// Where the trainer is.
const TRAINING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../training");

/// The Python to use, when it has some modules; says so when it has not.
fn python(modules: &str) -> Option<Command> {
    let program = env::var_os("TABIYA_PYTHON").unwrap_or_else(|| "python3".into());
    let has_modules = Command::new(&program)
        .args(["-c", &format!("import {modules}")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !has_modules {
        eprintln!("skipped: no Python with the modules {modules}; see TABIYA_PYTHON");
    }
    has_modules.then(|| Command::new(program))
}

/// Runs a script.
fn output(mut python: Command, script: &str, args: &[&str]) -> Output {
    python.arg(script).args(args).env("PYTHONDONTWRITEBYTECODE", "1").output().expect("Python")
}

/// Runs a script, which has to succeed.
fn succeed(python: Command, script: &str, args: &[&str]) {
    let output = output(python, script, args);
    let (seen, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    print!("{seen}");
    assert!(output.status.success(), "{seen}{errors}");
}

#[test]
fn python_chess_finds_no_fault() {
    let Some(python) = python("chess.engine") else { return };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/drive.py");
    succeed(python, script, &[env!("CARGO_BIN_EXE_tabiya")]);
}

#[test]
fn the_trainer_replays_games_as_python_chess_does() {
    let Some(python) = python("chess, numpy") else { return };
    let folder = Folder::new("python-games");
    let files = ["ordinary", "chess960"].map(|name| folder.path(name));
    for (file, more) in files.iter().zip([&[][..], &["--chess960"]]) {
        let args = ["datagen", "-o", file, "--games", "120", "--nodes", "30", "--threads", "2"];
        let seen = run(&[&args[..], more].concat());
        assert_eq!(seen.status, 0, "{seen:?}");
    }
    succeed(python, &format!("{TRAINING}/check.py"), &[&files[0], &files[1]]);
}

#[test]
fn the_trainer_passes_over_no_games_in_silence() {
    const FIRST_BLOCK: usize = 32;
    let folder = Folder::new("python-damage");
    let path = folder.path("whole");
    let args = ["datagen", "-o", &path, "--games", "2", "--nodes", "30", "--threads", "1"];
    assert_eq!(run(&args).status, 0);
    let whole = folder.bytes("whole");
    let mut grown = whole.clone();
    // In the third byte of the length of the first block.
    grown[FIRST_BLOCK + 2] ^= 1 << 4;
    let twice = folder.write("twice", [&whole[..], &whole].concat());
    let grown = folder.write("grown", grown);
    let again = folder.write("again", &whole);
    let cases = [
        (vec![&grown], format!("{grown} has a damaged block at byte {FIRST_BLOCK}")),
        (vec![&twice], format!("{twice} has a damaged block at byte {}", whole.len())),
        (vec![&path, &again], format!("{again} holds the same games as {path}")),
    ];
    for (files, expected) in cases {
        let Some(python) = python("numpy") else { return };
        let script = "import sys, games; games.read(sys.argv[1:])";
        let code = format!("import sys; sys.path.insert(0, '{TRAINING}'); {script}");
        let files: Vec<&str> = files.into_iter().map(String::as_str).collect();
        let seen = output(python, "-c", &[&[code.as_str()], &files[..]].concat());
        let seen = String::from_utf8_lossy(&seen.stderr).into_owned();
        assert_eq!(seen.lines().last(), Some(format!("games.Damaged: {expected}").as_str()));
    }
}

#[test]
fn the_trainer_learns_from_made_up_games() {
    let Some(python) = python("numpy, torch") else { return };
    succeed(python, &format!("{TRAINING}/test.py"), &[]);
}
