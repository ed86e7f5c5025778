//! The engine driven by python-chess, a client that others wrote. Needs Python with the module
//! `chess`: the one that `TABIYA_PYTHON` names, or else `python3`. Without it the test says so and
//! is passed over; `cargo xtask test` provides it where it can.

use std::env;
use std::process::{Command, Stdio};

/// The Python to use, when it can do what is needed.
fn python() -> Option<Command> {
    let program = env::var_os("TABIYA_PYTHON").unwrap_or_else(|| "python3".into());
    let has_module = Command::new(&program)
        .args(["-c", "import chess.engine"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    has_module.then(|| Command::new(program))
}

#[test]
fn python_chess_finds_no_fault() {
    let Some(mut python) = python() else {
        eprintln!("passed over: no Python with the module chess; see TABIYA_PYTHON");
        return;
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/drive.py");
    let output = python
        .args([script, env!("CARGO_BIN_EXE_tabiya")])
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("Python starts");
    let (told, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    print!("{told}");
    assert!(output.status.success(), "{told}{errors}");
}
