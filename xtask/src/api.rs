//! `cargo xtask api`: tests the HTTP API against its description.
//!
//! Schemathesis reads the description that the real program serves and generates valid and invalid
//! requests from it, first for games that do not exist, then for one that does. No response may be
//! a server error.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::client::api::people;
use crate::client::{ApiClient, CreatedGame};
use crate::error::TaskError;
use crate::program::{self, Launch};
use crate::python::{Environment, SCHEMATHESIS};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Number of requests per operation
    #[arg(long, default_value_t = 200)]
    examples: u32,
    /// Random seed
    #[arg(long)]
    seed: Option<u64>,
    /// Program to test [default: build this checkout]
    #[arg(long)]
    program: Option<PathBuf>,
}

/// Starts the program and tests every operation.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let environment = Environment::provide(&SCHEMATHESIS).map_err(TaskError::Unable)?;
    let program = options.program.clone().map_or_else(program::build, Ok)?;
    let folder = tempfile::tempdir().map_err(unable)?;
    let directory = folder.path().join("games");
    let server = Launch { engine_workers: Some(1), ..Launch::new(program, directory) }.start()?;
    let address = server.address()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let game = runtime
        .map_err(unable)?
        .block_on(async { ApiClient::connect(address).await?.create(&people(600_000)).await });
    let settings = folder.path().join("schemathesis.toml");
    fs::write(&settings, parameters(&game.map_err(unable)?)).map_err(unable)?;
    let url = format!("http://{address}/api/openapi.json");
    for settings in [None, Some(settings.as_path())] {
        run_schemathesis(&mut environment.program("st"), options, settings, &url)?;
    }
    Ok(())
}

/// The same game in every request.
fn parameters(game: &CreatedGame) -> String {
    let secret = game.secrets.white.as_deref().unwrap_or_default();
    format!(
        "[parameters]\n\"path.id\" = \"{}\"\n\"header.x-seat-secret\" = \"{secret}\"\n",
        game.id
    )
}

fn run_schemathesis(
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
    Err(TaskError::No("a request caused a server error; see above".into()))
}

fn unable(error: impl std::fmt::Display) -> TaskError {
    TaskError::Unable(error.to_string())
}
