//! The program beside python-chess, which others wrote: it drives the engine, and it plays the
//! games of `tabiya datagen` as the trainer reads them. Needs Python with the modules `chess` and
//! `numpy`: the one that `TABIYA_PYTHON` names, or else `python3`. Without it a test says so and is
//! passed over; `cargo xtask test` provides it where it can.

use std::env;
use std::process::{Command, Stdio};

use crate::harness::{Folder, run};

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
        eprintln!("passed over: no Python with the modules {modules}; see TABIYA_PYTHON");
    }
    has_modules.then(|| Command::new(program))
}

/// Runs a script, which has to succeed.
fn succeed(mut python: Command, script: &str, args: &[&str]) {
    let output = python
        .arg(script)
        .args(args)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("Python starts");
    let (told, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    print!("{told}");
    assert!(output.status.success(), "{told}{errors}");
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
        let told = run(&[&args[..], more].concat());
        assert_eq!(told.status, 0, "{told:?}");
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../training/check.py");
    succeed(python, script, &[&files[0], &files[1]]);
}
