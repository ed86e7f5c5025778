//! The developer tasks of the workspace: all checks, long test suites, comparisons with other
//! libraries, benchmarks, load and crash tests. Run as `cargo xtask TASK`.
//!
//! Each task is a module with its own options. A task prints its output and returns a `TaskError`
//! if it fails; only this file turns that into an exit status: 0 for success, 1 when a check fails,
//! 2 when the task cannot be run.

mod api;
mod bench;
mod client;
mod cluster;
mod crash;
mod debian;
mod differ;
mod error;
mod examples;
mod export_wire;
mod games;
mod levels;
mod library;
mod load;
mod openings;
mod parallel;
mod postgres;
mod program;
mod python;
mod rebuild;
mod release;
mod review;
mod simulate;
mod suites;
mod table;
mod test;
mod tidy;
mod web;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    about = "Developer tasks of the workspace"
)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run all checks: format, lints, tidy, tests, documentation, quick suites
    Test,
    /// Check the project rules that no compiler knows
    Tidy(tidy::Options),
    /// Test the rules against published positions, moves, keys and games
    Suites(suites::Options),
    /// Compare the rules with shakmaty on random positions
    Differ(differ::Options),
    /// Kill the server at random moments and check that no acknowledged move is lost
    Crash(crash::Options),
    /// Play games on several servers with one database, kill servers, and measure
    Cluster(cluster::Options),
    /// Fill a library with synthetic games, and measure its pages, orders and searches
    Library(library::Options),
    /// Simulate the server with everything that can go wrong, from seeds
    Simulate(simulate::Options),
    /// Test the HTTP API against its published description
    Api(api::Options),
    /// Load test the server: sockets, moves, restarts, spectators, engines
    Load(load::Options),
    /// Test reviews against an independent script, puzzles and a time limit
    Review(review::Options),
    /// Measure the levels: against each other, against players like people, and by puzzles
    Levels(levels::Options),
    /// Generate the TypeScript types of the wire format
    ExportWire(export_wire::Options),
    /// Regenerate the table of openings from its npm package
    Openings(openings::Options),
    /// Check the web app: format, types, unit tests and browser tests
    Web,
    /// Run a whole club evening in browsers: 30 players, five rounds, two power cuts
    Evening,
    /// Benchmark our code against other libraries
    Bench {
        /// What to measure
        #[command(subcommand)]
        subject: bench::Subject,
    },
}

impl Task {
    /// True for a task that measures or takes long.
    fn needs_release_build(&self) -> bool {
        match self {
            Task::Test
            | Task::Tidy(_)
            | Task::Web
            | Task::Evening
            | Task::Crash(_)
            | Task::Cluster(cluster::Options { measure: false, .. })
            // The database does the work, except for an import.
            | Task::Library(library::Options { import: 0, .. })
            | Task::Api(_)
            // Levels are the same at any speed.
            | Task::Levels(_)
            | Task::Openings(_)
            | Task::ExportWire(_) => false,
            Task::Suites(options) => options.is_long(),
            Task::Differ(_)
            | Task::Simulate(_)
            | Task::Cluster(_)
            | Task::Library(_)
            | Task::Load(_)
            | Task::Review(_)
            | Task::Bench { .. } => true,
        }
    }
}

fn main() -> ExitCode {
    let task = Cli::parse().task;
    if task.needs_release_build() && release::IS_DEVELOPMENT {
        return release::rerun();
    }
    let outcome = match task {
        Task::Test => test::run(),
        Task::Tidy(options) => tidy::run(&options),
        Task::Suites(options) => suites::run(&options),
        Task::Differ(options) => differ::run(&options),
        Task::Crash(options) => crash::run(&options),
        Task::Cluster(options) => cluster::run(&options),
        Task::Library(options) => library::run(&options),
        Task::Simulate(options) => simulate::run(&options),
        Task::Api(options) => api::run(&options),
        Task::Load(options) => load::run(&options),
        Task::Review(options) => review::run(&options),
        Task::Levels(options) => levels::run(&options),
        Task::ExportWire(options) => export_wire::run(&options),
        Task::Openings(options) => openings::run(&options),
        Task::Web => web::run(),
        Task::Evening => web::run_evening(),
        Task::Bench { subject } => bench::run(&subject),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            error.exit_code()
        }
    }
}
