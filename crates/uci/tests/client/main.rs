//! The client against engines that behave, and against all sorts that do not.

mod fake;
mod honest;
mod misbehaving;

use std::env;
use std::time::Duration;

use uci::{Client, ClientError, Go, PositionCommand, Start};

/// Long enough for anything that is expected to happen.
const PATIENT: Duration = Duration::from_secs(20);
/// Short, for what is expected not to.
const BRIEF: Duration = Duration::from_millis(100);

/// Starts one of the engines of `fake`: this program, running that test alone.
fn try_start(name: &str, limit: Duration) -> Result<Client, ClientError> {
    let program = env::current_exe().expect("the test's own program");
    let test = format!("fake::{name}");
    Client::start(program, ["--exact", &test, "--ignored", "--nocapture"], limit)
}

fn start(name: &str) -> Client {
    try_start(name, PATIENT).expect("the engine starts")
}

fn startpos() -> PositionCommand {
    PositionCommand { start: Start::Startpos, moves: Vec::new() }
}

fn nodes(nodes: u64) -> Go {
    Go { nodes: Some(nodes), ..Go::default() }
}
