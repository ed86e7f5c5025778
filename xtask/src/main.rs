//! The chores of the workspace: every check, the long suites, the comparison with another rules
//! library and the benchmarks. Run as `cargo xtask TASK`.
//!
//! Each task is one module with its own options. A task prints what it does and returns nothing or
//! a `TaskError`; only this file turns that into an exit status: 0 for success, 1 when a check says
//! no, 2 when the task could not be run.

mod api;
mod bench;
mod client;
mod crash;
mod differ;
mod error;
mod export_wire;
mod games;
mod load;
mod openings;
mod parallel;
mod program;
mod python;
mod rebuild;
mod release;
mod review;
mod suites;
mod table;
mod test;
mod tidy;
mod web;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "The chores of the workspace")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run every check: format, lints, house rules, tests, documentation, quick suites
    Test,
    /// Check the rules of the house that no compiler knows
    Tidy(tidy::Options),
    /// Run the rules against published positions, moves, keys and games
    Suites(suites::Options),
    /// Compare the rules with those of shakmaty on random positions
    Differ(differ::Options),
    /// Kill the server at random moments, and see that nothing acknowledged is lost
    Crash(crash::Options),
    /// Hold the server's description of its API against what it does
    Api(api::Options),
    /// Try what the server bears: sockets, moves, restarts, onlookers, engines
    Load(load::Options),
    /// Hold reviews of games against a script, puzzles and the clock
    Review(review::Options),
    /// Write the types that cross the wire in TypeScript
    ExportWire(export_wire::Options),
    /// Make the table of openings anew from the npm package that it comes from
    Openings(openings::Options),
    /// Check the web app: format, types, logic, and what people see in a browser
    Web,
    /// Measure our code beside that of others
    Bench {
        /// What is measured
        #[command(subcommand)]
        subject: bench::Subject,
    },
}

impl Task {
    /// True for a task that measures or that takes long.
    fn wants_optimization(&self) -> bool {
        match self {
            Task::Test
            | Task::Tidy(_)
            | Task::Web
            | Task::Crash(_)
            | Task::Api(_)
            | Task::Openings(_)
            | Task::ExportWire(_) => false,
            Task::Suites(options) => options.is_long(),
            Task::Differ(_) | Task::Load(_) | Task::Review(_) | Task::Bench { .. } => true,
        }
    }
}

fn main() -> ExitCode {
    let task = Cli::parse().task;
    if task.wants_optimization() && release::IS_DEVELOPMENT {
        return release::rerun();
    }
    let outcome = match task {
        Task::Test => test::run(),
        Task::Tidy(options) => tidy::run(&options),
        Task::Suites(options) => suites::run(&options),
        Task::Differ(options) => differ::run(&options),
        Task::Crash(options) => crash::run(&options),
        Task::Api(options) => api::run(&options),
        Task::Load(options) => load::run(&options),
        Task::Review(options) => review::run(&options),
        Task::ExportWire(options) => export_wire::run(&options),
        Task::Openings(options) => openings::run(&options),
        Task::Web => web::run(),
        Task::Bench { subject } => bench::run(&subject),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            failure.exit_code()
        }
    }
}
