//! Handing a task to a release build of this program.
//!
//! `cargo xtask` builds for development, quickly. Tasks that measure, or that count billions of
//! nodes, want the optimizer; they run the same command again through `cargo run --release`.

use std::env;
use std::process::{Command, ExitCode};

/// True when this program was built for development.
pub(crate) const IS_DEVELOPMENT: bool = cfg!(debug_assertions);

/// Runs this very command in a release build and ends as that ends.
pub(crate) fn rerun() -> ExitCode {
    println!("building with optimization …");
    // Not in the root of the workspace: paths among the arguments are told from here.
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "--quiet", "--release", "--package", "xtask", "--"])
        .args(env::args_os().skip(1))
        .status();
    match status {
        Ok(status) => status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(code as u8)),
        Err(error) => {
            eprintln!("cargo cannot be run: {error}");
            ExitCode::from(2)
        }
    }
}
