//! The command line: the list of commands. Each module below owns its options and does its work.

mod analyze;
mod app;
mod backup;
mod bench;
mod completions;
mod datagen;
mod doctor;
mod epd;
mod export;
mod import;
mod library;
mod man;
mod matches;
mod move_database;
mod perft;
mod pgn;
mod pipe;
mod serve;
#[cfg(feature = "tuning")]
mod spsa;
mod text;
mod trf;
mod tune;
mod uci;

use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::thread;

use clap::{Parser, Subcommand};
use engine::{Network, Signal};

use crate::exit::{CliError, ExitStatus};

/// Chess board, server, engine and tools
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    app: app::App,
}

#[derive(Debug, Subcommand)]
enum Command {
    // Boxed because of its many options.
    Serve(Box<serve::Serve>),
    Backup(backup::Backup),
    Doctor(doctor::Doctor),
    Import(import::Import),
    Export(export::Export),
    MoveDatabase(move_database::MoveDatabase),
    /// Play a game for two people in this terminal
    Text,
    /// Run as a UCI engine on stdin and stdout
    ///
    /// With the option `UCI_LimitStrength` it plays at the rating `UCI_Elo`; the option `Seed`
    /// makes such games repeatable. Analysis is never limited: go infinite, go mate, go
    /// searchmoves, and everything with `UCI_AnalyseMode`.
    Uci,
    /// Play through a simple line protocol on stdin and stdout
    Pipe,
    Bench(bench::Bench),
    Epd(epd::Epd),
    Perft(perft::Perft),
    Pgn(pgn::Pgn),
    Trf(trf::Trf),
    #[command(visible_alias = "analyse")]
    Analyze(analyze::Analyze),
    // Boxed because of its many options.
    Match(Box<matches::Match>),
    Datagen(datagen::Datagen),
    Tune(tune::Tune),
    #[cfg(feature = "tuning")]
    Spsa(Box<spsa::Spsa>),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Cli {
    /// Runs the command; without one, starts the app.
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        match self.command {
            None => self.app.run(),
            Some(Command::Serve(serve)) => serve.run(),
            Some(Command::Backup(backup)) => backup.run(),
            Some(Command::Doctor(doctor)) => doctor.run(),
            Some(Command::Import(import)) => import.run(),
            Some(Command::Export(export)) => export.run(),
            Some(Command::MoveDatabase(moving)) => moving.run(),
            Some(Command::Text) => text::run(),
            Some(Command::Uci) => uci::run(),
            Some(Command::Pipe) => pipe::run(),
            Some(Command::Bench(bench)) => bench.run(),
            Some(Command::Epd(epd)) => epd.run(),
            Some(Command::Perft(perft)) => perft.run(),
            Some(Command::Pgn(pgn)) => pgn.run(),
            Some(Command::Trf(trf)) => trf.run(),
            Some(Command::Analyze(analyze)) => analyze.run(),
            Some(Command::Match(matches)) => matches.run(),
            Some(Command::Datagen(datagen)) => datagen.run(),
            Some(Command::Tune(tune)) => tune.run(),
            #[cfg(feature = "tuning")]
            Some(Command::Spsa(spsa)) => spsa.run(),
            Some(Command::Completions(completions)) => completions.run(),
            Some(Command::Man(man)) => man.run(),
        }
    }
}

/// Splits a command line into a program and its arguments. A path of an existing file is never
/// split.
fn program_and_arguments(command: &str) -> (&str, Vec<&str>) {
    if Path::new(command).is_file() {
        return (command, Vec::new());
    }
    let mut words = command.split_whitespace();
    (words.next().unwrap_or_default(), words.collect())
}

/// A signal that an interrupt (Ctrl+C) sets.
fn interruptible() -> Arc<Signal> {
    let signal = Arc::new(Signal::new());
    let given = Arc::clone(&signal);
    // Without the handler an interrupt ends the program at once and loses what was not written.
    let _ = ctrlc::set_handler(move || given.stop());
    signal
}

/// The number of processors.
fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The network that an option names; see [`engine::chosen_network`].
fn network(name: &str) -> Result<Option<Arc<Network>>, CliError> {
    engine::chosen_network(name).map_err(|error| CliError::Message(error.to_string()))
}

/// A parser for an option's value: a whole number within bounds.
fn whole_number<N>(bounds: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + PartialOrd + std::fmt::Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        number.ok_or_else(|| {
            format!("expected a whole number from {} to {}", bounds.start(), bounds.end())
        })
    }
}
