//! `cargo xtask simulate`: the server on simulated time, disks, networks and clients.
//!
//! Every seed is a run of its own: games, clients and everything that goes wrong follow from it. A
//! seed that breaks a promise is printed, and breaks it again with `--seed N --verbose`.

use std::time::Instant;

use server::simulation::{
    Options as RunOptions, Outcome, PlantedFault, Violation, run as run_seed,
};

use crate::error::TaskError;
use crate::parallel;

/// How many seeds run by default.
const SEEDS: u64 = 10_000;
/// How many seeds run before the figures are printed.
const BATCH: u64 = 1_000;
/// One seed in this many runs twice, to see that both runs are equal.
const REPEATED: u64 = 50;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Number of seeds [default: 10000, or 1 with --seed]
    #[arg(long)]
    seeds: Option<u64>,
    /// First seed
    #[arg(long)]
    seed: Option<u64>,
    /// Print everything that happens in the run of --seed
    #[arg(long, requires = "seed")]
    verbose: bool,
    /// How many servers run at once: one on a simulated disk, or two that share a store
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    servers: u8,
    /// Plant a fault, which must be found: acknowledge-before-commit, drop-sync or
    /// forget-version-check; with two servers ignore-lost-race or read-no-news
    #[arg(long)]
    plant: Option<PlantedFault>,
}

impl Options {
    /// How a seed is run. A fault may need two servers.
    fn of_run(&self, keeps_trace: bool) -> RunOptions {
        let has_two_servers =
            self.servers == 2 || self.plant.is_some_and(|plant| plant.servers() == 2);
        RunOptions { planted: self.plant, keeps_trace, has_two_servers }
    }
}

/// Runs the seeds.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    if options.verbose {
        return run_verbosely(options);
    }
    let (begin, first) = (Instant::now(), options.seed.unwrap_or(0));
    let last = first + options.seeds.unwrap_or(if options.seed.is_some() { 1 } else { SEEDS });
    let mut totals = Totals::default();
    let mut next = first;
    while next < last {
        let seeds: Vec<u64> = (next..(next + BATCH).min(last)).collect();
        next += seeds.len() as u64;
        let outcomes = parallel::map(&seeds, |seed| run_checked(*seed, options));
        for (seed, outcome) in seeds.iter().zip(outcomes) {
            let outcome = outcome?;
            totals.add(&outcome);
            if let Some(found) = outcome.violations.first() {
                return report(*seed, found, options);
            }
        }
        println!("{totals}, {:.0} seeds a minute", 60.0 * totals.seeds as f64 / seconds(begin));
    }
    match options.plant {
        Some(planted) => Err(TaskError::No(format!("{planted} was not found"))),
        None => Ok(()),
    }
}

/// Runs a seed; some twice.
fn run_checked(seed: u64, options: &Options) -> Result<Outcome, TaskError> {
    let run_options = options.of_run(false);
    let outcome = run_seed(seed, run_options);
    if seed.is_multiple_of(REPEATED) {
        let again = run_seed(seed, run_options).fingerprint;
        if again != outcome.fingerprint {
            return Err(TaskError::No(format!("two runs of seed {seed} differ")));
        }
    }
    Ok(outcome)
}

/// A planted fault has to be found, anything else must not be.
fn report(seed: u64, found: &Violation, options: &Options) -> Result<(), TaskError> {
    match options.plant {
        Some(planted) => {
            println!("{planted} was found by seed {seed}: {found}");
            Ok(())
        }
        None => Err(TaskError::No(format!(
            "seed {seed}: {found}\nrun `cargo xtask simulate --servers {} --seed {seed} --verbose`",
            options.servers
        ))),
    }
}

fn run_verbosely(options: &Options) -> Result<(), TaskError> {
    let seed = options.seed.unwrap_or_default();
    let outcome = run_seed(seed, options.of_run(true));
    for line in &outcome.trace {
        println!("{line}");
    }
    for violation in &outcome.violations {
        println!("{violation}");
    }
    println!("fingerprint {:016x}", outcome.fingerprint);
    match outcome.violations.first() {
        Some(violation) => Err(TaskError::No(violation.to_string())),
        None => Ok(()),
    }
}

/// The figures of all runs so far.
#[derive(Default)]
struct Totals {
    seeds: u64,
    servers: usize,
    acknowledged: usize,
}

impl Totals {
    fn add(&mut self, outcome: &Outcome) {
        self.seeds += 1;
        self.servers += outcome.servers;
        self.acknowledged += outcome.acknowledged;
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Totals { seeds, servers, acknowledged } = self;
        write!(f, "{seeds} seeds, {servers} servers, {acknowledged} requests acknowledged")
    }
}

fn seconds(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64()
}
