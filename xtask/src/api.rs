//! `cargo xtask api`: what the server says about itself, held against what it does.
//!
//! Schemathesis reads the description that the real program serves and makes requests from it,
//! fitting and unfitting ones: first to games that are not there, then to one that is. No answer
//! may be a fault of the server.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::client::house::people;
use crate::client::{House, Table};
use crate::error::TaskError;
use crate::program::{self, Launch};
use crate::python::{Environment, SCHEMATHESIS};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Requests made up for each operation
    #[arg(long, default_value_t = 200)]
    examples: u32,
    /// Where chance begins
    #[arg(long)]
    seed: Option<u64>,
    /// The program to ask; without it, the one of this checkout is built
    #[arg(long)]
    program: Option<PathBuf>,
}

/// Starts the program and asks it everything.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let environment = Environment::provide(&SCHEMATHESIS).map_err(TaskError::Unable)?;
    let program = options.program.clone().map_or_else(program::build, Ok)?;
    let folder = tempfile::tempdir().map_err(unable)?;
    let directory = folder.path().join("games");
    let server = Launch { program, directory, engine_workers: Some(1) }.start()?;
    let address = server.address()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let table = runtime
        .map_err(unable)?
        .block_on(async { House::open(address).await?.create(&people(600_000)).await });
    let settings = folder.path().join("schemathesis.toml");
    fs::write(&settings, parameters(&table.map_err(unable)?)).map_err(unable)?;
    let url = format!("http://{address}/api/openapi.json");
    for settings in [None, Some(settings.as_path())] {
        ask(&mut environment.program("st"), options, settings, &url)?;
    }
    Ok(())
}

/// The same game in every request.
fn parameters(table: &Table) -> String {
    let secret = table.secrets.white.as_deref().unwrap_or_default();
    format!(
        "[parameters]\n\"path.id\" = \"{}\"\n\"header.x-seat-secret\" = \"{secret}\"\n",
        table.id
    )
}

fn ask(
    program: &mut Command,
    options: &Options,
    settings: Option<&Path>,
    url: &str,
) -> Result<(), TaskError> {
    if let Some(settings) = settings {
        program.arg("--config-file").arg(settings);
    }
    program.args(["run", url, "--checks", "not_a_server_error"]);
    program.args(["--max-examples", &options.examples.to_string()]);
    if let Some(seed) = options.seed {
        program.args(["--seed", &seed.to_string()]);
    }
    let status = program.status().map_err(unable)?;
    if status.success() {
        return Ok(());
    }
    Err(TaskError::No("a request was answered with a fault of the server; see above".into()))
}

fn unable(error: impl std::fmt::Display) -> TaskError {
    TaskError::Unable(error.to_string())
}
