//! The Tabiya binary: reads the command line, runs one command, and turns what comes of it into
//! an exit status. All chess happens in the crates below; all printing happens here.

mod allocator;
mod commands;
mod exit;
mod progress;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    allocator::configure();
    match commands::Cli::try_parse() {
        Ok(cli) => exit::status(cli.run()),
        Err(error) => exit::clap_status(&error),
    }
}
